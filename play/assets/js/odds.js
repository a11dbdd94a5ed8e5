// What may come of the choices, and how likely it is: asked for in the background, shown beside each choice and in full below.

import { post } from "./api.js";
import { byId, h, wait } from "./dom.js";
import { entryOf, lead, ofSection } from "./guide.js";

/** The odds that have come so far, by choice. */
let known = new Map();
/** Grows with each decision: answers to earlier ones are thrown away. */
let round = 0;
let pointed = null;

/** The odds of a choice with little room; empty if no dice fall. */
function summary(odds) {
  if (!odds?.uncertain) return [];
  const outcomes = odds.outcomes.map((one) => `${one.short} ${one.text}`);
  // What happens in any case is no matter of odds.
  const tracks = odds.tracks.filter((one) => !one.detail.endsWith("always")).map((one) => `${one.name} ${one.mean}`);
  return [...outcomes.slice(0, 2), ...tracks.slice(0, 2)];
}

function fill(button, odds) {
  const parts = summary(odds);
  if (parts.length) button.querySelector(".aside").append(...parts.map((part) => h("span", { class: "odds" }, part)));
}

/** Writes what is known beside a button. */
export const beside = (button, choice) => { if (known.has(choice.action)) fill(button, known.get(choice.action)); };

/** Asks for the odds of choices, a few at a time, and writes them beside their buttons. */
export async function ask(choices) {
  known = new Map();
  round += 1;
  const mine = round;
  pointed = null;
  byId("about").replaceChildren();
  // A click that answers the decision at once shall not wait for its odds.
  await wait(120);
  for (let left = choices.map((one) => one.action); left.length && mine === round;) {
    const answer = await post("odds", { actions: left.slice(0, 200) }).catch(() => null);
    if (!answer || mine !== round) return;
    for (const odds of answer.odds) {
      known.set(odds.action, odds);
      const button = byId("choices").querySelector(`[data-action="${CSS.escape(odds.action)}"]`);
      if (button) fill(button, odds);
    }
    left = left.slice(answer.odds.length);
    if (pointed && known.has(pointed.choice.action)) about(pointed.choice, pointed.rule);
  }
}

const rows = (list) => h("table", {}, ...list.map((one) => h("tr", {}, h("td", {}, one.chance), h("td", {}, one.text))));

/** Explains the choice that is pointed at: what it is, what it costs, what may come of it. */
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
    if (odds.events.length) parts.push(h("details", {}, h("summary", {}, "Each thing that may happen"), rows(odds.events)));
    parts.push(h("p", {}, h("small", {}, `${odds.method}.`)));
  }
  byId("about").replaceChildren(...parts);
}
