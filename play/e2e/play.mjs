// Plays both games in a browser like a user: by mouse and keyboard, with undo, hints, reload, saves, two tabs, two people at
// one screen, a seat given to a bot and taken back, a bot that is stopped and a program that is killed or restarted; then
// lets bots finish the games. Prints timings.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [executablePath, program, shots] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "wilaya-e2e-"));
if (shots) mkdirSync(shots, { recursive: true });

/** Starts the program and waits for its address. */
function serve(...more) {
  const child = spawn(program, ["play", "--no-open", "--saves", folder, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.stdout.once("data", (text) => done({ child, address: String(text).trim() }));
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks the page with axe-core. */
async function accessible(page, where) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
  assert.deepEqual(told, [], `${where} is accessible`);
}

const times = { click: [], paint: [] };

/** Milliseconds of CPU time that the host of a virtual machine has stolen, as Linux counts them; NaN elsewhere. */
function stolen() {
  try {
    return 10 * Number(readFileSync("/proc/stat", "utf8").split(/\s+/)[8]);
  } catch {
    return NaN;
  }
}
const outset = { at: Date.now(), stolen: stolen() };

async function shot(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

const prompt = (page) => page.locator("#prompt").textContent();
const steps = (page) => page.evaluate(async () => (await (await fetch("api/view?log=1000000")).json()).view);

/** Waits until one of these is visible, and returns it. */
async function seen(page, ...selectors) {
  const found = await page.waitForFunction((all) => all.find((one) => document.querySelector(one)?.checkVisibility()), selectors);
  return found.jsonValue();
}

/** Checks that odds arriving late move no choice. */
async function steady(page) {
  const places = () => page.locator("#choices button").evaluateAll((all) => all.map((one) => [one.offsetTop, one.offsetHeight]));
  const before = await places();
  await page.locator("body[data-odds=known]").waitFor();
  assert.deepEqual(await places(), before, "choices move when their odds arrive");
}

/** Checks that optional rules of other scenarios cannot be ticked. */
async function options(dialog, game, scenario) {
  if (game !== "algeria") return;
  const slow = dialog.locator("input[value=slow_french_reaction]");
  assert.equal(await slow.isDisabled(), scenario !== "1954", "an option of another scenario");
  assert(await dialog.locator("input[value=shorter_game]").isEnabled());
}

/** Checks that How to play opens by itself at the first game, that its search works, and that its links lead on. */
async function book(page) {
  await page.locator("#book-entry h2").getByText("How you win").waitFor();
  await accessible(page, "how to play");
  await shot(page, `book-${page.viewportSize().width}-${await page.evaluate(() => document.querySelector("#title").textContent[0])}`);
  await page.locator("#book-search").fill("a turn");
  assert.equal(await page.locator("#book-contents .entry-link").first().textContent(), "A turn");
  if (await page.locator("#book-back").isVisible()) await page.locator("#book-back").click();
  await page.locator("#book-contents .entry-link").first().click();
  assert(await page.locator("#book-entry .flow li").count() > 3, "the turn is a diagram");
  await page.locator("#book").getByRole("button", { name: "Close" }).click();
}

/** Checks the explanations of a decision: its section opens beside the map, and a choice is explained, with its odds. */
async function know(page) {
  await page.locator("#rule .entry-link").first().click();
  await page.locator("#guide h2").waitFor();
  await page.locator("#t-logbox").click();
  await page.locator("#choices button").first().focus();
  await page.locator("#about p b").first().waitFor();
  // If the page moves below a resting pointer, the focused item stays explained.
  await page.locator("#choices button").first().hover();
  await page.locator(".track.about").last().focus();
  const named = await page.locator(".track.about").last().getAttribute("data-about");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.locator("#tip b").textContent(), named);
  assert(await page.locator("#tip").isVisible(), "what has the focus is explained");
  await page.keyboard.press("Escape");
  assert(!(await page.locator("#tip").isVisible()), "Escape takes the explanation away");
  await page.evaluate(() => document.activeElement.blur());
  // The focus ring of a choice must lie inside the list, which clips anything outside.
  const offset = await page.evaluate(() => {
    const button = document.querySelector("#choices button");
    button.focus({ focusVisible: true });
    return parseFloat(getComputedStyle(button).outlineOffset);
  });
  assert(offset < 0, `the focus ring is cut: ${offset}`);
  for (const label of await page.locator("[role=meter]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))) {
    assert(label, "a meter has a name");
  }
  const names = await page.locator("[role=meter]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.equal(new Set(names).size, names.length, "meters of both sides say whose they are");
}

/** Checks that + enlarges the map and that arrow keys move between areas. */
async function zooming(page) {
  const width = () => page.evaluate(() => document.querySelector("#map svg").getScreenCTM().a);
  const before = await width();
  await page.locator("#z-in").click();
  assert(await width() > before * 1.1, "+ enlarges the map");
  await page.locator("#z-out").click();
  // By keyboard, the focus goes from area to area.
  await page.locator(".spot[tabindex='0']").focus();
  const focused = () => page.evaluate(() => document.activeElement.dataset.id);
  const seen = new Set([await focused()]);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown"]) {
    await page.keyboard.press(key);
    seen.add(await focused());
  }
  assert(seen.size > 1 && !seen.has(undefined), `arrows go to neighbours: ${[...seen]}`);
  await page.evaluate(() => document.activeElement.blur());
}

/** Fills the menu in and starts a game. */
async function start(page, { game, scenario, who, seed }) {
  const dialog = page.locator("#menu");
  await dialog.waitFor();
  await dialog.getByLabel("Game", { exact: true }).first().selectOption(game);
  await dialog.locator("select[name=scenario]").selectOption(scenario);
  await dialog.locator(`input[name=who][value=${who}]`).check();
  await dialog.locator("summary").click();
  await dialog.locator("select[name=other]").selectOption("heuristic");
  await options(dialog, game, scenario);
  await dialog.locator("input[name=seed]").fill(String(seed));
  await accessible(page, "the menu");
  // The map is drawn before the game starts, faster than anyone chooses.
  await page.locator("#menu[aria-busy=false]").waitFor();
  await page.locator("#map svg").waitFor();
  await dialog.getByRole("button", { name: "Start" }).click();
  await book(page);
  await page.locator("#speed").selectOption({ label: "as fast as possible" });
}

/** Measures the time from a click or key until the page has the answer, and until it is drawn. */
function stopwatch() {
  window.answers = [];
  let begun = null;
  let what = "";
  const start = (event) => {
    if (!event.isTrusted) return;
    // Filling in the menu changes nothing; a bot may move meanwhile.
    begun = event.target.closest("#b-new, #menu :is(input, select, label)") ? null : event.timeStamp;
    what = event.key ?? event.target.closest("button, [data-id]")?.textContent.slice(0, 40) ?? "the page";
  };
  for (const kind of ["click", "keydown"]) addEventListener(kind, start, true);
  new MutationObserver(() => {
    if (begun === null) return;
    const from = begun;
    const [held, on] = [performance.now() - from, what];
    begun = null;
    // A message sent in a frame arrives after its layout and paint.
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => window.answers.push([held, performance.now() - from, on]);
    requestAnimationFrame(() => drawn.port2.postMessage(null));
  }).observe(document, { subtree: true, attributeFilter: ["data-version"] });
}

/** Turns drafts off. */
function single() {
  try {
    localStorage.setItem("wilaya-drafts", "off");
  } catch {
    // Without storage, drafts stay on.
  }
}

/** The state of the game, and where to click one of the choices. */
const look = (page, turn) => page.evaluate((number) => {
  const buttons = [...document.querySelectorAll("#choices button")];
  const button = buttons[(number * 7) % buttons.length];
  button?.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = button?.getBoundingClientRect() ?? {};
  const over = !document.querySelector("#review").hidden;
  const when = document.querySelector("#when").textContent.split(":")[0];
  return { when, over, version: document.body.dataset.version, count: buttons.length, at: [x + width / 2, y + height / 2] };
}, turn);

/** Loads a save from the menu. Two saves may look alike, so this waits for the response. */
async function load(page, name) {
  const loaded = page.waitForResponse((response) => response.url().endsWith("/api/load"));
  await page.locator("#menu").getByRole("button", { name, exact: true }).click();
  assert((await loaded).ok());
}

/** Makes one choice: usually in the list, now and then on the map or by keyboard. */
async function choose(page, turn, seen) {
  const { count, version, at } = seen ?? await look(page, turn);
  if (!count) return false;
  if (turn % 5 === 2 && (await page.locator(".spot.can").count())) {
    await page.locator(".spot.can").nth(turn % (await page.locator(".spot.can").count())).dispatchEvent("click");
    if (await page.locator("#filter").isVisible()) await page.locator("#choices button").first().click();
  } else if (turn % 5 === 4) {
    await page.evaluate(() => document.activeElement?.blur());
    for (let i = 0; i <= turn % Math.min(count, 4); i += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  } else {
    await page.mouse.click(...at);
  }
  await page.waitForFunction((was) => document.body.dataset.version !== was, version, { polling: 10 });
  return true;
}

/** Plays by keyboard, and checks that the focus stays in the list. */
async function keyboard(page) {
  await page.locator("#prompt").focus();
  await page.keyboard.press("ArrowDown");
  const was = await page.evaluate(() => document.body.dataset.version);
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => document.body.dataset.version !== old, was);
  const { yours, inside } = await page.evaluate(() => ({
    yours: Boolean(document.querySelector("#choices button")),
    inside: document.querySelector("#choices").contains(document.activeElement),
  }));
  assert(!yours || inside, "the focus stays with the choices");
  await page.evaluate(() => document.activeElement.blur());
}

/** Plays until this many new turns have begun, or the game is over. */
async function turns(page, wanted) {
  let last = null;
  for (let made = 0, begun = -1; ; made += 1) {
    assert(made < 2500, "the turns do not end");
    const seen = await look(page, made);
    if (seen.when !== last) { begun += 1; last = seen.when; }
    if (seen.over || begun === wanted) return;
    if (!(await choose(page, made, seen))) {
      await page.waitForFunction((was) => document.body.dataset.version !== was || document.querySelector("#choices button, #review:not([hidden])"), seen.version, { polling: 10 });
    }
  }
}

/** Waits for a human decision. */
async function mine(page) {
  await page.locator("#choices button").first().waitFor();
}

async function play(page, kind) {
  const name = `${kind.game}-${kind.who}`;
  await start(page, kind);
  await mine(page);
  await steady(page);
  await accessible(page, `${name} at its start`);
  await shot(page, `${name}-start`);
  await know(page);
  await zooming(page);

  // Undo leads back to the same decision.
  for (let made = 0; made < 30; made += 1) {
    const asked = await prompt(page);
    const before = await steps(page);
    await choose(page, 0);
    await page.waitForFunction((was) => fetch("api/view?log=1000000").then((r) => r.json()).then(({ view }) => view.steps > was), before.steps);
    await mine(page);
    if (await page.locator("#b-undo").isEnabled()) {
      await page.keyboard.press("u");
      await page.waitForFunction((text) => document.querySelector("#prompt").textContent === text, asked);
      assert.equal((await steps(page)).steps, before.steps, "undo leads back");
      break;
    }
    assert(made < 29, "nothing could be taken back");
  }

  await keyboard(page);
  await mine(page);

  // A hint.
  // The page ignores keys while it is busy with the last one.
  for (let pressed = 0; !(await page.locator("#hint tr").first().isVisible()); pressed += 1) {
    assert(pressed < 5, `no hint: ${await page.locator("#hint").textContent()}`);
    await page.keyboard.press("h");
    await page.locator("#hint tr").first().waitFor({ timeout: 3_000 }).catch(() => {});
  }
  const numbers = await page.locator("#hint .hint-number").allTextContents();
  assert.deepEqual(await page.locator("#hints text").allTextContents(), numbers, "the best choices are numbered on the map");
  await shot(page, `${name}-hint`);

  await turns(page, 2);
  times.click.push(...await page.evaluate(() => window.answers));
  await shot(page, `${name}-middle`);
  if (await page.locator("#review").isVisible()) return name;
  await mine(page);

  // A reload changes nothing.
  const asked = await prompt(page);
  await page.reload();
  await mine(page);
  assert.equal(await prompt(page), asked, "a reload changes nothing");

  // Save, continue, load.
  await page.locator("#b-save").click();
  await page.getByLabel("Name").fill(name);
  await page.locator("#menu").getByRole("button", { name: "Save" }).click();
  await page.locator("#banner").getByText("Saved as").waitFor();
  await choose(page, 0);
  await page.locator("#b-new").click();
  await load(page, name);
  await page.waitForFunction((text) => document.querySelector("#prompt").textContent === text, asked);

  // Bots finish the game; then comes the review.
  await page.locator("#b-bot").click();
  await page.locator("#review svg").waitFor({ timeout: 300_000 });
  return name;
}

async function lookBack(page, name) {
  const slider = page.locator("#review input[type=range]");
  const last = Number(await slider.getAttribute("max"));
  assert(last > 50, "the replay has the whole game");
  await slider.fill(String(Math.floor(last / 2)));
  await page.getByText(`After decision ${Math.floor(last / 2)} of ${last}`).waitFor();
  // Meanwhile the choices are judged; Stop shows the results so far.
  const judged = page.locator("#choices-judged");
  await judged.locator("progress[value]").waitFor();
  await judged.getByRole("button", { name: "Stop" }).click();
  await judged.getByText(/\d+ of \d+ choices were judged before judging was stopped/).waitFor();
  await accessible(page, `${name} looked back on`);
  await shot(page, `${name}-review`);
}

const version = (page) => page.evaluate(() => Number(document.body.dataset.version));

/** Starts a game by a request and shows it. */
async function begin(page, game) {
  await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("api/new", { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  }, game);
  await page.reload();
  await page.locator("#map svg").waitFor({ state: "attached" });
}

/** Checks that two tabs show the same game, and that a line of the log shows its place. */
async function tabs(page, other) {
  await begin(page, { game: "algeria", seats: { fln: "human", france: "human" }, seed: 3 });
  await other.goto(page.url());
  await mine(other);
  const was = await version(page);
  for (let made = 0; made < 3; made += 1) await page.locator("#choices button").first().click();
  await page.waitForFunction((before) => Number(document.body.dataset.version) > before, was);
  await other.waitForFunction((before) => Number(document.body.dataset.version) > before, was);
  await other.locator("#log p.here").last().hover();
  assert(await other.locator(".spot.lit").count(), "a line of the log shows where it happened");
  await other.close();
}

/** Checks that the bot's moves are shown one by one, and that its thinking can be stopped. */
async function bots(page) {
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "3"));
  await begin(page, { game: "ici", scenario: "1959", seats: { fln: "human", france: "heuristic" }, seed: 3 });
  const seen = await page.evaluate(() => new Promise((done) => {
    const list = [];
    new MutationObserver(() => { list.push(Number(document.body.dataset.steps)); if (list.length > 5) done(list); })
      .observe(document.body, { attributes: true, attributeFilter: ["data-version"] });
    setInterval(() => document.querySelector("#choices button")?.click(), 50);
  }));
  assert(seen.every((one, index) => index === 0 || one - seen[index - 1] <= 1), `moves are shown one by one: ${seen}`);

  await begin(page, { game: "algeria", scenario: "1958", seats: { fln: "human", france: "mcts:iters=10000000" }, seed: 5 });
  await page.locator("#b-stop").waitFor();
  const progresses = () => page.waitForFunction(() => document.querySelector("#progress").hasAttribute("value"));
  await progresses();
  await shot(page, "thinking");
  // A page reloaded while a bot thinks follows its progress.
  await page.reload();
  await page.locator("#b-stop").waitFor();
  await progresses();
  const was = await version(page);
  await page.locator("#b-stop").click();
  await page.waitForFunction((before) => Number(document.body.dataset.version) > before, was);
}

/** Checks that killing the program loses nothing. */
async function killed(page, child) {
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "0"));
  await begin(page, { game: "ici", scenario: "1955", seats: { fln: "human", france: "heuristic" }, seed: 8 });
  await page.evaluate(() => fetch("api/next", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ most: 7 }) }));
  await page.reload();
  await page.locator("#map svg").waitFor();
  await page.waitForFunction(() => document.querySelector("#prompt").textContent);
  const was = await version(page);
  await page.locator("#choices button").first().click();
  await page.waitForFunction((old) => Number(document.body.dataset.version) > old, was);
  const before = [await prompt(page), (await steps(page)).steps];
  child.kill("SIGKILL");
  await page.getByText("The program does not answer. Your game is saved").waitFor();
  const numbers = readdirSync(folder).map((name) => Number(name.match(/^ici-1955-(\d+)\.save$/)?.[1] ?? 0));
  const again = await serve("--load", `ici-1955-${Math.max(...numbers)}`);
  await page.goto(again.address);
  await page.locator("#map svg").waitFor();
  await page.waitForFunction(() => document.querySelector("#prompt").textContent);
  assert.deepEqual([await prompt(page), (await steps(page)).steps], before, "nothing is lost");
  again.child.kill();
}

