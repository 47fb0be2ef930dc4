/** The reader's own cards, side by side; where there is no room for all it is said how many lie further on. */

import { calm, h } from "../../dom.js";
import { cardFace, cardWords, printed, signsOf } from "./cards.js";
import { showCard } from "./dialogs.js";
import { readable } from "./reading.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {Side} from "./mats.js" */

const SHOWN = 0.9; // so much of a card has to be seen for it not to be one of those further on

/** @param {Side|null} own @param {View} frame @param {BoardContext} context @param {HTMLElement} element  Where the hand was drawn before: it stays scrolled as it was. */
export function drawHand(own, frame, context, element) {
  if (!own?.hand.cards || own.hand.count === 0) return null;
  /** @type {Map<string, number>} */
  const seen = new Map();
  const list = h(
    "ul",
    { class: "maya-hand", "aria-label": "Your hand", tabindex: -1 },
    /** @type {string[]} */ (own.hand.cards).map((id, place) => {
      const nth = (seen.get(id) ?? 0) + 1;
      seen.set(id, nth);
      return cardOf(id, place, nth, frame, context);
    }),
  );
  return withMore(list, element.querySelector(".maya-hand")?.scrollLeft ?? 0);
}

/** @param {string} id @param {number} place @param {number} nth @param {View} frame @param {BoardContext} context */
function cardOf(id, place, nth, frame, { lit, onCard }) {
  const { cards } = frame.table;
  const signs = signsOf(frame.table);
  const may = lit.cards.has(id);
  const chosen = lit.picked ? lit.picked.includes(place) : may && lit.card === id;
  const classes = ["maya-card", printed(id, cards).type, may && "lit", chosen && "chosen", !may && lit.cards.size && "idle"].filter(Boolean).join(" ");
  const card = h("button", { type: "button", class: classes, "data-key": `card/${id}/${nth}`, "data-card": id, "aria-pressed": may ? String(chosen) : null, "aria-label": cardWords(printed(id, cards)), onclick: () => (may ? onCard(id, place) : showCard(id, frame)) }, cardFace(id, cards, signs));
  const item = h("li", {}, card);
  readable(card, item, () => h("div", { class: `maya-card large ${printed(id, cards).type}`, "aria-hidden": "true" }, cardFace(id, cards, signs)), () => isCut(card));
  return item;
}

/** Whether a card says more than there is room for. @param {HTMLElement} card */
function isCut(card) {
  return [card, ...card.querySelectorAll(".clauses")].some((part) => part.scrollHeight > part.clientHeight + 1);
}

/** The hand between two buttons, each there while cards lie further that way. @param {HTMLElement} list @param {number} from  How far it was scrolled. */
function withMore(list, from) {
  // Who goes through the cards by keyboard or hears them has them all anyway.
  const further = (/** @type {number} */ way) => h("button", { type: "button", class: `more ${way < 0 ? "before" : "after"}`, tabindex: -1, "aria-hidden": "true", hidden: true, onclick: () => list.scrollBy({ left: way * list.clientWidth * SHOWN, behavior: calm() ? "auto" : "smooth" }) });
  const [before, after] = [further(-1), further(1)];
  const room = h("div", { class: "hand-room" }, before, list, after);
  let placed = false;
  const look = () => {
    if (!list.clientWidth) return;
    if (!placed) {
      list.scrollLeft = from;
      for (const card of list.querySelectorAll(".maya-card")) card.classList.toggle("cut", isCut(/** @type {HTMLElement} */ (card)));
    }
    placed = true;
    const { left, right } = list.getBoundingClientRect();
    const boxes = [...list.children].map((item) => item.getBoundingClientRect());
    say(before, boxes.filter((box) => box.left + box.width * (1 - SHOWN) < left).length, (count) => `‹ ${count} more`);
    say(after, boxes.filter((box) => box.left + box.width * SHOWN > right).length, (count) => `${count} more ›`);
    room.classList.toggle("more-before", !before.hidden);
    room.classList.toggle("more-after", !after.hidden);
  };
  list.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(list);
  return room;
}

/** @param {HTMLElement} button @param {number} count @param {(count: number) => string} words */
function say(button, count, words) {
  button.hidden = !count;
  button.textContent = words(count);
}
