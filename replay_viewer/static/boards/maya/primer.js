/** What somebody has to know who has never played: enough for the first turn, and what this mode is about. */

/** @import {View} from "../../types.js" */

const ROUND = [
  "Each round the three cards on your mat slide one slot on. The one that slides off gives you Energy, as much as it says at its right (+3). Then everybody prepares a card, face-down, in slot 1.",
  "All are turned up. The lower that same number on your new card, the earlier your turn.",
  "On your turn you pay Energy to activate the cards on your mat. Each gives actions: Move, Attack, Defend and others, once each and in any order. Activating another card closes the one before.",
  "A Relic lies under a slot and helps the card in it. A Spell is played from the hand.",
  "Damage takes Defence first, then HP. Who strikes from higher ground does 1 more. A champion that falls comes in again on its next turn.",
  "Objectives give XP. Beside an upgrade point (a star) XP buys skills, symbols, HP and Energy: touch the signs on a mat to see them.",
];

/** @param {View|null} frame */
export function howTo(frame) {
  const mode = frame?.table?.box?.mode;
  return [{ title: "", lines: ROUND }, ...(mode?.text?.length ? [{ title: mode.name, lines: mode.text }] : [])];
}
