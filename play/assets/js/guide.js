// How to play: entries in a dialog and beside the map, links to them, and tooltips.

import { get, post } from "./api.js";
import { byId, h } from "./dom.js";
import { key } from "./symbols.js";
import { tab } from "./tabs.js";

let entries = [];
/** Lowercase names of things, the longest first, with their entries. */
let names = [];

const byTitle = (id) => entries.find((one) => one.id === id);

function learn(guide) {
  entries = guide.entries;
  names = entries.flatMap((one) => [one.title, ...one.names].map((name) => [name.toLowerCase(), one]))
    .sort(([one], [other]) => other.length - one.length);
}

/** Loads the guide of the current game, or of a game that may be started. */
export async function load(asked = null) {
  learn(asked ? await post("guide", asked) : await get("guide"));
}

/** The entry of a section of the rules, or of the nearest section above it. */
export function ofSection(section) {
  for (let wanted = section; wanted; wanted = wanted.slice(0, -1).replace(/\.+$/, "")) {
    const found = entries.find((one) => one.sections.includes(wanted));
    if (found) return found;
  }
  return null;
}

/** The entry for a name on the page: one with that name, or one whose name it contains. */
export function ofName(name) {
  const wanted = name.toLowerCase();
  const exact = names.find(([one]) => one === wanted);
  return (exact ?? names.find(([one]) => one.length > 3 && wanted.includes(one)))?.[1] ?? null;
}

export const entryOf = (id) => byTitle(id) ?? null;

/** The words of a text without its links. */
const plain = (text) => text.replace(/\[\[([^\]|]*\|)?([^\]]*)\]\]/g, "$2");

/** The first paragraph of an entry. */
export const lead = (entry) => plain(entry.blocks[0]?.text ?? "");

const link = (entry, text) => h("button", { type: "button", class: "entry-link", "data-entry": entry.id }, text);

/** A text with its links as elements. */
function linked(text) {
  return text.split(/(\[\[[^\]]*\]\])/).map((part) => {
    const [, id, , words] = part.match(/^\[\[([^\]|]*)(\|([^\]]*))?\]\]$/) ?? [];
    const entry = id && byTitle(id);
    return entry ? link(entry, words ?? entry.title) : plain(part);
  });
}

/** A text with its rule sections as links. */
export function sections(text) {
  return text.split(/((?:rules|charts) [A-Z0-9][0-9.]*(?:, [A-Z0-9][0-9.]*)*|\(\d+(?:\.\d+)+)/).flatMap((part) => {
    if (!/^(rules|charts) |^\(\d/.test(part)) return [part];
    return part.split(/([A-Z](?:\.\d+)?\b|\d+(?:\.\d+)*)/).map((one) => {
      const entry = /^([A-Z]|\d)/.test(one) ? ofSection(one) : null;
      return entry ? link(entry, one) : one;
    });
  });
}

function block(one) {
  if (one.text) return h("p", {}, ...linked(one.text));
  if (one.facts) return h("dl", {}, ...one.facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, ...linked(text))]));
  if (one.list) return h("ul", {}, ...one.list.map((item) => h("li", {}, ...linked(item))));
  if (one.flow) {
    const step = (of) => h("li", {}, link(byTitle(of.entry), of.name), h("small", {}, of.who), h("span", {}, of.what));
    return h("ol", { class: "flow" }, ...one.flow.map(step));
  }
  const { head, rows, symbols } = one.table;
  return h("div", { class: "wide", tabindex: "0" }, h("table", {},
    h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", { scope: "col" }, cell)))),
    h("tbody", {}, ...rows.map((row, at) => h("tr", {}, ...row.map((cell, column) =>
      h("td", {}, ...(column === 1 && symbols[at] ? [key(symbols[at])] : linked(cell)))))))));
}

function page(entry) {
  const where = [entry.group, entry.sections.length ? `sections ${entry.sections.join(", ")}` : null].filter(Boolean).join(" · ");
  return [h("h2", { tabindex: "-1" }, entry.title), h("p", { class: "where" }, where), ...entry.blocks.map(block)];
}

const everything = (entry) => plain([entry.title, ...entry.names, ...entry.sections, JSON.stringify(entry.blocks)].join(" ")).toLowerCase();

