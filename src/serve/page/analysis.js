// What is known of a position: tables first, then a search that reports as it goes. One position at a time; what
// was found is kept, so that going back shows it at once.

import { ask, get, search } from "./api.js";
import { better, narrowed } from "./words.js";

const KEPT = 2000;

/**
 * Follows one position after another and tells `onChange` of every change. Its `state`:
 * - `phase`: `idle`, `asking`, `searching`, `done`, `stopped` (not all is known, no search runs) or `failed`;
 * - `covered`: whether tables (or the rules) give the value; `generate`: the command that would make them;
 * - `known`: value, distance, score, bounds of the position; `metric`; `exact`; `source`;
 * - `moves`: Map of move to the same, best first once a phase is over; `best`: the moves to play;
 * - `line`: best play as a search found it; `nodes`, `seconds`, `budget` of the search; `error`; `reason` it stopped.
 */
export class Analysis {
  #kept = new Map();
  #abort = new AbortController();
  #onChange;
  #asked = null;
  state = blank();

  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** Turns to the position (an answer of `position`). */
  async show(game, board, shown) {
    this.leave();
    const signal = this.#abort.signal;
    this.#asked = { game, board, position: shown.position, steps: shown.moves.map((step) => step.move) };
    const kept = this.#kept.get(this.#key());
    this.state = blank();
    this.#set(kept ? { ...kept } : { phase: "asking" });
    if (kept) return;
    try {
      const probed = await get("probe", { game, board, position: shown.position }, signal);
      if (signal.aborted) return;
      this.#take(probed);
      this.state.covered = probed.covered;
      this.state.generate = probed.generate;
      const settled = probed.covered && this.#complete();
      if (shown.over || settled) return this.#finish("done");
      this.#set({});
      // A reader who runs through a game does not start a search at every step.
      await new Promise((wake) => setTimeout(wake, 120));
      if (!signal.aborted) await this.#search({});
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Searches on, from the start, within another budget. */
  async deepen(query) {
    this.leave();
    const signal = this.#abort.signal;
    try {
      await this.#search(query);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Ends the search, keeping what it has shown. */
  cancel() {
    if (this.state.phase !== "searching") return;
    this.leave();
    this.state.reason = "cancelled";
    this.#finish("stopped");
  }

  /** Ends whatever runs, without a word. */
  leave() {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Best play from the position: the answer of `line`, null where there is none. */
  async line(seconds) {
    const asked = this.#asked;
    const { game, board, position } = asked;
    const line = await ask("line", { game, board, position, seconds }, this.#abort.signal);
    return this.#asked === asked ? line : null;
  }

  async #search(query) {
    const signal = this.#abort.signal;
    const { game, board, position } = this.#asked;
    this.#set({ phase: "searching", nodes: 0, seconds: 0, budget: query.seconds ?? null, reason: null, error: null });
    const found = await search({ game, board, position, ...query }, signal, (progress) => {
      if (signal.aborted) return;
      this.#take(progress);
      this.#set({ nodes: progress.nodes, seconds: progress.seconds });
    });
    if (signal.aborted) return;
    this.#take(found);
    Object.assign(this.state, { nodes: found.nodes, seconds: found.seconds, reason: found.stopped ?? null });
    this.#finish(found.exact && this.#valued() ? "done" : "stopped");
  }

  // Values that are known stay: a search may begin with less than a table has told.
  #take(told) {
    const state = this.state;
    const { value, distance, score, bounds } = told;
    state.known = merged(state.known, { value, distance, score, bounds });
    if (told.metric && (state.metric === null || told.metric !== "wdl")) state.metric = told.metric;
    if (told.best?.length) state.best = told.best;
    if (told.line?.length) state.line = told.line;
    if (told.exact !== undefined) state.exact ||= told.exact;
    if (told.source) state.source = told.source;
    const moves = new Map(state.moves);
    for (const { move, ...known } of told.moves ?? []) moves.set(move, merged(moves.get(move) ?? {}, known));
    state.moves = moves;
  }

  #valued() {
    return this.#asked.steps.every((move) => this.state.moves.get(move)?.value);
  }

  // Connect Four is complete with the scores, checkers with the values.
  #complete() {
    if (!this.#valued()) return false;
    return this.#asked.game !== "connect4" || [...this.state.moves.values()].every((known) => known.score !== undefined);
  }

  #finish(phase) {
    const sorted = [...this.state.moves].sort(([, a], [, b]) => better(a, b));
    this.state.moves = new Map(sorted);
    if (phase !== "failed") {
      if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value);
      this.#kept.set(this.#key(), { ...this.state, phase });
    }
    this.#set({ phase });
  }

  #fail(error, signal) {
    if (error.name === "AbortError" || signal.aborted) return;
    this.state.error = error.message;
    this.#finish("failed");
  }

  #key() {
    const { game, board, position } = this.#asked;
    return `${game} ${board} ${position}`;
  }

  #set(change) {
    Object.assign(this.state, change);
    this.#onChange(this.state);
  }

  /** What was found of a position seen earlier, if any. */
  seen(game, board, position) {
    return this.#kept.get(`${game} ${board} ${position}`);
  }
}

function blank() {
  return {
    phase: "idle", covered: false, generate: null, known: {}, metric: null, exact: false, source: null,
    moves: new Map(), best: [], line: [], nodes: 0, seconds: 0, budget: null, error: null, reason: null,
  };
}

function merged(old, told) {
  const sure = told.value ?? old.value ?? null;
  const known = { ...old, value: sure };
  for (const part of ["distance", "score"]) if (told[part] !== undefined) known[part] = told[part];
  if (told.bounds) known.bounds = told.bounds;
  if (known.value && narrowed({ bounds: known.bounds }) === "open") delete known.bounds;
  return known;
}