/** Checks that a seat given to a bot can be taken back, by undo with the bot's moves, or from here on. */
async function seats(page) {
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "3"));
  await begin(page, { game: "algeria", scenario: "1958", seats: { fln: "human", france: "heuristic" }, seed: 7, practice: true });
  await mine(page);
  await choose(page, 0);
  await mine(page);
  const before = [await prompt(page), (await steps(page)).steps];
  const give = async () => {
    await page.locator("#b-bot").click();
    await page.waitForFunction((was) => Number(document.body.dataset.steps) > was + 20, before[1]);
  };
  await give();
  await page.locator("#b-undo").click();
  await mine(page);
  assert.deepEqual([await prompt(page), (await steps(page)).steps], before, "undo takes back the seat and what the bot did");
  await give();
  if (await page.locator("#b-seat").isVisible()) {
    await page.locator("#b-seat").click();
    await mine(page);
    assert((await steps(page)).steps > before[1], "what the bot did stays");
  }
  // With hidden information, it says why not.
  await begin(page, { game: "ici", scenario: "1959", seats: { fln: "human", france: "mcts:iters=3000" }, seed: 7, practice: true });
  await mine(page);
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator("#b-bot").click();
  await page.locator("#b-seat").waitFor();
  assert(await page.locator("#b-seat").isDisabled() && await page.locator("#b-undo").isDisabled());
  assert.match(await page.locator("#b-undo").getAttribute("title"), /stays with the bot/);
}

