// The moves played, in pairs; each goes to the position after it. Moves that gave something away are marked.

import { el, show } from "./dom.js";
import { copy } from "./announce.js";
import { writePdn } from "./notation.js";
import { mark } from "./words.js";

export class History {
  constructor(node, explorer) {
    this.explorer = explorer;
    this.node = node;
    this.list = el("ol", { class: "history" });
    this.empty = el("p", { class: "quiet" }, "No moves yet.");
    this.copy = el("button", { type: "button", class: "small", id: "copy-game", onclick: () => this.#copy() }, "Copy PDN");
    node.replaceChildren(el("h2", { id: "history-title" }, "Game"), this.empty, this.list, el("div", { class: "row" }, this.copy));
  }

  /** Shows the moves as they are. */
  render() {
    const { place, played } = this.explorer;
    const { sides } = this.explorer.facts().game;
    show(this.empty, played.length === 0);
    show(this.copy, played.length > 0 && place.game === "checkers");
    const offset = this.explorer.sideAt(0) === sides[0] ? 0 : 1;
    const turns = [];
    played.forEach((step, ply) => {
      const turn = (ply + offset) >> 1;
      turns[turn] ??= el("li", {}, el("span", { class: "turn-number" }, `${turn + 1}.`));
      if (ply === 0 && offset) turns[turn].append(el("span", { class: "quiet" }, "\u2026"));
      turns[turn].append(this.#move(step, ply));
    });
    this.list.replaceChildren(...turns);
    const current = this.list.querySelector("[aria-current]");
    // Scrolls the list alone, never the page.
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
  }

  #move(step, ply) {
    const { place, values } = this.explorer;
    const slip = values ? this.#slip(step, ply) : null;
    const here = place.at === ply + 1;
    return el("button", {
      type: "button", class: ply >= place.at ? "undone" : "", "aria-current": here ? "step" : null,
      "aria-label": `${step.move}${slip ? `, gives away a ${slip.from}: ${slip.to}` : ""}`,
      title: slip ? `From ${slip.from} to ${slip.to}` : null,
      onclick: () => this.explorer.go(ply + 1),
    }, step.move, slip && el("span", { class: "slip" }, "?", mark({ value: slip.to })));
  }

  // A move that made the value of the position worse, as far as both were seen.
  #slip(step, ply) {
    const { place, analysis } = this.explorer;
    const before = analysis.seen(place.game, place.board, this.explorer.positionAt(ply));
    const value = before?.moves.get(step.move)?.value;
    const from = before?.known.value;
    return value && from && value !== from ? { from, to: value } : null;
  }

  #copy() {
    const { place, played, shown } = this.explorer;
    const over = place.at === played.length ? shown.over : null;
    const result = !over ? "*" : over.winner === "black" ? "1-0" : over.winner === "white" ? "0-1" : "1/2-1/2";
    copy(writePdn({
      board: place.board, from: place.from, first: this.explorer.sideAt(0), result,
      moves: played.slice(0, place.at).map((step) => step.move),
    }), "game");
  }
}
