// The board of checkers: pieces to click, tap or drag, and every legal move with its value on the square it ends on.

import { calm, el, svg } from "./dom.js";
import { Drag } from "./drag.js";
import { Grid } from "./grid.js";
import { announce } from "./announce.js";
import { isBest, isKnown, outline, phrase, short, tone } from "./words.js";

const UNIT = 100;
const NAMES = { b: "black man", B: "black king", w: "white man", W: "white king" };

export class CheckersBoard {
  #shown = null;
  #analysis = null;
  #onEdit = null;
  #picked = [];
  #centres = new Map();
  #pieces = new Map();
  #before = null;
  #spots = new Map();

  /** Whether the board is seen from the other side. */
  flipped = false;

  /** `onMove(move)` is called with a legal move that was chosen. */
  constructor(onMove) {
    this.onMove = onMove;
    this.ground = svg("g");
    this.arrows = svg("g", { class: "arrows" });
    this.men = svg("g");
    this.badges = svg("g", { class: "badges" });
    this.drawing = svg("svg", { "aria-hidden": "true" }, this.ground, this.arrows, this.men, this.badges);
    this.grid = new Grid("Squares", (square) => this.#pick(square));
    this.node = el("div", { class: "board checkers" }, this.drawing, this.grid.node);
    this.drag = new Drag(this.grid.node, this.drawing, {
      lift: (square) => this.#lift(square),
      drop: (square, point) => this.#drop(square, point),
      square: ({ x, y }) => this.#squareAt(x, y),
    });
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#picked.length) {
        event.stopPropagation();
        this.#unpick();
      }
    });
  }

  /** Draws a position; `last` is the step that led to it, which is seen to be made if the game goes `forward`. */
  draw(shown, { last = null, forward = false } = {}) {
    this.#onEdit = null;
    this.#before = this.#shown;
    this.#shown = shown;
    this.#analysis = null;
    this.#picked = [];
    this.node.classList.remove("editing");
    this.#paint(last);
    if (last && forward && !calm()) this.#slide(last);
  }

  /** Draws squares to be edited; `onEdit(square)` is called for the one that was chosen. */
  edit(shown, onEdit) {
    this.#onEdit = onEdit;
    this.#shown = { ...shown, moves: [] };
    this.#analysis = null;
    this.#picked = [];
    this.node.classList.add("editing");
    this.#paint(null);
  }

  /** Shows what is known of the moves, or nothing if `analysis` is null. */
  values(analysis) {
    this.#analysis = analysis;
    this.#mark();
  }

  /** Shows how a move goes; null: none. */
  hint(move) {
    this.#mark(move ?? undefined);
  }

  /** Puts the keyboard on a piece that can move. */
  focus() {
    const first = this.#shown.moves[0]?.path[0];
    if (first) this.grid.focus(first);
  }

  #paint(last) {
    const { size: { columns, rows }, cells } = this.#shown;
    this.drawing.setAttribute("viewBox", `0 0 ${columns * UNIT} ${rows * UNIT}`);
    this.node.style.setProperty("--columns", columns);
    this.node.style.setProperty("--rows", rows);
    const at = ({ column, row }) => (this.flipped ? [columns - column, rows - row] : [column - 1, row - 1]);
    const touched = new Set(last ? [last.path[0], last.path.at(-1)] : []);
    this.ground.replaceChildren(svg("rect", { class: "light", width: columns * UNIT, height: rows * UNIT }));
    this.men.replaceChildren();
    this.#pieces = new Map();
    this.#centres = new Map();
    for (const cell of cells) {
      const [x, y] = at(cell).map((each) => each * UNIT);
      this.#centres.set(cell.square, [x + 50, y + 50]);
      this.ground.append(svg("rect", { class: touched.has(cell.square) ? "dark last" : "dark", x, y, width: UNIT, height: UNIT }),
        svg("text", { class: "number", x: x + 5, y: y + 18 }, cell.square));
      if (!cell.piece) continue;
      const drawn = piece(cell.piece, x + 50, y + 50);
      this.#pieces.set(cell.square, drawn);
      this.men.append(drawn);
    }
    this.#mark();
  }

  // Everything that shows what can be done: rings, arrows, badges, labels.
  #mark(hinted) {
    const { moves, size: { columns, rows } } = this.#shown;
    const open = this.#candidates();
    const movable = new Set(moves.map((step) => step.path[0]));
    this.arrows.replaceChildren();
    this.badges.replaceChildren();
    this.#spots.clear();
    for (const [square, drawn] of this.#pieces) {
      drawn.classList.toggle("movable", movable.has(square));
      drawn.classList.toggle("picked", square === this.#picked[0]);
    }
    const hint = moves.find((step) => step.move === hinted);
    if (hint) this.#showStep(hint, true);
    else if (this.#picked.length) open.forEach((step) => this.#showStep(step, true));
    else if (this.#analysis) {
      // The best are drawn last, over the others.
      const told = (step) => this.#analysis.moves.get(step.move) ?? {};
      for (const step of [...moves].sort((a, b) => this.#isBest(a) - this.#isBest(b))) {
        if (isKnown(told(step))) this.#showStep(step, false);
      }
    }
    this.#labels(columns, rows, movable, open);
  }

  #showStep(step, large) {
    const known = this.#analysis?.moves.get(step.move);
    const kind = known ? tone(known) : "plain";
    const best = this.#isBest(step) ? " best" : "";
    const points = step.path.map((square) => this.#centres.get(square));
    const [[fx, fy], [x, y]] = points.slice(-2);
    const [dx, dy] = [Math.sign(x - fx), Math.sign(y - fy)];
    this.arrows.append(svg("polyline", { class: `${kind}${best}`, points: points.map((point) => point.join(",")).join(" ") }));
    for (const taken of step.captures) {
      const [cx, cy] = this.#centres.get(taken);
      this.badges.append(svg("path", { class: "taken", d: `M${cx - 14} ${cy - 14}l28 28m0-28l-28 28` }));
    }
    if (!known) {
      this.badges.append(svg("circle", { class: "target", cx: x, cy: y, r: 15 }));
      return;
    }
    // Moves of several pieces may end on one square: the small badge keeps to the side that its piece comes from.
    const [cx, cy] = large ? [x, y] : [x - 24 * dx, y - 24 * dy];
    // Jumps that differ only on the way are told one below the other.
    const spot = `${cx},${cy}`;
    const above = this.#spots.get(spot) ?? 0;
    this.#spots.set(spot, above + 1);
    const scale = large ? 1.5 : 1;
    this.badges.append(badge(known, cx, cy + above * 34 * scale, scale, best));
  }

  #isBest(step) {
    return this.#analysis !== null && isBest(this.#analysis, step.move);
  }

  #labels(columns, rows, movable, open) {
    const picked = this.#picked.length > 0;
    this.grid.layOut(columns, rows, this.#shown.cells.map((cell) => {
      const [x, y] = this.#centres.get(cell.square);
      const words = [`Square ${cell.square}`, NAMES[cell.piece] ?? "empty"];
      const ends = picked ? open.filter((step) => step.path.at(-1) === cell.square) : [];
      for (const step of ends) words.push(`move ${step.move}${this.#told(step)}`);
      if (!picked && movable.has(cell.square)) {
        const own = this.#shown.moves.filter((step) => step.path[0] === cell.square);
        words.push(`can move: ${own.map((step) => step.move + this.#told(step)).join("; ")}`);
      }
      return { square: cell.square, x: (x - 50) / UNIT, y: (y - 50) / UNIT, label: words.join(", ") };
    }));
    for (const { square } of this.#shown.cells) {
      const button = this.grid.button(square);
      button.classList.toggle("movable", movable.has(square));
      if (square === this.#picked[0]) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  #told(step) {
    const known = this.#analysis?.moves.get(step.move);
    const words = known && phrase(known, this.#analysis.metric);
    return words ? `, ${words}` : "";
  }

  // Legal moves that begin as was picked.
  #candidates() {
    return this.#shown.moves.filter((step) => this.#picked.every((square, index) => step.path[index] === square));
  }

  #pick(square) {
    if (this.#onEdit) return this.#onEdit(square);
    if (this.drag.justDropped) return;
    if (this.#picked.length === 1 && this.#picked[0] === square && !this.#candidates().some((step) => step.path.at(-1) === square)) {
      return this.#unpick();
    }
    if (this.#picked.length && this.#reach(square)) return;
    if (this.#shown.moves.some((step) => step.path[0] === square)) {
      this.#picked = [square];
      this.#mark();
      const ends = [...new Set(this.#candidates().map((step) => step.path.at(-1)))];
      announce(`Picked ${square}. Moves to ${ends.join(", ")}.`);
    } else if (this.#picked.length) {
      this.#unpick();
    } else {
      this.#whyNot(square);
    }
  }

  // Goes on to a square: the end of a move, or one on the way of several that end alike.
  #reach(square) {
    const open = this.#candidates();
    const ending = open.filter((step) => step.path.at(-1) === square);
    if (ending.length && ending.every((step) => step.position === ending[0].position)) {
      this.#picked = [];
      this.onMove(ending[0].move);
      return true;
    }
    const way = open.filter((step) => step.path[this.#picked.length] === square);
    if (way.length) {
      this.#picked.push(square);
      const whole = way.find((step) => step.path.length === this.#picked.length);
      if (whole) {
        this.#picked = [];
        this.onMove(whole.move);
      } else {
        this.#mark();
        announce("Jump on.");
      }
      return true;
    }
    if (ending.length) {
      announce("Several ways lead there: pick the squares on the way.");
      return true;
    }
    return false;
  }

  #unpick() {
    this.#picked = [];
    this.#mark();
  }

  #whyNot(square) {
    const cell = this.#shown.cells.find((each) => each.square === square);
    const own = this.#shown.side === "black" ? /[bB]/ : /[wW]/;
    if (!cell.piece || !own.test(cell.piece) || !this.#shown.moves.length) return;
    const jumps = this.#shown.moves.some((step) => step.captures.length);
    announce(jumps ? "Another piece has to jump." : "This piece has no move.");
    this.#pieces.get(square)?.animate([{ opacity: 1 }, { opacity: 0.5 }, { opacity: 1 }], { duration: 200 });
  }

  #lift(square) {
    if (this.#onEdit || !this.#shown.moves.some((step) => step.path[0] === square)) return null;
    this.#picked = [square];
    this.#mark();
    const lifted = this.#pieces.get(square);
    this.men.append(lifted);
    return lifted;
  }

  #drop(from, to) {
    const [x, y] = this.#centres.get(from);
    this.#pieces.get(from)?.setAttribute("transform", `translate(${x} ${y})`);
    if (!to || to === from || !this.#reach(to)) this.#unpick();
  }

  #squareAt(x, y) {
    for (const [square, [cx, cy]] of this.#centres) {
      if (Math.abs(cx - x) <= 50 && Math.abs(cy - y) <= 50) return square;
    }
    return null;
  }

  #slide(step) {
    const moved = this.#pieces.get(step.path.at(-1));
    if (!moved) return;
    this.men.append(moved);
    const points = step.path.map((square) => this.#centres.get(square));
    const duration = Math.min(170 * (points.length - 1) + 60, 900);
    moved.animate(points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), { duration, easing: "ease-in-out" });
    for (const square of step.captures) {
      const was = this.#before?.cells.find((cell) => cell.square === square)?.piece;
      if (!was) continue;
      const gone = piece(was, ...this.#centres.get(square));
      this.men.prepend(gone);
      gone.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing: "ease-in" }).finished.finally(() => gone.remove());
    }
  }
}

function badge(known, x, y, scale, best) {
  const text = short(known);
  const width = 30 + 16 * text.length;
  return svg("g", { class: `badge ${tone(known)}${best}`, transform: `translate(${x} ${y}) scale(${scale})` },
    svg("rect", { x: -width / 2, y: -16, width, height: 32, rx: 9 }),
    svg("path", { d: outline(known), transform: `translate(${-width / 2 + 14} 0) scale(1.5)` }),
    svg("text", { x: 9, y: 8.5 }, text));
}

/** A piece by its letter; kings wear a crown. */
export function piece(letter, x, y) {
  const side = letter.toLowerCase() === "b" ? "black" : "white";
  const king = letter === letter.toUpperCase();
  return svg("g", { class: `piece ${side}`, transform: `translate(${x} ${y})` },
    svg("circle", { class: "shade", cy: 4, r: 38 }),
    svg("circle", { class: "body", r: 38 }),
    svg("circle", { class: "rim", r: 29 }),
    king && svg("path", { class: "crown", d: "M-19 13V-11L-9-1 0-16 9-1 19-11V13Z" }));
}
