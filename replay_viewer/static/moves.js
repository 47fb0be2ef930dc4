/** Where a replay may go from a step: the next step, turn or round, forwards and backwards. */

/** @import {Step} from "./types.js" */

/**
 * The step at which another turn (or round) begins, going one way.
 * Backwards it is the beginning of the present one first, like a track on a record.
 *
 * @param {Step[]} steps
 * @param {number} cursor
 * @param {"turn"|"round"} unit
 * @param {number} by  1 or -1
 */
export function nextOf(steps, cursor, unit, by) {
  const begins = (/** @type {number} */ index) => index === 0 || place(steps[index], unit) !== place(steps[index - 1], unit);
  let index = cursor + by;
  while (index > 0 && index < steps.length - 1 && !begins(index)) index += by;
  return Math.max(0, Math.min(index, steps.length - 1));
}

/** @param {Step} step @param {"turn"|"round"} unit */
function place(step, unit) {
  return unit === "round" ? `${step.round}` : `${step.round}.${step.turn}`;
}
