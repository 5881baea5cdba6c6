// Playing, values on the board, undo, links and pasted text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { column, command, pieces, served, settled, square } from "./served.mjs";

const run = served();
const FIRST_POSITION = "W:WK19:B12,K28";

test("a game of Connect Four is played to a known win", async () => {
  const page = await run.open("/?game=connect4&board=4x4");
  for (const move of [2, 1, 2, 1, 2, 1]) {
    const before = await pieces(page);
    await column(page, move).click();
    await page.waitForFunction((count) => document.querySelectorAll(".board .stone:not(.ghost)").length === count, before + 1);
  }
  assert.match(await column(page, 2).getAttribute("aria-label"), /Win in 1.*Best/);
  await column(page, 2).click();
  await page.getByText("Red wins", { exact: false }).first().waitFor();
  assert.equal(await settled(page), "Red wins");
  assert.equal(await page.locator(".slab .winner").count(), 4);
  assert.equal(await page.locator('.columns [aria-disabled="false"]').count(), 0);
  assert.deepEqual(page.problems, []);
});

test("values of Connect Four are those of the command", async () => {
  const page = await run.open("/?game=connect4&board=4x4&moves=2,1");
  await settled(page);
  const told = command("solve", "connect4", "--board", "4x4", "21", "--no-tables");
  for (const { move, value } of told.moves) {
    assert.match(await column(page, move).locator(".chip").getAttribute("class"), new RegExp(`\\b${value}\\b`));
  }
  assert.deepEqual(page.problems, []);
});

test("a pasted FEN shows every move as probe does", async () => {
  const page = await run.open("/?game=checkers");
  await page.locator("#paste").fill(FIRST_POSITION);
  await page.locator("#load").click();
  await page.locator('#position-text').and(page.locator(":read-only")).waitFor();
  await page.waitForFunction((fen) => document.querySelector("#position-text").value === fen, FIRST_POSITION);
  await settled(page);
  const told = command("probe", "checkers", FIRST_POSITION);
  assert.ok(told.moves.length >= 4);
  const rows = await page.locator(".choices li").allInnerTexts();
  const words = ({ move, value, distance }) => [move, distance === undefined ? value : `${value} in ${distance}`];
  assert.deepEqual(rows.map((row) => row.trim().split(/\s*\n\s*/)), told.moves.map(words));
  // And the board itself: one badge a move, with the distance.
  const badges = await page.locator(".badge text").allTextContents();
  const short = ({ value, distance }) => (value === "draw" ? "D" : String(distance));
  assert.deepEqual(badges.sort(), told.moves.map(short).sort());
  assert.deepEqual(page.problems, []);
});

test("an illegal FEN shows its reason and leaves the board as it was", async () => {
  const page = await run.open("/?game=checkers");
  const before = await pieces(page);
  await page.locator("#paste").fill("W:W40:B1");
  await page.locator("#load").click();
  const trouble = page.locator("#paste-trouble");
  await trouble.waitFor();
  assert.match(await trouble.innerText(), /no square 40 on the 8x8 board/);
  assert.equal(await pieces(page), before);
  assert.deepEqual(page.problems, []);
});

test("a pasted PDN game is replayed, and an illegal move in one is named", async () => {
  const page = await run.open("/?game=checkers");
  await page.locator("#paste").fill('[Event "x"]\n1. 11-15 {a comment} 22-18 2. 15x22 25x18 (26x17 8-11) *');
  await page.locator("#load").click();
  await page.waitForFunction(() => document.querySelectorAll(".history button").length === 4);
  assert.deepEqual(await page.locator(".history button").allInnerTexts(), ["11-15", "22-18", "15x22", "25x18"]);
  assert.equal(await pieces(page), 22);
  await page.locator("#paste").fill("1. 11-15 22-18 2. 9-14");
  await page.locator("#load").click();
  await page.locator("#paste-trouble").waitFor();
  assert.match(await page.locator("#paste-trouble").innerText(), /^move 3: .*9-14 .*a capture is compulsory/);
  assert.deepEqual(page.problems, []);
});

