// The perfect player: takes a side and answers with the best move that tables or search know.

import { el } from "./dom.js";
import { announce } from "./announce.js";
import { better, sideName } from "./words.js";

const PAUSE = 450;

export class Opponent {
  #side = null;
  #timer = 0;

  constructor(node, explorer) {
    this.explorer = explorer;
    this.node = node;
    this.options = el("div", { class: "segments", role: "radiogroup", "aria-labelledby": "opponent-title" });
    this.status = el("p", { class: "quiet" });
    this.swap = el("button", { type: "button", class: "small", id: "swap", onclick: () => this.#swap() }, "Swap sides");
    node.replaceChildren(el("h2", { id: "opponent-title" }, "The perfect player plays"), this.options,
      el("div", { class: "row" }, this.swap, this.status));
  }

  /** Offers the sides of the game. */
  render() {
    const { sides } = this.explorer.facts().game;
    if (this.#side && !sides.includes(this.#side)) this.#side = null;
    const key = sides.join();
    if (key !== this.key) {
      this.key = key;
      this.options.replaceChildren(...[null, ...sides].map((side) => el("label", {},
        el("input", { type: "radio", name: "opponent", value: side ?? "", onchange: () => this.#take(side) }),
        el("span", {}, side ? sideName(side) : "Nobody"))));
    }
    for (const input of this.options.querySelectorAll("input")) input.checked = input.value === (this.#side ?? "");
    this.swap.hidden = this.#side === null;
    this.#say();
  }

  /** How many moves one undo takes back: with the perfect player at the board, to the reader's own turn. */
  undoBy() {
    const { place, shown } = this.explorer;
    return this.#side && shown.side !== this.#side && place.at >= 2 ? 2 : 1;
  }

  /** Plays, if it is its turn and enough is known. */
  onAnalysis(state) {
    this.#say();
    clearTimeout(this.#timer);
    if (!this.#isToMove() || !["done", "stopped", "failed"].includes(state.phase)) return;
    this.#timer = setTimeout(() => this.#play(state), PAUSE);
  }

  /** Stops what it was about to do. */
  leave() {
    clearTimeout(this.#timer);
  }

  #isToMove() {
    const { place, shown, editor } = this.explorer;
    return this.#side === shown.side && !shown.over && place.at === place.moves.length && !editor.open;
  }

  async #play(state) {
    const { shown, analysis } = this.explorer;
    let move = state.best[0] ?? [...state.moves].sort(([, a], [, b]) => better(a, b))[0]?.[0];
    // Tables that tell only who wins do not tell the way: ask for a line that ends.
    if (state.metric === "wdl" && state.known.value === "win") {
      try {
        move = (await analysis.line(5))?.line[0]?.move ?? move;
      } catch {
        // The move that keeps the win has to do.
      }
    }
    if (move && this.explorer.shown === shown && this.#isToMove()) this.explorer.play(move);
  }

  #take(side) {
    this.#side = side;
    this.render();
    announce(side ? `The perfect player plays ${sideName(side)}.` : "The perfect player has left.");
    this.onAnalysis(this.explorer.analysis.state);
  }

  #swap() {
    const { sides } = this.explorer.facts().game;
    this.#take(sides.find((side) => side !== this.#side));
  }

  #say() {
    if (!this.#side) {
      this.status.textContent = "";
      return;
    }
    const { place, shown, analysis: { state } } = this.explorer;
    if (shown.over) this.status.textContent = "";
    else if (place.at < place.moves.length) this.status.textContent = "Waits: moves were undone.";
    else if (shown.side !== this.#side) this.status.textContent = "Your move.";
    else if (state.phase === "stopped" && !state.exact) this.status.textContent = "Plays what it found, not proved.";
    else this.status.textContent = "Thinks\u2026";
  }
}
