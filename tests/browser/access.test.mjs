// Keys alone, narrow screens, colours of the system, and names for readers of screens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { column, served, settled, square } from "./served.mjs";

const run = served();
const PLACES = [
  "/?game=connect4&board=7x6&moves=4,6,4,5,3,3,3,2,3,4,1,2,5,1,6,6,4,7,1,5,2,1,3,4,5", "/?game=checkers&from=W:WK19:B12,K28",
  "/?game=checkers&board=4x4", "/?page=tables",
];

test("checkers is played with the keys alone", async () => {
  const page = await run.open("/?game=checkers");
  await page.locator("#theme").focus();
  // From the top of the page on, only Tab, arrows and Enter.
  for (let tabs = 0; tabs < 8 && !(await page.evaluate(() => document.activeElement.closest(".squares"))); tabs += 1) {
    await page.keyboard.press("Tab");
  }
  for (let steps = 0; steps < 12; steps += 1) {
    const here = await page.evaluate(() => Number(document.activeElement.dataset.square));
    if (here === 11) break;
    await page.keyboard.press(here < 9 ? "ArrowDown" : here < 11 ? "ArrowRight" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
  assert.equal(await square(page, 11).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("ArrowDown");
  if ((await page.evaluate(() => document.activeElement.dataset.square)) !== "15") await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForURL(/moves=11-1[56]$/);
  await page.keyboard.press("u");
  await page.waitForURL(/at=0/);
  await page.keyboard.press("r");
  await page.waitForURL(/moves=11-1[56]$/);
  assert.deepEqual(page.problems, []);
});

test("Connect Four is played with the keys alone", async () => {
  const page = await run.open("/?game=connect4&board=4x4");
  await column(page, 3).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForURL(/moves=2$/);
  await page.keyboard.press("3");
  await page.waitForURL(/moves=2,3$/);
  await settled(page);
  await page.keyboard.press("b");
  await page.waitForURL(/moves=2,3,\d$/);
  await page.keyboard.press("n");
  await page.waitForURL(/board=4x4$/);
  assert.deepEqual(page.problems, []);
});

test("keys that are struck fast are all played", async () => {
  const page = await run.open("/?game=connect4&board=7x6");
  await page.keyboard.type("4453");
  await page.waitForURL(/moves=4,4,5,3$/);
  assert.deepEqual(page.problems, []);
});

for (const place of PLACES) {
  test(`nothing is cut off at 360 pixels: ${place}`, async () => {
    const page = await run.open(place, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.locator("h1").first().waitFor({ state: "attached" });
    const [wide, outside] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      [...document.querySelectorAll("main:not([hidden]) :is(button, input, select, textarea), header a")]
        .filter((each) => each.offsetParent && !each.closest(".scroll, .command, .segments, .palette"))
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5)
        .map((each) => each.outerHTML),
    ]);
    assert.ok(wide <= 360, `${wide} pixels wide`);
    assert.deepEqual(outside, []);
    assert.deepEqual(page.problems, []);
  });
}

test("a tap plays on a narrow screen", async () => {
  const page = await run.open("/?game=checkers", { viewport: { width: 360, height: 740 }, hasTouch: true });
  await square(page, 11).tap();
  await square(page, 15).tap();
  await page.waitForURL(/moves=11-15$/);
  assert.deepEqual(page.problems, []);
});

test("every control has a name, and every image is hidden or described", async () => {
  for (const place of PLACES) {
    const page = await run.open(place);
    if (!place.includes("tables")) await settled(page);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, a, input, select, textarea, [role=img]")]
      .filter((each) => !each.closest("[hidden]"))
      .filter((each) => !(each.getAttribute("aria-label") || each.textContent.trim() || each.labels?.length))
      .map((each) => each.outerHTML));
    assert.deepEqual(nameless, []);
    assert.equal(await page.locator("svg:not([aria-hidden])").count(), 0);
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});

test("the live region tells the move and the value", async () => {
  const page = await run.open("/?game=checkers&from=W:WK10,K15:BK1");
  await settled(page);
  await page.locator(".choices button").first().click();
  await page.waitForFunction(() => /^White played .*Black to move.*White wins/.test(document.querySelector("#live").textContent));
  assert.deepEqual(page.problems, []);
});

test("colours follow the system until the reader chooses", async () => {
  const page = await run.open("/?game=connect4", { colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await paper();
  assert.notEqual(dark, light);
  await page.locator("#theme").click();
  await page.locator("#theme").click();
  assert.equal(await paper(), dark);
  await page.reload();
  assert.equal(await paper(), dark);
  assert.deepEqual(page.problems, []);
});
