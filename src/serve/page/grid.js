// Squares that can be clicked, tapped and reached by keys: one button a square, laid over a drawn board. One of
// them is in the tab order; the arrows go to the next in their direction.

import { el } from "./dom.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Grid {
  #buttons = new Map();
  #cells = [];

  /** `onPick(square)` is called for a click, a tap, Enter or Space. */
  constructor(label, onPick) {
    this.onPick = onPick;
    this.node = el("div", { class: "squares", role: "group", "aria-label": label, onkeydown: (event) => this.#key(event) });
  }

  /** Lays out `cells` (`square`, `x`, `y` from 0, `label`) on a board of columns by rows. */
  layOut(columns, rows, cells) {
    this.#cells = cells;
    const focused = document.activeElement?.dataset?.square;
    const had = this.#buttons.has(focused) && this.node.contains(document.activeElement);
    const same = this.#buttons.size === cells.length && cells.every(({ square }) => this.#buttons.has(square));
    if (!same) {
      this.#buttons = new Map();
      this.node.replaceChildren();
    }
    for (const { square, x, y, label } of cells) {
      let button = this.#buttons.get(square);
      if (!button) {
        button = el("button", { type: "button", "data-square": square, onclick: () => this.onPick(square), tabindex: -1 });
        this.#buttons.set(square, button);
        this.node.append(button);
      }
      button.style.left = `${(100 * x) / columns}%`;
      button.style.top = `${(100 * y) / rows}%`;
      button.style.width = `${100 / columns}%`;
      button.style.height = `${100 / rows}%`;
      button.setAttribute("aria-label", label);
    }
    this.#setStop(had && this.#buttons.has(focused) ? focused : this.#stop());
  }

  /** The button of a square. */
  button(square) {
    return this.#buttons.get(square);
  }

  /** Puts the keyboard's focus on a square. */
  focus(square) {
    this.#setStop(square);
    this.#buttons.get(square)?.focus();
  }

  #stop() {
    for (const [square, button] of this.#buttons) if (button.tabIndex === 0) return square;
    return this.#cells[0]?.square;
  }

  #setStop(stop) {
    for (const [square, button] of this.#buttons) button.tabIndex = square === stop ? 0 : -1;
  }

  #key(event) {
    const step = STEPS[event.key];
    const here = this.#cells.find(({ square }) => square === document.activeElement?.dataset?.square);
    if (!step || !here || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [dx, dy] = step;
    let best = null;
    for (const cell of this.#cells) {
      const along = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const aside = Math.abs((cell.x - here.x) * dy) + Math.abs((cell.y - here.y) * dx);
      if (along <= 0) continue;
      // The nearest ahead; up and down a checkered board, to and fro within the same pair of columns.
      const astray = Math.abs(Math.floor(cell.x / 2) - Math.floor(here.x / 2));
      const cost = along * 2 + aside * (dy ? 1.5 : 3) + astray / 10;
      if (!best || cost < best.cost) best = { cost, square: cell.square };
    }
    if (best) this.focus(best.square);
  }
}
