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

/** A marker with letters: its width, and how to draw it. */
function marker(side, text, title, about) {
  const wide = Math.max(WIDE - 2, text.length * 7 + 4);
  const draw = (x, y) => s("g", { class: `counter ${side ?? "none"}`, "data-about": about },
    s("rect", { x, y: y - 7, width: wide, height: 14, rx: ROUND[side] ?? 2 }),
    s("text", { x: x + wide / 2, y: y + 3.8 }, text),
    s("title", {}, title));
  return { wide: wide + 2, draw };
}

/** Units of a kind: their number if there are several, their symbol, their strength. */
function counter(side, one, title) {
  const number = one.count > 1 ? String(one.count) : "";
  const strength = one.strength === null ? "" : String(one.strength);
  const [before, after] = [number.length * DIGIT, strength.length * DIGIT];
  const wide = Math.max(WIDE - 2, before + SYMBOL + after + 6);
  const draw = (x, y) => {
    const left = x + (wide - before - SYMBOL - after) / 2;
    const text = (at, words, name) => (words ? s("text", { x: at, y: y + 3.8, class: name }, words) : null);
    return s("g", { class: `counter ${side ?? "none"}${one.weak ? " weak" : ""}`, "data-about": one.name, "data-symbol": one.symbol },
      s("rect", { x, y: y - 7, width: wide, height: 14, rx: ROUND[side] ?? 2 }),
      text(left + before / 2 - 1, number, "count"),
      symbol(one.symbol, left + before + SYMBOL / 2, y),
      text(left + before + SYMBOL + after / 2 + 1, strength, "strength"),
      s("title", {}, title));
  };
  return { wide: wide + 2, draw };
}

/** The mark of a side that controls an area, if one does. */
function control(side) {
  if (side !== "fln" && side !== "france") return [];
  const d = side === "fln" ? "M0 5L5 -5L10 5Z" : "M0 -5H10V5H0Z";
  const draw = (x, y) => s("path", { d, class: `holder ${side}`, transform: `translate(${x + 1} ${y})` }, s("title", {}, `${sideName(side)} control`));
  return [{ wide: 14, draw }];
}

/** Control and markers of an area. */
const marks = (area) => [...control(area.holder), ...area.marks.map((mark) => marker(mark.side, mark.short, mark.name, mark.name))];

/** A counter for each kind of unit in each box. */
function boxes(area) {
  return area.strips.map((strip) => {
    const box = strip.short ? `${strip.name}: ` : "";
    const title = (one) => `${sideName(strip.side)}, ${box}${one.text}${one.weak ? " (weak side)" : ""}`;
    return { box: strip.short, parts: strip.counters.map((one) => counter(strip.side, one, title(one))) };
  });
}

/** The kinds of units of each side, wherever in the area they are. */
function merged(area) {
  const sides = ["fln", "france"].map((side) => {
    const found = new Map();
    for (const one of area.strips.filter((strip) => strip.side === side).flatMap((strip) => strip.counters)) {
      const key = `${one.name} ${one.weak}`;
      found.set(key, { ...one, count: one.count + (found.get(key)?.count ?? 0) });
    }
    return { side, found: [...found.values()] };
  });
  return sides.filter(({ found }) => found.length);
}

/** A counter for each kind of unit of each side. */
function kinds(area) {
  const title = (side, one) => `${sideName(side)}: ${one.count} ${one.name}${one.weak ? " (weak side)" : ""}`;
  return merged(area).map(({ side, found }) => ({ box: "", parts: found.map((one) => counter(side, one, title(side, one))) }));
}

/** A counter for each side: of the kind of its units, or with their number if there are several kinds. */
function stacks(area) {
  const each = kinds(area);
  return merged(area).map(({ side, found }, index) => {
    if (found.length === 1) return each[index].parts[0];
    const strips = area.strips.filter((strip) => strip.side === side);
    const count = found.reduce((sum, one) => sum + one.count, 0);
    const title = strips.map((strip) => `${strip.name}: ${strip.counters.map((one) => one.text).join(", ")}`).join("\n");
    return marker(side, `${count}▪`, `${sideName(side)}\n${title}`, side === "fln" ? "FLN units" : "French units");
  });
}

