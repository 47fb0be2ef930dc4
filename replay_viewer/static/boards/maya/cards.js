/** Cards as they are printed: cost, name, Traits, text and Gain; and small signs for them. */

import { h, s } from "../../dom.js";

/**
 * @typedef {object} Card
 * @property {string} name
 * @property {"action"|"relic"|"spell"|"fragment"} type
 * @property {number} cost
 * @property {number} [gain]
 * @property {string[]} traits
 * @property {string} text
 * @property {boolean} [shattered]
 * @property {string} [signature]
 * @property {boolean} [reaction]
 */
/** @typedef {Record<string, Card>} Cards */

const TYPES = { action: "Action", relic: "Relic", spell: "Spell", fragment: "Memory Fragment" };
const SIGN_LETTERS = 3; // what tells the Traits of most packs apart
const NO_CARD = /** @type {Card} */ ({ name: "?", type: "action", cost: 0, traits: [], text: "" });

/** @param {string} id @param {Cards} cards @returns {Card} */
export function printed(id, cards) {
  return cards[id] ?? { ...NO_CARD, name: id };
}

/** @param {Card} card */
export function typeOf(card) {
  return card.reaction ? "Reaction" : card.signature ? `Signature ${TYPES[card.type]}` : TYPES[card.type];
}

/** A whole card to be read. @param {string} id @param {Cards} cards @param {Map<string, string>} signs */
export function cardFace(id, cards, signs) {
  const card = printed(id, cards);
  return [
    h("span", { class: "card-head" }, energy(card.cost), h("span", { class: "card-title" }, card.name)),
    h("span", { class: "card-kind" }, typeOf(card), traitSigns(card, signs)),
    h("span", { class: "clauses" }, clausesOf(card).map((clause) => h("span", { class: "clause" }, clause))),
    card.gain === undefined ? null : h("span", { class: "card-gain", title: "Energy Gain: what it pays when the mats slide, and its place in the order of turns" }, `+${card.gain}`),
  ];
}

/** @param {Card} card */
export function clausesOf(card) {
  return card.text ? card.text.split(" · ") : [];
}

/** @param {Card} card */
export function cardWords(card) {
  return `${card.name}, ${typeOf(card)}, costs ${card.cost} Energy${card.gain === undefined ? "" : `, gain ${card.gain}`}${card.traits.length ? `, ${card.traits.join(" and ")}` : ""}. ${card.text}`;
}

/** The cost as a bolt in a drop. @param {number} cost */
export function energy(cost) {
  return h("span", { class: "cost", title: `Costs ${cost} Energy` }, cost);
}

/** @param {Card} card @param {Map<string, string>} signs */
export function traitSigns(card, signs) {
  if (!card.traits.length) return null;
  return h("span", { class: card.shattered ? "traits shattered" : "traits" }, card.traits.map((trait) => traitSign(trait, signs)));
}

/** @param {string} trait @param {Map<string, string>} signs */
export function traitSign(trait, signs) {
  return h("span", { class: `trait trait-${trait}`, title: traitName(trait) }, h("span", { class: "trait-letters", "aria-hidden": "true" }, signs.get(trait) ?? shortOf(trait, [])), h("span", { class: "visually-hidden" }, traitName(trait)));
}

/** A sign for every Trait of the table, no two alike. @param {any} table @returns {Map<string, string>} */
export function signsOf({ cards, box, library }) {
  const bearers = [...Object.values(cards), ...Object.values(library ?? {}), ...Object.values(box.champions)];
  const traits = [...new Set(bearers.flatMap((bearer) => bearer?.traits ?? []))];
  return new Map(traits.map((trait) => [trait, shortOf(trait, traits)]));
}

/** The first letters that no other Trait begins with. @param {string} trait @param {string[]} traits */
function shortOf(trait, traits) {
  if (trait === "wild") return "★";
  let length = SIGN_LETTERS;
  while (length < trait.length && traits.some((other) => other !== trait && other.startsWith(trait.slice(0, length)))) length += 1;
  return trait.slice(0, length);
}

/** @param {string} trait */
export function traitName(trait) {
  return trait.replace(/(^|-)\w/g, (letter) => letter.toUpperCase());
}

/** A card as a small picture, for lists. @param {string} id @param {Cards} cards */
export function cardPicture(id, cards) {
  const card = printed(id, cards);
  return s(
    "svg",
    { class: `card-picture maya-card ${card.type}`, viewBox: "0 0 40 56", "aria-hidden": "true" },
    s("rect", { class: "paper", x: 0.5, y: 0.5, width: 39, height: 55, rx: 5 }),
    s("rect", { class: "field", x: 3.5, y: 3.5, width: 33, height: 49, rx: 3 }),
    s("circle", { class: "cost-disc", cx: 20, cy: 22, r: 10.5 }),
    s("text", { x: 20, y: 27 }, card.cost),
    s("path", { class: "ruled", d: "M9 40h22M9 45h16" }),
  );
}