/** Checks that with two people at one screen, one side's log is gone before the other looks. */
async function screen(page) {
  await begin(page, { game: "ici", scenario: "1959", seats: { fln: "human", france: "human" }, seed: 5 });
  const held = [];
  for (let made = 0; made < 200 && held.length < 4; made += 1) {
    const stage = await seen(page, "#screen", "#b-screen", "#choices button");
    if (stage === "#screen") {
      assert(!(await page.locator("#game").isVisible()), "nothing is seen while the screen changes hands");
      assert.equal(await page.locator("#choices button").count(), 0, "the choices are not there before their player is");
      await shot(page, "hand-over");
      const side = (await page.locator("#b-seen").textContent()).replace("I play ", "");
      await page.locator("#b-seen").click();
      await page.locator("#choices button").first().waitFor();
      const shown = await page.locator("#log p").allTextContents();
      const told = await page.evaluate(async () => (await (await fetch("api/view?log=0")).json()).view);
      assert.equal(shown.length, told.log.lines.length, "the log is that of one side");
      for (const [index, line] of told.log.lines.entries()) assert(shown[index].startsWith(line.text), line.text);
      assert.equal(told.reader, side.toLowerCase());
      const other = side === "FLN" ? "France" : "FLN";
      assert(!shown.some((line) => line.includes(`${other} draws `)), "draws of the other side");
      held.push(side);
    } else if (stage === "#b-screen") {
      await page.locator("#b-screen").click();
    } else {
      const was = await version(page);
      await page.locator("#choices button").last().click();
      await page.waitForFunction((before) => Number(document.body.dataset.version) > before, was);
    }
  }
  assert(held.length === 4 && held.every((side, index) => index === 0 || side !== held[index - 1]), `${held}`);
}

