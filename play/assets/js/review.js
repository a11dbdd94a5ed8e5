// A finished game looked back on: the chance to win over time, the largest swings, a replay.

import { get } from "./api.js";
import { byId, h, percent, s, sideName } from "./dom.js";

const WIDE = 1000;
const HIGH = 190;
const EDGE = 24;

const x = (step, last) => (step / Math.max(last, 1)) * WIDE;
const y = (chance) => EDGE / 2 + (1 - chance) * (HIGH - EDGE);

function chart(review) {
  const last = review.chances.length - 1;
  const every = Math.max(1, Math.floor(last / 1500));
  const points = review.chances
    .map((chance, step) => [step, chance])
    .filter(([step]) => step % every === 0 || step === last)
    .map(([step, chance]) => `${x(step, last).toFixed(1)},${y(chance).toFixed(1)}`);
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": "Estimated chance of the FLN over the game" });
  for (const level of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(s("line", { x1: 0, x2: WIDE, y1: y(level), y2: y(level), stroke: "var(--line)", "stroke-width": level === 0.5 ? 2 : 1, "vector-effect": "non-scaling-stroke" }));
  }
  for (const [step, name] of review.turns) {
    svg.append(s("line", { x1: x(step, last), x2: x(step, last), y1: HIGH - 8, y2: HIGH, stroke: "var(--soft)", "vector-effect": "non-scaling-stroke" }, s("title", {}, name)));
  }
  svg.append(s("polyline", { points: points.join(" "), fill: "none", stroke: "var(--fln)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }));
  const now = s("line", { y1: 0, y2: HIGH, stroke: "var(--glow)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" });
  svg.append(now);
  return { svg, point: (step) => { now.setAttribute("x1", x(step, last)); now.setAttribute("x2", x(step, last)); } };
}

/** Opens it. `table` shows a table on the map. */
export async function review(table) {
  const found = await get("review");
  const last = found.chances.length - 1;
  const box = byId("review");
  const { svg, point } = chart(found);
  const where = h("p", { "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: last, value: last, "aria-label": "Decision" });
  let wanted = null;
  const go = async (step) => {
    slider.value = step;
    point(step);
    where.textContent = `After decision ${step} of ${last}: the FLN's chance is about ${percent(found.chances[step], 0)}.`;
    const busy = wanted !== null;
    wanted = step;
    if (busy) return;
    while (wanted !== null) {
      const now = wanted;
      const answer = await get("table", { step: now });
      table(answer.table);
      if (wanted === now) wanted = null;
    }
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  svg.addEventListener("click", (event) => {
    const bounds = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - bounds.left) / bounds.width) * last));
  });
  const swings = (title, list) => h("div", {}, h("h3", {}, title), h("table", {}, ...list.map((one) =>
    h("tr", {}, h("td", {}, `${one.change > 0 ? "+" : "−"}${percent(Math.abs(one.change))}`),
      h("td", {}, h("button", { onclick: () => go(one.step) }, `${one.step}`), ` ${sideName(one.side)}: ${one.text}`)))));
  box.replaceChildren(
    h("h2", {}, `${found.winner === "fln" ? "The FLN" : "France"} has won: the FLN's chance over the game`),
    h("p", {}, h("small", {}, `An estimate from the position alone. Luck: what fell against the mean of ${found.throws} throws; choice: that mean against what it was before.`)),
    h("div", { class: "chart" }, svg, ...["100 %", "50 %", "0 %"].map((text) => h("span", { "aria-hidden": "true" }, text))), slider, where);
  byId("swings").replaceChildren(
    h("div", { class: "two" }, swings("Largest swings by luck", found.luck), swings("Largest swings by choice", found.choice)),
    h("p", {}, h("a", { href: "api/record", download: "wilaya-game.jsonl" }, "Download the record"), " to keep it, or to replay it with ", h("code", {}, "wilaya replay"), "."));
  box.hidden = false;
  byId("swings").hidden = false;
  go(last);
  box.scrollIntoView({ behavior: "smooth", block: "nearest" });
}
