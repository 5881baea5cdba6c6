// A line of best play from the position, to be read, played, or walked with redo and undo.

import { el, show } from "./dom.js";

export class Line {
  #lines = new Map();
  #asking = null;

  constructor(node, explorer) {
    this.explorer = explorer;
    this.node = node;
    this.moves = el("ol", { class: "moves" });
    this.tail = el("p", { class: "quiet" });
    this.walk = el("button", { type: "button", class: "small", id: "walk", onclick: () => this.#walk() }, "Walk it");
    this.find = el("button", { type: "button", class: "small", id: "find-line", onclick: () => this.#ask(10) }, "Find best play");
    node.replaceChildren(el("h2", { id: "line-title" }, "Best play"), this.moves, this.tail,
      el("div", { class: "row" }, this.walk, this.find));
  }

  /** Shows the line for the state of the analysis. */
  render(state) {
    const { values, shown } = this.explorer;
    const ready = ["done", "stopped"].includes(state.phase);
    const told = this.#lines.get(this.#key());
    const line = told?.moves ?? (state.line.length ? state.line : null);
    show(this.node, values && !shown.over && (ready || line !== null));
    if (this.node.hidden) return;
    // Tables that tell distances tell the way as well, at once; else it may take a search.
    if (!line && ready && state.covered && state.metric !== "wdl" && state.known.value !== "draw") this.#ask(2);
    show(this.find, !line && this.#asking !== this.#key());
    show(this.walk, line !== null && line.length > 0);
    const key = `${this.#key()} ${line?.join(" ")} ${told?.note} ${this.#asking}`;
    if (key === this.drawn) return;
    this.drawn = key;
    this.moves.replaceChildren(...(line ?? []).map((move, index) => this.#step(line, move, index)));
    this.tail.textContent = this.#asking === this.#key() ? "Looking for it\u2026" : told?.note ?? "";
    show(this.tail, this.tail.textContent !== "");
  }

  #step(line, move, index) {
    const ply = this.explorer.place.at + index;
    const first = this.explorer.sideAt(ply) === this.explorer.facts().game.sides[0];
    return el("li", {},
      el("span", { class: `dot ${this.explorer.sideAt(ply)}`, "aria-hidden": "true" }),
      el("button", {
        type: "button", "aria-label": `Play on to ${move}`, class: first ? "first" : "second",
        onclick: () => this.explorer.follow(line, index + 1),
      }, move));
  }

  #walk() {
    const line = this.#lines.get(this.#key())?.moves ?? this.explorer.analysis.state.line;
    this.explorer.follow(line, 0);
  }

  async #ask(seconds) {
    const key = this.#key();
    if (this.#asking === key || this.#lines.has(key)) return;
    this.#asking = key;
    this.tail.textContent = "Looking for it\u2026";
    try {
      const answer = await this.explorer.analysis.line(seconds);
      if (answer) this.#lines.set(key, { moves: answer.line.map((step) => step.move), note: noteOn(answer) });
    } catch (error) {
      if (error.name !== "AbortError") this.#lines.set(key, { moves: [], note: error.message });
    }
    if (this.#asking === key) this.#asking = null;
    if (this.#key() === key) this.render(this.explorer.analysis.state);
  }

  #key() {
    const { place, shown } = this.explorer;
    return `${place.game} ${place.board} ${shown.position}`;
  }
}

function noteOn({ line, complete, stopped, value }) {
  if (complete) return "";
  if (!line.length) return "None was found in the time.";
  if (stopped) return `The search stopped here: ${stopped}.`;
  return value === "draw" ? "From here on the draw is kept." : "This far it was found.";
}