/** Plays from the menu on with the keyboard alone. */
async function keyboardAlone(page) {
  const reach = async (selector) => {
    for (let presses = 0; presses < 300; presses += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await page.locator("#map svg").waitFor();
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "4"));
  await page.reload();
  await page.locator("#map svg").waitFor();
  await reach("#b-new");
  await page.keyboard.press("Enter");
  await page.locator("#menu[aria-busy=false]").waitFor();
  await reach("#menu input[name=who]");
  await page.keyboard.press("ArrowDown");
  assert(await page.locator("#menu input[value=france]").isChecked());
  await reach("#menu summary");
  await page.keyboard.press("Enter");
  await reach("#menu select[name=other]");
  await page.keyboard.type("heuristic");
  await reach("#menu button[type=submit]");
  await page.keyboard.press("Enter");
  await page.locator("#book").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#book").waitFor({ state: "hidden" });
  const counts = { draft: 0, choice: 0 };
  for (let made = 0; made < 12 || (!counts.choice && made < 60); made += 1) {
    const stage = await seen(page, "#draft .draft-row", "#choices button", "#review");
    if (stage === "#review") break;
    const was = await version(page);
    if (stage === "#choices button") {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      counts.choice += 1;
    } else {
      if (await page.locator(".stepper input").count()) {
        await reach(".stepper input");
        await page.keyboard.press("ArrowUp");
      }
      await reach("#b-draft-done");
      await page.keyboard.press("Enter");
      counts.draft += 1;
    }
    await page.waitForFunction((old) => Number(document.body.dataset.version) > old, was);
  }
  assert(counts.draft && counts.choice, JSON.stringify(counts));
  await seen(page, "#draft .draft-row", "#choices button", "#review");
  await reach(".spot[tabindex='0']");
  await shot(page, "keyboard-1440");
}

