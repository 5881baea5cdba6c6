// The value of the position: in words, where it comes from, and the search while it runs.

import { el, show } from "./dom.js";
import { copy } from "./announce.js";
import { ending, mark, narrowed, phrase, rough, signed, tone, verdict } from "./words.js";

const SOURCES = { table: "from tables", search: "by search", rules: "by the rules", moves: "from the values of the moves" };
const REASONS = {
  "time limit": "The time ran out before all was proved.",
  "node limit": "The limit of positions was reached before all was proved.",
  "ply limit": "The limit of plies was reached before all was proved.",
  "memory limit": "The memory ran out before all was proved.",
  stopped: "The server stopped the search: others were waiting.",
  cancelled: "The search was cancelled.",
};
const LONG = 600;

export class Verdict {
  constructor(node, explorer) {
    this.explorer = explorer;
    this.node = node;
    this.headline = el("p", { class: "headline" });
    this.detail = el("p", { class: "quiet detail" });
    this.meter = el("progress", { max: 1, "aria-label": "Time of the search" });
    this.effort = el("span", { class: "effort" });
    this.cancel = el("button", { type: "button", class: "small", id: "cancel", onclick: () => explorer.analysis.cancel() }, "Stop");
    this.running = el("div", { class: "running" }, this.meter, el("div", { class: "row" }, this.effort, this.cancel));
    this.gap = el("div", { class: "uncovered" });
    this.more = el("button", { type: "button", class: "small", id: "deepen", onclick: () => this.#deepen() }, "");
    this.reveal = el("button", { type: "button", class: "small", onclick: () => explorer.act("values") }, "Show values");
    node.replaceChildren(this.headline, this.detail, this.running, this.gap, this.more, this.reveal);
  }

  /** Shows the state of the analysis. */
  render(state) {
    const { explorer } = this;
    const { over, side } = explorer.shown;
    const hidden = !explorer.values && !over;
    const searching = state.phase === "searching";
    this.node.className = `card verdict ${hidden ? "open" : over ? "over" : tone(state.known)}`;
    this.node.setAttribute("aria-busy", String(searching || state.phase === "asking"));
    show(this.detail, !hidden);
    show(this.running, searching && !hidden);
    show(this.gap, !hidden);
    show(this.reveal, hidden);
    if (hidden) {
      this.headline.replaceChildren("Values are hidden");
      show(this.more, false);
      return;
    }
    this.#headline(state, over, side);
    this.#details(state, over);
    this.#effort(state);
    this.#uncovered(state, over);
    this.#offer(state, over);
  }

  #headline(state, over, side) {
    if (over) {
      this.headline.replaceChildren(over.winner ? el("span", { class: `token ${over.winner}`, "aria-hidden": "true" }) : mark({ value: "draw" }),
        verdict({ value: over.result }, side));
      return;
    }
    const unknown = narrowed(state.known) === "open";
    const waiting = { asking: "Looking it up", searching: "Searching" }[state.phase];
    this.headline.replaceChildren(mark(state.known),
      unknown && waiting ? `${waiting}\u2026` : verdict(state.known, side, state.metric));
  }

  #details(state, over) {
    const words = [];
    if (over) words.push(ending(over));
    else {
      if (state.known.score !== undefined) words.push(`score ${signed(state.known.score)}`);
      if (state.known.value && state.source) words.push(SOURCES[state.source]);
      else if (state.known.bounds && phrase(state.known)) {
        words.push(`proved so far: ${state.known.bounds.lower} to ${state.known.bounds.upper}`);
      }
      if (state.known.value && state.metric === "wdl" && state.covered) words.push("win, draw and loss only");
    }
    this.detail.textContent = words.join(" \u00b7 ");
    show(this.detail, words.length > 0);
  }

  #effort(state) {
    const budget = state.budget ?? this.explorer.games.limits.default_seconds;
    this.meter.value = Math.min(1, (state.seconds ?? 0) / budget);
    this.effort.textContent = `${rough(state.nodes ?? 0)} positions, ${(state.seconds ?? 0).toFixed(1)} of ${budget} s`;
  }

  #uncovered(state, over) {
    const parts = [];
    if (state.error) parts.push(el("p", { role: "alert", class: "trouble" }, state.error));
    if (!over && !state.covered && !["idle", "asking"].includes(state.phase)) {
      const searched = state.nodes && state.phase !== "searching"
        ? ` Searched ${rough(state.nodes)} positions in ${state.seconds.toFixed(1)} s.` : "";
      parts.push(el("p", { class: "quiet" }, `No table covers this position.${searched}`));
      const reason = REASONS[state.reason];
      if (reason) parts.push(el("p", { class: "quiet" }, reason));
      if (state.generate) parts.push(advice(state.generate));
    }
    // Rewritten only when it changes, so that an opened fold stays open while a search reports.
    const key = parts.map((part) => part.textContent).join("|");
    if (key === this.gapKey) return;
    this.gapKey = key;
    this.gap.replaceChildren(...parts);
  }

  #offer(state, over) {
    const longer = (state.phase === "stopped" || state.phase === "failed") && !over;
    const distances = state.phase === "done" && !over && state.metric === "wdl" && state.known.value !== "draw"
      && this.explorer.place.game === "checkers";
    show(this.more, longer || distances);
    this.more.textContent = longer ? "Search for up to ten minutes" : "Search for distances";
    this.wanted = longer ? { seconds: LONG } : { seconds: 60, mode: "strong" };
  }

  #deepen() {
    this.explorer.analysis.deepen(this.wanted);
    this.cancel.focus();
  }
}

// How to make tables that are missing, or why there are none.
function advice({ command, note }) {
  if (!command) return el("p", { class: "quiet" }, `${note[0].toUpperCase()}${note.slice(1)}.`);
  return el("details", { class: "advice" },
    el("summary", {}, "How to make a table for it"),
    !note.includes(command) && el("p", {}, note),
    el("div", { class: "command" }, el("code", {}, command),
      el("button", { type: "button", class: "small", onclick: () => copy(command, "command") }, "Copy")));
}
