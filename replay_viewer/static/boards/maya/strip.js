/** Above the arena: the order of turns, what the mode counts, what is in flight; below it: the objectives. */

import { h } from "../../dom.js";
import { counted } from "../../words.js";
import { readable } from "./reading.js";
import { hasTeams, matesWords, teamClass, teamName, teamSign } from "./teams.js";

/** @import {View} from "../../types.js" */
/** @import {Side} from "./mats.js" */

const PHASES = /** @type {Record<string, string>} */ ({
  champions: "Champions", decks: "Decks", setup: "Setup", fragments: "Memory Fragments", refresh: "Refresh", slide: "Slide", exit: "On Exit", prepare: "Prepare",
  flip: "Flip", arrive: "On Arrival", turn: "Turn", aggro: "Minions strike back", watch: "Watchfire", round_end: "Round end", over: "Over",
});
const STEPS = /** @type {Record<string, string>} */ ({ respawn: "Respawn", allies: "Allied minions", start: "Start of Turn", action: "Action Phase", end: "End of Turn", discard: "Discard" });

const BEFORE_TURNS = new Set(["champions", "decks", "setup", "fragments", "refresh", "slide", "exit", "prepare", "flip"]);

/** @param {View} frame @param {Element|null} button  What may be done to the table as a whole. */
export function drawStrip(frame, button) {
  const { table } = frame;
  const { initiative } = table.tracks;
  return h(
    "div",
    { class: "strip" },
    h("p", { class: "phase" }, h("strong", {}, table.round ? `Round ${table.round}` : table.box.mode.name), h("span", {}, STEPS[table.step] ?? PHASES[table.phase] ?? table.phase)),
    initiative.length
      ? h(
          "ol",
          { class: "initiative", "aria-label": "Order of turns" },
          initiative.map((/** @type {number} */ seat) => inOrder(table, seat)),
        )
      : null,
    h("ul", { class: "ledger" }, ledger(table)),
    button,
  );
}

/** One seat in the order of turns. @param {any} table @param {number} seat */
function inOrder(table, seat) {
  const { initiative, to_go: waiting, tiebreak } = table.tracks;
  const side = /** @type {Side} */ (table.seats[seat - 1]);
  const now = table.turn.seat === seat;
  const mates = matesWords(table, side);
  const name = shortName(table, seat);
  const classes = [`seat-${seat}`, teamClass(table, side.team), now && "now", !now && !waiting.includes(seat) && !BEFORE_TURNS.has(table.phase) && "done"];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), title: `${nameOf(table, seat)}${mates ? ` ${mates}` : ""}; ties: place ${tiebreak.indexOf(seat) + 1}` },
    teamSign(table, side.team),
    h("span", { "aria-hidden": "true" }, name.slice(0, 1), now || initiative.length < 3 ? h("span", { class: "rest" }, name.slice(1)) : null),
    h("span", { class: "visually-hidden" }, mates ? `${name}, ${mates}` : name),
  );
}

/** @param {any} table @param {number} seat */
function nameOf(table, seat) {
  return table.seats[seat - 1]?.name ?? `Seat ${seat}`;
}

/** @param {any} table @param {number} seat */
function shortName(table, seat) {
  const champion = table.seats[seat - 1]?.champion;
  return champion ? table.box.champions[champion]?.name ?? nameOf(table, seat) : nameOf(table, seat);
}

/** What the mode counts, of each team with its names. @param {any} table */
function ledger(table) {
  const { teams } = table.box.mode;
  const towers = [1, 2].map((team) => table.units.filter((/** @type {any} */ unit) => unit.what === "tower" && unit.team === team));
  const found = [];
  if (teams && towers.some((one) => one.length)) {
    for (const team of [1, 2]) {
      const hp = towers[team - 1].map((/** @type {any} */ tower) => tower.hp).join(" + ");
      const deaths = table.ledger[`deaths.${team}`] ?? 0;
      const name = teamName(table, team);
      found.push(
        h(
          "li",
          { class: ["of-team", `team-${team}`, teamClass(table, team)].filter(Boolean).join(" "), title: `${name}: HP of ${hasTeams(table) ? "their" : "its"} Towers, and Death tokens` },
          h("span", { class: "of-whom" }, teamSign(table, team), name),
          h("span", {}, ` Towers ${hp || "fallen"}`, h("span", { class: "deaths" }, h("span", { "aria-hidden": "true" }, ` ✝ ${deaths}`), h("span", { class: "visually-hidden" }, `, ${counted(deaths, "Death token")}`))),
        ),
      );
    }
  }
  for (const [key, count] of Object.entries(table.ledger)) {
    if (key === "bounty") found.push(h("li", { title: "VP for the next neutral minion" }, `Minion Bounty ${count}`));
  }
  return found;
}