/** Checks a draft: numbers, a list and undo of one item in any order, by mouse and keyboard; played when done. */
async function drafts(page, size) {
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "4"));
  await begin(page, { game: "algeria", scenario: "1958", seats: { fln: "heuristic", france: "human" }, seed: 9 });
  const rows = page.locator(".draft-row");
  await rows.first().waitFor();
  await kinds(page, size);
  const before = (await steps(page)).steps;
  const stepper = rows.filter({ has: page.locator(".stepper") }).first();
  await stepper.getByRole("button", { name: /^More/ }).click();
  await page.locator("#draft-total", { hasText: "PSP" }).waitFor();
  const total = await page.locator("#draft-total").textContent();
  assert.equal(await stepper.locator("input").inputValue(), "1");
  await stepper.locator("input").focus();
  await page.keyboard.press("ArrowDown");
  await page.locator("#draft-total", { hasText: "Nothing is spent" }).waitFor();
  await page.waitForFunction(() => document.activeElement.matches(".stepper input"), null, { timeout: 5_000 });
  await page.keyboard.press("ArrowUp");
  await page.locator("#draft-total").getByText(total).waitFor();
  // Add two items to a list, and remove one of them.
  const list = rows.filter({ has: page.locator("select[aria-label='Add: Mobilize']") });
  for (const count of [1, 2]) {
    await list.locator("select").selectOption({ index: count });
    await list.locator(`li:nth-child(${count})`).waitFor();
  }
  await list.locator("li").first().getByRole("button").click();
  await list.locator("li:nth-child(2)").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.waitForFunction((was) => document.querySelector("#draft-total").textContent !== was, total);
  await shot(page, `draft-${size}`);
  await accessible(page, "a draft");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert(wide <= 1, `the draft is ${wide} px wider than the window`);
  const was = await version(page);
  await page.locator("#b-draft-done").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => Number(document.body.dataset.version) > old, was);
  assert((await steps(page)).steps > before + 5, "the whole phase is played");
  if (await page.locator("#b-undo").isEnabled()) {
    await page.locator("#b-undo").click();
    await page.locator("#draft").waitFor();
    assert.equal((await steps(page)).steps, before, "undo takes the whole draft back");
  }
  // Switch to one question at a time, and back.
  await page.locator("#draft, #choices button").first().waitFor();
  if (await page.locator("#draft").isVisible()) {
    await page.getByRole("button", { name: "One question at a time" }).click();
    await mine(page);
    await page.locator("#b-draft").click();
    await page.locator("#draft").waitFor();
  }
}

