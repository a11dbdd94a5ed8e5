// The menu before a game, and the dialog to save one.

import { get, post } from "./api.js";
import { botName, byId, h } from "./dom.js";
import { sections } from "./guide.js";

const option = (one) => h("option", { value: one.word }, `${one.word}: ${one.text}`);

function problem(text) {
  byId("menu-problem").textContent = text;
}

async function attempt(what) {
  try {
    problem("");
    await what();
  } catch (error) {
    problem(error.message);
  }
}

/** The request for a new game; `offer` holds what the command line gave. */
function wanted(form, game, offer) {
  const seat = (side) => {
    const who = form.elements.who.value;
    if (who === "both") return "human";
    return who === side ? "human" : form.elements.other.value || form.elements.bot.value;
  };
  const seed = form.elements.seed.value.trim();
  return {
    game: game.game,
    scenario: form.elements.scenario.value,
    setup: form.elements.free.checked ? "free" : "default",
    bars: offer?.bars ?? [],
    options: [...form.querySelectorAll("input[name=option]:checked")].map((box) => box.value),
    seats: { fln: seat("fln"), france: seat("france") },
    seed: seed === "" ? null : Number(seed),
    practice: form.elements.practice.checked,
  };
}

/** The seats as one word. */
function who({ fln, france }) {
  if (fln === "human") return france === "human" ? "both" : "fln";
  return france === "human" ? "france" : "none";
}

function fields(game, offer) {
  const bot = h("select", { name: "bot" }, ...game.levels.map(option));
  const other = h("select", { name: "other" }, h("option", { value: "" }, "none: the level above"), ...game.bots.map(option));
  const more = h("details", {}, h("summary", {}, "More opponents"), h("label", {}, "Another bot", other));
  const seats = offer?.seats ?? { fln: "human", france: "regular" };
  const opponent = botName(Object.values(seats).find((seat) => seat !== "human") ?? "regular");
  const level = game.levels.some((one) => one.word === opponent);
  if (!level && ![...other.options].some((one) => one.value === opponent)) other.append(h("option", { value: opponent }, opponent));
  bot.value = level ? opponent : "regular";
  other.value = level ? "" : opponent;
  more.open = !level;
  const scenario = h("select", { name: "scenario" }, ...game.scenarios.map(option));
  if (offer?.scenario) scenario.value = offer.scenario;
  const radio = (value, text) =>
    h("label", {}, h("input", { type: "radio", name: "who", value, checked: value === who(seats) }), ` ${text}`);
  return [
    h("label", {}, "Scenario", scenario),
    h("fieldset", {}, h("legend", {}, "You play"),
      radio("fln", game.sides.fln), radio("france", game.sides.france), radio("both", "both: two people at this screen"), radio("none", "neither: watch two bots")),
    h("label", {}, "Against", bot), more,
    h("fieldset", {}, h("legend", {}, "Rules"),
      ...game.options.map((one) => h("label", {}, h("input", { type: "checkbox", name: "option", value: one.word, "data-scenarios": one.scenarios?.join(" "), checked: offer?.options.includes(one.word) }), " ", ...sections(one.text))),
      h("label", {}, h("input", { type: "checkbox", name: "free", checked: offer?.setup === "free" }), " Free set-up: place the pieces yourself")),
    h("label", {}, h("input", { type: "checkbox", name: "practice", checked: offer?.practice }), " Practice: undo can go back past dice"),
    h("label", {}, "Seed of the dice (leave empty for a random one)", h("input", { type: "number", name: "seed", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, value: offer?.seed })),
  ];
}

