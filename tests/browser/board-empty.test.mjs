// The scores over the empty board of Connect Four, by search. It takes the engine half a minute or so, on a core of
// its own: other files are tested meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { column, served } from "./served.mjs";

const run = served({ empty: true });

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
