// The odds of the choices: fetched in the background, shown briefly beside each choice and in full below.

import { post } from "./api.js";
import { byId, h, wait } from "./dom.js";
import { entryOf, lead, ofSection } from "./guide.js";

/** The odds received so far, by choice. */
let known = new Map();
/** Grows with each decision; late answers are dropped. */
let round = 0;
let pointed = null;

/** The odds of a choice in two short lines: its outcomes, and the tracks that may change. */
function summary(odds) {
  if (!odds?.uncertain) return ["", ""];
  const outcomes = (odds.outcomes.length ? odds.outcomes : odds.events).map((one) => `${one.short} ${one.text}`);
  // A certain change needs no odds.
  const tracks = odds.tracks.filter((one) => !one.detail.endsWith("always")).map((one) => `${one.name} ${one.mean}`);
  return [outcomes, tracks].map((list) => list.slice(0, 2).join(", "));
}

/** The price and the odds of a choice in a line, as far as they are known. */
export function brief(choice) {
  return [choice.price, ...summary(known.get(choice.action))].filter(Boolean).join("; ");
}

function fill(aside, odds) {
  const lines = aside.querySelectorAll(".odds");
  summary(odds).forEach((text, index) => { lines[index].textContent = text; });
}

/** The price and the odds of a choice. It has its full size from the start, so that odds arriving late move nothing. */
export function aside(choice, roomy) {
  if (!roomy) return choice.price && h("span", { class: "aside price" }, choice.price);
  const box = h("span", { class: "aside odds-room" },
    h("span", {}, choice.price && h("span", { class: "price" }, choice.price, " "), h("span", { class: "odds" })),
    h("span", { class: "odds" }));
  if (known.has(choice.action)) fill(box, known.get(choice.action));
  return box;
}

/** Asks for the odds of choices, a few at a time, and writes them beside their buttons. */
export async function ask(choices) {
  known = new Map();
  round += 1;
  const mine = round;
  pointed = null;
  byId("about").replaceChildren();
  let left = choices.filter((one) => one.uncertain).map((one) => one.action);
  document.body.dataset.odds = left.length ? "asked" : "known";
  // A quick click does not wait for the odds.
  if (left.length) await wait(120);
  while (left.length && mine === round) {
    const answer = await post("odds", { actions: left.slice(0, 200) }).catch(() => null);
    if (!answer || mine !== round) return;
    for (const odds of answer.odds) {
      known.set(odds.action, odds);
      const aside = byId("choices").querySelector(`[data-action="${CSS.escape(odds.action)}"] .aside`);
      if (aside) fill(aside, odds);
    }
    left = left.slice(answer.odds.length);
    if (pointed && known.has(pointed.choice.action)) about(pointed.choice, pointed.rule);
  }
  if (mine === round) document.body.dataset.odds = "known";
}

const rows = (list) => h("table", {}, ...list.map((one) => h("tr", {}, h("td", {}, one.chance), h("td", {}, one.text))));

/** Explains the choice under the pointer: what it does, its cost, its odds. */
export function about(choice, rule) {
  pointed = { choice, rule };
  const entry = (choice.topic && entryOf(choice.topic)) ?? ofSection(rule.match(/[A-Z0-9][0-9.]*$/)?.[0] ?? "");
  const odds = known.get(choice.action);
  const parts = [h("p", {}, h("b", {}, choice.text), choice.price ? `: ${choice.price}. ` : ". ", entry ? lead(entry) : "", " ",
    entry && h("button", { type: "button", class: "entry-link", "data-entry": entry.id }, `More: ${entry.title}`))];
  if (odds?.uncertain) {
    parts.push(h("h3", {}, "Up to the next decision"));
    if (odds.outcomes.length) parts.push(rows(odds.outcomes));
    for (const one of odds.tracks) parts.push(h("p", {}, h("b", {}, `${one.name} ${one.mean}`), ` on average (${one.detail})`));
    if (odds.events.length) parts.push(h("details", {}, h("summary", {}, "All possible events"), rows(odds.events)));
    parts.push(h("p", {}, h("small", {}, `${odds.method}.`)));
  }
  byId("about").replaceChildren(...parts);
}
