// A phase on one screen: numbers and lists in any order, played only once they are done.

import { post } from "./api.js";
import { byId, h } from "./dom.js";
import { sections } from "./guide.js";
import * as map from "./map.js";

const KEY = "wilaya-drafts";

/** What is drafted, and the version of the position it belongs to; nothing if no draft is open. */
let draft = null;
let version = null;
let side = "";
let seen = null;
/** What the last change has taken off, in words. */
let off = "";
/** The place that the choices of an ordered list are narrowed to. */
let only = null;
let done = () => {};
let leave = () => {};
/** Grows with each request, so that a late answer is dropped. */
let round = 0;

export function draftsInit(played, left) {
  done = played;
  leave = left;
}

/** True unless the reader wants one question at a time. */
export function wanted() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function want(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // It lasts as long as the page.
  }
}

export const isOpen = () => draft !== null;

export function close() {
  draft = null;
  round += 1;
  byId("draft").hidden = true;
}

/** The place that a row is about. */
const placeOf = (row) => row.key.split(":")[1] ?? null;

const isNumber = (row) => row.chosen !== null && row.choices.every((one, index) => Number(one.actions[0].match(/(\d+)$/)?.[1] ?? NaN) === index);

/** Asks for the phase as it is drafted. Resolves to false if it is a single question. */
async function ask(next) {
  round += 1;
  const mine = round;
  only = null;
  const answer = await post("draft", { version, draft: next });
  if (mine !== round || draft === null) return true;
  seen = answer;
  const lost = next.items.length - answer.draft.items.length;
  off = lost > 0 ? `${lost} no longer possible, and taken off. ` : "";
  draft = answer.draft;
  if (answer.rows.length === 1 && answer.rows[0].chosen !== null) return false;
  render();
  return true;
}

const answer = (row, index) => ask({ ...draft, answers: { ...draft.answers, [row.key]: row.choices[index].actions[0] } });

function number(row) {
  const most = row.choices.length - 1;
  const name = `${row.section}: ${row.name}`;
  const input = h("input", { type: "number", min: 0, max: most, value: row.chosen, "aria-label": name, "data-keep": row.key });
  const set = (value) => answer(row, Math.max(0, Math.min(most, value)));
  input.addEventListener("change", () => set(Math.round(Number(input.value) || 0)));
  const step = (by, sign, label) => h("button", { type: "button", disabled: row.chosen + by < 0 || row.chosen + by > most, "aria-label": `${label}: ${name}`, "data-keep": `${row.key} ${sign}`, onclick: () => set(row.chosen + by) }, sign);
  return h("span", { class: "stepper" }, step(-1, "−", "Fewer"), input, h("span", { class: "of" }, `of ${most}`), step(1, "+", "More"));
}

const priced = (one) => `${one.text}${one.price ? `, ${one.price}` : ""}`;

function select(row) {
  const options = row.choices.map((one, index) => h("option", { value: index, selected: index === row.chosen }, priced(one)));
  const box = h("select", { "aria-label": row.section, "data-keep": row.key }, ...options);
  box.addEventListener("change", () => answer(row, Number(box.value)));
  return box;
}

function add(row) {
  const option = (one) => h("option", { value: row.choices.indexOf(one) }, priced(one));
  const groups = [...new Set(row.choices.map((one) => one.group))];
  const of = (group) => row.choices.filter((one) => one.group === group).map(option);
  const label = row.name || row.section;
  const box = h("select", { "aria-label": `Add: ${label}`, "data-keep": row.key, disabled: !row.choices.length },
    h("option", { value: "" }, row.choices.length ? "add …" : "nothing more is possible"),
    ...groups.flatMap((group) => (group === null ? of(group) : [h("optgroup", { label: group }, ...of(group))])));
  box.addEventListener("change", () => {
    if (box.value !== "") ask({ ...draft, items: [...draft.items, { list: row.key, actions: row.choices[Number(box.value)].actions }] });
  });
  return box;
}

/** Goes on with a choice of an ordered list: the first half of an item, or a whole one. */
function go(row, one) {
  const chosen = { list: row.key, actions: one.actions };
  ask(one.opens ? { ...draft, begun: chosen } : { ...draft, begun: null, items: [...draft.items, chosen] });
}

/** Where a choice of an ordered list is clicked: a unit where it stands, a move where it ends. */
const target = (one) => one.places.at(-1);

/** The next item of an ordered list: first its unit, then where it goes. */
function next(row) {
  const begun = draft.begun?.list === row.key ? row.choices[0]?.group : null;
  const offered = row.choices.filter((one) => only === null || target(one) === only);
  const label = begun ?? (row.name || row.section);
  const box = h("select", { "aria-label": `Add: ${label}`, "data-keep": row.key, disabled: !offered.length },
    h("option", { value: "" }, begun ? "where to …" : offered.length ? "add …" : "nothing more is possible"),
    ...offered.map((one) => h("option", { value: row.choices.indexOf(one) }, priced(one))));
  box.addEventListener("change", () => { if (box.value !== "") go(row, row.choices[Number(box.value)]); });
  const back = begun && h("button", { type: "button", "aria-label": `Not ${begun}`, "data-keep": row.key, onclick: () => ask({ ...draft, begun: null }) }, "×");
  return [begun && h("span", { class: "draft-name" }, begun), box, back];
}

