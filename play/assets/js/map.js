// The map: drawn once from the board; counters are laid out for each table.

import { byId, s, sideName } from "./dom.js";
import { SYMBOL, patterns, symbol, terrain } from "./symbols.js";

const ROW = 16;
const WIDE = 23;
const LABEL = 27;
/** Font sizes of names, as in the style sheet, and the width of a letter relative to them. */
const NAME = 13;
const TOWN_NAME = 10.5;
const LETTER = 0.58;

/** Font size of counters, as in the style sheet, and the minimum font size in pixels. */
const COUNTER = 10.5;
const LEAST = 11;
/** Corner radius of each side's counters. */
const ROUND = { fln: 7, france: 0 };

/** Maps built so far, by board. */
const maps = new Map();
/** The current map: its board, its drawing, its places. */
let board = null;
let drawn = null;
let spots = new Map();

/** Draws a map. `chosen` is called with the id of a place that is clicked, `shown` with one that is looked at. */
export function draw(wanted, chosen, shown) {
  const map = make(wanted, chosen, shown);
  if (map.svg === drawn) return;
  ({ board, svg: drawn, spots } = map);
  lastTable = null;
  byId("map").replaceChildren(drawn);
  whole();
}

/** Builds a map ahead of time. */
export function make(board, chosen, shown) {
  const key = JSON.stringify(board);
  if (!maps.has(key)) maps.set(key, build(board, chosen, shown));
  return maps.get(key);
}