/** The entries that contain all words, title matches first. */
function search(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => wanted.every((word) => text.toLowerCase().includes(word));
  const rank = (one) => [one.title, one.names.join(" "), everything(one)].findIndex(has);
  return entries.map((one) => [rank(one), one]).filter(([at]) => at >= 0).sort(([one], [other]) => one - other).map(([, one]) => one);
}

function contents(list) {
  const groups = Map.groupBy ? Map.groupBy(list, (one) => one.group) : list.reduce((all, one) => all.set(one.group, [...(all.get(one.group) ?? []), one]), new Map());
  return [...groups].map(([group, of]) => h("section", {}, h("h2", {}, group), h("ul", {}, ...of.map((one) => h("li", {}, link(one, one.title))))));
}

function read(entry) {
  byId("book-entry").replaceChildren(...page(entry));
  byId("book-entry").scrollTop = 0;
  byId("book").classList.add("reading");
}

function list() {
  const words = byId("book-search").value;
  const found = words.trim() ? search(words) : entries;
  byId("book-contents").replaceChildren(...(found.length ? contents(found) : [h("p", {}, "Nothing found.")]));
  if (words.trim()) byId("book").classList.remove("reading");
  if (words.trim() && found[0]) byId("book-entry").replaceChildren(...page(found[0]));
}

/** Opens the dialog. */
export function openBook(id = "goal") {
  if (!entries.length) return;
  byId("book-search").value = "";
  list();
  read(byTitle(id) ?? entries[0]);
  if (!byId("book").open) byId("book").showModal();
}

/** Shows an entry beside the map. */
export function openEntry(id) {
  const entry = byTitle(id);
  if (!entry) return;
  byId("guide").replaceChildren(h("p", { class: "row" }, h("button", { type: "button", onclick: () => openBook(id) }, "How to play"), h("button", { type: "button", onclick: () => tab("logbox") }, "Back to the log")), ...page(entry));
  tab("guide");
  byId("guide").scrollTop = 0;
}

/** Opens the guide at a person's first game of a kind. */
export function welcome(game) {
  const key = `wilaya-read-${game}`;
  try {
    if (localStorage.getItem(key)) return;
    localStorage.setItem(key, "yes");
  } catch {
    return;
  }
  openBook();
}

/** The thing under the pointer, and the one whose explanation was dismissed. */
let pointed = null;
let dismissed = null;

const explained = (target) => (target instanceof Element ? target.closest("[data-about]") : null);

/**
 * Explains the thing under the pointer, or else the one that has the focus: when the page moves below a pointer that rests,
 * the focused thing stays explained.
 */
function tip() {
  const box = byId("tip");
  const about = (pointed?.isConnected ? pointed : null) ?? explained(document.activeElement);
  if (about !== dismissed) dismissed = null;
  const entry = about && about !== dismissed && ofName(about.dataset.about);
  box.hidden = !entry;
  if (!entry) return;
  box.replaceChildren(h("b", {}, about.dataset.about), ` ${lead(entry)}`);
  const at = about.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = box;
  box.style.left = `${Math.max(4, Math.min(at.left, innerWidth - wide - 4))}px`;
  box.style.top = `${at.bottom + high + 6 < innerHeight ? at.bottom + 6 : Math.max(4, at.top - high - 6)}px`;
}

export function guideInit() {
  byId("book-search").addEventListener("input", list);
  byId("b-guide").addEventListener("click", () => openBook());
  byId("book-back").addEventListener("click", () => byId("book").classList.remove("reading"));
  document.addEventListener("click", (event) => {
    const id = event.target.closest?.("[data-entry]")?.dataset.entry;
    if (id) {
      if (byId("book").open) read(byTitle(id));
      else if (document.querySelector("dialog[open]")) openBook(id);
      else openEntry(id);
      return;
    }
    const about = event.target.closest?.(".about[data-about]");
    const entry = about && ofName(about.dataset.about);
    if (entry) openEntry(entry.id);
  });
  document.addEventListener("pointerover", (event) => { pointed = explained(event.target); tip(); });
  // A new focus takes precedence over a resting pointer.
  document.addEventListener("focusin", () => { pointed = null; tip(); });
  document.addEventListener("focusout", tip);
  document.addEventListener("scroll", tip, { capture: true, passive: true });
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, (event) => {
      dismissed = (pointed?.isConnected ? pointed : null) ?? explained(kind === "pointerdown" ? event.target : document.activeElement);
      byId("tip").hidden = true;
    });
  }
}
