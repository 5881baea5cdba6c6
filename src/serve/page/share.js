// The position and the game as text: to copy, and to paste.

import { el, show } from "./dom.js";
import { copy, note } from "./announce.js";
import { readPasted } from "./notation.js";

const WHAT = {
  connect4: { position: "Diagram", paste: "Columns such as 4453, or a diagram" },
  checkers: { position: "FEN", paste: "FEN such as W:W19,K23:BK28,12, or a game in PDN" },
};

export class Share {
  constructor(node, explorer) {
    this.explorer = explorer;
    this.node = node;
    this.label = el("label", { for: "position-text" });
    this.position = el("input", { id: "position-text", readonly: true, spellcheck: "false", onfocus: (event) => event.target.select() });
    this.pasteLabel = el("label", { for: "paste" });
    this.paste = el("textarea", { id: "paste", rows: 2, spellcheck: "false", autocapitalize: "off", "aria-describedby": "paste-trouble" });
    this.trouble = el("p", { id: "paste-trouble", class: "trouble", role: "alert", hidden: true });
    this.columns = el("button", { type: "button", class: "small", id: "copy-columns" }, "Copy columns");
    this.columns.addEventListener("click", () => copy(this.explorer.shown.columns, "columns"));
    node.replaceChildren(
      el("h2", { id: "share-title" }, "Share and load"),
      this.label,
      el("div", { class: "field" }, this.position,
        el("button", { type: "button", class: "small", id: "copy-position", onclick: () => copy(this.position.value, "position") }, "Copy")),
      el("div", { class: "row" },
        el("button", { type: "button", class: "small", id: "copy-link", onclick: () => copy(location.href, "link") }, "Copy link"),
        this.columns),
      this.pasteLabel,
      this.paste,
      this.trouble,
      el("div", { class: "row" }, el("button", { type: "button", class: "small", id: "load", onclick: () => this.#load() }, "Load")),
    );
    this.paste.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.#load();
      }
    });
  }

  /** Shows the texts of the position. */
  render() {
    const { place, shown } = this.explorer;
    this.label.textContent = WHAT[place.game].position;
    this.pasteLabel.textContent = WHAT[place.game].paste;
    this.position.value = shown.position;
    show(this.columns, Boolean(shown.columns));
    this.#tell("");
  }

  /** Says why something could not be shown. */
  refuse(error) {
    this.#tell(error.message);
  }

  async #load() {
    const text = this.paste.value;
    if (!text.trim()) {
      this.#tell("Paste a position or a game first.");
      return;
    }
    const { game, board } = this.explorer.place;
    const { from, moves } = readPasted(game, text);
    const before = this.explorer.shown;
    await this.explorer.show({ game, board, from, moves }, { push: true });
    if (this.explorer.shown !== before) {
      this.paste.value = "";
      note("Loaded.");
    }
  }

  #tell(text) {
    this.trouble.textContent = text;
    show(this.trouble, text !== "");
    this.paste.setAttribute("aria-invalid", String(text !== ""));
  }
}
