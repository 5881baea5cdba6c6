// Positions that no table covers: searched in the page, with progress, bounds, and a way to stop.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { column, command, pieces, served, settled } from "./served.mjs";

// No tables at all.
const run = served({ tables: mkdtempSync(join(tmpdir(), "retrosolve-no-tables-")) });

test("the scores of the empty board, 7 columns by 6 rows", { timeout: 300000 }, async () => {
  const page = await run.open("/?game=connect4&board=7x6");
  await page.locator("#cancel").waitFor();
  await page.locator("#verdict").getByText("No table covers this position").waitFor();
  // A search that has not ended in its time goes on for longer when it is told to.
  for (;;) {
    await page.locator('#verdict[aria-busy="false"]').waitFor({ timeout: 280000 });
    if (!(await page.locator("#deepen").isVisible())) break;
    await page.locator("#deepen").click();
    await page.locator('#verdict[aria-busy="true"]').waitFor();
  }
  const chips = await page.locator(".columns .chip .figure").allInnerTexts();
  assert.deepEqual(chips, ["\u22122", "\u22121", "0", "+1", "0", "\u22121", "\u22122"]);
  assert.match(await column(page, 4).getAttribute("aria-label"), /Win in 41, score \+1\. Best\./);
  assert.deepEqual(page.problems, []);
});

test("small boards are solved without tables, as the command solves them", async () => {
  const page = await run.open("/?game=connect4&board=5x4&moves=1");
  assert.match(await settled(page), /^Red|Yellow|Draw/);
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
  const page = await run.open("/?game=checkers");
  await page.locator("#cancel").waitFor();
  await page.waitForFunction(() => /[1-9][^ ]* positions/.test(document.querySelector(".effort").textContent));
  assert.ok(await page.locator("progress").isVisible());
  await page.locator("#cancel").click();
  await page.getByText("The search was cancelled.").waitFor();
  assert.ok(await page.locator("#cancel").isHidden());
  assert.match(await page.locator("#verdict .command code").innerText({ timeout: 1000 }).catch(() => ""), /^$|retrosolve generate/);
  assert.deepEqual(page.problems, []);
});

test("the perfect player answers, and undo takes both moves back", async () => {
  const page = await run.open("/?game=connect4&board=4x4");
  await page.locator('#opponent input[value="o"]').check({ force: true });
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
