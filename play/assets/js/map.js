// The map: drawn once from the board, and its counters anew from each table.

import { byId, s, sideName } from "./dom.js";

const ROW = 16;
const WIDE = 23;
const LABEL = 22;
/** Sizes of the letters of names, as in the style sheet, and how wide a letter is of that. */
const NAME = 13;
const TOWN_NAME = 10.5;
const LETTER = 0.58;

/** The maps that were made, by what they show. */
const maps = new Map();
/** The one that is drawn: what it shows, the picture of it, its places. */
let board = null;
let drawn = null;
let spots = new Map();
let width = 100;

/** Draws a map. `chosen` is called with the id of a place that is clicked, `shown` with one that is looked at. */
export function draw(wanted, chosen, shown) {
  const map = make(wanted, chosen, shown);
  if (map.svg === drawn) return;
  ({ board, svg: drawn, spots } = map);
  if (width !== 100) zoom(1);
  byId("map").replaceChildren(drawn);
}

/** Makes a map, so that it is there when it is to be drawn. */
export function make(board, chosen, shown) {
  const key = JSON.stringify(board);
  if (!maps.has(key)) maps.set(key, build(board, chosen, shown));
  return maps.get(key);
}

function build(board, chosen, shown) {
  const spots = new Map();
  const [w, h] = board.size;
  const svg = s("svg", { viewBox: `0 0 ${w} ${h}`, role: "group", "aria-label": "Map of Algeria" });
  svg.append(s("path", { d: board.land, class: "land" }));
  const areas = s("g");
  const towns = s("g");
  const counters = s("g");
  for (const spot of board.spots) {
    const kind = spot.group === null ? spot.kind : `${spot.kind} w${spot.group % 7}`;
    const g = s("g", { class: `spot ${kind}`, "data-id": spot.id });
    g.append(spot.path
      ? s("path", { d: spot.path, class: "shape" })
      : s("circle", { cx: spot.at[0], cy: spot.at[1], r: 6, class: "town" }));
    g.append(s("title", {}, label(board, spot)));
    (spot.path ? areas : towns).append(g);
    const lying = s("g", { "data-id": spot.id });
    counters.append(lying);
    spots.set(spot.id, { spot, shape: g, lying });
  }
  svg.append(areas);
  for (const border of board.borders) svg.append(s("path", { d: border.path, class: `border ${border.crossing}` }));
  svg.append(s("path", { d: board.land, class: "coast" }));
  for (const [from, to] of board.links) {
    svg.append(s("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: "link" }));
  }
  svg.append(towns, counters);
  const at = (event) => event.target.closest("[data-id]")?.dataset.id;
  svg.addEventListener("click", (event) => { if (at(event)) chosen(at(event)); });
  let pointed = null;
  svg.addEventListener("pointerover", (event) => {
    if (at(event) && at(event) !== pointed) shown(at(event));
    pointed = at(event);
  });
  svg.addEventListener("pointerleave", () => { pointed = null; });
  return { board, svg, spots };
}

const label = (board, spot) => {
  const group = spot.group === null ? "" : `, ${board.groups[spot.group]}`;
  return `${spot.name} (${spot.id})${group}${spot.note ? `, ${spot.note}` : ""}`;
};

function counter(x, y, side, letter, count, weak, title) {
  const text = count === null ? letter : `${count}${letter}`;
  const wide = Math.max(WIDE - 2, text.length * 7 + 4);
  const g = s("g", { class: `counter ${side ?? "none"}${weak ? " weak" : ""}` },
    s("rect", { x, y: y - 7, width: wide, height: 14 }),
    s("text", { x: x + wide / 2, y: y + 3.8 }, text),
    s("title", {}, title));
  return [g, wide + 2];
}

/** The rows of an area: marks, then a row for each box. */
function rows(area) {
  const out = [];
  if (area.marks.length || area.holder === "fln" || area.holder === "france") {
    out.push({ box: "", parts: area.marks.map((mark) => [mark.side, mark.short, null, false, mark.name]), holder: area.holder });
  }
  for (const strip of area.strips) {
    const box = strip.short ? `${strip.name}: ` : "";
    const parts = strip.counters.map((one) =>
      [strip.side, one.letter, one.count, one.weak, `${sideName(strip.side)}, ${box}${one.count} ${one.name}${one.weak ? " (weak side)" : ""}`]);
    // A long row is broken.
    for (let at = 0; at < parts.length; at += 4) out.push({ box: at ? "" : strip.short, parts: parts.slice(at, at + 4) });
  }
  return out;
}

function holder(side) {
  const d = side === "fln" ? "M0 5L5 -5L10 5Z" : "M0 -5H10V5H0Z";
  return s("path", { d, class: `holder ${side}` }, s("title", {}, `${sideName(side)} control`));
}

/** What is laid in a place, with its size before it is scaled to the room there is. */
function pile(list) {
  const left = list.some((row) => row.box) ? LABEL : 0;
  const group = s("g");
  let most = 0;
  list.forEach((row, index) => {
    const y = index * ROW + ROW / 2;
    let x = left;
    if (row.box) group.append(s("text", { x: left - 3, y: y + 3, class: "box" }, row.box));
    if (row.holder === "fln" || row.holder === "france") {
      const mark = holder(row.holder);
      mark.setAttribute("transform", `translate(${x + 1} ${y})`);
      group.append(mark);
      x += 14;
    }
    for (const [side, letter, count, weak, title] of row.parts) {
      const [g, wide] = counter(x, y, side, letter, count, weak, title);
      group.append(g);
      x += wide;
    }
    most = Math.max(most, x);
  });
  return { group, wide: most, high: list.length * ROW };
}

const textWide = (text, size) => text.length * size * LETTER;

/** The name of an area as it fits: cut at its dash if there is no room for all of it, and in small letters if need be. */
function areaName(spot) {
  const fits = (name) => textWide(name, NAME) <= spot.room[0] * 1.1;
  const name = fits(spot.name) ? spot.name : spot.name.split(/ - | \(/)[0];
  return { name, size: fits(name) ? NAME : TOWN_NAME };
}

/** Lays the counters of an area below its name. Returns the boxes that they take: left, top, right, bottom. */
function layArea({ spot, lying }, area) {
  const { group, wide, high } = pile(area ? rows(area) : []);
  const [x, y] = spot.at;
  const [roomy, deep] = spot.room;
  const scale = Math.max(0.65, Math.min(1.45, roomy / Math.max(wide, 1), (deep - NAME) / Math.max(high, 1)));
  const top = y - (high * scale + NAME) / 2;
  const { name, size } = areaName(spot);
  const half = textWide(name, size) / 2;
  group.setAttribute("transform", `translate(${x - (wide * scale) / 2} ${top + NAME + 2}) scale(${scale})`);
  lying.replaceChildren(s("text", { x, y: top + NAME - 2, class: size === NAME ? "name" : "name small" }, name), group);
  const below = top + NAME + 2;
  return [[x - half, top, x + half, below], [x - (wide * scale) / 2, below, x + (wide * scale) / 2, below + high * scale]];
}

const TOWN_SCALE = 0.9;
const CIRCLE = 8;

/** Lays the counters of a town beside it, or its name where there is room for that. */
function layTown({ spot, lying }, area, taken) {
  const list = area ? rows(area) : [];
  const [x, y] = spot.at;
  if (list.length) {
    const { group, wide, high } = pile(list);
    const top = y - (high * TOWN_SCALE) / 2;
    group.setAttribute("transform", `translate(${x + CIRCLE} ${top}) scale(${TOWN_SCALE})`);
    lying.replaceChildren(group);
    return [[x - CIRCLE, top, x + CIRCLE + wide * TOWN_SCALE, top + high * TOWN_SCALE]];
  }
  lying.replaceChildren();
  const half = textWide(spot.name, TOWN_NAME) / 2;
  const places = [[x, y + 18], [x, y - 11], [x + half + CIRCLE, y + 4], [x - half - CIRCLE, y + 4]];
  const box = ([at, base]) => [at - half, base - TOWN_NAME + 1, at + half, base + 2];
  const free = ([left, top, right, bottom]) =>
    left > 0 && right < board.size[0] && !taken.some((one) => left < one[2] && one[0] < right && top < one[3] && one[1] < bottom);
  const place = places.find((one) => free(box(one)));
  // Where there is none the name is told to who points at the town.
  if (!place) return [];
  lying.append(s("text", { x: place[0], y: place[1], class: "name town-name" }, spot.name));
  return [box(place)];
}

/** Lays the counters of a table. */
export function fill(table) {
  const areas = new Map(table.areas.map((area) => [area.id, area]));
  const town = ([, { spot }]) => spot.kind === "town";
  const all = [...spots];
  const taken = all.filter(town).map(([, { spot: { at: [x, y] } }]) => [x - CIRCLE, y - CIRCLE, x + CIRCLE, y + CIRCLE]);
  for (const [id, entry] of all.filter((one) => !town(one))) {
    // Most moves leave most areas as they are.
    const now = JSON.stringify(areas.get(id) ?? null);
    if (entry.laid?.now !== now) entry.laid = { now, boxes: layArea(entry, areas.get(id)) };
    taken.push(...entry.laid.boxes);
  }
  for (const [id, entry] of all.filter(town)) taken.push(...layTown(entry, areas.get(id), taken));
}

function mark(name, ids) {
  const wanted = new Set(ids);
  for (const [id, { shape }] of spots) shape.classList.toggle(name, wanted.has(id));
}

/** Where there is something to choose. */
export const glow = (ids) => mark("can", ids);

/** What is pointed at in a list. */
export const light = (ids) => mark("lit", ids);

/** What has just happened. */
export const seen = (ids) => mark("seen", ids);

export const spotOf = (id) => spots.get(id)?.spot ?? null;

export const groupOf = (spot) => (spot.group === null ? "" : board.groups[spot.group]);

/** Brings a place into view if the map is larger than its window. */
export function reveal(id) {
  const box = byId("map");
  const spot = spotOf(id);
  if (!spot || box.scrollWidth <= box.clientWidth) return;
  const scale = drawn.clientWidth / board.size[0];
  box.scrollTo({ left: spot.at[0] * scale - box.clientWidth / 2, top: spot.at[1] * scale - box.clientHeight / 2, behavior: "smooth" });
}

/** Makes the map larger or smaller. */
export function zoom(by) {
  width = Math.min(300, Math.max(100, width * by));
  drawn.setAttribute("width", `${width}%`);
  drawn.style.width = `${width}%`;
  drawn.style.maxWidth = "none";
}
