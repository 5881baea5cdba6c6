// Text that readers paste and copy: FEN and PDN of checkers, columns and diagrams of Connect Four. Only the form
// is read here; whether it is a position and whether moves are legal, the server says.

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"]);

/** What a pasted text holds: `{from, moves}` to be asked of the server. */
export function readPasted(game, text) {
  const trimmed = text.trim();
  return game === "connect4" ? readColumns(trimmed) : readDraughts(trimmed);
}

function readColumns(text) {
  // A diagram has rows; anything else is a list of columns, with or without signs between them.
  if (/[./\n]/.test(text) || /[xo]/i.test(text)) {
    return { from: text.split(/[\s/]+/).filter(Boolean).join("/").toLowerCase(), moves: [] };
  }
  return { from: undefined, moves: splitColumns(text) };
}

/** The moves of a column string: `4453` or `10,11,3`. */
export function splitColumns(text) {
  if (/[,;\s]/.test(text)) return text.split(/[,;\s]+/).filter(Boolean);
  return [...text];
}

function readDraughts(text) {
  if (/^\[?\s*(FEN\s+)?"?[BW]\s*:/i.test(text) && !/\d\s*[x-]\s*\d/i.test(text)) {
    return { from: text.replace(/^\[?\s*(FEN\s+)?"?/i, "").replace(/"?\s*\]?$/, ""), moves: [] };
  }
  const fen = /\[\s*FEN\s+"([^"]*)"\s*\]/i.exec(text);
  return { from: fen ? fen[1].trim() : undefined, moves: readMoves(text) };
}

/** The moves of the main line of a PDN game: tags, comments, variations, numbers and results are left out. */
function readMoves(text) {
  let rest = text.replace(/^\s*\[[^\]\n]*\]\s*$/gm, " ").replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " ");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, " ");
  }
  const moves = [];
  for (const word of rest.replace(/\d+\.(\.\.)?/g, " ").split(/\s+/)) {
    const move = word.replace(/[!?*]+$/, "");
    if (RESULTS.has(word)) break;
    if (move && !move.startsWith("$")) moves.push(move);
  }
  return moves;
}

/** FEN of pieces on numbered squares; `pieces` maps a square to b, w, B or W. */
export function writeFen(side, pieces) {
  const list = (man, king) => [...pieces]
    .filter(([, piece]) => piece === man || piece === king)
    .sort(([a], [b]) => a - b)
    .map(([square, piece]) => (piece === king ? `K${square}` : square))
    .join(",");
  return `${side === "black" ? "B" : "W"}:W${list("w", "W")}:B${list("b", "B")}`;
}

/** The diagram of stones; `stones` maps `column,row` (from 1 at the top left) to x or o. */
export function writeDiagram({ columns, rows }, stones) {
  const row = (r) => Array.from({ length: columns }, (_, c) => stones.get(`${c + 1},${r + 1}`) ?? ".").join("");
  return Array.from({ length: rows }, (_, r) => row(r)).join("/");
}

/** The game so far as PDN: tags, numbered moves, result. */
export function writePdn({ board, from, moves, first, result }) {
  const tags = ['[Event "retrosolve"]'];
  if (board === "8x8") tags.push('[GameType "21"]');
  else tags.push(`[Board "${board}"]`);
  tags.push(`[Result "${result}"]`);
  if (from) tags.push('[SetUp "1"]', `[FEN "${from}"]`);
  const words = [];
  moves.forEach((move, ply) => {
    const turn = ply + (first === "white" ? 1 : 0);
    if (turn % 2 === 0) words.push(`${turn / 2 + 1}.`);
    else if (ply === 0) words.push("1...");
    words.push(move);
  });
  words.push(result);
  return `${tags.join("\n")}\n\n${wrapped(words)}\n`;
}

function wrapped(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines[lines.length - 1];
    if (line && line.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}