/** Rows of at most this many counters. */
const broken = (rows, most) => rows.flatMap(({ box, parts }) => {
  const out = [];
  for (let at = 0; at < parts.length; at += most) out.push({ box: at ? "" : box, parts: parts.slice(at, at + most) });
  return out;
});

const row = (parts) => (parts.length ? [{ box: "", parts }] : []);

/** Ways to lay out an area, the most telling first: by box, by side and kind, kinds of both sides together, by side. */
const ways = (area) => [
  () => [...row(marks(area)), ...boxes(area)],
  () => [...row(marks(area)), ...kinds(area)],
  () => row([...marks(area), ...kinds(area).flatMap((one) => one.parts)]),
  () => row([...marks(area), ...stacks(area)]),
];

/** Rows of counters of a place: their size before scaling, and how to draw them. */
function pile(rows) {
  const left = rows.some(({ box }) => box) ? LABEL : 0;
  const width = ({ parts }) => parts.reduce((sum, { wide }) => sum + wide, left);
  const draw = () => s("g", {}, ...rows.flatMap(({ box, parts }, index) => {
    const y = index * ROW + ROW / 2;
    let x = left;
    const drawn = parts.map((part) => {
      x += part.wide;
      return part.draw(x - part.wide, y);
    });
    return [box ? s("text", { x: left - 3, y: y + 3, class: "box" }, box) : null, ...drawn];
  }));
  return { draw, wide: Math.max(0, ...rows.map(width)), high: rows.length * ROW };
}

const textWide = (text, size) => text.length * size * LETTER;

/** Screen pixels per map unit. */
const unit = () => (drawn?.clientWidth ? drawn.getScreenCTM()?.a : 0) || 1;

/** A font size in map units, raised to the readable minimum. */
const readable = (size) => Math.max(size, LEAST / unit());

