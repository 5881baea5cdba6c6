// Positions that no table covers: searched in the page, with progress, bounds, and a way to stop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { column, command, pieces, served, settled } from "./served.mjs";

const run = served({ empty: true });

test("small boards are solved without tables, as the command solves them", async () => {
  const page = await run.open("/?game=connect4&board=5x4&moves=1");
  assert.match(await settled(page), /^(Red|Yellow) wins in \d+ plies$|^Draw$/);
  const told = command("solve", "connect4", "--board", "5x4", "1", "--no-tables");
  const scores = Object.fromEntries(told.moves.map(({ move, score }) => [move, score]));
  for (const [move, score] of Object.entries(scores)) {
    if (score === undefined) continue;
    const text = await column(page, move).locator(".figure").innerText();
    assert.equal(Number(text.replace("\u2212", "-")), score, `column ${move}`);
  }
  assert.deepEqual(page.problems, []);
});

test("a search shows that it goes on, and is stopped", async () => {
  const page = await run.open("/?game=checkers&board=6x6");
  await page.locator("#cancel").waitFor();
  await page.waitForFunction(() => /[1-9][^ ]* positions/.test(document.querySelector(".effort").textContent));
  assert.ok(await page.locator("progress").isVisible());
  await page.locator("#cancel").click();
  await page.getByText("The search was cancelled.").waitFor();
  assert.ok(await page.locator("#cancel").isHidden());
  await page.locator("#verdict summary").click();
  assert.match(await page.locator("#verdict .advice").innerText(), /retrosolve generate/);
  assert.deepEqual(page.problems, []);
});

test("the perfect player answers, and undo takes both moves back", async () => {
  const page = await run.open("/?game=connect4&board=4x4");
  // Once the panels above it are done growing.
  await settled(page);
  await page.locator("#opponent label", { hasText: "Yellow" }).click();
  await column(page, 2).click();
  await page.waitForURL(/moves=2,\d$/);
  assert.equal(await pieces(page), 2);
  await page.keyboard.press("u");
  await page.waitForURL(/at=0$/);
  await page.locator("#swap").click();
  assert.ok(await page.locator('#opponent input[value="x"]').isChecked());
  assert.deepEqual(page.problems, []);
});

test("an empty table folder: the page of tables says how to make some", async () => {
  const page = await run.open("/?page=tables");
  await page.getByText("No tables are loaded").waitFor();
  assert.ok(await page.locator(".commands code").count() >= 1);
  assert.match(await page.locator(".commands code").first().innerText(), /^retrosolve generate /);
  assert.deepEqual(page.problems, []);
});
