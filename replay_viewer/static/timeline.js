/** The list of steps, told in words; the one that is shown is marked and kept in sight. */

import { calm, h, replace } from "./dom.js";
import { wordsOf } from "./told.js";

/** @import {SeatInfo, Step} from "./types.js" */
/** @import {Store} from "./store.js" */

const BLOCK_STEPS = 64; // rows that are made at once; a long match has thousands of steps

const FOLLOW_MS = 100;

/**
 * @typedef {object} Block  A stretch of the list, empty until somebody comes near or the page has nothing else to do.
 * @property {HTMLElement} list
 * @property {number} from
 * @property {number} drawn  How many of its rows there are.
 */

/** @param {Store} store @param {HTMLElement} element */
export function createTimeline(store, element) {
  /** @type {Block[]} */
  let blocks = [];
  /** @type {Step[]} */
  let known = [];
  /** @type {HTMLElement|null} */
  let current = null;
  let filling = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let following;
  let held = false; // the list stays at the current step until the reader goes elsewhere in it
  // The room shrinks and grows with what there is to do beside it; blocks get their true heights only when they are laid out.
  // A change of size can cut a smooth scroll short, so what follows it goes at once.
  const sizes = new ResizeObserver(() => held && current && keepInSight(current, element, "auto"));
  sizes.observe(element);
  for (const leave of ["wheel", "touchmove", "pointerdown", "focusin", "keydown"]) element.addEventListener(leave, () => (held = false), { passive: true });
  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) fill(blocks.find(({ list }) => list === target));
    },
    { root: element, rootMargin: "100%" },
  );

  /** @param {Step[]} steps */
  function take(steps) {
    if (steps === known) return;
    const grown = known.length > 0 && steps.length >= known.length && steps[0] === known[0];
    const before = known.length;
    known = steps;
    if (!grown) {
      near.disconnect();
      for (const { list } of blocks) sizes.unobserve(list);
      replace(element);
      blocks = [];
      current = null;
    }
    for (let from = blocks.length * BLOCK_STEPS; from < steps.length; from += BLOCK_STEPS) {
      const list = h("ol", { class: "steps", start: from + 1 });
      blocks.push({ list, from, drawn: 0 });
      element.append(list);
      near.observe(list);
      sizes.observe(list);
    }
    const last = blocks[Math.floor(before / BLOCK_STEPS)];
    if (grown && last?.drawn) fill(last);
    fillLater();
  }

  /** @param {Block|undefined} block */
  function fill(block) {
    if (!block) return;
    const end = Math.min(block.from + BLOCK_STEPS, known.length);
    for (let index = block.from + block.drawn; index < end; index += 1) {
      const step = known[index];
      if (step.round && step.round !== known[index - 1]?.round) block.list.append(h("li", { class: "round" }, h("h3", {}, `Round ${step.round}`)));
      block.list.append(stepRow(step, index, store.get().summary?.seats ?? [], () => store.go(store.indexOf(step.seq))));
    }
    block.drawn = end - block.from;
  }

  /** The rest is made in quiet moments, the latest first, so that the whole story can be searched and read out. */
  function fillLater() {
    if (filling) return;
    const wanting = blocks.filter(({ from, drawn }) => from + drawn < Math.min(from + BLOCK_STEPS, known.length)).pop();
    if (!wanting) return;
    filling = true;
    whenIdle(() => {
      filling = false;
      fill(wanting);
      fillLater();
    });
  }

  /** @param {number} index */
  function rowOf(index) {
    const block = blocks[Math.floor(index / BLOCK_STEPS)];
    if (!block || index < 0) return null;
    fill(block);
    return /** @type {HTMLElement|null} */ (block.list.querySelector(`[data-seq="${known[index].seq}"]`)?.parentElement ?? null);
  }

  store.subscribe(({ steps, cursor }) => {
    take(steps);
    const row = rowOf(cursor);
    if (row === current) return;
    current?.querySelector("button")?.removeAttribute("aria-current");
    current = row;
    row?.querySelector("button")?.setAttribute("aria-current", "step");
    // The board comes first; the list follows when the cursor rests.
    clearTimeout(following);
    following = setTimeout(() => {
      held = true;
      if (current) keepInSight(current, element, calm() ? "auto" : "smooth");
    }, FOLLOW_MS);
  });
}

/** @param {() => void} go */
function whenIdle(go) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(go);
  else setTimeout(go, 30);
}

/** @param {Step} step @param {number} index @param {SeatInfo[]} seats @param {() => void} go */
function stepRow(step, index, seats, go) {
  return h(
    "li",
    { class: `step ${step.marks.map((mark) => `mark-${mark}`).join(" ")}` },
    h(
      "button",
      { type: "button", onclick: go, "data-seq": step.seq, title: step.at ? new Date(step.at).toLocaleString() : null },
      h("span", { class: "step-number", "aria-hidden": "true" }, index + 1),
      h("span", { class: "lines" }, wordsOf(step, seats).map((line, place) => h("span", { class: place ? "line more" : "line" }, `${line} `))),
    ),
  );
}

/** Scrolls the list only, never the page. @param {HTMLElement} row @param {HTMLElement} room @param {ScrollBehavior} behavior */
function keepInSight(row, room, behavior) {
  if (room.scrollHeight <= room.clientHeight) return;
  const margin = room.clientHeight / 4;
  // Not offsetTop: a block that is laid out apart counts from itself.
  const top = row.getBoundingClientRect().top - room.getBoundingClientRect().top + room.scrollTop;
  if (top >= room.scrollTop + margin / 2 && top + row.offsetHeight <= room.scrollTop + room.clientHeight - margin / 2) return;
  const far = Math.abs(top - room.scrollTop) > room.clientHeight * 2;
  room.scrollTo({ top: top - room.clientHeight / 2 + row.offsetHeight / 2, behavior: far ? "auto" : behavior });
}
