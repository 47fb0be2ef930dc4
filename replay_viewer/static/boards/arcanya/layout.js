/** Where things stand around a table that is as wide and as high as there is room. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{cx: number, cy: number, a: number, b: number}} Ellipse */

const SAMPLES = 1440;

/**
 * Places around an ellipse at equal distances, clockwise as one looks at it, the first one at the bottom.
 * @param {Ellipse} ellipse @param {number} count @returns {number[]} Angles, in radians.
 */
export function evenly(ellipse, count) {
  const angles = Array.from({ length: SAMPLES + 1 }, (_, index) => Math.PI / 2 + (index / SAMPLES) * 2 * Math.PI);
  const lengths = [0];
  for (let index = 1; index <= SAMPLES; index += 1) {
    const [one, other] = [on(ellipse, angles[index - 1]), on(ellipse, angles[index])];
    lengths.push(lengths[index - 1] + Math.hypot(other.x - one.x, other.y - one.y));
  }
  const step = lengths[SAMPLES] / count;
  let at = 0;
  return Array.from({ length: count }, (_, place) => {
    while (at < SAMPLES && lengths[at] < place * step) at += 1;
    return angles[at];
  });
}

/** @param {Ellipse} ellipse @param {number} angle @returns {Point} */
export function on({ cx, cy, a, b }, angle) {
  return { x: cx + a * Math.cos(angle), y: cy + b * Math.sin(angle) };
}

/** How many sit at the bottom, on the left, at the top and on the right, where an ellipse would crowd them. */
const SIDES = /** @type {Record<number, [number, number, number, number]>} */ ({ 7: [1, 2, 2, 2], 8: [3, 1, 3, 1], 9: [3, 2, 2, 2], 10: [3, 2, 3, 2] });

/**
 * The middles of the seats' panels, clockwise from the one at the bottom.
 * @param {number} count @param {Ellipse} ellipse @param {{width: number, height: number}} panel @returns {Point[]}
 */
export function seatPoints(count, ellipse, panel) {
  const sides = SIDES[count];
  if (!sides) return evenly(ellipse, count).map((angle) => on(ellipse, angle));
  const { cx, cy, a, b } = ellipse;
  const [bottom, left, top, right] = sides;
  const rows = left === 2 ? 3 : 2;
  const gap = (2 * b) / rows;
  // The outer ones of a row stand a little towards the middle: it is a round table.
  const dip = Math.max(0, Math.min(34, gap - panel.height - 10));
  const apart = panel.width + Math.max(12, Math.min(34, (2 * a - 3 * panel.width) / 2));
  const row = (/** @type {number} */ seats, /** @type {number} */ y, /** @type {number} */ way) =>
    Array.from({ length: seats }, (_, index) => {
      const place = index - (seats - 1) / 2;
      return { x: cx + way * place * apart, y: y + (Math.abs(place) >= 1 ? way * dip : 0) };
    });
  const column = (/** @type {number} */ seats, /** @type {number} */ x, /** @type {number} */ way) =>
    Array.from({ length: seats }, (_, index) => ({ x, y: cy + way * (index - (seats - 1) / 2) * gap }));
  const low = row(bottom, cy + b, -1);
  const middle = (bottom - 1) / 2;
  return [...low.slice(middle), ...column(left, cx - a, -1), ...row(top, cy - b, 1), ...column(right, cx + a, 1), ...low.slice(0, middle)];
}

/** The point of an ellipse that lies in the direction of another point. @param {Ellipse} ellipse @param {Point} towards @returns {Point} */
export function towards({ cx, cy, a, b }, { x, y }) {
  const dx = x - cx;
  const dy = y - cy;
  const reach = 1 / Math.hypot(dx / a, dy / b);
  return { x: cx + dx * reach, y: cy + dy * reach };
}

/** Where a bow between two points is bent to: half-way, and a good part of the way to the middle. @param {Point} from @param {Point} to @param {Point} middle @returns {Point} */
export function bend(from, to, middle) {
  const pull = 0.55;
  return { x: ((from.x + to.x) / 2) * (1 - pull) + middle.x * pull, y: ((from.y + to.y) / 2) * (1 - pull) + middle.y * pull };
}

/** Which way a traveller faces who walks the ellipse clockwise, in degrees. @param {Ellipse} ellipse @param {number} angle */
export function heading({ a, b }, angle) {
  return (Math.atan2(b * Math.cos(angle), -a * Math.sin(angle)) * 180) / Math.PI;
}

/** A bow from one point to another, bent towards a third. @param {Point} from @param {Point} to @param {Point} third @param {number} share  From 0 to 1. @returns {Point} */
export function bow(from, to, third, share) {
  const rest = 1 - share;
  return {
    x: rest * rest * from.x + 2 * rest * share * third.x + share * share * to.x,
    y: rest * rest * from.y + 2 * rest * share * third.y + share * share * to.y,
  };
}

/** Seats in the order in which they sit around the table, from the one at the bottom. @param {number} count @param {number} first  A seat number. */
export function around(count, first) {
  return Array.from({ length: count }, (_, place) => ((first - 1 + place) % count) + 1);
}
