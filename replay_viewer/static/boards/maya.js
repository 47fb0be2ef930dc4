/** The board of Trials of Maya. It shows what a view says and knows none of the rules. */

import { h, replace } from "../dom.js";
import { drawArena, placeName } from "./maya/arena.js";
import { cardPicture, printed } from "./maya/cards.js";
import { drawColumn } from "./maya/column.js";
import { drawDeckBuilder } from "./maya/deck.js";
import { showCard, showDiscards, showObjectives, showPortrait } from "./maya/dialogs.js";
import { drawHand } from "./maya/hand.js";
import { drawMat } from "./maya/mats.js";
import { howTo } from "./maya/primer.js";
import { drawRuling, proposeButton } from "./maya/ruling.js";
import { drawGallery, drawObjectiveChips, drawObjectives, drawStack, drawStrip } from "./maya/strip.js";
import { hasTeams } from "./maya/teams.js";

/** @import {Board, BoardContext, View} from "../types.js" */
/** @import {Side} from "./maya/mats.js" */

const MAT_WIDTH = 206;
const GAPS = 24;
const ARENA_LEAST = 280;
const TALL = 1.4; // how many times its width a board is high where the mats go below the arena
const ROOMS = { strip: 62, wideStrip: 50, ruling: 128, stack: 44, chips: 62, hand: 172, mats: 330, objectives: 150 }; // pixels that other things take from the arena's height

/** @type {Board} */
export const maya = {
  title: "Trials of Maya",
  aims: true,
  howTo,

  render(frame, element, context) {
    const room = element.querySelector(":scope > .room") ?? h("div", { class: "room" });
    if (room.parentElement !== element) replace(element, room);
    if (!frame.table) return replace(room, waitingRoom(frame));
    const draw = context.compact ? narrow : isTall(frame, element) ? tall : wide;
    replace(room, draw(frame, element, context));
  },

  looksFirst: (frame) => frame.table?.phase === "champions",
  hand: (frame) => ownHand(frame),
  cardName: (card, frame) => (frame.table ? printed(card, frame.table.cards).name : card),
  cardPicture: (card, frame) => (frame.table?.cards[card] ? cardPicture(card, frame.table.cards) : null),
  optionName: (option, frame) => placeName(option, frame.table) ?? printed(String(option), frame.table.cards).name,
  placeOfOption: (option) => (Array.isArray(option) ? option.join() : typeof option === "string" ? option : null),

  groupOf({ intent, text, group }) {
    if (!group) return { key: intent.type, title: text, text: "", card: null };
    return { key: group.key, title: group.title, text: group.note, card: group.card, rank: group.rank };
  },
};

/** @param {View} frame @returns {Side|null} */
function ownSide(frame) {
  return frame.table?.seats.find((/** @type {Side} */ side) => frame.viewer === `seat:${side.seat}`) ?? null;
}

/** @param {View} frame @returns {string[]} */
function ownHand(frame) {
  return /** @type {string[]} */ (ownSide(frame)?.hand.cards ?? []);
}

/** Own mat first, then around the table, friends before the others. @param {View} frame @returns {Side[]} */
function inOrder(frame) {
  const seats = /** @type {Side[]} */ (frame.table.seats);
  const first = ownSide(frame)?.seat ?? 1;
  const around = [...seats.slice(first - 1), ...seats.slice(0, first - 1)];
  if (!hasTeams(frame.table)) return around;
  return around.sort((one, other) => Number(other.team === seats[first - 1].team) - Number(one.team === seats[first - 1].team));
}

/** @param {View} frame */
function shower(frame) {
  return { card: (/** @type {string} */ id) => showCard(id, frame), discard: (/** @type {number} */ seat) => showDiscards(seat, frame), portrait: (/** @type {number} */ seat) => showPortrait(seat, frame) };
}

