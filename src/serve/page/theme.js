// Light, dark, or as the system has it.

import { byId } from "./dom.js";
import { keep, settings } from "./settings.js";

const NEXT = { auto: "light", light: "dark", dark: "auto" };
const NAMES = { auto: "as the system", light: "light", dark: "dark" };

function apply() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  const button = byId("theme");
  button.dataset.shows = settings.theme;
  button.setAttribute("aria-label", `Colours: ${NAMES[settings.theme]}. Change to ${NAMES[NEXT[settings.theme]]}.`);
  button.title = `Colours: ${NAMES[settings.theme]}`;
}

/** Applies the reader's choice and lets the button change it. */
export function setUpTheme() {
  apply();
  byId("theme").addEventListener("click", () => {
    keep("theme", NEXT[settings.theme]);
    apply();
  });
}
