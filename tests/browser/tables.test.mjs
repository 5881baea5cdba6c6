// The page of the tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { served, settled } from "./served.mjs";

const run = served();

test("tables are listed, and a longest win is shown on the board", async () => {
  const page = await run.open("/?page=tables");
  const set = page.locator(".set", { hasText: "checkers-8x8-dtw" });
  await set.locator("summary").click();
  const row = set.locator("tbody tr").filter({ has: page.locator("th", { hasText: /^k2-k1$/ }) });
  assert.match(await row.locator(".strip").getAttribute("aria-label"), /^win [\d\s]+ \(\d+\.\d%\), draw/);
  const plies = await row.locator(".link").innerText();
  await row.locator(".link").click();
  await page.waitForURL(/from=/);
  assert.match(await settled(page), new RegExp(`wins in ${plies}$`));
  await page.goBack();
  await page.locator(".set").first().waitFor();
  assert.deepEqual(page.problems, []);
});

test("slices are sorted by their longest win", async () => {
  const page = await run.open("/?page=tables");
  const set = page.locator(".set", { hasText: "checkers-8x8-dtw" });
  await set.locator("summary").click();
  await set.getByRole("button", { name: "Longest win", exact: true }).click();
  const wins = await set.locator("tbody td:nth-child(4)").allInnerTexts();
  const numbers = wins.map((text) => Number.parseInt(text, 10)).filter(Number.isFinite);
  assert.ok(numbers.length > 3);
  assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
  assert.deepEqual(page.problems, []);
});