/** Mats on both sides, friends on the left where there are teams; few players leave room for the objectives below. @param {View} frame @param {HTMLElement} element @param {BoardContext} context */
function wide(frame, element, context) {
  if (!frame.table.box.tiles.length) return h("div", { class: "maya wide" }, drawStrip(frame, hostButton(frame, context)), drawRuling(frame, context), middle(frame, element, context, 0, 0));
  const mats = inOrder(frame);
  const teams = hasTeams(frame.table);
  const near = teams ? (/** @type {Side} */ side) => side.team === mats[0].team : (/** @type {Side} */ side) => mats.indexOf(side) < mats.length / 2;
  const show = shower(frame);
  const few = mats.length < 3;
  const half = Math.ceil(frame.table.objectives.open.length / 2);
  const before = [...element.querySelectorAll(".column > .mats")].map(({ scrollTop }) => scrollTop);
  const column = (/** @type {number} */ nth, /** @type {Side[]} */ sides, /** @type {Element|null} */ below) => drawColumn([sides.map((side) => drawMat(side, frame, context, show)), below], before[nth] ?? 0);
  const hand = drawHand(ownSide(frame), frame, context, element);
  // The names of teams take so much room that the strip goes over all columns.
  const strip = drawStrip(frame, hostButton(frame, context));
  const taken = (teams ? ROOMS.wideStrip : ROOMS.strip) + (frame.table.ruling ? ROOMS.ruling : 0) + (frame.table.stack.length ? ROOMS.stack : 0) + (few ? 0 : ROOMS.chips) + (hand ? ROOMS.hand : 0);
  const width = Math.max(element.clientWidth - 2 * MAT_WIDTH - GAPS, ARENA_LEAST);
  const height = Math.max(element.clientHeight - taken, ARENA_LEAST);
  return h(
    "div",
    { class: `maya wide players-${mats.length}` },
    teams ? strip : null,
    h(
      "div",
      { class: "around" },
      column(0, mats.filter(near), few ? drawObjectives(frame, 0, half) : null),
      h("div", { class: "centre" }, teams ? null : strip, drawRuling(frame, context), drawStack(frame), middle(frame, element, context, width, height), few ? null : [drawObjectiveChips(frame, () => showObjectives(frame)), hand]),
      column(1, mats.filter((side) => !near(side)), few ? drawObjectives(frame, half) : null),
    ),
    few ? hand : null,
  );
}

/** Below the width at which the page holds its board to the window, the height of the board follows what is on it. @param {View} frame @param {HTMLElement} element */
function isTall({ table }, { clientWidth, clientHeight }) {
  return table.box.tiles.length > 0 && matchMedia("(min-width: 1000px)").matches && clientHeight > TALL * clientWidth;
}

/** A window so high that the arena may have its whole width: hand and mats lie below it. @param {View} frame @param {HTMLElement} element @param {BoardContext} context */
function tall(frame, element, context) {
  const show = shower(frame);
  const hand = drawHand(ownSide(frame), frame, context, element);
  const rows = frame.table.seats.length > 2 && element.clientWidth < 4 * MAT_WIDTH ? 2 : 1;
  const taken = ROOMS.strip + (frame.table.ruling ? ROOMS.ruling : 0) + (frame.table.stack.length ? ROOMS.stack : 0) + (hand ? ROOMS.hand : 0) + rows * ROOMS.mats + ROOMS.objectives;
  const height = Math.max(element.clientHeight - taken, ARENA_LEAST);
  return h(
    "div",
    { class: `maya tall players-${frame.table.seats.length}` },
    drawStrip(frame, hostButton(frame, context)),
    drawRuling(frame, context),
    drawStack(frame),
    middle(frame, element, context, element.clientWidth, height),
    hand,
    h("div", { class: "mats" }, inOrder(frame).map((side) => drawMat(side, frame, context, show))),
    drawObjectives(frame),
  );
}

/** One thing below the other. @param {View} frame @param {HTMLElement} element @param {BoardContext} context */
function narrow(frame, element, context) {
  const show = shower(frame);
  const [own, ...others] = inOrder(frame).map((side) => drawMat(side, frame, context, show));
  return h("div", { class: "maya narrow" }, drawStrip(frame, hostButton(frame, context)), drawRuling(frame, context), drawStack(frame), middle(frame, element, context, element.clientWidth, 2 * element.clientWidth), drawHand(ownSide(frame), frame, context, element), h("div", { class: "mats" }, own, others), drawObjectives(frame));
}

/** What a host may do who holds no seat; a seat has it on its mat. @param {View} frame @param {BoardContext} context */
function hostButton(frame, { host, ask }) {
  return host && ask ? proposeButton(frame, ask) : null;
}

/** The arena, or what is done before there is one. @param {View} frame @param {HTMLElement} element @param {BoardContext} context @param {number} width @param {number} height */
function middle(frame, element, context, width, height) {
  if (frame.table.box.tiles.length) return h("div", { class: "arena-room" }, drawArena(frame, context, width, height));
  const own = ownSide(frame);
  if (!frame.table.library || !own || !context.ask) return drawGallery(frame, context);
  // A deck that is being built stays as it is when the table is drawn anew.
  return element.querySelector(`.deck-builder[data-seat="${own.seat}"]`) ?? drawDeckBuilder(own, frame, context.ask);
}

/** Before the start: who has come. @param {View} frame */
function waitingRoom(frame) {
  return h(
    "div",
    { class: "maya gate" },
    h("p", { class: "gate-words" }, "The arena is empty"),
    h("ul", {}, frame.seats.map(({ seat, name, holder, bot }) => h("li", { class: `seat-${seat} ${holder}` }, h("span", { class: "emblem", "aria-hidden": "true" }, seat), h("strong", {}, holder === "open" ? "free" : name), h("small", {}, bot ? `${bot} bot` : `seat ${seat}`)))),
  );
}
