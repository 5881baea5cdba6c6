// The board of Connect Four: a slab with holes, stones behind it, and a button over each column that tells what
// a stone there is worth.

import { calm, el, svg } from "./dom.js";
import { Grid } from "./grid.js";
import { isBest, mark, phrase, short, sideName, tone } from "./words.js";

const UNIT = 100;
const HOLE = 40;

export class Connect4Board {
  #columns = [];
  #shown = null;
  #analysis = null;
  #onEdit = null;

  /** `onMove(move)` is called with a legal move that was chosen. */
  constructor(onMove) {
    this.onMove = onMove;
    this.drawing = svg("svg", { "aria-hidden": "true", class: "slab" });
    this.grid = new Grid("Cells", (square) => this.#onEdit?.(square));
    this.cells = el("div", { class: "cells" }, this.drawing, this.grid.node);
    this.bar = el("div", { class: "columns", role: "group", "aria-label": "Columns", onkeydown: (event) => this.#key(event) });
    this.node = el("div", { class: "board connect4" }, this.cells, this.bar);
  }

  /** Draws a position; `last` is the step that led to it, which falls if the game goes `forward`. */
  draw(shown, { last = null, forward = false } = {}) {
    this.#onEdit = null;
    this.#shown = shown;
    this.#analysis = null;
    this.node.classList.remove("editing");
    this.#layOut(shown.size);
    this.#stones(shown.cells, shown.size, last, forward, shown.over);
    this.#buttons();
  }

  /** Draws cells to be edited; `onEdit(square)` is called for the one that was chosen. */
  edit(shown, onEdit) {
    this.#onEdit = onEdit;
    this.#shown = shown;
    this.node.classList.add("editing");
    this.#layOut(shown.size);
    this.#stones(shown.cells, shown.size, null, false, null);
    this.grid.layOut(shown.size.columns, shown.size.rows, shown.cells.map((cell) => ({
      square: cell.square, x: cell.column - 1, y: cell.row - 1,
      label: `${cell.square}, ${cell.piece ? sideName(cell.piece) : "empty"}`,
    })));
  }

  /** Shows what is known of the moves, or nothing if `analysis` is null. */
  values(analysis) {
    this.#analysis = analysis;
    this.#buttons();
  }

  /** Shows where a move would go; null: none. */
  hint(move) {
    this.ghosts.replaceChildren();
    const step = move && this.#shown?.moves.find((each) => each.move === move);
    if (!step || this.#onEdit) return;
    const cell = this.#shown.cells.find(({ square }) => square === step.path[0]);
    const ghost = stone(this.#shown.side, cell);
    ghost.classList.add("ghost");
    this.ghosts.append(ghost);
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.#columns.find((button) => button.tabIndex === 0)?.focus();
  }

  #layOut({ columns, rows }) {
    const key = `${columns}x${rows}`;
    if (this.size === key) return;
    this.size = key;
    const [width, height] = [columns * UNIT, rows * UNIT];
    this.node.style.setProperty("--columns", columns);
    this.node.style.setProperty("--rows", rows);
    this.node.classList.toggle("many", columns > 7);
    this.drawing.setAttribute("viewBox", `-14 -14 ${width + 28} ${height + 28}`);
    this.stones = svg("g");
    this.ghosts = svg("g");
    this.marks = svg("g");
    let holes = `M-4-14H${width + 4}A10 10 0 0 1 ${width + 14}-4V${height + 4}A10 10 0 0 1 ${width + 4} ${height + 14}`
      + `H-4A10 10 0 0 1-14 ${height + 4}V-4A10 10 0 0 1-4-14Z`;
    const rims = svg("g", { class: "rims" });
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const [x, y] = [column * UNIT + 50, row * UNIT + 50];
        holes += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
        rims.append(svg("circle", { cx: x, cy: y, r: HOLE + 1 }));
      }
    }
    this.drawing.replaceChildren(
      svg("rect", { class: "back", x: -8, y: -8, width: width + 16, height: height + 16, rx: 16 }),
      this.ghosts, this.stones,
      svg("path", { class: "front", d: holes, "fill-rule": "evenodd" }), rims, this.marks,
    );
    this.#columns = Array.from({ length: columns }, (_, index) => {
      const move = String(index + 1);
      return el("button", {
        type: "button", "data-move": move, tabindex: index === columns >> 1 ? 0 : -1,
        onclick: () => this.#play(move),
        onmouseenter: () => this.hint(move), onmouseleave: () => this.hint(null),
        onfocus: () => this.hint(move), onblur: () => this.hint(null),
      });
    });
    this.bar.replaceChildren(...this.#columns);
  }

  #stones(cells, { rows }, last, forward, over) {
    this.hint(null);
    const won = new Set(over?.line ?? []);
    const lastSquare = last?.path[0];
    this.stones.replaceChildren();
    this.marks.replaceChildren();
    this.stones.classList.toggle("decided", won.size > 0);
    for (const cell of cells) {
      if (!cell.piece) continue;
      const drawn = stone(cell.piece, cell);
      if (won.has(cell.square)) drawn.classList.add("won");
      this.stones.append(drawn);
      const centre = { cx: cell.column * UNIT - 50, cy: cell.row * UNIT - 50 };
      if (won.has(cell.square)) this.marks.append(svg("circle", { ...centre, r: HOLE + 1, class: "winner" }));
      else if (cell.square === lastSquare) this.marks.append(svg("circle", { ...centre, r: HOLE + 1, class: "last" }));
      if (forward && cell.square === lastSquare && !calm()) {
        const height = cell.row * UNIT;
        drawn.animate([{ transform: `translateY(${-height}px)` }, { transform: "none" }],
          { duration: 160 + (260 * cell.row) / rows, easing: "cubic-bezier(.5,0,.9,.6)" });
      }
    }
  }