/** Opens the menu. `begin` starts or loads the chosen game; `preview` is called with the current selection. */
export async function menu(begin, preview) {
  const dialog = byId("menu");
  const { games, saves, own, playing, offer } = await get("menu");
  const body = h("div", {});
  const choose = h("select", { "aria-label": "Game" }, ...games.map((game) => h("option", { value: game.game }, game.title)));
  if (offer) choose.value = offer.game;
  const form = h("form", {});
  const game = () => games.find((one) => one.game === choose.value);
  const offered = () => (offer?.game === choose.value ? offer : null);
  const fill = () => {
    const row = h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, "Start"),
      playing ? h("button", { type: "button", onclick: () => dialog.close() }, "Back to the game") : null);
    form.replaceChildren(h("label", {}, "Game", choose), ...fields(game(), offered()), row);
  };
  let looking = 0;
  let looked = null;
  const look = async () => {
    const asked = { ...wanted(form, game(), offered()), seed: null };
    // Players and seed change neither the map nor the rules.
    const setting = JSON.stringify([asked.game, asked.scenario, asked.setup, asked.options]);
    if (setting === looked) return;
    looked = setting;
    looking += 1;
    dialog.ariaBusy = "true";
    await attempt(() => preview(asked));
    looking -= 1;
    if (!looking) dialog.ariaBusy = "false";
  };
  choose.addEventListener("change", () => { fill(); fits(); });
  form.addEventListener("change", look);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => begin("new", wanted(form, game(), offered())));
  });
  const fits = () => {
    for (const box of form.querySelectorAll("input[data-scenarios]")) {
      box.disabled = !box.dataset.scenarios.split(" ").includes(form.elements.scenario.value);
      if (box.disabled) box.checked = false;
    }
  };
  form.addEventListener("change", fits, true);
  fill();
  fits();
  const list = h("ul", { id: "saves" });
  const remove = async (name) => {
    if (!confirm(`Delete the save "${name}" permanently?`)) return;
    const answer = await post("delete", { name });
    fillSaves(answer.saves);
  };
  const titled = (of) => games.find((one) => one.game === of)?.title.split(":")[0];
  const people = ({ game: of, seats }) => {
    const names = games.find((one) => one.game === of)?.sides ?? {};
    const you = ["fln", "france"].filter((side) => seats[side] === "human");
    if (you.length === 1) return `you play ${names[you[0]] ?? you[0]} against ${botName(seats[you[0] === "fln" ? "france" : "fln"])}`;
    return you.length ? "two people" : `${botName(seats.fln)} against ${botName(seats.france)}`;
  };
  const told = (one) => [titled(one.game), one.when, one.winner ? `won by ${games.find((of) => of.game === one.game)?.sides[one.winner]}` : null, people(one)];
  const line = (one) => {
    const { name, written, seats, problem } = one;
    return h("li", {},
    h("button", { type: "button", onclick: () => attempt(() => begin("load", { name })) }, name),
    h("small", {}, [...(seats ? told(one) : [problem]), new Date(1000 * written).toLocaleString()].filter(Boolean).join(" · ")),
    name === own && playing ? h("small", {}, "current game") : h("button", { type: "button", "aria-label": `Delete ${name}`, onclick: () => attempt(() => remove(name)) }, "Delete"));
  };
  const fillSaves = (all) => list.replaceChildren(...all.map(line));
  fillSaves(saves);
  body.append(h("h2", { id: "menu-title" }, "New game"), h("p", { id: "menu-problem", class: "problem", role: "alert" }), form);
  const last = saves.find((one) => !one.problem && !one.winner && !(playing && one.name === own));
  if (last) {
    const resume = h("button", { type: "button", id: "b-resume", class: "primary", onclick: () => attempt(() => begin("load", { name: last.name })) },
      `Resume ${told(last).filter(Boolean).join(" · ")}`);
    body.querySelector("#menu-problem").before(resume);
  }
  if (saves.length) body.append(h("h3", {}, "Saved games"), list);
  dialog.replaceChildren(body);
  if (!dialog.open) dialog.showModal();
  look();
  // Without a game the menu cannot be closed.
  dialog.oncancel = (event) => { if (!playing) event.preventDefault(); };
}

/** Asks for a name and saves. */
export function save(said) {
  const dialog = byId("menu");
  const name = h("input", { type: "text", required: true, maxlength: 60, value: "my game", "aria-label": "Name" });
  const form = h("form", {}, name, h("div", { class: "row" }, h("button", { class: "primary" }, "Save"), h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const asked = { name: name.value.trim() };
      const { path } = await post("save", asked).catch((error) => {
        if (error.status !== 412 || !confirm(`${error.message}. Replace it?`)) throw error;
        return post("save", { ...asked, replace: true });
      });
      dialog.close();
      said(`Saved as ${path}`);
    } catch (error) {
      problem(error.message);
    }
  });
  dialog.replaceChildren(h("h2", { id: "menu-title" }, "Save the game"), h("p", { id: "menu-problem", class: "problem", role: "alert" }), form);
  dialog.oncancel = null;
  dialog.showModal();
}
