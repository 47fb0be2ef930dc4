/** Building a deck: the cards that the champion may use, and how many copies of each go in. The server says what is wrong with it. */

import { h, replace } from "../../dom.js";
import { counted } from "../../words.js";
import { cardWords, printed, signsOf, traitSigns, typeOf } from "./cards.js";

/** @import {View} from "../../types.js" */
/** @import {Side} from "./mats.js" */

const TYPES = /** @type {const} */ (["action", "relic", "spell"]);
const HEADINGS = { action: "Action Cards", relic: "Relics", spell: "Spells" };
const COPIES_MAX = 2;

/** @param {Side} own @param {View} frame @param {import("./ruling.js").Ask} ask */
export function drawDeckBuilder(own, { table }, ask) {
  const { cards, library } = table;
  const signs = signsOf(table);
  /** @type {Record<string, number>} */
  let counts = {};
  const room = h("section", { class: "deck-builder", "data-seat": own.seat, "aria-label": "Build your deck" });
  draw();
  return room;

  /** @param {string} id @param {number} by */
  function change(id, by) {
    counts = { ...counts, [id]: Math.max(0, Math.min(COPIES_MAX, (counts[id] ?? 0) + by)) };
    draw();
  }

  function chosen() {
    return library.flatMap((/** @type {string} */ id) => Array.from({ length: counts[id] ?? 0 }, () => id));
  }

  function draw() {
    const deck = chosen();
    const actions = deck.filter((/** @type {string} */ id) => printed(id, cards).type === "action").length;
    replace(
      room,
      h(
        "header",
        {},
        h("h2", {}, "Build your deck"),
        h("p", { role: "status" }, `${counted(deck.length, "card")}, ${counted(actions, "Action Card")} among them`),
        h("button", { type: "button", class: "quiet", "data-key": "deck-starter", onclick: () => ((counts = copiesIn(table.starter)), draw()) }, "From the starter deck"),
        h("button", { type: "button", class: "quiet", "data-key": "deck-empty", onclick: () => ((counts = {}), draw()) }, "From nothing"),
        h("button", { type: "button", class: "primary", "data-key": "deck-submit", disabled: !deck.length, onclick: () => ask({ type: "SubmitDeck", cards: deck }) }, "Hand it in"),
      ),
      TYPES.map((type) => [
        h("h3", {}, HEADINGS[type]),
        h("ul", {}, library.filter((/** @type {string} */ id) => printed(id, cards).type === type).map(row)),
      ]),
    );
  }

  /** @param {string} id */
  function row(id) {
    const card = printed(id, cards);
    const count = counts[id] ?? 0;
    const most = card.signature ? 1 : COPIES_MAX;
    return h(
      "li",
      { class: count ? "in" : "" },
      h("span", { class: "cost" }, card.cost),
      h("span", { class: "row-words", title: cardWords(card) }, h("strong", {}, card.name, traitSigns(card, signs)), h("small", {}, `${typeOf(card)}${card.gain === undefined ? "" : `, gain ${card.gain}`}. ${card.text}`)),
      h("button", { type: "button", class: "quiet", "data-key": `less/${id}`, "aria-label": `One ${card.name} less`, disabled: !count, onclick: () => change(id, -1) }, "−"),
      h("output", { "aria-label": `${count} of ${card.name}` }, count),
      h("button", { type: "button", class: "quiet", "data-key": `more/${id}`, "aria-label": `One ${card.name} more`, disabled: count >= most, onclick: () => change(id, 1) }, "+"),
    );
  }
}

/** @param {string[]} deck @returns {Record<string, number>} */
function copiesIn(deck) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const id of deck) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}
