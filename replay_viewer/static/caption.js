/** What happened in the step that is shown, in large letters over the table. */

import { h, replace } from "./dom.js";
import { wordsOf } from "./told.js";

/** @import {Step, View} from "./types.js" */

/** @param {View} frame @param {Step|undefined} step @param {number} index @param {number} count @param {HTMLElement} element @param {string|null} origin  The address of what a what-if line goes on from. */
export function renderCaption(frame, step, index, count, element, origin) {
  if (!step) return replace(element);
  const [first, ...more] = wordsOf(step, frame.seats);
  const place = [step.round ? `Round ${step.round}` : null, step.turn ? `Turn ${step.turn}` : null, `Step ${index + 1} of ${count}`];
  element.classList.toggle("hit", step.marks.includes("hit"));
  replace(
    element,
    h("p", { class: "place" }, origin ? [h("a", { class: "tag what-if", href: origin, title: "To the step it goes on from" }, "What-if line"), " "] : null, place.filter(Boolean).join(" · "), index < count - 1 ? asks(frame) : null),
    h("p", { class: "told" }, first, more.length ? h("span", { class: "told-more" }, ` ${more.join(" ")}`) : null),
  );
}

/** Whom the table then waited for, when one looks back: it is no longer told beside the board. @param {View} frame */
function asks({ awaiting }) {
  const told = [...new Set(awaiting.map(({ text }) => text).filter(Boolean))];
  return told.length ? h("span", { class: "asks" }, told.join(" ")) : null;
}