/** An item of a list, with what takes it off. */
function item(row, one, index) {
  const words = one.group ? `${one.group}: ${priced(one)}` : priced(one);
  const text = row.ordered ? `${index + 1}. ${words}` : words;
  const remove = () => {
    const at = draft.items.findIndex((other) => other.list === row.key && other.actions.join() === one.actions.join());
    ask({ ...draft, items: draft.items.filter((_, index) => index !== at) });
  };
  return h("li", {}, text, " ", h("button", { type: "button", "aria-label": `Undo ${text}`, "data-keep": row.key, onclick: remove }, "×"));
}

function line(row) {
  const control = row.ordered ? next(row) : row.chosen === null ? add(row) : isNumber(row) ? number(row) : select(row);
  const place = placeOf(row);
  const price = isNumber(row) ? row.choices[row.chosen].price ?? "" : null;
  const box = h("div", { class: "draft-row", "data-place": place },
    row.name && h("span", { class: "draft-name" }, row.name), control, price !== null && h("span", { class: "price" }, price),
    row.items.length ? h(row.ordered ? "ol" : "ul", {}, ...row.items.map((one, index) => item(row, one, index))) : null);
  for (const kind of ["pointerenter", "focusin"]) box.addEventListener(kind, () => map.light(place ? [place] : []));
  box.addEventListener("pointerleave", () => map.light([]));
  return box;
}

/** All numbers of a section at their most, as far as points go, or at nothing. */
function every(rows, most) {
  const answers = Object.fromEntries(rows.map((row) => [row.key, row.choices[most ? row.choices.length - 1 : 0].actions[0]]));
  return ask({ ...draft, answers: { ...draft.answers, ...answers } });
}

function section(name, rows) {
  const numbers = rows.filter(isNumber);
  const all = numbers.length < 2 ? [] : [
    h("button", { type: "button", "data-keep": `${name} all`, onclick: () => every(numbers, true) }, "All"),
    h("button", { type: "button", "data-keep": `${name} none`, onclick: () => every(numbers, false) }, "None")];
  return h("div", { role: "group", "aria-label": name }, h("h3", { class: "row" }, h("span", {}, name, " ", h("small", {}, ...sections(rows[0].rule))), ...all), ...rows.map(line));
}

function render() {
  const box = byId("draft");
  const kept = box.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
  const top = byId("draft-rows")?.scrollTop ?? 0;
  const names = [...new Set(seen.rows.map((row) => row.section))];
  const rows = h("div", { id: "draft-rows" }, ...names.map((name) => section(name, seen.rows.filter((row) => row.section === name))));
  box.replaceChildren(rows, h("p", { class: "row" },
    h("b", { id: "draft-total", "aria-live": "polite" }, off, seen.total ? `Total: ${seen.total}` : "Nothing is spent"),
    h("button", { type: "button", class: "primary", id: "b-draft-done", "data-keep": "done", onclick: () => done(draft) }, "Done"),
    h("button", { type: "button", "data-keep": "leave", onclick: () => { want(false); leave(); } }, "One question at a time")));
  box.hidden = false;
  byId("prompt").textContent = `${side}: ${names.join(", ")}`;
  const ordered = seen.rows.some((row) => row.ordered);
  byId("rule").textContent = `${ordered ? "In the order you choose" : "In any order"}; it is played when you press Done.`;
  rows.scrollTop = top;
  const same = kept === undefined ? [] : [...box.querySelectorAll("[data-keep]")].filter((one) => one.dataset.keep === kept);
  (same.find((one) => !one.disabled) ?? (kept === undefined ? null : box.querySelector("#b-draft-done")))?.focus({ preventScroll: true });
  map.glow(seen.rows.flatMap((row) => (row.ordered ? row.choices.map(target) : [placeOf(row)])).filter(Boolean));
}

/** Opens the draft of a decision. Resolves to false if it is a single question. */
export async function open(at, who) {
  side = who;
  draft = { answers: {}, items: [] };
  version = at;
  return ask(draft);
}

/** Handles a click on a place: a unit or its destination in an ordered list, else the rows of the place. */
export function place(id) {
  const list = seen.rows.find((row) => row.ordered);
  const found = list?.choices.filter((one) => target(one) === id) ?? [];
  if (found.length === 1) go(list, found[0]);
  if (found.length > 1) {
    only = id;
    render();
    byId("draft").querySelector(`[data-keep="${CSS.escape(list.key)}"]`)?.focus({ preventScroll: true });
  }
  if (found.length) return true;
  const row = byId("draft").querySelector(`[data-place="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: "nearest" });
  row?.querySelector("input, select")?.focus({ preventScroll: true });
  return Boolean(row);
}
