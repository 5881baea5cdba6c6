// Keys that work wherever the focus is, save in fields.

import { byId } from "./dom.js";

const KEYS = {
  u: "undo", Backspace: "undo", ArrowLeft: "undo", r: "redo", ArrowRight: "redo", Home: "first", End: "last",
  v: "values", f: "flip", e: "edit", n: "new", b: "best",
};

/** Listens for keys of the explorer and opens their list. */
export function setUpKeys(explorer) {
  const keys = byId("keys");
  byId("keys-open").addEventListener("click", () => keys.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "?") keys.showModal();
    else if (byId("explore").hidden || !explorer.place) return;
    else if (/^[1-9]$/.test(event.key) && explorer.place.game === "connect4") {
      if (!explorer.shown.moves.some((step) => step.move === event.key)) return;
      explorer.play(event.key);
    } else if (event.key === "Escape" && explorer.editor.open) explorer.editor.close();
    else {
      const what = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!what) return;
      explorer.act(what);
    }
    event.preventDefault();
  });
}
