// A server and a browser for the tests of one file.
//
// RETROSOLVE is the built command, RETROSOLVE_TABLES a folder of tables (checkers of up to three pieces, Connect
// Four on 4x4), CHROMIUM the browser; tests/browser.rs sets them.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

const BINARY = process.env.RETROSOLVE;
if (!BINARY) throw new Error("RETROSOLVE is not set: run `cargo test --test browser`");
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** What the command prints, as JSON. */
export function command(...words) {
  return JSON.parse(execFileSync(BINARY, [...words, "--json"], { encoding: "utf8" }));
}

/**
 * Starts both before the tests of a file and ends them after; without any tables if `empty`. `open` gives a new page
 * at a path of the server.
 */
export function served({ empty = false } = {}) {
  const run = { contexts: [] };
  let server;
  let folder;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "retrosolve-browser-"));
    const tables = empty ? join(folder, "tables") : process.env.RETROSOLVE_TABLES;
    if (empty) mkdirSync(tables);
    server = spawn(BINARY, ["serve", "--port", "0", "--tables", tables, "--json"], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    run.root = JSON.parse(line).listening.replace(/\/$/, "");
    run.browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS, env: { ...process.env, HOME: folder } });
  });

  // A page that is left open goes on searching.
  afterEach(async () => {
    await Promise.all(run.contexts.splice(0).map((context) => context.close()));
  });

  after(async () => {
    await run.browser?.close();
    server?.kill();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  run.open = async (path, options = {}) => {
    const context = await run.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
    run.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => {
      // A position that is refused is answered 422, which the browser notes.
      if (message.type() === "error" && !/status of (422|400)/.test(message.text())) page.problems.push(message.text());
    });
    await page.goto(run.root + path);
    await page.locator("#explore:not([hidden]), #tables:not([hidden])").waitFor();
    return page;
  };

  return run;
}

/** Waits until the value of the position is known, and gives its words. */
export async function settled(page) {
  await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 60000 });
  return page.locator("#verdict .headline").innerText();
}

/** The square of a board of checkers. */
export function square(page, number) {
  return page.locator(`.checkers [data-square="${number}"]`);
}

/** The column of a board of Connect Four. */
export function column(page, number) {
  return page.locator(`.columns [data-move="${number}"]`);
}

/** How many stones or pieces lie on the board. */
export function pieces(page) {
  return page.locator(".board .stone:not(.ghost), .board .piece").count();
}
