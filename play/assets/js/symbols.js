// Symbols of units and patterns of terrain, drawn for this page.

import { s } from "./dom.js";

const BOX = "M-5.5 -3.5H5.5V3.5H-5.5Z";
const PERSON = "M-3.9 5C-3.9 -.2 3.9 -.2 3.9 5Z";
const CANOPY = "M-5.6 -.6A5.6 5.2 0 0 1 5.6 -.6Z";
const CORDS = "M-5.6 -.6L0 5.6L5.6 -.6M0 -.6V5.6";

/** Each symbol lies within 6 units of its centre: parts that are filled, and lines. */
const SYMBOLS = {
  // Algeria
  front: { fill: "M-3.4 -5.2L5.4 -2.4L-3.4 .6Z", line: "M-3.8 -5.6V5.6" },
  cadre: { fill: `M-2.1 -3.2A2.1 2.1 0 1 1 2.1 -3.2A2.1 2.1 0 1 1 -2.1 -3.2Z${PERSON}` },
  band: { fill: "M-4.6 -2.6A1.7 1.7 0 1 1 -1.2 -2.6A1.7 1.7 0 1 1 -4.6 -2.6ZM1.2 -2.6A1.7 1.7 0 1 1 4.6 -2.6A1.7 1.7 0 1 1 1.2 -2.6ZM-5.8 4.6C-5.8 .2 0 .2 0 4.6C0 .2 5.8 .2 5.8 4.6Z" },
  failek: { fill: "M0 -5.8L1.5 -1.9L5.6 -1.7L2.4 .9L3.5 5L0 2.7L-3.5 5L-2.4 .9L-5.6 -1.7L-1.5 -1.9Z" },
  division: { fill: BOX, bare: "M-5.5 -3.5L5.5 3.5M-5.5 3.5L5.5 -3.5", line: "M-2 -6L2 -4.2M2 -6L-2 -4.2" },
  "dispersed-division": { line: "M-5.6 -4.6H-1.2V-1.2H-5.6ZM1.2 -4.6H5.6V-1.2H1.2ZM-5.6 1.2H-1.2V4.6H-5.6ZM1.2 1.2H5.6V4.6H1.2Z" },
  infantry: { line: `${BOX}M-5.5 -3.5L5.5 3.5M-5.5 3.5L5.5 -3.5` },
  paratroopers: { fill: CANOPY, line: CORDS },
  algerian: { fill: "M2.6 -4.4A5 5 0 1 0 2.6 4.4A4 4 0 1 1 2.6 -4.4ZM5.6 0L2.4 1L4.4 -1.7V1.7L2.4 -1Z" },
  police: { fill: "M0 -5.8L5 -4V0C5 3 2.6 4.9 0 5.8C-2.6 4.9 -5 3 -5 0V-4Z" },
  // Ici, c'est la France!
  moussebiline: { fill: "M-2.1 -3.2A2.1 2.1 0 1 1 2.1 -3.2A2.1 2.1 0 1 1 -2.1 -3.2Z", line: PERSON },
  moudjahidine: { fill: "M0 -5.8L1.5 -1.9L5.6 -1.7L2.4 .9L3.5 5L0 2.7L-3.5 5L-2.4 .9L-5.6 -1.7L-1.5 -1.9Z" },
  commando: { fill: "M1.6 -6L-4 1H-.6L-1.6 6L4 -1.4H.6Z" },
  unknown: { line: "M-2.8 -2.6A2.8 2.6 0 1 1 0 .6V2M0 4.6V5.2" },
  "named-paratroopers": { fill: `${CANOPY}M-4 6.2H4V5H-4Z`, line: CORDS },
  legion: { fill: "M-3.2 2.6A3.2 3.2 0 1 1 3.2 2.6A3.2 3.2 0 1 1 -3.2 2.6ZM0 -1C-3 -2.6 -1.8 -4.2 -2.4 -6C-.9 -5.3 -.4 -4.4 0 -3.6C.4 -4.6 1 -5.6 2.2 -6.2C1.7 -4.2 3 -2.6 0 -1Z" },
  saharan: { fill: "M-1.9 -3A1.9 1.9 0 1 1 1.9 -3A1.9 1.9 0 1 1 -1.9 -3ZM-6 5C-3.6 -1.4 -1.4 0 0 2.6C1.8 -1 4 0 6 5Z" },
  mechanized: { line: `${BOX}M-3.8 0A3.8 2.2 0 1 1 3.8 0A3.8 2.2 0 1 1 -3.8 0Z` },
  mountain: { fill: "M-6 5L-1.6 -5L1 .4L2.4 -1.8L6 5Z" },
  bellounis: { fill: "M-4.6 -2.6A1.7 1.7 0 1 1 -1.2 -2.6A1.7 1.7 0 1 1 -4.6 -2.6ZM1.2 -2.6A1.7 1.7 0 1 1 4.6 -2.6A1.7 1.7 0 1 1 1.2 -2.6Z", line: "M-5.6 4.8C-5.6 .2 -.2 .2 -.2 4.8ZM.2 4.8C.2 .2 5.6 .2 5.6 4.8Z" },
};

/** Width of a symbol. */
export const SYMBOL = 12;

/** The symbol of a unit, centred; nothing for a kind without one. */
export function symbol(kind, x, y) {
  const found = SYMBOLS[kind];
  if (!found) return null;
  const part = (d, name) => (d ? s("path", { d, class: name }) : null);
  return s("g", { class: "symbol", transform: `translate(${x} ${y})` }, part(found.fill, "solid"), part(found.bare, "bare"), part(found.line, "line"));
}

/** A symbol for a table. */
export const key = (kind) => s("svg", { class: "key", viewBox: "-7 -7 14 14", "aria-hidden": "true" }, symbol(kind, 0, 0));

/** Terrain by the first word of a place's note: a tile and what is drawn on it. */
const TERRAIN = {
  mountains: [22, 16, "M3 8L7 2L11 8M13 15L17 9L21 15"],
  "coastal hills": [26, 16, "M2 6Q6 0 10 6M14 14Q18 8 22 14"],
  "dry hills": [26, 18, "M2 6Q6 1 10 6M15 4h1M20 7h1M14 15Q18 10 22 15M4 13h1M8 16h1"],
  sahara: [16, 16, "M3 3h1M11 6h1M6 12h1M14 14h1"],
  remote: [16, 16, "M3 3h1M11 6h1M6 12h1M14 14h1"],
};

const terrainOf = (note) => (note.split(",")[0] in TERRAIN ? note.split(",")[0] : null);

const id = (terrain) => `terrain-${terrain.replace(" ", "-")}`;

/** The patterns, to be put into a map once. */
export const patterns = () => s("defs", {}, ...Object.entries(TERRAIN).map(([terrain, [width, height, d]]) =>
  s("pattern", { id: id(terrain), width, height, patternUnits: "userSpaceOnUse" }, s("path", { d, class: "relief" }))));

/** The terrain of a place as a layer over its shape; nothing if there is nothing to draw. */
export function terrain(spot) {
  const found = spot.path && terrainOf(spot.note);
  return found ? s("path", { d: spot.path, class: "terrain", fill: `url(#${id(found)})` }) : null;
}
