/** For a game that has no board yet: its view as a list, a row for each seat. Acting works, because offers are a list anyway. */

import { h, replace } from "../dom.js";
import { readable } from "../words.js";

/** @import {Board, BoardContext, View} from "../types.js" */

const NAMED = new Set(["seat", "name", "seats"]); // what the rows themselves say
const WORDS_MAX = 160;

/** @type {Board} */
export const plain = {
  title: "Game",
  render(frame, element, context) {
    replace(element, h("div", { class: "plain-table" }, frame.table ? facts(frame.table) : null, h("ul", { class: "plain-seats" }, frame.seats.map(({ seat, name }) => seatRow(seat, name, frame, context)))));
  },
  hand: () => [],
  cardName: (card) => card,
  cardPicture: () => null,
  groupOf: ({ intent }) => ({ key: intent.type, title: intent.type.replace(/(?<=[a-z])(?=[A-Z])/g, " "), text: "", card: null }),
};

/** @param {number} seat @param {string} name @param {View} frame @param {BoardContext} context */
function seatRow(seat, name, frame, { lit, onSeat }) {
  const awaited = frame.awaiting.some((one) => one.seat === seat);
  const own = frame.table?.seats?.find?.((/** @type {any} */ one) => one?.seat === seat);
  return h(
    "li",
    { class: awaited ? "awaited" : "" },
    lit.seats.has(seat) ? h("button", { type: "button", "data-key": `seat/${seat}`, onclick: () => onSeat(seat) }, name) : h("strong", {}, name),
    own ? facts(own) : null,
  );
}

/** What a record of the view says; what the viewer may not see is left out. @param {Record<string, any>} record */
function facts(record) {
  const known = Object.entries(record).filter(([name, value]) => !NAMED.has(name) && value !== null && value !== undefined);
  return h("dl", {}, known.map(([name, value]) => h("div", {}, h("dt", {}, readable(name)), h("dd", {}, shortened(words(value))))));
}

/** @param {any} value @returns {string} */
function words(value) {
  if (Array.isArray(value)) return value.map(words).join(", ") || "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || typeof value !== "object") return String(value ?? "");
  return Object.entries(value).filter(([, inner]) => inner !== null).map(([name, inner]) => `${readable(name)} ${words(inner)}`).join("; ");
}

/** @param {string} text */
function shortened(text) {
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX)}…` : text;
}
