// What is shown, as the address of the page: the game, the board, where play began, the moves, and how many of
// them stand. The address is the whole of it, so a link shows another reader the same.

/** What the address asks for; fields that it leaves out are undefined. */
export function read(location = window.location) {
  const query = new URLSearchParams(location.search);
  const moves = (query.get("moves") ?? "").split(",").filter((move) => move !== "");
  const at = query.has("at") ? Number(query.get("at")) : moves.length;
  return {
    page: query.get("page") ?? "explore",
    game: query.get("game") ?? undefined,
    board: query.get("board") ?? undefined,
    from: query.get("from") ?? undefined,
    moves,
    at: Number.isInteger(at) && at >= 0 ? Math.min(at, moves.length) : moves.length,
  };
}

/** The address of what is shown, from the root of the server on. */
export function write({ page, game, board, from, moves = [], at = moves.length }) {
  if (page === "tables") return "/?page=tables";
  const parts = [`game=${game}`, `board=${board}`];
  if (from) parts.push(`from=${plain(from)}`);
  if (moves.length) parts.push(`moves=${plain(moves.join(","))}`);
  if (at < moves.length) parts.push(`at=${at}`);
  return `/?${parts.join("&")}`;
}

// Signs that positions are full of and queries may hold stay readable.
function plain(text) {
  return encodeURIComponent(text).replace(/%(2C|3A|2F)/g, decodeURIComponent);
}
