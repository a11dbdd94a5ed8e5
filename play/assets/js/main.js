// The page: fetches a view, shows it, sends choices back, and plays the bot's moves at the reader's pace.

import { Refused, get, post } from "./api.js";
import * as choices from "./choices.js";
import { draftsInit, want } from "./drafts.js";
import { botName, byId, nameSides, sideName, wait } from "./dom.js";
import * as guide from "./guide.js";
import { keys } from "./keys.js";
import * as log from "./log.js";
import * as map from "./map.js";
import { menu, save } from "./menu.js";
import * as panels from "./panels.js";
import * as recap from "./recap.js";
import { review } from "./review.js";
import { FIRST_PAUSE, pause, settings } from "./settings.js";
import { tab, tabsInit } from "./tabs.js";

const game = { id: null, view: null, next: 0, epoch: 0, looked: null, busy: false, playing: false, watched: false, secrets: false, wanted: null, shared: false, fresh: false, halt: false, skip: false, spent: 0, onlooker: false };

function say(text, wrong = true) {
  const banner = byId("banner");
  banner.hidden = !text;
  banner.textContent = text ?? "";
  if (text && !wrong) setTimeout(() => { if (banner.textContent === text) banner.hidden = true; }, 5000);
}

/** Runs something and reports errors in the banner. */
async function attempt(what) {
  try {
    return await what();
  } catch (error) {
    if (error instanceof Refused) say(error.message);
    else { say(`Error on this page: ${error.message}`); throw error; }
    return null;
  }
}

/** Records who plays. */
function seated({ seats, secrets }) {
  const persons = Object.values(seats).filter((seat) => seat === "human").length;
  game.watched = !persons;
  game.shared = secrets && persons === 2;
}

/** Hides the game until the player of a side takes the screen. */
async function curtain(side) {
  const dialog = byId("screen");
  const name = sideName(side);
  byId("game").hidden = true;
  byId("screen-title").textContent = `${name}, take the screen`;
  byId("b-seen").textContent = `I play ${name}`;
  if (!dialog.open) dialog.showModal();
  await new Promise((done) => { byId("b-seen").onclick = done; });
  dialog.close();
}

/** Sets the page up for a game; its view comes separately. */
function open(found) {
  Object.assign(game, { id: found.id, view: null, next: 0, epoch: 0, looked: null, fresh: true, secrets: found.secrets, adviser: found.adviser });
  seated(found);
  nameSides(found.sides);
  byId("title").textContent = found.title;
  byId("title").title = [found.setting, ...["fln", "france"].map((side) => `${sideName(side)}: ${botName(found.seats[side])}`), found.statement].filter(Boolean).join("\n");
  document.title = `${found.title.split(":")[0]} – wilaya`;
  map.draw(found.board, onPlace, onLook);
  log.clear();
  tab("logbox");
  byId("area").replaceChildren();
  byId("game").hidden = game.shared;
  for (const id of ["review", "swings"]) byId(id).hidden = true;
  for (const id of ["b-save", "b-undo", "b-hint", "b-bot", "l-speed"]) byId(id).hidden = false;
  if (found.practice) say("Practice game: undo can go back past dice, so the result does not count.", false);
}

/** Shows a view. If two people share the screen, the right one has to take it first. */
async function apply({ id, view, save_error: unsaved }) {
  if (id !== game.id) return false;
  if (game.fresh && game.shared && view.reader) await curtain(view.reader);
  if (id !== game.id) return false;
  byId("game").hidden = false;
  game.fresh = false;
  // The log of one side does not stay on the screen of the other.
  const again = view.epoch !== game.epoch || game.view === null || view.reader !== game.view.reader;
  if (again && view.log.from !== 0) return false;
  if (!again && view.version < game.view.version) return true;
  const from = again ? 0 : game.next;
  if (view.log.from !== from && view.log.next > from) return false;
  const same = !again && view.version === game.view.version;
  // Choices first, while the layout is current: removing a focused button needs it.
  if (!same) choices.show(view.decision, view.winner, view.ending, view.version);
  if (again) { log.clear(); game.epoch = view.epoch; }
  if (view.log.from === from) { log.add(view.log.lines); recap.note(view.log.lines); game.next = view.log.next; }
  game.view = view;
  document.body.dataset.version = view.version;
  document.body.dataset.steps = view.steps;
  if (same) return true;
  byId("when").textContent = view.table.when;
  map.fill(view.table);
  panels.tracks(view.table);
  panels.hands(view.table);
  if (game.looked) panels.area(game.looked, view.table);
  buttons();
  if (again) recap.begin(view.table);
  else if (view.decision?.yours || view.winner) ended(view);
  if (unsaved) say(`The game continues, but could not be saved: ${unsaved}`);
  if (view.winner && byId("review").hidden) attempt(() => review(lookBack));
  if (!view.winner) for (const id of ["review", "swings"]) byId(id).hidden = true;
  return true;
}

/** The bot's turn is over. */
function ended(view) {
  Object.assign(game, { skip: false, spent: 0 });
  if (!game.watched) recap.end(view.table, view.decision?.side);
}