  #buttons() {
    const shown = this.#shown;
    const stacks = new Map();
    for (const { column, piece } of shown.cells) {
      if (piece) stacks.set(column, [sideName(piece).toLowerCase(), ...(stacks.get(column) ?? [])]);
    }
    this.#columns.forEach((button, index) => {
      const move = String(index + 1);
      const legal = shown.moves.some((step) => step.move === move);
      const known = legal && this.#analysis ? this.#analysis.moves.get(move) ?? {} : null;
      const best = known !== null && isBest(this.#analysis, move);
      button.setAttribute("aria-disabled", String(!legal));
      const chip = known && el("span", { class: `chip ${tone(known)}${best ? " best" : ""}` }, mark(known),
        el("span", { class: "figure" }, short(known)));
      button.replaceChildren(...(chip ? [chip] : []));
      const stack = stacks.get(index + 1);
      const told = known ? ` ${sentence(known, best)}` : "";
      button.setAttribute("aria-label",
        `Column ${move}, ${stack ? `from the bottom ${stack.join(", ")}` : "empty"}.${legal ? told : " No move."}`);
    });
  }

  #play(move) {
    if (this.#shown.moves.some((step) => step.move === move)) this.onMove(move);
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const here = this.#columns.indexOf(document.activeElement);
    if (!step || here < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.#columns[(here + step + this.#columns.length) % this.#columns.length];
    this.#columns.forEach((button) => (button.tabIndex = button === next ? 0 : -1));
    next.focus();
  }
}

function sentence(known, best) {
  const words = phrase(known, "dtw") || "not known";
  const score = known.score === undefined ? "" : `, score ${known.score > 0 ? "+" : ""}${known.score}`;
  return `${words[0].toUpperCase()}${words.slice(1)}${score}.${best ? " Best." : ""}`;
}

/** A stone of a side: red ones have a ring, yellow ones a dot, so that they differ without colour. */
export function stone(side, { column, row }) {
  const centre = { cx: column * UNIT - 50, cy: row * UNIT - 50 };
  return svg("g", { class: `stone ${side}` },
    svg("circle", { ...centre, r: HOLE + 2 }),
    side === "x" ? svg("circle", { ...centre, r: 24, class: "ring" }) : svg("circle", { ...centre, r: 11, class: "dot" }));
}
