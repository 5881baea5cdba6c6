// The board editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces, served, settled, square } from "./served.mjs";

const run = served();

test("a position of checkers is set up and played from", async () => {
  const page = await run.open("/?game=checkers");
  await page.locator('[data-do="edit"]').click();
  await page.locator("#editor-clear").click();
  await page.locator('#editor [title="White king"]').click();
  await square(page, 10).click();
  await square(page, 15).click();
  await page.locator('#editor [title="Black king"]').click();
  await square(page, 1).click();
  await page.getByText("White to move", { exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#editor-text").value === "W:WK10,K15:BK1");
  await page.locator("#editor-state.legal").waitFor();
  await page.locator("#editor-done").click();
  await page.waitForURL(/from=W:WK10,K15:BK1/);
  assert.match(await settled(page), /^White wins in \d+ plies$/);
  assert.deepEqual(page.problems, []);
});

test("a floating stone is illegal, and the editor says so", async () => {
  const page = await run.open("/?game=connect4&board=4x4");
  await page.locator('[data-do="edit"]').click();
  await page.locator('.connect4 [data-square="b3"]').click();
  const state = page.locator("#editor-state.illegal");
  await state.waitFor();
  assert.match(await state.innerText(), /floats/);
  assert.ok(await page.locator("#editor-done").isDisabled());
  await page.locator("#editor-cancel").click();
  assert.equal(await pieces(page), 0);
  assert.ok(await page.locator("#editor").isHidden());
  assert.deepEqual(page.problems, []);
});

test("text typed in the editor is drawn on the board, or refused with its reason", async () => {
  const page = await run.open("/?game=checkers");
  await page.locator('[data-do="edit"]').click();
  await page.locator("#editor-text").fill("B:W31:BK2,3");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length - document.querySelectorAll(".palette .piece").length === 3);
  assert.ok(await page.locator('#editor input[value="black"]').isChecked());
  await page.locator("#editor-text").fill("B:W31:BK2,33");
  await page.locator("#editor-state.illegal").waitFor();
  assert.match(await page.locator("#editor-state").innerText(), /no square 33/);
  assert.deepEqual(page.problems, []);
});

test("colours are swapped", async () => {
  const page = await run.open("/?game=checkers&from=W:WK10:BK1,5");
  await page.locator('[data-do="edit"]').click();
  await page.locator("#editor-swap").click();
  await page.waitForFunction(() => document.querySelector("#editor-text").value === "W:WK1,5:BK10");
  assert.deepEqual(page.problems, []);
});
