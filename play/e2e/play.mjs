// Plays both games in a browser, as a person would: by clicking, by keyboard, with undo, hint, reload, save and load,
// and lets bots finish them. Says how long things took.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [executablePath, program, shots] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "wilaya-e2e-"));
if (shots) mkdirSync(shots, { recursive: true });

/** Starts the program and waits for its address. */
function serve() {
  const child = spawn(program, ["play", "--no-open", "--saves", folder], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.stdout.once("data", (text) => done({ child, address: String(text).trim() }));
  });
}

const times = { click: [], paint: [] };

async function shot(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

const prompt = (page) => page.locator("#prompt").textContent();
const steps = (page) => page.evaluate(async () => (await (await fetch("api/view?log=1000000")).json()).view);

/** Fills the menu in and starts a game. */
async function start(page, { game, scenario, who, seed }) {
  const dialog = page.locator("#menu");
  await dialog.waitFor();
  await dialog.getByLabel("Game", { exact: true }).first().selectOption(game);
  await dialog.locator("select[name=scenario]").selectOption(scenario);
  await dialog.locator(`input[name=who][value=${who}]`).check();
  await dialog.locator("select[name=bot]").selectOption("heuristic");
  await dialog.locator("input[name=seed]").fill(String(seed));
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.locator("#map svg").waitFor();
  await page.locator("#speed").selectOption({ label: "at once" });
}

/** Makes one choice: mostly in the list, now and then on the map or by keyboard. */
async function choose(page, turn) {
  const buttons = page.locator("#choices button");
  const count = await buttons.count();
  if (!count) return false;
  const index = (turn * 7) % count;
  const begun = Date.now();
  const before = await page.evaluate(() => document.body.dataset.version);
  if (turn % 5 === 2 && (await page.locator(".spot.can").count())) {
    const spot = page.locator(".spot.can").nth(turn % (await page.locator(".spot.can").count()));
    await spot.dispatchEvent("click");
    if (await page.locator("#filter").isVisible()) await buttons.first().click();
  } else if (turn % 5 === 4) {
    await page.evaluate(() => document.activeElement?.blur());
    for (let i = 0; i <= Math.min(index, 3); i += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  } else {
    await buttons.nth(index).click();
  }
  await page.waitForFunction((was) => document.body.dataset.version !== was, before, { polling: 15 });
  times.click.push(Date.now() - begun);
  return true;
}

/** Plays until the game has come to so many new turns, or is over. */
async function turns(page, wanted) {
  const turn = (text) => text.split(":")[0];
  let last = turn(await page.evaluate(() => document.querySelector("#when").textContent));
  for (let made = 0, seen = 0; seen < wanted; made += 1) {
    assert(made < 2500, "the turns do not end");
    if (await page.locator("#review").isVisible()) return;
    if (!(await choose(page, made))) await page.waitForTimeout(15);
    const now = turn(await page.evaluate(() => document.querySelector("#when").textContent));
    if (now !== last) { seen += 1; last = now; }
  }
}

/** Waits until a person has to decide. */
async function mine(page) {
  await page.locator("#choices button").first().waitFor();
}

async function play(page, kind) {
  const name = `${kind.game}-${kind.who}`;
  await start(page, kind);
  await mine(page);
  await shot(page, `${name}-start`);

  // Undo: what can be taken back leads back to the same decision.
  for (let made = 0; made < 30; made += 1) {
    const asked = await prompt(page);
    const before = await steps(page);
    await choose(page, 0);
    await page.waitForFunction((was) => fetch("api/view?log=1000000").then((r) => r.json()).then(({ view }) => view.steps > was), before.steps);
    await page.waitForTimeout(60);
    if (await page.locator("#b-undo").isEnabled()) {
      await page.keyboard.press("u");
      await page.waitForFunction((text) => document.querySelector("#prompt").textContent === text, asked);
      assert.equal((await steps(page)).steps, before.steps, "undo leads back");
      break;
    }
    await mine(page);
    assert(made < 29, "nothing could be taken back");
  }

  // A hint.
  // A key that is pressed while the page is still busy with the last one is not heard.
  for (let pressed = 0; !(await page.locator("#hint tr").first().isVisible()); pressed += 1) {
    assert(pressed < 5, `no hint: ${await page.locator("#hint").textContent()}`);
    await page.keyboard.press("h");
    await page.locator("#hint tr").first().waitFor({ timeout: 3_000 }).catch(() => {});
  }
  await shot(page, `${name}-hint`);

  await turns(page, 2);
  await shot(page, `${name}-middle`);
  if (await page.locator("#review").isVisible()) return name;
  await mine(page);

  // A reload in the middle changes nothing.
  const asked = await prompt(page);
  await page.reload();
  await mine(page);
  assert.equal(await prompt(page), asked, "a reload changes nothing");

  // Save, go on, load.
  await page.locator("#b-save").click();
  await page.getByLabel("Name").fill(name);
  await page.locator("#menu").getByRole("button", { name: "Save" }).click();
  await page.locator("#banner").getByText("Saved as").waitFor();
  await choose(page, 0);
  await page.locator("#b-new").click();
  await page.locator("#menu").getByRole("button", { name, exact: true }).click();
  await page.waitForFunction((text) => document.querySelector("#prompt").textContent === text, asked);

  // Bots finish it, and it is looked back on.
  await page.locator("#b-bot").click();
  await page.locator("#review svg").waitFor({ timeout: 60_000 });
  return name;
}

async function lookBack(page, name) {
  const slider = page.locator("#review input[type=range]");
  const last = Number(await slider.getAttribute("max"));
  assert(last > 50, "the replay has the whole game");
  await slider.fill(String(Math.floor(last / 2)));
  await page.getByText(`After decision ${Math.floor(last / 2)} of ${last}`).waitFor();
  await page.waitForTimeout(150);
  await shot(page, `${name}-review`);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const { child, address } = await serve();
const problems = [];
try {
  const here = new URL(address).host;
  const games = [
    { game: "algeria", scenario: "1958", who: "fln", seed: 3 },
    { game: "algeria", scenario: "1960", who: "france", seed: 4 },
    { game: "ici", scenario: "1955", who: "fln", seed: 5 },
    { game: "ici", scenario: "1959", who: "france", seed: 6 },
  ];
  for (const [number, kind] of games.entries()) {
    const size = number % 2 ? { width: 390, height: 844 } : { width: 1280, height: 900 };
    const context = await browser.newContext({ viewport: size, colorScheme: number < 2 ? "light" : "dark", reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => { if (message.type() === "error" && !/409|422/.test(message.text())) problems.push(message.text()); });
    page.on("dialog", (dialog) => dialog.accept());
    page.on("request", (request) => { if (new URL(request.url()).protocol !== "data:" && new URL(request.url()).host !== here) problems.push(`a request to ${request.url()}`); });
    const begun = Date.now();
    await page.goto(address);
    if (number) await page.locator("#map svg").waitFor().then(() => page.locator("#b-new").click());
    times.paint.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0));
    const name = await play(page, kind);
    await lookBack(page, name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert(wide <= 1, `the page is ${wide} px wider than the window`);
    console.log(`${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    await context.close();
  }
  assert.deepEqual(problems, [], "the page has met no errors");
  const sorted = times.click.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor(part * (sorted.length - 1))];
  console.log(`first paint: ${times.paint.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  console.log(`${sorted.length} clicks answered in ${at(0.5)} ms (median), ${at(0.95)} ms (95 of 100), bots' moves included where they follow at once`);
} finally {
  child.kill();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
