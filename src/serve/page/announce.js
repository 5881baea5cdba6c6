// Tells readers of screens what has changed, and shows short notes to all.

import { byId } from "./dom.js";

let timer = 0;

/** Says it in the live region. */
export function announce(text) {
  byId("live").textContent = text;
}

/** Shows a note for some seconds, and says it. */
export function note(text) {
  const toast = byId("note");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => toast.classList.remove("shown"), 2500 + 50 * text.length);
  announce(text);
}

/** Copies text and says what was copied; where that is not allowed, shows the text to be copied by hand. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    note(`Copied the ${what}.`);
  } catch {
    window.prompt(`Copy the ${what}:`, text);
  }
}