/** What waits to happen, the next thing first. @param {View} frame */
export function drawStack({ table }) {
  if (!table.stack.length) return null;
  const name = (/** @type {string} */ unit) => table.units.find((/** @type {any} */ one) => one.id === unit)?.name ?? unit;
  const rows = [...table.stack].reverse().map((/** @type {any} */ frame) => {
    if (frame.kind === "window") return h("li", { class: "window" }, frame.seats.length ? `${nameOf(table, frame.seats[0])} may answer` : "answered");
    const what = frame.kind === "action" ? `${frame.action[0].toUpperCase()}${frame.action.slice(1)} ${frame.value}${frame.targets.length ? ` on ${frame.targets.map(name).join(", ")}` : ""}` : frame.text;
    return h("li", { class: frame.seat ? `seat-${frame.seat}` : "neutral" }, h("strong", {}, frame.name), what ? ` ${what}` : "");
  });
  return h("ol", { class: "in-flight", "aria-label": "In flight, the next first" }, rows);
}

/** Some of the objectives, to be read. @param {View} frame @param {number} [from] @param {number} [to] */
export function drawObjectives({ table }, from = 0, to = undefined) {
  const { open, deck } = table.objectives;
  if (!open.length) return null;
  return h(
    "section",
    { class: "objectives", "aria-label": "Objectives" },
    h("h3", {}, "Objectives", h("small", {}, `${deck} in the pile`)),
    h(
      "ul",
      {},
      open.slice(from, to).map((/** @type {any} */ card) =>
        h(
          "li",
          { class: [card.starter && "starter", (card.tokens.length || card.done_by.length) && "claimed"].filter(Boolean).join(" ") },
          h("span", { class: "reward", title: `${card.reward} XP` }, card.reward),
          h("span", { class: "objective-words" }, h("strong", {}, card.name), h("span", {}, card.text)),
          [...card.tokens, ...card.done_by].map((/** @type {number} */ seat) => h("span", { class: `claim seat-${seat}`, title: `Claimed by ${nameOf(table, seat)}` })),
        ),
      ),
    ),
  );
}

/** The objectives by name only; pressing one shows them all. @param {View} frame @param {() => void} show */
export function drawObjectiveChips({ table }, show) {
  const { open } = table.objectives;
  if (!open.length) return null;
  return h(
    "ul",
    { class: "objective-chips", "aria-label": "Objectives" },
    open.map((/** @type {any} */ card) => {
      const chip = h("button", { type: "button", class: [card.starter && "starter", (card.tokens.length || card.done_by.length) && "claimed"].filter(Boolean).join(" "), "data-key": `objective/${card.id}`, "aria-label": `${card.name}, ${card.reward} XP: ${card.text}`, onclick: show }, h("span", { class: "reward" }, card.reward), card.name, [...card.tokens, ...card.done_by].map((/** @type {number} */ seat) => h("span", { class: `claim seat-${seat}` })));
      const item = h("li", {}, chip);
      readable(chip, item, () => [h("strong", {}, `${card.name}, ${card.reward} XP`), h("p", {}, card.text)]);
      return item;
    }),
  );
}

/** The portraits to choose from, before there is an arena. @param {View} frame @param {import("../../types.js").BoardContext} context */
export function drawGallery({ table }, { lit, onUnit }) {
  const takenBy = new Map(table.seats.map((/** @type {Side} */ side) => [side.champion, side]));
  return h(
    "ul",
    { class: "gallery", "aria-label": "Champions" },
    Object.entries(table.box.champions).map(([id, portrait]) => {
      const taker = /** @type {Side|undefined} */ (takenBy.get(id));
      const may = lit.units.has(id);
      const inside = [
        h("strong", {}, portrait.name),
        h("span", { class: "gallery-traits" }, portrait.traits.map((/** @type {string} */ trait) => trait.replace(/(^|-)\w/g, (letter) => letter.toUpperCase())).join(" · ")),
        h("span", { class: "gallery-numbers" }, `${portrait.hp[0][0]} HP · Hand ${portrait.hand}`),
        portrait.passives.map((/** @type {any} */ passive) => h("span", { class: "gallery-passive" }, h("b", {}, `${passive.name}. `), passive.text)),
        taker ? h("span", { class: `taken seat-${taker.seat}` }, taker.name) : null,
      ];
      const classes = ["portrait-card", may && "lit", lit.unit === id && "chosen", taker && `seat-${taker.seat} gone`].filter(Boolean).join(" ");
      return h("li", {}, may ? h("button", { type: "button", class: classes, "data-key": `unit/${id}`, "data-champion": id, "aria-pressed": String(lit.unit === id), onclick: () => onUnit(id) }, inside) : h("div", { class: classes }, inside));
    }),
  );
}
