/** What a step changed on the table, found by laying its frame over the one before. */

/** @import {View} from "../../types.js" */

/**
 * @typedef {object} Changes
 * @property {Set<number>} hit  Seats that lost a Shield.
 * @property {Set<number>} gained  Seats that gained points.
 * @property {Set<number>} guards  Seats whose Guards are others now.
 * @property {Set<number>} turned  Seats whose Student was turned or readied.
 * @property {number|null} powerBefore  The Power before, where it was another.
 * @property {number|null} targetBefore
 * @property {boolean} direction
 * @property {boolean} school
 * @property {boolean} discard
 * @property {boolean} fresh  Whether the coliseum has just made the Sphere.
 * @property {{seat: number, level: number, to: number}[]} shields  Shields that were lost to somebody.
 * @property {number|null} player  Who put the top card of the discards there.
 */

/** @param {View|null} before @param {View} now @returns {Changes} */
export function changesBetween(before, now) {
  const none = { hit: new Set(), gained: new Set(), guards: new Set(), turned: new Set(), powerBefore: null, targetBefore: null, direction: false, school: false, discard: false, fresh: false, shields: [], player: null };
  const [old, table] = [before?.table, now.table];
  if (!old || !table) return none;
  const pairs = table.seats.map((/** @type {any} */ seat, /** @type {number} */ place) => [old.seats[place], seat]);
  /** @param {(was: any, is: any) => boolean} differs */
  const seats = (differs) => new Set(pairs.filter((/** @type {any[]} */ [was, is]) => was && differs(was, is)).map((/** @type {any[]} */ [, is]) => is.seat));
  const discard = old.discard.length !== table.discard.length || old.discard.at(-1) !== table.discard.at(-1);
  return {
    hit: seats((was, is) => is.shields.length < was.shields.length),
    gained: seats((was, is) => is.won.length > was.won.length),
    guards: seats((was, is) => was.guards.map(idOf).join() !== is.guards.map(idOf).join()),
    turned: seats((was, is) => Boolean(was.student?.turned) !== Boolean(is.student?.turned)),
    powerBefore: !old.sphere || !table.sphere || old.sphere.power === table.sphere.power ? null : old.sphere.power,
    targetBefore: !old.sphere || !table.sphere || old.sphere.target === table.sphere.target ? null : old.sphere.target,
    direction: old.direction !== table.direction,
    school: old.school !== table.school,
    discard,
    fresh: now.changed?.sphere?.route === "fresh",
    shields: (now.changed?.shields ?? []).filter((/** @type {{to: number|null}} */ { to }) => to !== null),
    player: discard && table.discard.length > old.discard.length ? (old.sphere?.target ?? null) : null,
  };
}

/** @param {{id: string|number}} guard */
function idOf({ id }) {
  return id;
}