/** Passes for the rest of a phase: the other side plays on, and the question comes back on request. */
async function standing(page) {
  await begin(page, { game: "algeria", scenario: "1958", seats: { fln: "human", france: "human" }, seed: 9 });
  const pass = page.locator("#choices [data-phase=pass]");
  const prompt = () => page.locator("#prompt").textContent();
  const changed = async (act) => {
    const was = await version(page);
    await act();
    await page.waitForFunction((old) => Number(document.body.dataset.version) > old, was);
  };
  for (let made = 0; ; made += 1) {
    const stage = await seen(page, "#draft .draft-row", "#choices button");
    if ((await pass.count()) && (await prompt()).startsWith("FLN")) break;
    assert(made < 80, "the FLN is not asked what it does");
    await changed(() => (stage === "#choices button" ? page.locator("#choices [data-action]").last() : page.locator("#b-draft-done")).click());
  }
  assert(await page.locator("#standing").isHidden());
  await accessible(page, "a choice for the rest of the phase");
  await changed(() => pass.click());
  await page.locator("#standing", { hasText: "FLN: Pass" }).waitFor();
  assert((await prompt()).startsWith("Government"), await prompt());
  await page.locator("#choices [data-action]").first().waitFor();
  await changed(() => page.locator("#choices [data-action]").first().click());
  assert(!(await prompt()).includes("What does the FLN do"), await prompt());
  await changed(() => page.locator("#standing button").click());
  assert(await page.locator("#standing").isHidden());
}

