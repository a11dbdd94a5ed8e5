// The current decision and its choices, in the list and on the map.

import { botName, byId, h, percent, sideName } from "./dom.js";
import { sections } from "./guide.js";
import * as drafts from "./drafts.js";
import * as odds from "./odds.js";
import * as map from "./map.js";

let choices = [];
/** The place, and the first action, that the list is narrowed to. */
let only = null;
let under = null;
let act = () => {};
let rule = "";

export function choicesInit(chosen) {
  act = chosen;
}

const within = (choice, first) => choice.action.startsWith(`${first}; `);

const shown = () => choices.filter((choice) => (!only || choice.places.includes(only)) && (!under || within(choice, under)));

/** Choices that decide twice take the place of those that lead to them. */
const flat = (found) => found.flatMap((one) => (one.then.length ? one.then.map((both) => ({ ...both, group: one.text })) : [one]));

function list() {
  const roomy = choices.some((choice) => choice.uncertain);
  let group;
  const items = shown().flatMap((choice) => {
    const head = choice.group && choice.group !== group ? [h("li", { class: "group" }, choice.group)] : [];
    group = choice.group;
    const number = choices.indexOf(choice) + 1;
    const button = h("button", { "data-action": choice.action },
      h("span", { class: "number" }, `${number}`), h("span", { class: "choice-text" }, choice.text),
      odds.aside(choice, roomy));
    button.addEventListener("click", () => act(choice));
    const keep = choice.repeats && h("button", { class: "keep", "data-phase": choice.action, "aria-label": `${choice.text}, for the rest of the phase`, title: "Choose this whenever it is asked in this phase", onclick: () => act(choice, true) }, "for the rest of the phase");
    const point = () => { odds.about(choice, rule); map.light(choice.places); if (choice.places[0]) map.reveal(choice.places.at(-1)); };
    button.addEventListener("pointerenter", () => { odds.about(choice, rule); map.light(choice.places); });
    button.addEventListener("focus", point);
    button.addEventListener("pointerleave", () => map.light([]));
    button.addEventListener("blur", () => map.light([]));
    return [...head, h("li", { class: keep ? "kept" : null }, button, keep)];
  });
  // A new list begins at its top, without laying out the page to scroll the old one.
  byId("choices").replaceWith(h("ol", { id: "choices" }, ...items));
  const filter = byId("filter");
  filter.hidden = !only && !under;
  const words = [under && choices.find((one) => within(one, under))?.group, map.spotOf(only)?.name].filter(Boolean);
  filter.replaceChildren(`Only ${words.join(", ")} `, h("button", { onclick: clear }, "Show all"));
  map.light([]);
}

/** Shows all choices again. True if the list was filtered. */
export function clear() {
  const was = only !== null || under !== null;
  only = under = null;
  if (was) list();
  return was;
}

/** Opens the phase as a draft if the reader wants drafts; a phase of one question is shown as that question. */
async function drafted(decision, version) {
  const offered = Boolean(decision?.yours && decision.draft);
  byId("b-draft").hidden = !offered || drafts.wanted();
  if (!offered || !drafts.wanted()) {
    drafts.close();
    return;
  }
  if (await drafts.open(version, sideName(decision.side)).catch(() => false)) return;
  drafts.close();
  offer(decision.choices);
}

function offer(found) {
  choices = flat(found);
  odds.ask(choices);
  list();
  map.glow(choices.flatMap((choice) => choice.places));
}

/** Shows what is chosen for the rest of the phase. */
export function standing(words, ask) {
  const box = byId("standing");
  box.hidden = !words.length;
  box.replaceChildren(`For the rest of the phase, ${words.join("; ")} `, h("button", { onclick: ask }, "Ask again"));
}

/** Shows the decision of a view. */
export function show(decision, winner, ending, version) {
  // A keyboard user stays in the list; otherwise the focus would fall back to the page.
  const keyed = ["choices", "draft"].some((id) => byId(id).contains(document.activeElement)) && document.activeElement.matches(":focus-visible");
  only = under = null;
  const phase = decision?.yours && decision.draft && drafts.wanted();
  choices = flat((phase ? null : decision?.choices) ?? []);
  rule = decision?.rule ?? "";
  odds.ask(choices);
  byId("hint").hidden = true;
  map.hints([]);
  byId("prompt").textContent = decision
    ? `${sideName(decision.side)}: ${decision.text}`
    : winner ? `${sideName(winner)} has won.` : "";
  byId("prompt").className = `${decision?.side ?? winner ?? ""}-text`;
  byId("rule").replaceChildren(...(decision ? sections(decision.rule) : [ending ?? ""]));
  list();
  map.glow(choices.flatMap((choice) => choice.places));
  drafted(decision, version);
  if (keyed) (byId("choices").querySelector("button") ?? byId("prompt")).focus();
}

/** Handles a click on a place of the map. True if it led to a choice. */
export function place(id) {
  if (drafts.isOpen()) return drafts.place(id);
  const found = choices.filter((choice) => choice.places.includes(id));
  if (found.length === 1) {
    act(found[0]);
    return true;
  }
  if (found.length > 1) {
    only = id;
    list();
    byId("choices").querySelector("button")?.focus();
    return true;
  }
  return false;
}

/** Handles a typed number. */
export function number(value) {
  const choice = choices[value - 1];
  if (choice) act(choice);
  return Boolean(choice);
}

/** How many choices there are. */
export const count = () => choices.length;

/** Moves the focus through the list. */
export function step(by) {
  const buttons = [...byId("choices").querySelectorAll("button")];
  if (!buttons.length) return;
  const at = buttons.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : buttons.length - 1) : (at + by + buttons.length) % buttons.length;
  buttons[next].focus();
}

/** How many choices of a hint are drawn on the map. */
const DRAWN = 3;

/** Shows a hint: the best choices in the order of value, the first of them on the map. */
export function hint(found) {
  const lines = found.lines.slice(0, 8);
  const chosen = lines.map((line) => choices.find((one) => one.action === line.action));
  const row = (line, index) => {
    const value = found.chance ? percent(line.value) : line.value.toFixed(2);
    const [low, high] = line.interval ?? [];
    const interval = line.interval ? (found.chance ? ` (${percent(low, 0)} to ${percent(high, 0)})` : ` (${low.toFixed(2)} to ${high.toFixed(2)})`) : "";
    const choice = chosen[index];
    const button = h("button", {}, line.text);
    if (choice) button.addEventListener("click", () => act(choice));
    else if (choices.some((one) => within(one, line.action))) button.addEventListener("click", () => { under = line.action; list(); });
    const drawn = index < DRAWN && choice?.places.length > 0;
    return h("tr", {}, h("td", {}, drawn && h("b", { class: "hint-number" }, `${index + 1}`), value, h("small", {}, interval)),
      h("td", {}, button, choice && h("small", {}, odds.brief(choice))));
  };
  const unit = found.chance ? "winning chance, with its 95 % interval" : "on its own scale";
  const box = byId("hint");
  box.hidden = false;
  box.replaceChildren(h("h3", {}, `Choices as ${botName(found.bot)} values them: ${unit}`), h("table", {}, ...lines.map(row)));
  map.hints(chosen.slice(0, DRAWN).map((choice) => choice?.places ?? []));
}
