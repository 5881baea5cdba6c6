// How values are put: words for reading, short forms for the board, marks that need no colour.

import { svg } from "./dom.js";

const MINUS = "\u2212";
const LETTER = { win: "W", draw: "D", loss: "L" };

/** A whole number with the sign a score has: `+1`, `0`, `−2`. */
export function signed(score) {
  return score > 0 ? `+${score}` : score < 0 ? `${MINUS}${-score}` : "0";
}

/** A number with its thousands set apart by thin spaces. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A number in three figures: `12.3 million`. */
export function rough(number) {
  for (const [size, name] of [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"]]) {
    if (number >= size) return `${Number((number / size).toPrecision(3))} ${name}`;
  }
  return grouped(number);
}

/** Bytes in the largest unit that leaves a figure before the point. */
export function bytes(number) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (number >= 1024 && unit < units.length - 1) {
    number /= 1024;
    unit += 1;
  }
  return `${Number(number.toPrecision(3))} ${units[unit]}`;
}

/** One of `win`, `draw`, `loss` from words such as `loss in 4`. */
function kind(words) {
  return words.split(" ")[0];
}

/** What bounds leave open: a kind (`atleast`, `atmost`, `open`) or the value where they agree. */
export function narrowed(known) {
  if (known.value) return known.value;
  if (!known.bounds) return "open";
  const [lower, upper] = [kind(known.bounds.lower), kind(known.bounds.upper)];
  if (lower === upper) return lower;
  if (lower === "draw") return "atleast";
  if (upper === "draw") return "atmost";
  return "open";
}

/** The value in a word or two: `win in 61`, `draw`, `at least a draw`; empty if nothing is. */
export function phrase(known, metric) {
  if (known.value) {
    if (known.distance === undefined || known.value === "draw") return known.value;
    if (metric === "dtc") return `${known.value}, next step in ${known.distance}`;
    return known.distance === 0 ? known.value : `${known.value} in ${known.distance}`;
  }
  const open = narrowed(known);
  if (open === "atleast") return "at least a draw";
  if (open === "atmost") return "at most a draw";
  return bounded(known);
}

// Bounds in their own words, where they say more than that anything may be.
function bounded({ bounds }) {
  return bounds && /\d/.test(bounds.lower + bounds.upper) ? `${bounds.lower} to ${bounds.upper}` : "";
}

/** Whether anything at all is proved of who wins. */
export function isKnown(known) {
  return narrowed(known) !== "open";
}

/** What a mark on the board says: the score if there is one, else the distance, else a letter. */
export function short(known) {
  if (known.score !== undefined) return signed(known.score);
  if (known.value && known.value !== "draw" && known.distance) return String(known.distance);
  const open = narrowed(known);
  if (open === "atleast") return "\u2265D";
  if (open === "atmost") return "\u2264D";
  return LETTER[open] ?? "?";
}

/** The class that colours a value: `win`, `draw`, `loss`, or `open`. */
export function tone(known) {
  const open = narrowed(known);
  return LETTER[open] ? open : "open";
}

/** Whether a move is among the best of an analysis; none is where all are alike. */
export function isBest({ best, moves }, move) {
  return best.length < moves.size && best.includes(move) && isKnown(moves.get(move) ?? {});
}

/** Orders values of moves, the best for the mover first. */
export function better(a, b) {
  return worth(b) - worth(a);
}

function worth(known) {
  const distance = known.distance ?? 0;
  switch (narrowed(known)) {
    case "win":
      return 4000 - distance;
    case "atleast":
      return 2500;
    case "draw":
      return 2000;
    case "open":
      return 1500;
    case "atmost":
      return 1000;
    default:
      return distance - 4000;
  }
}

const SHAPES = {
  // A wedge that points up, two bars, a wedge that points down, a ring.
  win: "M0-4.2 4.6 3.6H-4.6Z",
  draw: "M-4-3.2H4V-.9H-4ZM-4 .9H4V3.2H-4Z",
  loss: "M0 4.2-4.6-3.6H4.6Z",
  open: "M0-3.6A3.6 3.6 0 1 0 0 3.6 3.6 3.6 0 1 0 0-3.6ZM0-1.7A1.7 1.7 0 1 1 0 1.7 1.7 1.7 0 1 1 0-1.7Z",
};

/** The outline of the mark of a value, ten units across about the origin. */
export function outline(known) {
  return SHAPES[tone(known)];
}

/** The mark of a value as an icon beside text. */
export function mark(known) {
  return svg("svg", { class: `mark ${tone(known)}`, viewBox: "-5 -5 10 10", "aria-hidden": "true" },
    svg("path", { d: outline(known) }));
}

const SIDES = {
  x: { name: "Red", other: "o" },
  o: { name: "Yellow", other: "x" },
  black: { name: "Black", other: "white" },
  white: { name: "White", other: "black" },
};

/** The name of a side as readers see it. */
export function sideName(side) {
  return SIDES[side].name;
}

/** The other side. */
export function otherSide(side) {
  return SIDES[side].other;
}

/** How a game ended, with the sides under the names that readers see. */
export function ending({ words }) {
  const named = words.replace(/^[xo]\b/i, (side) => SIDES[side.toLowerCase()].name);
  return named[0].toUpperCase() + named.slice(1);
}

/** The verdict on a position as a sentence without its stop: `White wins in 61 plies`. */
export function verdict(known, side, metric) {
  const plies = (n) => (n === 1 ? "1 ply" : `${n} plies`);
  const open = narrowed(known);
  if (open === "draw") return "Draw";
  if (open === "win" || open === "loss") {
    const winner = open === "win" ? side : otherSide(side);
    if (!known.distance) return `${sideName(winner)} wins`;
    if (metric === "dtc") return `${sideName(winner)} wins, next step in ${plies(known.distance)}`;
    return `${sideName(winner)} wins in ${plies(known.distance)}`;
  }
  if (open === "atleast") return `${sideName(side)} has at least a draw`;
  if (open === "atmost") return `${sideName(side)} has at most a draw`;
  return "Not known";
}