test("a column string is pasted and copied", async () => {
  const page = await run.open("/?game=connect4&board=7x6", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#paste").fill("4453");
  await page.locator("#paste").press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".board .stone:not(.ghost)").length === 4);
  await page.locator("#copy-columns").click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "4453");
  assert.deepEqual(page.problems, []);
});

test("undo and redo go through the game, and so do the browser's own buttons", async () => {
  const page = await run.open("/?game=checkers&board=4x4");
  const start = await page.locator("#position-text").inputValue();
  await page.locator('.choices [data-move="1-3"]').click();
  await page.waitForURL(/moves=1-3$/);
  const moved = await page.locator("#position-text").inputValue();
  assert.notEqual(moved, start);
  await page.locator('[data-do="undo"]').click();
  await page.waitForURL(/at=0/);
  assert.equal(await page.locator("#position-text").inputValue(), start);
  await page.locator('[data-do="redo"]').click();
  await page.waitForURL(/moves=1-3$/);
  assert.equal(await page.locator("#position-text").inputValue(), moved);
  await page.goBack();
  await page.waitForFunction((fen) => document.querySelector("#position-text").value === fen, start);
  assert.deepEqual(page.problems, []);
});

test("a link shows another reader the same position and moves", async () => {
  const page = await run.open("/?game=checkers", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator('.choices [data-move="11-15"]').click();
  await page.waitForURL(/11-15/);
  await page.locator("#copy-link").click();
  await page.waitForFunction(async (root) => (await navigator.clipboard.readText()).startsWith(root), run.root);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await run.open(link.slice(run.root.length));
  assert.equal(await other.locator("#position-text").inputValue(), await page.locator("#position-text").inputValue());
  assert.deepEqual(await other.locator(".history button").allInnerTexts(), ["11-15"]);
  assert.deepEqual(page.problems, []);
});

test("a piece is moved by two clicks and by dragging", async () => {
  const page = await run.open("/?game=checkers");
  await square(page, 11).click();
  assert.match(await square(page, 15).getAttribute("aria-label"), /move 11-15/);
  await square(page, 15).click();
  await page.waitForURL(/moves=11-15$/);
  const from = await square(page, 22).boundingBox();
  const to = await square(page, 18).boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/moves=11-15,22-18$/);
  assert.deepEqual(page.problems, []);
});

test("where jumps end alike, the squares on the way tell which is meant", async () => {
  const page = await run.open("/?game=checkers&from=W:WK30:B25,26,17,18,10");
  await square(page, 30).click();
  await square(page, 7).click();
  await page.waitForFunction(() => /^Several ways/.test(document.querySelector("#live").textContent));
  assert.equal(await page.locator(".history button").count(), 0);
  for (const step of [21, 14, 7]) await square(page, step).click();
  await page.waitForURL(/moves=30x21x14x7$/);
  assert.equal(await pieces(page), 3);
  assert.deepEqual(page.problems, []);
});

test("hidden values are nowhere on the page", async () => {
  const page = await run.open(`/?game=checkers&from=${FIRST_POSITION}`);
  await settled(page);
  assert.ok(await page.locator(".badge").count() > 0);
  await page.locator('[data-do="values"]').click();
  assert.equal(await page.locator(".badge").count(), 0);
  assert.doesNotMatch(await page.locator(".side").innerText(), /\b(win|loss|draw)\b/i);
  for (const label of await page.locator(".squares button").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))) {
    assert.doesNotMatch(label, /win|loss|draw/);
  }
  assert.deepEqual(page.problems, []);
});

test("the line of best play is walked to the end of the game", async () => {
  const page = await run.open("/?game=checkers&from=W:WK10,K15:BK1");
  await settled(page);
  const line = page.locator("#line .moves button");
  await line.first().waitFor();
  const moves = await line.allInnerTexts();
  const told = command("probe", "checkers", "W:WK10,K15:BK1");
  assert.equal(moves.length, told.distance);
  await page.locator("#walk").click();
  await page.waitForURL(/at=0/);
  for (const _ of moves) await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#verdict .headline").textContent === "White wins");
  assert.deepEqual(page.problems, []);
});