/** Checks that counters tell the kinds of their units without zooming, but for the most crowded places. */
async function kinds(page, size) {
  const places = await page.evaluate(() => [...document.querySelectorAll("#map [data-id]")]
    .filter((place) => place.querySelector(".counter"))
    .map((place) => ({ id: place.dataset.id, symbols: place.querySelectorAll(".symbol").length, stacked: place.textContent.includes("▪") })));
  const stacked = places.filter((place) => place.stacked).map((place) => place.id);
  assert(places.some((place) => place.symbols), "no counter has a symbol");
  const most = size < 1000 ? 0.4 : 0.1;
  assert(stacked.length <= most * places.length, `of ${places.length} places, these do not tell the kinds of their units: ${stacked}`);
}

/** Moves of Ici on one screen, in the order in which they are added: from a list, and by clicks on the map. */
async function moves(page, size) {
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "4"));
  await begin(page, { game: "ici", scenario: "1955", seats: { fln: "human", france: "heuristic" }, seed: 5 });
  const list = page.locator("#draft select");
  const label = async () => (await list.count() ? list.first().getAttribute("aria-label") : "");
  for (let made = 0; ; made += 1) {
    const stage = await seen(page, "#draft .draft-row", "#choices button");
    if ((await label()) === "Add: Move faileks") break;
    assert(made < 80, "no moves were drafted");
    const was = await version(page);
    await (stage === "#choices button" ? page.locator("#choices button").last() : page.locator("#b-draft-done")).click();
    await page.waitForFunction((old) => Number(document.body.dataset.version) > old, was);
  }
  await kinds(page, size);
  const before = (await steps(page)).steps;
  const moved = (count) => page.waitForFunction((wanted) => document.querySelectorAll("#draft ol li").length === wanted, count);
  await list.selectOption({ index: 1 });
  await page.locator("#draft option", { hasText: "where to" }).waitFor({ state: "attached" });
  await list.selectOption({ index: 1 });
  await moved(1);
  // By map: a click on the unit, and one on where it goes; of several choices in one place the list has those alone.
  for (let clicks = 0; await page.locator("#draft ol li").count() < 2; clicks += 1) {
    assert(clicks < 8, "no move by map");
    const was = await page.locator("#draft").innerHTML();
    await page.evaluate(() => document.querySelector(".spot.can").dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await page.waitForFunction((old) => document.querySelector("#draft").innerHTML !== old, was);
    if (await list.evaluate((box) => box.matches(":focus"))) await list.selectOption({ index: 1 });
    await page.waitForTimeout(150);
  }
  assert.match(await page.locator("#draft ol li").first().textContent(), /^1\. /);
  await shot(page, `moves-${size}`);
  await accessible(page, "a draft of moves");
  await page.locator("#draft ol li").last().getByRole("button").click();
  await moved(1);
  const was = await version(page);
  await page.locator("#b-draft-done").click();
  await page.waitForFunction((old) => Number(document.body.dataset.version) > old, was);
  assert((await steps(page)).steps >= before + 2, "the moves are played");
}

