/** The words of a step; a step that nobody put into words is told by who made it, never by the name of its type. */

/** @import {SeatInfo, Step} from "./types.js" */

/** @param {Step} step @param {SeatInfo[]} seats @returns {string[]} */
export function wordsOf(step, seats) {
  if (step.lines.length) return step.lines;
  if (step.seat === null) return ["The match goes on."];
  return [`${seats.find(({ seat }) => seat === step.seat)?.name || `Seat ${step.seat}`} makes a choice.`];
}
