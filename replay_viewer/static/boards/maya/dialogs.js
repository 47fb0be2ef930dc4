/** What is looked at more closely: one card, a discard pile, a portrait with its skills and upgrades. */

import { h } from "../../dom.js";
import { cardFace, cardPicture, printed, signsOf, traitName } from "./cards.js";
import { drawObjectives } from "./strip.js";

/** @import {View} from "../../types.js" */
/** @import {Side} from "./mats.js" */

/** @param {string} id @param {View} frame */
export function showCard(id, { table }) {
  const card = printed(id, table.cards);
  open(card.name, h("div", { class: `maya-card large ${card.type}` }, cardFace(id, table.cards, signsOf(table))));
}

/** @param {number} seat @param {View} frame */
export function showDiscards(seat, { table }) {
  const side = /** @type {Side} */ (table.seats[seat - 1]);
  const counted = new Map();
  for (const id of side.discard) counted.set(id, (counted.get(id) ?? 0) + 1);
  open(
    `Discards of ${side.name} (${side.discard.length})`,
    h("ul", { class: "maya-pile" }, [...counted].map(([id, count]) => h("li", {}, cardPicture(id, table.cards), h("span", {}, `${count > 1 ? `${count} × ` : ""}`, h("strong", {}, printed(id, table.cards).name), h("small", {}, printed(id, table.cards).text))))),
  );
}

/** @param {number} seat @param {View} frame */
export function showPortrait(seat, { table }) {
  const side = /** @type {Side} */ (table.seats[seat - 1]);
  const portrait = table.box.champions[side.champion ?? ""];
  const { growth } = side;
  open(
    `${portrait.name}, played by ${side.name}`,
    h("p", { class: "quiet-text" }, `${portrait.traits.map(traitName).join(", ")} · hand of ${portrait.hand}`),
    h("h3", {}, "Passives"),
    h("ul", { class: "portrait-list" }, portrait.passives.map((/** @type {any} */ passive) => h("li", {}, h("strong", {}, passive.name), ` ${passive.text}`))),
    h("h3", {}, "Skills"),
    h("ul", { class: "portrait-list" }, portrait.skills.map((/** @type {any} */ skill) => skillRow(skill, growth.skills[skill.id]))),
    h("h3", {}, "Max HP, Energy and symbols"),
    h("p", { class: "ladder" }, portrait.hp.map((/** @type {number[]} */ [value, xp], /** @type {number} */ step) => rung(`${value} HP`, xp, step <= growth.hp_steps))),
    h("p", { class: "ladder" }, portrait.energy.map((/** @type {number[]} */ [value, xp], /** @type {number} */ step) => rung(`+${value} Energy`, xp, step < growth.energy_steps))),
    h("p", { class: "ladder" }, portrait.symbols.map((/** @type {any} */ symbol, /** @type {number} */ place) => rung(symbol.traits.map(traitName).join(" or "), symbol.xp, growth.symbol_indexes.includes(place)))),
    side.heads.length ? h("p", {}, `Heads in reserve: ${side.heads.map(({ name }) => name).join(", ")}.`) : null,
    side.deck_list ? [h("h3", {}, `Your deck list (${side.deck_list.length})`), h("p", {}, [...new Set(side.deck_list)].map((id) => printed(id, table.cards).name).join(", "))] : null,
  );
}

/** @param {View} frame */
export function showObjectives(frame) {
  open("Objectives", h("div", { class: "maya narrow" }, drawObjectives(frame)));
}

/** @param {any} skill @param {string|undefined} level */
function skillRow(skill, level) {
  const rows = /** @type {[string, any][]} */ (Object.entries(skill.levels));
  return h("li", {}, h("strong", {}, skill.name), h("ul", {}, rows.map(([key, side]) => h("li", { class: key === level ? "unlocked" : "" }, `${key === "1" ? "Level 1" : `Side ${key.slice(1).toUpperCase()}`} (${side.xp} XP): ${side.text}`))));
}

/** @param {string} text @param {number} xp @param {boolean} got */
function rung(text, xp, got) {
  return h("span", { class: got ? "rung unlocked" : "rung" }, text, got ? null : h("small", {}, ` ${xp} XP`));
}

/** @param {string} title @param {...any} children */
function open(title, ...children) {
  const dialog = h("dialog", { class: "maya-dialog", "aria-label": title, onclose: () => dialog.remove() }, h("h2", {}, title), children, h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
