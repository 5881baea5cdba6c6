// Dragging a piece with mouse, pen or finger.

const SLACK = 6;

export class Drag {
  #held = null;

  /** Whether a piece was dropped just now, so that the click which follows means nothing. */
  justDropped = false;

  /**
   * Watches the buttons of `area` over `drawing`. `lift(square)` gives the drawn piece to carry or null,
   * `drop(from, to)` ends it, `square(point)` finds the square at a point of the drawing.
   */
  constructor(area, drawing, actions) {
    this.area = area;
    this.drawing = drawing;
    this.actions = actions;
    area.addEventListener("pointerdown", (event) => this.#down(event));
    area.addEventListener("pointermove", (event) => this.#move(event));
    area.addEventListener("pointerup", (event) => this.#up(event, true));
    area.addEventListener("pointercancel", (event) => this.#up(event, false));
  }

  #down(event) {
    const square = event.target.dataset?.square;
    if (event.button !== 0 || !square || !event.isPrimary) return;
    this.#held = { square, x: event.clientX, y: event.clientY, id: event.pointerId, piece: null };
  }

  #move(event) {
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    if (!held.piece) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      held.piece = this.actions.lift(held.square);
      if (!held.piece) {
        this.#held = null;
        return;
      }
      this.area.setPointerCapture(held.id);
      held.piece.classList.add("carried");
    }
    const { x, y } = this.#point(event);
    held.piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  #up(event, dropped) {
    const held = this.#held;
    this.#held = null;
    if (!held?.piece || held.id !== event.pointerId) return;
    held.piece.classList.remove("carried");
    this.justDropped = true;
    setTimeout(() => (this.justDropped = false));
    this.actions.drop(held.square, dropped ? this.actions.square(this.#point(event)) : null);
  }

  #point(event) {
    const matrix = this.drawing.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }
}
