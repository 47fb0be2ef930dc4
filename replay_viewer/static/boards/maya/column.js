/** Mats one below the other; where there is no room for all it is said that more lies below. */

import { calm, h } from "../../dom.js";

const PAGE = 0.8; // so much of the column is left behind by a press
const HARDLY = 12; // pixels of margin below the last thing, that nobody misses

/** @param {any[]} children @param {number} from  How far the column was scrolled before it was drawn anew. */
export function drawColumn(children, from) {
  const list = h("div", { class: "mats" }, children);
  // Who goes through the mats by keyboard or hears them has them all anyway.
  const more = h("button", { type: "button", class: "more", tabindex: -1, "aria-hidden": "true", hidden: true, onclick: () => list.scrollBy({ top: list.clientHeight * PAGE, behavior: calm() ? "auto" : "smooth" }) }, "more ↓");
  const column = h("div", { class: "column" }, list, more);
  let placed = false;
  const look = () => {
    if (!list.clientHeight) return;
    if (!placed) list.scrollTop = from;
    placed = true;
    more.hidden = list.scrollHeight - list.clientHeight - list.scrollTop <= HARDLY;
    column.classList.toggle("more-below", !more.hidden);
  };
  list.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(list);
  return column;
}
