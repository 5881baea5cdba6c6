// Sets up any position. The server says whether it is one, and why not.

import { byId, el, put, show, svg } from "./dom.js";
import { announce } from "./announce.js";
import { get } from "./api.js";
import { piece } from "./board-checkers.js";
import { stone } from "./board-connect4.js";
import { writeDiagram, writeFen } from "./notation.js";
import { ending, sideName } from "./words.js";

const PALETTES = {
  connect4: [["x", "Red"], ["o", "Yellow"], ["", "Empty"]],
  checkers: [["b", "Black man"], ["B", "Black king"], ["w", "White man"], ["W", "White king"], ["", "Empty"]],
};
const SWAPPED = { b: "w", B: "W", w: "b", W: "B", x: "o", o: "x" };

export class Editor {
  /** Whether it is in use. */
  open = false;

  #cells = [];
  #side = null;
  #brush = "";
  #asked = 0;
  #good = null;

  constructor(node, explorer) {
    this.node = node;
    this.explorer = explorer;
  }

  /** Begins with the position that is shown. */
  start() {
    const { shown, analysis, place } = this.explorer;
    analysis.leave();
    this.open = true;
    this.#cells = shown.cells.map((cell) => ({ ...cell }));
    this.#side = shown.side;
    this.#brush = PALETTES[place.game][0][0];
    this.#build();
    this.#mode(true);
    this.#changed();
    announce("Editing the position.");
    this.node.querySelector("input").focus();
  }

  /** Ends it and shows the position that was there before. */
  close() {
    if (!this.open) return;
    this.open = false;
    this.#mode(false);
    const { explorer } = this;
    explorer.board.draw(explorer.shown, { last: explorer.played[explorer.place.at - 1] ?? null });
    explorer.analysis.show(explorer.place.game, explorer.place.board, explorer.shown);
  }

  /** Draws the board again. */
  redraw() {
    const { shown, board } = this.explorer;
    board.edit({ size: shown.size, cells: this.#cells }, (square) => this.#put(square));
  }

  #mode(on) {
    for (const id of ["verdict", "choices", "line", "history", "opponent", "share"]) byId(id).classList.toggle("aside", on);
    this.explorer.button("edit").setAttribute("aria-pressed", String(on));
    byId("turn").classList.toggle("aside", on);
    for (const name of ["first", "undo", "redo", "last"]) {
      const { at, moves } = this.explorer.place;
      const able = name === "first" || name === "undo" ? at > 0 : at < moves.length;
      this.explorer.button(name).disabled = on || !able;
    }
    show(this.node, on);
  }

  #build() {
    const { game } = this.explorer.place;
    const { sides } = this.explorer.facts().game;
    this.text = el("input", {
      id: "editor-text", spellcheck: "false", autocapitalize: "off", "aria-describedby": "editor-state",
      oninput: (event) => this.#typed(event.target.value),
    });
    this.state = el("p", { id: "editor-state", class: "state", role: "status" });
    this.done = el("button", { type: "button", class: "main", id: "editor-done", onclick: () => this.#finish() }, "Play from here");
    const radios = (name, entries, chosen, onchange) => entries.map(([value, label, icon]) => el("label", { title: label },
      el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value), "aria-label": label }),
      el("span", {}, icon ?? label)));
    const button = (id, label, onclick) => el("button", { type: "button", class: "small", id, onclick }, label);
    put(this.node,
      el("h2", { id: "editor-title" }, "Edit the position"),
      el("div", { class: "palette", role: "radiogroup", "aria-label": "Put on the board" },
        ...radios("brush", PALETTES[game].map(([value, label]) => [value, label, icon(game, value)]), this.#brush,
          (value) => (this.#brush = value))),
      this.state,
      game === "checkers" && el("div", { class: "segments", role: "radiogroup", "aria-label": "Side to move" },
        ...radios("side", sides.map((side) => [side, `${sideName(side)} to move`]), this.#side, (value) => {
          this.#side = value;
          this.#changed();
        })),
      el("div", { class: "row" },
        button("editor-clear", "Clear", () => this.#fill(() => null)),
        game === "checkers" && button("editor-start", "Start position", () => this.#toStart()),
        button("editor-swap", "Swap colours", () => this.#fill((cell) => SWAPPED[cell.piece] ?? null))),
      el("label", { for: "editor-text" }, game === "checkers" ? "FEN" : "Diagram"),
      this.text,
      el("div", { class: "row last-row" }, this.done, button("editor-cancel", "Cancel", () => this.close())),
    );
  }

  #put(square) {
    const cell = this.#cells.find((each) => each.square === square);
    cell.piece = cell.piece === this.#brush ? null : this.#brush || null;
    this.#changed();
  }

  #fill(pieceOf) {
    for (const cell of this.#cells) cell.piece = pieceOf(cell);
    this.#changed();
  }

  #toStart() {
    this.text.value = this.explorer.facts().board.start;
    this.#typed(this.text.value);
  }

  #changed() {
    const { game } = this.explorer.place;
    const { size } = this.explorer.shown;
    const pieces = this.#cells.filter((cell) => cell.piece);
    const text = game === "checkers"
      ? writeFen(this.#side, new Map(pieces.map((cell) => [cell.square, cell.piece])))
      : writeDiagram(size, new Map(pieces.map((cell) => [`${cell.column},${cell.row}`, cell.piece])));
    this.text.value = text;
    this.redraw();
    this.#check(text);
  }

  async #typed(text) {
    const shown = await this.#check(text);
    if (!shown) return;
    this.#cells = shown.cells.map((cell) => ({ ...cell }));
    this.#side = shown.side;
    for (const input of this.node.querySelectorAll('[name="side"]')) input.checked = input.value === this.#side;
    this.redraw();
  }

  // Asks the server about the text and gives its answer, if it is a position and still the one that is wanted.
  async #check(text) {
    const asked = (this.#asked += 1);
    const { game, board } = this.explorer.place;
    try {
      const shown = await get("position", { game, board, position: text });
      if (asked !== this.#asked) return null;
      this.#good = shown;
      const turn = shown.over ? ending(shown.over) : `${sideName(shown.side)} to move`;
      this.#tell("legal", `Legal: ${turn}.`);
      return shown;
    } catch (error) {
      if (asked !== this.#asked) return null;
      this.#good = null;
      this.#tell("illegal", error.message);
      return null;
    }
  }

  #tell(kind, words) {
    this.state.className = `state ${kind}`;
    this.state.textContent = words;
    this.text.setAttribute("aria-invalid", String(kind === "illegal"));
    this.done.disabled = kind === "illegal";
  }

  #finish() {
    const { explorer } = this;
    const { game, board } = explorer.place;
    const { position } = this.#good;
    this.open = false;
    this.#mode(false);
    explorer.show({ game, board, from: position === explorer.facts().board.start ? undefined : position }, { push: true });
  }
}

function icon(game, value) {
  const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (value === "") drawing.append(svg("circle", { class: "nothing", cx: 50, cy: 50, r: 38 }));
  else if (game === "checkers") drawing.append(piece(value, 50, 50));
  else drawing.append(stone(value, { column: 1, row: 1 }));
  return drawing;
}
