// Starts the page and turns to what the address asks for.

import { byId, el, show } from "./dom.js";
import { read, write } from "./address.js";
import { get } from "./api.js";
import { Explorer } from "./explorer.js";
import { setUpKeys } from "./keyboard.js";
import { TablesPage } from "./tables.js";
import { setUpTheme } from "./theme.js";

let games;
let explorer;
let tables;

async function turnTo(asked, { push = false } = {}) {
  const onTables = asked.page === "tables";
  show(byId("explore"), !onTables);
  show(byId("tables"), onTables);
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.dataset.page === (onTables ? "tables" : asked.game ?? games.games[0].game);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (onTables) {
    explorer.leave();
    document.title = "Tables \u00b7 retrosolve";
    if (push) history.pushState(null, "", write({ page: "tables" }));
    await tables.show();
  } else {
    await explorer.show(asked, { push });
  }
}

// Links within the page are followed without loading it anew.
function onClick(event) {
  const link = event.target.closest("a");
  if (!link || link.origin !== location.origin || link.pathname !== "/" || link.getAttribute("href").startsWith("#")) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  turnTo(read(new URL(link.href)), { push: true });
  scrollTo(0, 0);
}

async function start() {
  setUpTheme();
  games = await get("games");
  byId("program").textContent = `retrosolve ${games.version}`;
  explorer = new Explorer(games, turnTo);
  tables = new TablesPage();
  setUpKeys(explorer);
  document.addEventListener("click", onClick);
  addEventListener("popstate", () => turnTo(read()));
  await turnTo(read());
}

start().catch((error) => {
  document.body.append(el("p", { class: "noscript", role: "alert" }, `The page could not start: ${error.message}`));
});
