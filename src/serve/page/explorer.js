// The explorer: a game, the moves played, what is known of the position, and the panels that show it.

import { byId, el, put, show } from "./dom.js";
import { write } from "./address.js";
import { Analysis } from "./analysis.js";
import { announce, note } from "./announce.js";
import { get } from "./api.js";
import { CheckersBoard } from "./board-checkers.js";
import { Connect4Board } from "./board-connect4.js";
import { Choices } from "./choices.js";
import { Editor } from "./editor.js";
import { History } from "./history.js";
import { Line } from "./line.js";
import { Opponent } from "./opponent.js";
import { keep, settings } from "./settings.js";
import { Share } from "./share.js";
import { Verdict } from "./verdict.js";
import { ending, sideName, verdict } from "./words.js";

export class Explorer {
  /** What is shown: `game`, `board`, `from` (undefined: the start), `moves`, `at` (how many of them stand). */
  place = null;

  /** The answer of `position` for it. */
  shown = null;

  /** The steps of all moves, those that were undone included. */
  played = [];

  #turn = 0;
  #queue = Promise.resolve();
  #said = "";

  /** `games` is the answer of that name; `turnTo` shows another page or place. */
  constructor(games, turnTo) {
    this.games = games;
    this.turnTo = turnTo;
    const onMove = (move) => this.play(move);
    this.boards = { connect4: new Connect4Board(onMove), checkers: new CheckersBoard(onMove) };
    this.analysis = new Analysis((state) => this.#onAnalysis(state));
    this.verdict = new Verdict(byId("verdict"), this);
    this.choices = new Choices(byId("choices"), this);
    this.line = new Line(byId("line"), this);
    this.history = new History(byId("history"), this);
    this.opponent = new Opponent(byId("opponent"), this);
    this.share = new Share(byId("share"), this);
    this.editor = new Editor(byId("editor"), this);
    byId("size").addEventListener("change", (event) => this.#start(event.target.value));
    document.querySelector(".controls").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.act(button.dataset.do);
    });
  }

  /** The board that is shown. */
  get board() {
    return this.boards[this.place.game];
  }

  /** Whether values are shown. */
  get values() {
    return settings.values;
  }

  /** What the server told of the game and its board. */
  facts() {
    const game = this.games.games.find((each) => each.game === this.place.game);
    return { game, board: game.boards.find((each) => each.board === this.place.board) };
  }

  /** The side to move after so many plies. */
  sideAt(ply) {
    const { sides } = this.facts().game;
    const here = sides.indexOf(this.shown.side);
    return sides[(here + Math.abs(ply - this.place.at)) % 2];
  }

  /** The position after so many plies; undefined for the start of a game. */
  positionAt(ply) {
    return ply === 0 ? this.place.from ?? this.facts().board.start : this.played[ply - 1].position;
  }

