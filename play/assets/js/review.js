// The review of a finished game: winning chances over time, the largest swings of luck, the costliest choices, a replay.

import { get, post } from "./api.js";
import { byId, h, percent, s, sideName, wait } from "./dom.js";

const WIDE = 1000;
const HIGH = 190;
const EDGE = 24;

const x = (step, last) => (step / Math.max(last, 1)) * WIDE;
const y = (chance) => EDGE / 2 + (1 - chance) * (HIGH - EDGE);

function chart(review) {
  const last = review.steps;
  const points = review.chances.map(([step, chance]) => `${x(step, last).toFixed(1)},${y(chance).toFixed(1)}`);
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": "The FLN's estimated winning chance over the game" });
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

const signed = (value) => `${value > 0 ? "+" : "−"}${percent(Math.abs(value))}`;

/** A list of decisions: a figure, a link to the decision, and what was decided. */
const list = (rows, go) => h("table", {}, ...rows.map(({ figure, step, side, text, more }) =>
  h("tr", {}, h("td", {}, figure), h("td", {}, h("button", { onclick: () => go(step) }, `${step}`), ` ${sideName(side)}: ${text}`, more && h("small", {}, ` ${more}`)))));

/** The costliest choices, judged in the background. */
function choices(go) {
  const bar = h("progress", { "aria-label": "Judging the choices" });
  const stop = h("button", { onclick: () => post("stop") }, "Stop");
  const body = h("div", {}, h("p", {}, "Judging the choices: up to a minute. "), bar, " ", stop);
  const shown = ({ policy, decisions, judged, cut_short: cut, mistakes }) => [
    h("p", {}, h("small", {}, `${judged} of ${decisions} choices were judged${cut ? " before judging was stopped" : ""}: those that looked most doubtful after fewer games. ${policy} played on for both sides from the choice and from its best alternative, with the same dice, and with hidden information sampled for each game. Changes are in that side's winning chance, with simultaneous 95 % intervals.`)),
    mistakes.length
      ? list(mistakes.map(({ change, interval: [low, high], games, instead, ...one }) => ({
        ...one, figure: signed(change), more: `${signed(low)} to ${signed(high)}, ${games} games. Better: ${instead}`,
      })), go)
      : h("p", {}, "None proved worse than an alternative."),
  ];
  const follow = async () => {
    // Stop if another game or review has replaced this one.
    const here = () => body.isConnected && !byId("swings").hidden;
    for (;;) {
      const { progress, found } = await post("judge");
      if (!here()) return;
      bar.value = progress;
      if (found) return body.replaceChildren(...shown(found));
      await wait(500);
      if (!here()) return;
    }
  };
  const begin = () => follow().catch((error) => body.replaceChildren(h("p", {}, error.message)));
  return { box: h("div", { id: "choices-judged" }, h("h3", {}, "Costliest choices"), body), begin };
}

/** Opens the review. `table` shows a table on the map. */
export async function review(table) {
  const found = await get("review");
  const last = found.steps;
  const box = byId("review");
  const { svg, point } = chart(found);
  const where = h("p", { "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: last, value: last, "aria-label": "Decision" });
  let wanted = null;
  const go = async (step) => {
    slider.value = step;
    point(step);
    const at = found.chances.findLast(([known]) => known <= step);
    const about = at ? `the FLN's winning chance ${at[0] === step ? "is" : `after decision ${at[0]} was`} about ${percent(at[1], 0)}` : "no estimate so far";
    where.textContent = `After decision ${step} of ${last}: ${about}.`;
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
  const luck = found.luck.map((one) => ({ ...one, figure: signed(one.change) }));
  const judged = choices(go);
  box.replaceChildren(
    h("h2", {}, `${sideName(found.winner)} has won: the FLN's winning chance over the game`),
    h("p", {}, h("small", {}, `Estimated from the position alone, at the start of turns and after dice; elsewhere the estimate is not calibrated. Luck: the actual roll compared with the mean of ${found.throws} rerolls.`)),
    h("div", { class: "chart" }, svg, ...["100 %", "50 %", "0 %"].map((text) => h("span", { "aria-hidden": "true" }, text))), slider, where);
  byId("swings").replaceChildren(
    h("div", { class: "two" }, h("div", {}, h("h3", {}, "Largest swings of luck"), list(luck, go)), judged.box),
    h("p", {}, h("a", { href: "api/record", download: "wilaya-game.jsonl" }, "Download the record"), " to keep it, or to replay it with ", h("code", {}, "wilaya replay"), "."));
  box.hidden = false;
  byId("swings").hidden = false;
  judged.begin();
  go(last);
  box.scrollIntoView({ behavior: "smooth", block: "nearest" });
}