function build(board, chosen, shown) {
  const spots = new Map();
  const [w, h] = board.size;
  const svg = s("svg", { viewBox: `0 0 ${w} ${h}`, role: "group", "aria-label": "Map of Algeria" });
  svg.append(s("defs", {}, s("marker", { id: "arrow-tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, s("path", { d: "M0 0L8 4L0 8Z", class: "arrow-tip" }))), patterns(), s("path", { d: board.land, class: "land" }));
  const areas = s("g");
  const towns = s("g");
  const counters = s("g");
  for (const spot of board.spots) {
    const kind = spot.group === null ? spot.kind : `${spot.kind} w${spot.group % 7}`;
    const g = s("g", { class: `spot ${kind}`, "data-id": spot.id, role: "button", tabindex: spots.size ? "-1" : "0", "aria-label": label(board, spot) });
    g.append(spot.path
      ? s("path", { d: spot.path, class: "shape" })
      : s("circle", { cx: spot.at[0], cy: spot.at[1], r: 6, class: "town" }));
    const relief = terrain(spot);
    if (relief) g.append(relief);
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
  svg.addEventListener("focusin", (event) => { if (at(event)) shown(at(event)); });
  fingers(svg, spots, chosen);
  return { board, svg, spots };
}

/** The name of a place, with its code if that adds anything. */
export const called = (spot) => (/\d/.test(spot.id) ? `${spot.name} (${spot.id})` : spot.name);

const label = (board, spot) => {
  const group = spot.group === null ? "" : `, ${board.groups[spot.group]}`;
  return `${called(spot)}${group}${spot.note ? `, ${spot.note}` : ""}`;
};

/** Width of a digit or letter on a counter. */
const DIGIT = 6.6;

/** A marker with letters. */
function marker(x, y, side, text, title, about) {
  const wide = Math.max(WIDE - 2, text.length * 7 + 4);
  const g = s("g", { class: `counter ${side ?? "none"}`, "data-about": about },
    s("rect", { x, y: y - 7, width: wide, height: 14, rx: ROUND[side] ?? 2 }),
    s("text", { x: x + wide / 2, y: y + 3.8 }, text),
    s("title", {}, title));
  return [g, wide + 2];
}

/** Units of a kind: their number if there are several, their symbol, their strength. */
function counter(x, y, side, one, title) {
  const number = one.count > 1 ? String(one.count) : "";
  const strength = one.strength === null ? "" : String(one.strength);
  const [before, after] = [number.length * DIGIT, strength.length * DIGIT];
  const wide = Math.max(WIDE - 2, before + SYMBOL + after + 6);
  const left = x + (wide - before - SYMBOL - after) / 2;
  const text = (at, words, name) => (words ? s("text", { x: at, y: y + 3.8, class: name }, words) : null);
  const g = s("g", { class: `counter ${side ?? "none"}${one.weak ? " weak" : ""}`, "data-about": one.name, "data-symbol": one.symbol },
    s("rect", { x, y: y - 7, width: wide, height: 14, rx: ROUND[side] ?? 2 }),
    text(left + before / 2 - 1, number, "count"),
    symbol(one.symbol, left + before + SYMBOL / 2, y),
    text(left + before + SYMBOL + after / 2 + 1, strength, "strength"),
    s("title", {}, title));
  return [g, wide + 2];
}

/** The rows of an area: marks, then a row for each box. */
function rows(area) {
  const out = [];
  if (area.marks.length || area.holder === "fln" || area.holder === "france") {
    out.push({ box: "", parts: area.marks.map((mark) => (x, y) => marker(x, y, mark.side, mark.short, mark.name, mark.name)), holder: area.holder });
  }
  for (const strip of area.strips) {
    const box = strip.short ? `${strip.name}: ` : "";
    const title = (one) => `${sideName(strip.side)}, ${box}${one.text}${one.weak ? " (weak side)" : ""}`;
    const parts = strip.counters.map((one) => (x, y) => counter(x, y, strip.side, one, title(one)));
    // A long row is broken.
    for (let at = 0; at < parts.length; at += 4) out.push({ box: at ? "" : strip.short, parts: parts.slice(at, at + 4) });
  }
  return out;
}

/** A row per side with the kinds of its units, wherever they stand, for an area without room for its boxes. */
function merged(area) {
  const [marks] = rows({ ...area, strips: [] });
  const sides = ["fln", "france"].map((side) => {
    const kinds = new Map();
    for (const one of area.strips.filter((strip) => strip.side === side).flatMap((strip) => strip.counters)) {
      const key = `${one.name} ${one.weak}`;
      kinds.set(key, { ...one, count: one.count + (kinds.get(key)?.count ?? 0) });
    }
    const title = (one) => `${sideName(side)}: ${one.count} ${one.name}${one.weak ? " (weak side)" : ""}`;
    return { box: "", parts: [...kinds.values()].map((one) => (x, y) => counter(x, y, side, one, title(one))) };
  });
  return [...(marks ? [marks] : []), ...sides.filter((row) => row.parts.length)];
}

/** One counter per side, for an area without room for every type. */
function stacks(area) {
  const totals = ["fln", "france"].map((side) => {
    const strips = area.strips.filter((strip) => strip.side === side);
    const count = strips.flatMap((strip) => strip.counters).reduce((sum, one) => sum + one.count, 0);
    const title = strips.map((strip) => `${strip.name}: ${strip.counters.map((one) => one.text).join(", ")}`).join("\n");
    return count ? (x, y) => marker(x, y, side, `${count}▪`, `${sideName(side)}\n${title}`, side === "fln" ? "FLN units" : "French units") : null;
  });
  const [marks] = rows({ ...area, strips: [] });
  return [...(marks ? [marks] : []), ...(totals.some(Boolean) ? [{ box: "", parts: totals.filter(Boolean) }] : [])];
}

function holder(side) {
  const d = side === "fln" ? "M0 5L5 -5L10 5Z" : "M0 -5H10V5H0Z";
  return s("path", { d, class: `holder ${side}` }, s("title", {}, `${sideName(side)} control`));
}

/** The counters of a place, with their size before scaling. */
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
    for (const part of row.parts) {
      const [g, wide] = part(x, y);
      group.append(g);
      x += wide;
    }
    most = Math.max(most, x);
  });
  return { group, wide: most, high: list.length * ROW };
}

const textWide = (text, size) => text.length * size * LETTER;

/** Screen pixels per map unit. */
const unit = () => (drawn?.clientWidth ? drawn.getScreenCTM()?.a : 0) || 1;

/** A font size in map units, raised to the readable minimum. */
const readable = (size) => Math.max(size, LEAST / unit());

/** The name of an area, cut at its dash or set smaller if it does not fit. */
function areaName(spot) {
  const fits = (name) => textWide(name, readable(NAME)) <= spot.room[0] * 1.1;
  const name = fits(spot.name) ? spot.name : spot.name.split(/ - | \(/)[0];
  return { name, size: readable(fits(name) ? NAME : TOWN_NAME) };
}

/** The counters of an area: by box if there is room, else by kind, else one stack per side. */
function laid(area, [roomy, deep], name) {
  const least = LEAST / (COUNTER * unit());
  const scaled = (list) => {
    const found = pile(list);
    return { ...found, scale: Math.min(1.45, roomy / Math.max(found.wide, 1), (deep - name) / Math.max(found.high, 1)) };
  };
  const all = scaled(area ? rows(area) : []);
  if (!area || all.scale >= least) return all;
  const kinds = scaled(merged(area));
  if (kinds.scale >= least) return kinds;
  const few = scaled(stacks(area));
  return { ...few, scale: Math.max(few.scale, least) };
}

/** Lays out the counters of an area below its name. Returns the boxes taken: left, top, right, bottom. */
function layArea({ spot, lying }, area) {
  const { name, size } = areaName(spot);
  const { group, wide, high, scale } = laid(area, spot.room, size);
  const [x, y] = spot.at;
  const top = y - (high * scale + size) / 2;
  const half = textWide(name, size) / 2;
  group.setAttribute("transform", `translate(${x - (wide * scale) / 2} ${top + size + 2}) scale(${scale})`);
  lying.replaceChildren(s("text", { x, y: top + size - 2, class: "name", style: `font-size: ${size}px` }, name), group);
  const below = top + size + 2;
  return [[x - half, top, x + half, below], [x - (wide * scale) / 2, below, x + (wide * scale) / 2, below + high * scale]];
}

const TOWN_SCALE = 0.9;
const CIRCLE = 8;

/** Lays out the counters of a town beside it, or its name if there is room. */
function layTown({ spot, lying }, area, taken) {
  const list = area ? rows(area) : [];
  const [x, y] = spot.at;
  if (list.length) {
    const least = LEAST / (COUNTER * unit());
    const { group, wide, high } = pile(least > TOWN_SCALE ? stacks(area) : list);
    const scale = Math.max(TOWN_SCALE, least);
    const top = y - (high * scale) / 2;
    group.setAttribute("transform", `translate(${x + CIRCLE} ${top}) scale(${scale})`);
    lying.replaceChildren(group);
    return [[x - CIRCLE, top, x + CIRCLE + wide * scale, top + high * scale]];
  }
  lying.replaceChildren();
  const size = readable(TOWN_NAME);
  const half = textWide(spot.name, size) / 2;
  const places = [[x, y + size + 7.5], [x, y - 11], [x + half + CIRCLE, y + 4], [x - half - CIRCLE, y + 4]];
  const box = ([at, base]) => [at - half, base - size + 1, at + half, base + 2];
  const free = ([left, top, right, bottom]) =>
    left > 0 && right < board.size[0] && !taken.some((one) => left < one[2] && one[0] < right && top < one[3] && one[1] < bottom);
  const place = places.find((one) => free(box(one)));
  // Without room, the tooltip tells the name.
  if (!place) return [];
  lying.append(s("text", { x: place[0], y: place[1], class: "name town-name", style: `font-size: ${size}px` }, spot.name));
  return [box(place)];
}

/** The last table shown, to be laid out again after zooming. */
let lastTable = null;

/** Lays out the counters of a table. */
export function fill(table) {
  lastTable = table;
  const scale = unit().toFixed(2);
  const areas = new Map(table.areas.map((area) => [area.id, area]));
  const town = ([, { spot }]) => spot.kind === "town";
  const all = [...spots];
  const taken = all.filter(town).map(([, { spot: { at: [x, y] } }]) => [x - CIRCLE, y - CIRCLE, x + CIRCLE, y + CIRCLE]);
  for (const [id, entry] of all.filter((one) => !town(one))) {
    // Most moves leave most areas as they are.
    const now = `${scale} ${JSON.stringify(areas.get(id) ?? null)}`;
    if (entry.laid?.now !== now) entry.laid = { now, boxes: layArea(entry, areas.get(id)) };
    taken.push(...entry.laid.boxes);
  }
  for (const [id, entry] of all.filter(town)) taken.push(...layTown(entry, areas.get(id), taken));
}

function mark(name, ids) {
  const wanted = new Set(ids);
  for (const [id, { shape }] of spots) shape.classList.toggle(name, wanted.has(id));
}

/** Highlights places with choices. */
export const glow = (ids) => mark("can", ids);

/** Highlights places pointed at in a list. */
export const light = (ids) => mark("lit", ids);

/** Highlights the places of the latest events. */
export const seen = (ids) => mark("seen", ids);

export const spotOf = (id) => spots.get(id)?.spot ?? null;

export const groupOf = (spot) => (spot.group === null ? "" : board.groups[spot.group]);

/** The visible part of the map: left, top, width, height. */
let seenBox = [0, 0, 1, 1];

function look([x, y, w, h]) {
  const [wide, high] = board.size;
  const [cw, ch] = [Math.min(w, wide), Math.min(h, high)];
  seenBox = [Math.max(0, Math.min(x, wide - cw)), Math.max(0, Math.min(y, high - ch)), cw, ch];
  drawn.setAttribute("viewBox", seenBox.join(" "));
  clearTimeout(relaying);
  relaying = setTimeout(() => { if (lastTable) fill(lastTable); }, 60);
}

let relaying = null;

/** The largest zoom. */
const MOST = 6;

/** Zooms about a point, by default the centre. */
export function zoom(by, at = null) {
  if (!drawn) return;
  const [x, y, w, h] = seenBox;
  const [px, py] = at ?? [x + w / 2, y + h / 2];
  const wide = Math.max(board.size[0] / MOST, Math.min(board.size[0], w / by));
  const part = wide / w;
  look([px - (px - x) * part, py - (py - y) * part, wide, h * part]);
}

/** Shows the whole map, or as much of it as can be read on a small screen. */
function whole() {
  const box = byId("map");
  const [wide, high] = board.size;
  box.style.aspectRatio = `${wide} / ${high}`;
  fitted = box.clientWidth > 0;
  if (!fitted) return look([0, 0, wide, high]);
  const readable = Math.min(1, box.clientWidth / SMALLEST);
  const at = [(1 - readable) * wide * 0.6, 0];
  return look(readable < 0.75 ? [...at, wide * readable, high * readable] : [0, 0, wide, high]);
}

/** False until the map has been laid out. */
let fitted = false;

/** A map that is narrower than this many pixels is not shown whole. */
const SMALLEST = 620;

/** Brings a place into view if the map is larger than its window. */
export function reveal(id) {
  const spot = spotOf(id);
  const [x, y, w, h] = seenBox;
  if (!spot || w >= board.size[0]) return;
  const [sx, sy] = spot.at;
  if (sx > x + w / 8 && sx < x + (7 * w) / 8 && sy > y + h / 8 && sy < y + (7 * h) / 8) return;
  look([sx - w / 2, sy - h / 2, w, h]);
}

/** The map coordinates of a pointer. */
function pointOn(event) {
  const matrix = drawn.getScreenCTM();
  return matrix ? [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d] : [0, 0];
}

/** Wheel, drag and pinch. The click that ends a drag is ignored. */
function hands() {
  const box = byId("map");
  const held = new Map();
  let moved = 0;
  box.addEventListener("wheel", (event) => {
    if (!drawn) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, pointOn(event));
  }, { passive: false });
  box.addEventListener("pointerdown", (event) => { if (!held.size) moved = 0; held.set(event.pointerId, event); });
  box.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last || !drawn) return;
    held.set(event.pointerId, event);
    const [x, y, w, h] = seenBox;
    const scale = drawn.getScreenCTM().a;
    if (held.size === 1) {
      moved += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
      if (moved > 6) look([x - (event.clientX - last.clientX) / scale, y - (event.clientY - last.clientY) / scale, w, h]);
    } else {
      const other = [...held.values()].find((one) => one.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      moved += 7;
      if (apart(last) > 0) zoom(apart(event) / apart(last), pointOn({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
    }
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(kind, (event) => held.delete(event.pointerId));
  box.addEventListener("click", (event) => { if (moved > 6) { event.stopPropagation(); moved = 0; } }, true);
  new ResizeObserver(() => { if (drawn && (!fitted || seenBox[2] >= board.size[0])) whole(); }).observe(box);
}

const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The place in a direction: a neighbour if there is one, else the nearest place. */
function toward({ at: [x, y], near }, [dx, dy]) {
  const cost = ({ at }) => {
    const [ax, ay] = [at[0] - x, at[1] - y];
    const along = ax * dx + ay * dy;
    return along <= 0 ? Infinity : Math.hypot(ax, ay) + 2 * Math.abs(ax * dy - ay * dx);
  };
  const best = (list) => list.filter((one) => cost(one) < Infinity).sort((one, other) => cost(one) - cost(other))[0];
  return best(near.map(spotOf).filter(Boolean)) ?? best([...spots.values()].map((one) => one.spot));
}

/** Keyboard control of places: arrows move, Enter chooses. */
function fingers(svg, spots, chosen) {
  svg.addEventListener("keydown", (event) => {
    const id = event.target.closest?.("[data-id]")?.dataset.id;
    const spot = id && spots.get(id)?.spot;
    if (!spot) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = toward(spot, direction);
      if (next) {
        event.target.tabIndex = -1;
        const shape = spots.get(next.id).shape;
        shape.setAttribute("tabindex", "0");
        shape.focus();
        reveal(next.id);
      }
    } else if (event.key === "Enter" || event.key === " ") chosen(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Arrows between places; nothing for places that are not on the map. */
const arrowsOf = (pairs) => pairs.map(([from, to]) => [spotOf(from), spotOf(to)]).filter(([from, to]) => from && to)
  .map(([from, to]) => s("line", { x1: from.at[0], y1: from.at[1], x2: to.at[0], y2: to.at[1], class: "arrow", "marker-end": "url(#arrow-tip)" }));

/** Replaces a layer above the counters. */
function layer(id, ...parts) {
  drawn?.querySelector(`#${id}`)?.remove();
  if (parts.length) drawn?.append(s("g", { id }, ...parts));
}

/** Arrows between places. */
export const arrows = (pairs) => layer("arrows", ...arrowsOf(pairs));

/** Numbers the places of choices: an arrow from the first to the last place of each, and its number at the last. */
export function hints(list) {
  const pairs = list.filter((places) => places.length > 1).map((places) => [places[0], places.at(-1)]);
  const at = new Map();
  const numbers = list.flatMap((places, index) => {
    const spot = spotOf(places.at(-1));
    if (!spot) return [];
    const before = at.get(spot.id) ?? 0;
    at.set(spot.id, before + 1);
    const [x, y] = [spot.at[0] + 24 * before, spot.at[1] - 12];
    return [s("circle", { cx: x, cy: y, r: 11 }), s("text", { x, y: y + 5 }, `${index + 1}`)];
  });
  layer("hints", ...arrowsOf(pairs), ...numbers);
}

hands();