  /** Turns to what is asked; `push` makes it an entry of the browser's history. */
  async show(asked, { push = false } = {}) {
    const turn = (this.#turn += 1);
    const before = this.place;
    const game = this.games.games.find((each) => each.game === asked.game) ?? this.games.games[0];
    const board = asked.board ?? game.board;
    const moves = asked.moves ?? [];
    const place = { game: game.game, board, from: asked.from, moves, at: asked.at ?? moves.length };
    try {
      const [shown, played] = await this.#ask(place);
      if (turn !== this.#turn) return;
      place.moves = played.map((step) => step.move);
      this.place = place;
      this.shown = shown;
      this.played = played;
    } catch (error) {
      if (turn === this.#turn) await this.#refused(error, place, before);
      return;
    }
    this.#write(push);
    this.#render(before);
    this.analysis.show(place.game, place.board, this.shown);
  }

  async #ask({ game, board, from, moves, at }) {
    const ask = (some) => get("position", { game, board, position: from, moves: some.length ? some.join(",") : undefined });
    const whole = await ask(moves);
    return [at === moves.length ? whole : await ask(moves.slice(0, at)), whole.played];
  }

  // Nothing illegal is shown: the reader stays where they were, or at the start, and is told why.
  async #refused(error, place, before) {
    note(error.message);
    if (before) {
      this.share.refuse(error);
      return;
    }
    const game = this.games.games.find((each) => each.game === place.game);
    const known = game.boards.some((each) => each.board === place.board);
    if (!place.from && !place.moves.length && known) throw error;
    await this.show({ game: place.game, board: known ? place.board : game.board });
    this.share.refuse(error);
    note(error.message);
  }

  /** Leaves for another page. */
  leave() {
    if (this.editor.open) this.editor.close();
    this.#turn += 1;
    this.analysis.leave();
    this.opponent.leave();
  }

  /** Plays a legal move. */
  play(move) {
    return this.#next(() => {
      const { moves, at } = this.place;
      if (moves[at] === move) return this.show({ ...this.place, at: at + 1 }, { push: true });
      if (!this.shown.moves.some((step) => step.move === move)) return null;
      return this.show({ ...this.place, moves: [...moves.slice(0, at), move], at: at + 1 }, { push: true });
    });
  }

  /** Puts moves after the position, in place of those that were undone, and goes `steps` of them. */
  follow(line, steps) {
    return this.#next(() => {
      const { moves, at } = this.place;
      return this.show({ ...this.place, moves: [...moves.slice(0, at), ...line], at: at + steps }, { push: true });
    });
  }

  /** Goes so many moves on, or back if it is negative. */
  step(by) {
    return this.#next(() => {
      const to = Math.max(0, Math.min(this.place.at + by, this.place.moves.length));
      return to === this.place.at ? null : this.show({ ...this.place, at: to }, { push: true });
    });
  }

  /** Goes to where so many moves stand. */
  go(at) {
    return this.step(at - this.place.at);
  }

  // One step after another, however fast they are asked for.
  #next(step) {
    if (this.editor.open) return null;
    this.#queue = this.#queue.then(step);
    return this.#queue;
  }

  /** Does what a button or a key asks for. */
  act(what) {
    const { moves } = this.place;
    const best = this.analysis.state.best[0];
    switch (what) {
      case "first": return this.go(0);
      case "undo": return this.step(-this.opponent.undoBy());
      case "redo": return this.step(1);
      case "last": return this.go(moves.length);
      case "values": return this.#toggleValues();
      case "flip": return this.#flip();
      case "edit": return this.editor.open ? this.editor.close() : this.editor.start();
      case "new": return this.#start(this.place.board);
      case "best": return best && this.values ? this.play(best) : undefined;
      case "board": return this.board.focus();
      default: return undefined;
    }
  }

  #start(board) {
    if (this.editor.open) this.editor.close();
    return this.show({ game: this.place.game, board }, { push: true });
  }

  #toggleValues() {
    keep("values", !settings.values);
    announce(settings.values ? "Values shown." : "Values hidden.");
    this.#renderValues();
  }

  #flip() {
    this.boards.checkers.flipped = !this.boards.checkers.flipped;
    announce("Board turned.");
    if (this.editor.open) return this.editor.redraw();
    this.boards.checkers.draw(this.shown, { last: this.played[this.place.at - 1] });
    return this.#renderValues();
  }

  #write(push) {
    const address = write(this.place);
    if (push && address !== location.pathname + location.search) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    // Whoever looks at the tables or the other game comes back to here.
    document.querySelector(`nav [data-page="${this.place.game}"]`).setAttribute("href", address);
  }

  #render(before) {
    const { game, board, at, moves } = this.place;
    const facts = this.facts();
    if (this.editor.open) this.editor.close();
    const size = byId("size");
    size.replaceChildren(...facts.game.boards.map((each) => el("option", { value: each.board },
      each.board.replace("x", "\u2009\u00d7\u2009"))));
    size.value = board;
    byId("heading").textContent = `${facts.game.name} ${board}`;
    document.title = `${facts.game.name} ${board} \u00b7 retrosolve`;
    const frame = byId("board");
    if (frame.firstChild !== this.board.node) frame.replaceChildren(this.board.node);
    frame.dataset.game = game;
    const forward = before?.game === game && before.board === board && before.at + 1 === at;
    this.board.draw(this.shown, { last: this.played[at - 1] ?? null, forward });
    for (const [name, able] of [["first", at > 0], ["undo", at > 0], ["redo", at < moves.length], ["last", at < moves.length]]) {
      this.button(name).disabled = !able;
    }
    show(this.button("flip"), game === "checkers");
    this.#renderTurn();
    this.#said = this.#story();
    announce(this.#said);
    this.share.render();
    this.opponent.render();
  }

  /** The button of the board's row that does this. */
  button(what) {
    return document.querySelector(`.controls [data-do="${what}"]`);
  }

  #renderTurn() {
    const { side, over, comes } = this.shown;
    const words = over ? (over.winner ? `${sideName(over.winner)} has won` : "Drawn") : `${sideName(side)} to move`;
    put(byId("turn"),
      el("span", { class: `token ${over?.winner ?? (over ? "none" : side)}`, "aria-hidden": "true" }),
      el("span", {}, words),
      comes > 1 && el("span", { class: "quiet" }, ` (for the ${comes === 2 ? "second" : comes === 3 ? "third" : `${comes}th`} time)`),
    );
  }

  #story() {
    const last = this.played[this.place.at - 1];
    const { side, over } = this.shown;
    const done = last ? `${sideName(this.sideAt(this.place.at - 1))} played ${last.move}. ` : "";
    return done + (over ? `${ending(over)}.` : `${sideName(side)} to move.`);
  }

  #onAnalysis(state) {
    this.#renderValues();
    if (state.phase === "done" && !this.shown.over && this.values) {
      announce(`${this.#said} ${verdict(state.known, this.shown.side, state.metric)}.`);
    }
    this.opponent.onAnalysis(state);
  }

  #renderValues() {
    const state = this.analysis.state;
    const button = this.button("values");
    button.setAttribute("aria-pressed", String(this.values));
    if (this.editor.open) return;
    this.board.values(this.values && !this.shown.over ? state : null);
    this.verdict.render(state);
    this.choices.render(state);
    this.line.render(state);
    this.history.render();
  }
}