/** Checks that each game has its own save; loads one and deletes one. */
async function saves(page) {
  await page.evaluate(() => localStorage.setItem("wilaya-speed", "4"));
  const names = () => page.locator("#saves li button:first-child").allTextContents();
  const games = [11, 12].map((seed) => ({ game: "algeria", scenario: "1960", seats: { fln: "human", france: "heuristic" }, seed }));
  const asked = [];
  for (const one of games) {
    await begin(page, one);
    await mine(page);
    await choose(page, 0);
    await mine(page);
    asked.push([await prompt(page), (await steps(page)).steps]);
  }
  await page.locator("#b-new").click();
  await page.locator("#saves li").first().waitFor();
  const [newest, last] = await names();
  assert(/^algeria-1960-\d+$/.test(newest) && /^algeria-1960-\d+$/.test(last) && newest !== last, `${newest}, ${last}`);
  await shot(page, "saves");
  await load(page, last);
  await page.waitForFunction(([text, made]) => document.querySelector("#prompt").textContent === text && Number(document.body.dataset.steps) === made, asked[0]);
  await page.locator("#b-new").click();
  for (const sure of [false, true]) {
    page.once("dialog", (dialog) => (sure ? dialog.accept() : dialog.dismiss()));
    await page.getByRole("button", { name: `Delete ${newest}`, exact: true }).click();
    await page.waitForFunction(([name, gone]) => [...document.querySelectorAll("#saves li button:first-child")].some((one) => one.textContent === name) !== gone, [newest, sure]);
    assert.equal(readdirSync(folder).includes(`${newest}.save`), !sure, "a save is deleted only if that is meant");
  }
  await page.getByRole("button", { name: "Back to the game" }).click();
}

/** Checks that the page of a restarted program explains itself. */
async function restarted(page) {
  const first = await serve();
  const { port } = new URL(first.address);
  await page.goto(first.address);
  await page.locator("#menu").waitFor();
  first.child.kill();
  await new Promise((done) => first.child.once("exit", done));
  const second = await serve("--port", port);
  await page.goto(first.address);
  await page.getByText("another wilaya play, which has ended").waitFor();
  await shot(page, "restarted");
  await page.getByRole("link").click();
  await page.getByText("wilaya play is running here").waitFor();
  await page.goto(second.address);
  await page.locator("#menu").waitFor();
  second.child.kill();
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
    await page.addInitScript(stopwatch);
    await page.addInitScript(single);
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
  const begun = Date.now();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  for (const width of [1280, 390]) {
    const own = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    const page = await own.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(address);
    await drafts(page, width);
    await moves(page, width);
    await standing(page);
    await own.close();
  }
  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", reducedMotion: "reduce" });
  const keys = await desk.newPage();
  keys.setDefaultTimeout(15_000);
  keys.on("pageerror", (error) => problems.push(error.message));
  await keys.goto(address);
  await keyboardAlone(keys);
  await desk.close();
  await context.addInitScript(single);
  const page = await context.newPage();
  await page.goto(address);
  await tabs(page, await context.newPage());
  await bots(page);
  await seats(page);
  await screen(page);
  await saves(page);
  await killed(page, child);
  await restarted(page);
  console.log(`tabs, bots, seats, a shared screen, saves, a killed program: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  assert.deepEqual([...new Set(problems)], [], "the page has met errors");
  console.log(`first paint: ${times.paint.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  for (const [number, what] of ["answered", "drawn"].entries()) {
    const sorted = times.click.toSorted((a, b) => a[number] - b[number]);
    const at = (part) => sorted[Math.floor(part * (sorted.length - 1))][number].toFixed(0);
    const slow = sorted.slice(-3).reverse().map((one) => `${one[2].trim()} ${one[number].toFixed(0)}`).join(", ");
    console.log(`${sorted.length} clicks and keys ${what} in ${at(0.5)} ms (median), ${at(0.95)} ms (95 of 100), ${at(1)} ms (all); the slowest: ${slow}`);
  }
  console.log(`processors taken away by the host: ${(100 * (stolen() - outset.stolen) / (Date.now() - outset.at)).toFixed(0)} % of one`);
} finally {
  child.kill();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