/** The name of an area, cut at its dash or set smaller if it does not fit. */
function areaName(spot) {
  const fits = (name) => textWide(name, readable(NAME)) <= spot.rooms[0].size[0] * 1.1;
  const name = fits(spot.name) ? spot.name : spot.name.split(/ - | \(/)[0];
  return { name, size: readable(fits(name) ? NAME : TOWN_NAME) };
}

/** The largest scale of counters, if it makes their letters readable. */
const LARGEST = 1.45;

/** The longest row of counters, and how far a pile may exceed a box that lies well within its area. */
const LONGEST = 6;
const OVER = 1.06;

/** The largest of the piles of these rows, broken as needed, in one of the boxes of an area; null if none is `good`. */
function fitting(rows, rooms, name, largest, good) {
  let best = null;
  const longest = Math.min(LONGEST, Math.max(1, ...rows.map(({ parts }) => parts.length)));
  for (let most = 1; most <= longest; most += 1) {
    const found = pile(broken(rows, most));
    for (const { at, size: [roomy, deep] } of rooms) {
      const scale = Math.min(largest, (roomy * OVER) / Math.max(found.wide, 1), (deep * OVER - name) / Math.max(found.high, 1));
      const one = { ...found, scale, at };
      if (scale > (best?.scale ?? -Infinity) && good(one)) best = one;
    }
  }
  return best;
}

/** The boxes of a name and of the counters below it: left, top, right, bottom. */
function outline({ name, size }, { at: [x, y], wide, high, scale }) {
  const top = y - (high * scale + size) / 2;
  const below = top + size + 2;
  const [letters, counters] = [textWide(name, size) / 2, (wide * scale) / 2];
  return [[x - letters, top, x + letters, below], [x - counters, below, x + counters, below + high * scale]];
}

const meet = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

/**
 * The counters of an area in the most telling way that fits one of its boxes with letters of a readable size, and that
 * covers no town; else a stack per side.
 */
function laid(area, { rooms }, named, towns) {
  const least = LEAST / (COUNTER * unit());
  const largest = Math.max(LARGEST, least);
  const clear = (one) => !outline(named, one).some((box) => towns.some((town) => meet(box, town)));
  const good = (one) => one.scale >= least && clear(one);
  const all = ways(area).map((way) => way());
  for (const rows of all) {
    const found = fitting(rows, rooms, named.size, largest, good);
    if (found) return found;
  }
  const beside = rooms.flatMap(({ at: [x, y], size }) => [0, -ROW, ROW, -2 * ROW, 2 * ROW].map((by) => ({ at: [x, y + by], size })));
  const found = fitting(all.at(-1), beside, named.size, largest, clear) ?? fitting(all.at(-1), rooms, named.size, largest, () => true);
  return { ...found, scale: Math.max(found.scale, least) };
}

/** Lays out the counters of an area below its name. Returns the boxes taken. */
function layArea({ spot, lying }, area, towns) {
  const named = areaName(spot);
  const found = laid(area ?? { holder: null, marks: [], strips: [] }, spot, named, towns);
  const [head, below] = outline(named, found);
  const counters = found.draw();
  counters.setAttribute("transform", `translate(${below[0]} ${below[1]}) scale(${found.scale})`);
  lying.replaceChildren(s("text", { x: found.at[0], y: head[1] + named.size - 2, class: "name", style: `font-size: ${named.size}px` }, named.name), counters);
  return [head, below];
}

const TOWN_SCALE = 0.9;
const CIRCLE = 8;

/** Lays out the counters of a town beside it. Returns the boxes taken. */
function layTown({ spot, lying }, area) {
  const rows = row(area ? [...marks(area), ...kinds(area).flatMap((one) => one.parts)] : []);
  const [x, y] = spot.at;
  const least = LEAST / (COUNTER * unit());
  const { draw, wide, high } = pile(broken(rows, 3));
  const scale = Math.max(TOWN_SCALE, least);
  const half = Math.max(CIRCLE, (high * scale) / 2);
  const group = draw();
  group.setAttribute("transform", `translate(${x + CIRCLE} ${y - (high * scale) / 2}) scale(${scale})`);
  lying.replaceChildren(...(rows.length ? [group] : []));
  return [[x - CIRCLE, y - half, x + CIRCLE + wide * scale, y + half]];
}

/** Writes the name of a town without counters where there is room; elsewhere the tooltip tells it. Returns the boxes taken. */
function nameTown({ spot, lying }, taken) {
  if (lying.hasChildNodes()) return [];
  const [x, y] = spot.at;
  const size = readable(TOWN_NAME);
  const half = textWide(spot.name, size) / 2;
  const places = [[x, y + size + 7.5], [x, y - 11], [x + half + CIRCLE, y + 4], [x - half - CIRCLE, y + 4]];
  const box = ([at, base]) => [at - half, base - size + 1, at + half, base + 2];
  const free = (one) => one[0] > 0 && one[2] < board.size[0] && !taken.some((other) => meet(one, other));
  const place = places.find((one) => free(box(one)));
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
  const isTown = ([, { spot }]) => spot.kind === "town";
  const all = [...spots];
  const towns = all.filter(isTown).flatMap(([id, entry]) => layTown(entry, areas.get(id)));
  const taken = [...towns];
  for (const [id, entry] of all.filter((one) => !isTown(one))) {
    // Most moves leave most areas as they are.
    const now = `${scale} ${JSON.stringify([areas.get(id) ?? null, towns])}`;
    if (entry.laid?.now !== now) entry.laid = { now, boxes: layArea(entry, areas.get(id), towns) };
    taken.push(...entry.laid.boxes);
  }
  for (const [, entry] of all.filter(isTown)) taken.push(...nameTown(entry, taken));
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
