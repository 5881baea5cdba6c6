// What tables are loaded: how many positions of each slice are won, drawn and lost, and their longest wins.

import { byId, el, put } from "./dom.js";
import { copy, note } from "./announce.js";
import { write } from "./address.js";
import { get } from "./api.js";
import { bytes, grouped, mark, rough } from "./words.js";

const GAMES = { connect4: "Connect Four", checkers: "Checkers" };
const METRICS = {
  wdl: "win, draw, loss", dtc: "plies to a capture, a man\u2019s move or the end", dtw: "plies to the end of the game",
};
const FIRST = 40;

export class TablesPage {
  /** Asks what there is and shows it. */
  async show() {
    const node = byId("tables");
    const heading = el("header", {}, el("h1", {}, "Tables"));
    node.replaceChildren(heading, el("p", { class: "quiet" }, "Looking\u2026"));
    try {
      const { sets, generate } = await get("tables");
      const total = sets.reduce((sum, set) => sum + set.positions, 0);
      heading.append(el("p", { class: "quiet" }, sets.length
        ? `${sets.length === 1 ? "One set" : `${sets.length} sets`}, ${rough(total)} positions. Values are for the side to move.`
        : "No tables are loaded. Small boards are still solved, by search."));
      put(node, heading, sets.map((set) => this.#set(set, sets.length === 1)), advise(generate, sets.length === 0));
    } catch (error) {
      node.replaceChildren(heading, el("p", { class: "trouble", role: "alert" }, error.message));
    }
  }

  #set(set, open) {
    const rows = el("tbody");
    const more = el("button", { type: "button", class: "small" }, "Show all");
    const table = el("table", {}, this.#head(set, (order) => fill(order)), rows);
    let sorted = set.slices;
    let shown = FIRST;
    const fill = (order) => {
      if (order) {
        sorted = order(set.slices);
        shown = FIRST;
      }
      rows.replaceChildren(...sorted.slice(0, shown).map((slice) => this.#row(set, slice)));
      more.textContent = `Show all ${sorted.length}`;
      more.hidden = shown >= sorted.length;
    };
    more.addEventListener("click", () => {
      shown = Infinity;
      fill();
    });
    const details = el("details", { open }, el("summary", {}, `${set.slices.length} ${set.slices.length === 1 ? "slice" : "slices"}`),
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Slices of ${set.folder}` }, table), more);
    // Long sets are drawn when they are opened.
    if (open) fill();
    else details.addEventListener("toggle", () => fill(), { once: true });
    return el("section", { class: "card set" },
      el("h2", {}, `${GAMES[set.game] ?? set.game} ${set.board.replace("x", "\u2009\u00d7\u2009")}`),
      el("p", { class: "quiet" },
        `${rough(set.positions)} positions \u00b7 ${METRICS[set.metric]} \u00b7 ${bytes(set.bytes)} \u00b7 ${set.folder}`),
      bar(set, true), details);
  }

  #head(set, sort) {
    const by = (key, label, order) => el("th", { scope: "col" }, el("button", {
      type: "button",
      onclick: (event) => {
        for (const th of event.target.closest("tr").children) th.removeAttribute("aria-sort");
        event.target.closest("th").setAttribute("aria-sort", order);
        sort((slices) => (key === null ? slices : [...slices].sort((a, b) => (b[key] ?? -1) - (a[key] ?? -1))));
      },
    }, label));
    return el("thead", {}, el("tr", {},
      by(null, set.game === "connect4" ? "Ply" : "Slice", "ascending"),
      by("positions", "Positions", "descending"),
      el("th", { scope: "col" }, "Wins, draws, losses"),
      by("longest_win", "Longest win", "descending"),
      by("bytes", "Size", "descending")));
  }

  #row(set, slice) {
    const longest = slice.longest_win === null
      ? el("span", { class: "quiet" }, "\u2013")
      : el("button", {
        type: "button", class: "link", title: "Show one on the board",
        "aria-label": `Longest win of ${slice.slice}: ${slice.longest_win} plies. Show one on the board.`,
        onclick: () => this.#goTo(set, slice),
      }, `${slice.longest_win} plies`);
    return el("tr", {},
      el("th", { scope: "row" }, slice.slice),
      el("td", { class: "number" }, grouped(slice.positions)),
      el("td", {}, bar(slice, false)),
      el("td", { class: "number" }, longest),
      el("td", { class: "number" }, bytes(slice.bytes)));
  }

  async #goTo(set, slice) {
    try {
      const { game, board, metric } = set;
      const { positions } = await get("longest", { game, board, metric, slice: slice.slice });
      if (!positions.length) note("The table does not tell which position it is.");
      else this.#follow(write({ game, board, from: positions[0] }));
    } catch (error) {
      note(error.message);
    }
  }

  // By a link like any other, so that the page turns as it does for those.
  #follow(href) {
    const link = el("a", { href });
    byId("tables").append(link);
    link.click();
    link.remove();
  }
}

/** A bar of wins, draws and losses, each with its mark and its share. */
function bar({ wins, draws, losses, positions }, large) {
  const parts = [["win", wins], ["draw", draws], ["loss", losses]];
  const share = (count) => (positions ? (100 * count) / positions : 0);
  const percent = (count) => (count > 0 && share(count) < 0.1 ? "<0.1%" : `${share(count).toFixed(1)}%`);
  const label = parts.map(([name, count]) => `${name} ${grouped(count)} (${percent(count)})`).join(", ");
  const strip = el("div", { class: "strip", role: "img", "aria-label": label, title: label }, ...parts.map(([name, count]) => {
    const part = el("span", { class: name });
    part.style.flexGrow = String(share(count));
    return part;
  }));
  if (!large) return strip;
  return el("div", { class: "shares" }, strip, el("div", { class: "legend", "aria-hidden": "true" },
    ...parts.map(([name, count]) => el("span", {}, mark({ value: name }), `${name} ${percent(count)}`))));
}

function advise(generate, open) {
  if (!generate.length) return null;
  return el("section", { class: "card" }, el("h2", {}, open ? "Make tables" : "Make more tables"),
    el("p", { class: "quiet" }, "Run one of these where the server runs, then start the server again."),
    el("ul", { class: "commands" }, ...generate.map(({ command, note: what }) => el("li", {},
      el("span", {}, what),
      el("div", { class: "command" }, el("code", {}, command),
        el("button", { type: "button", class: "small", onclick: () => copy(command, "command") }, "Copy"))))));
}