function buttons() {
  const { decision, undo, winner, seat, hand_over: next } = game.view;
  byId("b-undo").disabled = !undo.allowed;
  byId("b-undo").title = undo.why ?? "Take back the last decision";
  byId("b-hint").disabled = !decision?.yours;
  byId("b-bot").hidden = !decision?.yours;
  byId("b-seat").hidden = !seat || Boolean(winner);
  byId("b-replace").hidden = !game.view.stopped;
  if (game.view.stopped) say(`${game.view.stopped.why}.`);
  byId("b-seat").disabled = Boolean(seat?.why);
  byId("b-seat").title = seat?.why ?? `Play ${sideName(seat?.side)} from here on; undo, where allowed, also takes back the bot's moves`;
  byId("b-screen").hidden = !next;
  byId("b-screen").textContent = `Hand the screen to ${sideName(next)}`;
  byId("b-review").hidden = !winner;
  choices.standing(game.view.standing, () => attempt(async () => show(await post("ask", { log: game.next }))));
  const waits = Boolean(decision?.bot);
  byId("wait").hidden = !waits;
  byId("b-next").hidden = pause() !== null;
  byId("b-skip").hidden = game.watched;
  thinks(false);
}

/** Shows that a bot thinks, with a way to stop it. */
function thinks(on) {
  byId("progress").hidden = !on;
  byId("b-stop").hidden = !on;
}

/** Shows an answer, or refreshes if it does not follow on from the page. */
async function show(answer) {
  if (!(await apply(answer))) await refresh();
}

async function refresh() {
  for (let tries = 0; tries < 3; tries += 1) {
    const all = game.view === null || tries > 0;
    if (await apply(await get("view", { log: all ? 0 : game.next }))) return;
    const found = await get("game");
    if (found.id !== game.id) { open(found); await guide.load(); }
    else game.view = null;
  }
}

/** Sends a person's decision and shows the result. */
async function decide(path, what) {
  if (game.busy) return;
  game.busy = true;
  await attempt(async () => {
    try {
      say(null);
      recap.begin(game.view.table);
      map.arrows([]);
      await show(await post(path, { ...what, version: game.view.version, log: game.next }));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      say(error.message, false);
      await refresh();
    }
  });
  game.busy = false;
  play();
}

/** Plays the bot's moves one by one. */
async function play() {
  if (game.playing) return;
  game.playing = true;
  while (game.view?.decision?.bot && !game.view.stopped && !game.halt) {
    const wanted = game.skip ? 0 : pause();
    if (wanted === null || !(await move(wanted))) break;
  }
  game.playing = false;
}

/** The most moves shown at once when nobody plays, at full speed. */
const MANY = 100000;

/** The most milliseconds a bot's turn takes beyond its thinking, unless a slower speed is set. */
const LONGEST = 5000;

/** One move of the bot. */
async function move(asked) {
  const id = game.id;
  const most = (game.watched || game.skip) && asked === 0 ? MANY : 1;
  const wanted = game.watched || asked > FIRST_PAUSE ? asked : Math.min(asked, Math.max(0, LONGEST - game.spent));
  const begun = performance.now();
  const bar = byId("progress");
  if (!game.onlooker) bar.removeAttribute("value");
  thinks(true);
  const progress = async () => {
    const { thinking } = await get("progress").catch(() => ({ thinking: null }));
    if (thinking !== null) bar.value = thinking;
  };
  const watch = setInterval(progress, 400);
  const moved = await attempt(async () => {
    try {
      const thought = post("next", { most, log: game.next }).then((answer) => {
        game.spent += Math.max(0, wanted - (performance.now() - begun));
        return answer;
      });
      const [answer] = await Promise.all([thought, wait(wanted)]);
      game.onlooker = false;
      if (game.id === id) await show(answer);
      return answer.played > 0 || !game.view?.decision?.bot;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      // Another tab, or this one before a reload, has asked for the bot's move: follow it.
      game.onlooker = true;
      await Promise.all([progress(), wait(300)]);
      await refresh();
      return true;
    }
  });
  clearInterval(watch);
  thinks(false);
  return moved;
}

/** Plays one move at the reader's request. */
async function once() {
  game.playing = true;
  await move(0);
  game.playing = false;
  play();
}

/** Follows changes made in other tabs. */
async function follow() {
  for (;;) {
    // While this tab plays, it requests the views itself.
    if (!game.view || game.busy || game.playing) {
      await wait(400);
      continue;
    }
    try {
      const seen = { log: game.next, game: game.id, version: game.view.version };
      const answer = await get("view", seen);
      if (game.busy || game.playing) continue;
      if (answer.view.version !== game.view?.version || answer.id !== seen.game) { await refresh(); play(); }
    } catch (error) {
      say(error.message);
      await wait(2000);
    }
  }
}

function onPlace(id) {
  onLook(id);
  if (game.view?.decision?.yours) choices.place(id);
}

function onLook(id) {
  game.looked = id;
  if (game.view) panels.area(id, game.view.table);
}

function lookBack(table) {
  byId("when").textContent = table.when;
  map.fill(table);
  panels.tracks(table);
  panels.hands(table);
}

