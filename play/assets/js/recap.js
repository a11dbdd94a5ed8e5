// A summary of the bot's turn by phase, to step through beside the map.

import { byId, h, sideName } from "./dom.js";
import * as map from "./map.js";
import { tab } from "./tabs.js";

/** The fewest lines for which the summary replaces the log. */
const FEWEST = 6;
/** From this many lines on, lines that differ only in place and number are merged. */
const ALIKE = 3;

let before = null;
let told = [];

/** Starts a summary: the person has decided. */
export function begin(table) {
  before = table;
  told = [];
}

export const note = (lines) => told.push(...lines);

const model = (text) => text.replace(/ (in|to|from|of) [^.:;,]+/g, " $1 …").replace(/\d+/g, "#");

/** The lines of a phase, similar ones grouped. */
function together(lines) {
  const groups = new Map();
  for (const line of lines) {
    const key = `${line.kind} ${model(line.text)}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flatMap((group) => (group.length < ALIKE ? group.map((line) => [line]) : [group]));
}

function item(group) {
  const places = [...new Set(group.flatMap((line) => line.places))];
  const names = places.map((id) => map.spotOf(id)?.name ?? id);
  const text = group.length === 1 ? group[0].text : `${group.length} ×: ${group[0].text} ${names.length > 1 ? `Also ${names.slice(1).join(", ")}.` : ""}`;
  const line = h("li", { tabindex: "-1", class: group[0].kind }, text);
  line.places = places;
  line.pairs = group.filter((one) => one.places.length === 2).map((one) => one.places);
  line.addEventListener("pointerenter", () => map.light(places));
  line.addEventListener("pointerleave", () => map.light([]));
  return line;
}

/** The changes of the tracks. */
function changes(table) {
  const moved = table.tracks.map((track, index) => [track, track.value - (before?.tracks[index]?.value ?? track.value)]);
  const twice = ({ name }) => table.tracks.filter((one) => one.name === name).length > 1;
  return moved.filter(([, by]) => by).map(([track, by]) => `${twice(track) ? `${sideName(track.side)} ` : ""}${track.name} ${by > 0 ? "+" : "−"}${Math.abs(by)}`);
}

/** Shows the summary if a bot has decided anything since the person did. */
export function end(table, own) {
  const first = told.findIndex((line) => line.kind === "heading" || (line.kind === "choice" && line.side !== own));
  const lines = first < 0 ? [] : told.slice(first);
  told = [];
  if (!lines.some((line) => line.kind === "choice" && line.side !== own)) return;
  const phases = [];
  for (const line of lines) {
    if (line.kind === "heading" || !phases.length) phases.push({ name: line.kind === "heading" ? line.text : "", lines: [] });
    // Events already show what was decided.
    if (line.kind === "event") phases.at(-1).lines.push(line);
  }
  const tracks = changes(table);
  const shown = phases.filter((one) => one.lines.length).map((one) =>
    h("div", {}, one.name && h("h3", {}, one.name), h("ul", {}, ...together(one.lines).map(item))));
  const body = h("div", {}, ...shown);
  const items = [...body.querySelectorAll("li")];
  let at = -1;
  const go = (by) => {
    items[at]?.classList.remove("now");
    at = Math.max(0, Math.min(items.length - 1, at + by));
    const one = items[at];
    one.classList.add("now");
    one.scrollIntoView({ block: "nearest" });
    map.light(one.places);
    map.arrows(one.pairs);
    if (one.places[0]) map.reveal(one.places[0]);
    back.disabled = at === 0;
    on.disabled = at === items.length - 1;
  };
  const back = h("button", { type: "button", disabled: true, onclick: () => go(-1) }, "◀ Back");
  const on = h("button", { type: "button", onclick: () => go(1) }, "Step ▶");
  const log = h("button", { type: "button", onclick: () => { map.arrows([]); map.light([]); tab("logbox"); } }, "Back to the log");
  byId("recap").replaceChildren(h("p", { class: "row" }, back, on, log),
    h("p", {}, h("b", {}, tracks.length ? `${tracks.join(", ")}.` : "No track has changed.")), body);
  if (lines.length >= FEWEST) tab("recap");
}
