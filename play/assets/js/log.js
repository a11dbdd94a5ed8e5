// The log: sentences and dice; pointing at a line shows where it happened.

import { byId, h } from "./dom.js";
import { sections } from "./guide.js";
import * as map from "./map.js";

const MOST = 3000;

function die(one) {
  const of = one.sides === 6 ? "" : ` of ${one.sides}`;
  return h("span", { class: "die", title: `${one.text}: ${one.face}${of}` }, `${one.face}`);
}

function line(one) {
  const p = h("p", { class: `${one.kind} ${one.side ?? ""}${one.places.length ? " here" : ""}` }, ...sections(one.text), ...one.dice.map(die));
  if (one.places.length) {
    p.addEventListener("pointerenter", () => map.light(one.places));
    p.addEventListener("pointerleave", () => map.light([]));
    p.addEventListener("click", () => map.reveal(one.places[0]));
  }
  return p;
}

export function clear() {
  byId("log").replaceChildren();
}

export function add(lines) {
  const log = byId("log");
  log.append(...lines.slice(-MOST).map(line));
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  // Reading a height forces a layout: do it once, after everything a move changes.
  requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
  const last = lines.findLast((one) => one.places.length);
  map.seen(last?.places ?? []);
}