const commands = {
  undo: () => attempt(async () => {
    if (!game.view?.undo.allowed) { say(game.view?.undo.why ?? null, false); return; }
    const ask = () => post("undo", { version: game.view.version });
    let answer;
    try {
      answer = await ask();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      // A bot moved first: stop it, then try again.
      game.halt = true;
      await post("stop");
      while (game.playing) await wait(20);
      await refresh();
      answer = await ask();
    } finally {
      game.halt = false;
    }
    seated(await get("game"));
    await show(answer);
    play();
  }),
  hint: () => attempt(async () => {
    if (!game.view?.decision?.yours) return;
    const box = byId("hint");
    box.hidden = false;
    box.textContent = "Thinking …";
    try {
      const found = await post("hint");
      if (found.version === game.view.version) choices.hint(found);
    } catch (error) {
      box.hidden = true;
      throw error;
    }
  }),
  stop: () => attempt(() => post("stop")),
  help: () => byId("help").showModal(),
  rules: () => guide.openBook(),
  skip: () => {
    if (!game.view?.decision?.bot) return;
    game.skip = true;
    if (!game.playing) play();
  },
  next: () => { if (game.view?.decision?.bot && pause() === null && !game.playing) once(); },
};

/** Loads the map and the guide of a game selected in the menu, before it starts. */
async function preview(asked) {
  game.wanted = asked;
  const [board] = await Promise.all([post("board", asked), guide.load(asked)]);
  map.make(board, onPlace, onLook);
  if (game.id !== null || game.wanted !== asked) return;
  map.draw(board, onPlace, onLook);
  byId("game").hidden = false;
}

/** Starts or loads a game and shows it. The menu shows refusals. */
async function begin(path, asked) {
  game.busy = true;
  const dialog = byId("menu");
  try {
    const asking = post(path, asked).catch((error) => {
      dialog.showModal();
      throw error;
    });
    // Laying the page out without the menu takes about as long as the answer.
    dialog.close();
    const answer = await asking;
    open(answer.game);
    await attempt(() => guide.load());
    await attempt(() => show(answer));
    if (path === "new" && !game.watched) guide.welcome(answer.game.game);
  } finally {
    game.busy = false;
  }
  play();
}

settings(() => { if (game.view) { buttons(); play(); } });
choices.choicesInit((choice, phase = false) => decide("act", { action: choice.action, phase }));
const again = () => choices.show(game.view.decision, game.view.winner, game.view.ending, game.view.version);
draftsInit((draft) => decide("draft", { draft, done: true }), again);
byId("b-draft").addEventListener("click", () => { want(true); again(); });
guide.guideInit();
tabsInit();
keys(commands);
byId("b-new").addEventListener("click", () => attempt(() => menu(begin, preview)));
byId("b-save").addEventListener("click", () => save((text) => say(text, false)));
byId("b-undo").addEventListener("click", commands.undo);
byId("b-hint").addEventListener("click", commands.hint);
byId("b-stop").addEventListener("click", commands.stop);
byId("b-skip").addEventListener("click", commands.skip);
byId("b-next").addEventListener("click", commands.next);
byId("b-review").addEventListener("click", () => attempt(() => review(lookBack)));
byId("z-in").addEventListener("click", () => map.zoom(1.3));
byId("z-out").addEventListener("click", () => map.zoom(1 / 1.3));
byId("b-bot").addEventListener("click", () => attempt(async () => {
  const side = game.view.decision.side;
  if (game.secrets && !confirm("The bot will play for you until the end, and you will see everything. Continue?")) return;
  const answer = await post("seat", { side, seat: game.adviser });
  seated(await get("game"));
  await show(answer);
  play();
}));
byId("b-replace").addEventListener("click", () => attempt(async () => {
  const { side } = game.view.stopped;
  const answer = await post("seat", { side, seat: game.adviser });
  say(null);
  seated(await get("game"));
  await show(answer);
  play();
}));
byId("b-seat").addEventListener("click", () => attempt(async () => {
  const answer = await post("seat", { side: game.view.seat.side, seat: "human" });
  seated(await get("game"));
  await show(answer);
  play();
}));
byId("b-screen").addEventListener("click", () => attempt(async () => {
  const side = game.view.hand_over;
  if (!side || game.busy) return;
  // Meanwhile, changes made in other tabs stay hidden.
  game.busy = true;
  try {
    await curtain(side);
    await show(await post("screen", { side }));
  } catch (error) {
    Object.assign(game, { view: null, fresh: true });
    await refresh();
    throw error;
  } finally {
    game.busy = false;
  }
}));
byId("screen").addEventListener("cancel", (event) => event.preventDefault());
// The menu loads guides of other games: restore this one's.
byId("menu").addEventListener("close", () => { if (game.id !== null && !game.busy) attempt(() => guide.load()); });

const { playing } = await attempt(() => get("menu")) ?? {};
if (playing) {
  await attempt(async () => {
    open(await get("game"));
    await guide.load();
    await refresh();
  });
  play();
} else await attempt(() => menu(begin, preview));
follow();
