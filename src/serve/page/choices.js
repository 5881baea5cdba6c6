// The legal moves and what each is worth. Values are for the side that moves.

import { el, show } from "./dom.js";
import { isBest, mark, phrase, signed, tone } from "./words.js";

export class Choices {
  #rows = new Map();
  #position = null;

  constructor(node, explorer) {
    this.explorer = explorer;
    this.node = node;
    this.list = el("ol", { class: "choices" });
    this.count = el("span", { class: "quiet" });
    node.replaceChildren(el("h2", { id: "choices-title" }, "Moves ", this.count), this.list);
  }

  /** Shows the legal moves, with their values unless those are hidden. */
  render(state) {
    const { shown, values, place } = this.explorer;
    show(this.node, shown.moves.length > 0);
    this.count.textContent = String(shown.moves.length);
    const position = `${place.game} ${place.board} ${shown.position}`;
    if (position !== this.#position) {
      this.#position = position;
      this.#rows = new Map(shown.moves.map((step) => [step.move, this.#row(step.move)]));
      this.list.replaceChildren();
    }
    const order = values && ["done", "stopped"].includes(state.phase) ? [...state.moves.keys()] : [...this.#rows.keys()];
    const rows = order.filter((move) => this.#rows.has(move)).map((move) => this.#rows.get(move));
    // Only where the order changes, so that the focus stays.
    if (rows.length === this.#rows.size && rows.some((row, index) => this.list.children[index] !== row)) {
      this.list.replaceChildren(...rows);
    } else if (this.list.children.length === 0) {
      this.list.replaceChildren(...this.#rows.values());
    }
    for (const [move, row] of this.#rows) this.#fill(row, move, values ? state : null);
  }

  #row(move) {
    const { explorer } = this;
    return el("li", {}, el("button", {
      type: "button", "data-move": move, onclick: () => explorer.play(move),
      onmouseenter: () => explorer.board.hint(move), onmouseleave: () => explorer.board.hint(null),
      onfocus: () => explorer.board.hint(move), onblur: () => explorer.board.hint(null),
    }));
  }

  #fill(row, move, state) {
    const button = row.firstChild;
    const name = el("span", { class: "move" }, this.explorer.place.game === "connect4" ? `Column ${move}` : move);
    if (!state) {
      button.className = "";
      button.replaceChildren(name);
      return;
    }
    const known = state.moves.get(move) ?? {};
    button.className = isBest(state, move) ? "best" : "";
    button.replaceChildren(mark(known), name,
      el("span", { class: `worth ${tone(known)}` }, phrase(known, state.metric)),
      el("span", { class: "score" }, known.score === undefined ? "" : signed(known.score)));
  }
}
