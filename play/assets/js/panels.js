// Tracks, hands, and the contents of an area.

import { byId, h, refill, sideName } from "./dom.js";
import { ofName } from "./guide.js";
import { called, groupOf, spotOf } from "./map.js";

function track(one, all) {
  const of = one.last - one.first || 1;
  const part = Math.max(0, Math.min(1, (one.value - one.first) / of));
  const fill = h("div", { class: `fill ${one.side ?? ""}` });
  fill.style.width = `${100 * part}%`;
  const spaces = one.notes.map(([number, text]) => `${number}: ${text}`).join("\n");
  const value = one.text ?? `${one.value} of ${one.last}`;
  // Only tracks that both sides have need the side in their name.
  const twice = all.filter((other) => other.name === one.name).length > 1;
  return h("div", { class: "track about", tabindex: "0", title: spaces || null, "data-about": one.name },
    h("p", {},
      h("span", { class: one.side ? `${one.side}-text` : null }, `${twice ? `${sideName(one.side)}: ` : ""}${one.name}`), " ",
      h("b", {}, value)),
    h("div", { class: "bar", role: "meter", "aria-valuenow": one.value, "aria-valuemin": one.first, "aria-valuemax": one.last, "aria-valuetext": String(value), "aria-label": twice ? `${sideName(one.side)}: ${one.name}` : one.name }, fill));
}

export function tracks(table) {
  const notes = table.notes.length ? h("p", { id: "notes" }, `In effect: ${table.notes.join(", ")}`) : null;
  refill(byId("tracks"), ...table.tracks.map((one) => track(one, table.tracks)), ...(notes ? [notes] : []));
}

/** An item of a hand, with its explanation. */
const named = (item) => (ofName(item) ? [h("span", { class: "about", tabindex: "0", "data-about": item }, item)] : [item]);

export function hands(table) {
  const line = (hand) => {
    const items = [...hand.items];
    if (hand.unseen) items.push(`${hand.unseen} face down`);
    return h("p", {}, h("b", { class: hand.side ? `${hand.side}-text` : null }, `${hand.title}: `), ...(items.length ? items.flatMap((item, index) => [index ? ", " : null, ...named(item)]) : ["nothing"]));
  };
  refill(byId("hands"), ...table.hands.map(line));
}

const holder = (of) => (of === "contested" ? "contested" : `${sideName(of)} control`);

/** Shows the contents of a place. */
export function area(id, table) {
  const box = byId("area");
  const spot = spotOf(id);
  if (!spot) return;
  const here = table.areas.find((one) => one.id === id);
  const lines = [h("p", {}, [groupOf(spot), spot.note, here?.holder && holder(here.holder)].filter(Boolean).join(" · "))];
  if (here?.marks.length) lines.push(h("p", {}, here.marks.map((mark) => mark.name).join(", ")));
  for (const strip of here?.strips ?? []) {
    const units = strip.counters.map((one) => `${one.text}${one.weak && !strip.short ? " (reduced)" : ""}`).join(", ");
    lines.push(h("p", {}, h("span", { class: `chip ${strip.side}` }, sideName(strip.side)), ` ${strip.name}: ${units}`));
  }
  if (spot.near.length) lines.push(h("p", {}, h("small", {}, `Borders: ${spot.near.map((near) => spotOf(near)?.name ?? near).join(", ")}`)));
  box.replaceChildren(h("h2", {}, called(spot)), ...lines);
}
