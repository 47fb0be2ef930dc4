/**
 * The chance that this browser put into a match when it sat down. It is kept until it was found in the log: a server that
 * put another in its place could choose how the draws come out.
 */

import { kept, keepFor } from "./kept.js";

/** @import {Chain} from "./proof.js" */

/** @typedef {{entropy: string, seq: number, found?: boolean}} Put  `seq`: the head when the seat was taken. */

const PREFIX = "matchfold.chance.";

/** @param {string} match @param {number} seat @param {string} entropy @param {number} seq */
export function putChance(match, seat, entropy, seq) {
  keepFor(PREFIX + match, { ...kept(PREFIX + match), [seat]: { entropy, seq } });
}

/** Whether there is some that was not looked for yet. @param {string} match */
export function chanceAwaits(match) {
  return puts(match).some(([, { found }]) => !found);
}

/** Looks for it in a log that was checked from its first entry; what is not there is a finding. @param {string} match @param {Chain} chain */
export function findChance(match, chain) {
  if (!chain.created) return;
  for (const [seat, { entropy, seq, found }] of puts(match)) {
    if (found || chain.seq < seq) continue;
    const sat = chain.sat.filter((one) => one.seat === seat && one.seq <= seq).at(-1);
    if (sat?.entropy === entropy) keepFor(PREFIX + match, { ...kept(PREFIX + match), [seat]: { entropy, seq, found: true } });
    else chain.find("CHANCE", sat?.seq ?? seq, `the chance that this browser put into the draws for seat ${seat} is not in the log`);
  }
}

/** @param {string} match @returns {[number, Put][]} */
function puts(match) {
  return Object.entries(kept(PREFIX + match) ?? {}).map(([seat, put]) => [Number(seat), put]);
}
