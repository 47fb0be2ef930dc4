/** Where hexes lie in the drawing: spaces are [q, r], r grows to the south, corners point up. */

/** @typedef {[number, number]} Hex */
/** @typedef {{x: number, y: number}} Point */

export const SIZE = 30; // from the middle of a space to a corner, in units of the drawing
const ROOT_3 = Math.sqrt(3);
const LIFTS = [2, 0, -5]; // how much lower or higher the top of a space is drawn, by level

/** @type {Hex[]} */
export const AXES = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/** @param {Hex} space @returns {Point} */
export function middleOf([q, r]) {
  return { x: SIZE * ROOT_3 * (q + r / 2), y: SIZE * 1.5 * r };
}

/** @param {Hex} space */
export function keyOf([q, r]) {
  return `${q},${r}`;
}

/** @param {string} key @returns {Hex} */
export function spaceOf(key) {
  const [q, r] = key.split(",").map(Number);
  return [q, r];
}

/** How far the top of a space is moved from where a flat one would be. @param {{level?: number, void?: boolean}|undefined} tile */
export function liftOf(tile) {
  return tile && !tile.void ? (LIFTS[tile.level ?? 1] ?? 0) : 0;
}

/** The six corners around a point. @param {Point} at @param {number} [size] */
export function corners({ x, y }, size = SIZE) {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 180) * (60 * corner - 30);
    return { x: x + size * Math.cos(angle), y: y + size * Math.sin(angle) };
  });
}

/** @param {Point[]} points */
export function polygon(points) {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** The two ends of the border between two neighbours. @param {Hex} one @param {Hex} other @returns {[Point, Point]} */
export function borderOf(one, other) {
  const [a, b] = [middleOf(one), middleOf(other)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const along = { x: ((b.y - a.y) / ROOT_3) * 0.5, y: ((a.x - b.x) / ROOT_3) * 0.5 };
  return [
    { x: middle.x + along.x, y: middle.y + along.y },
    { x: middle.x - along.x, y: middle.y - along.y },
  ];
}

/** The corner that three spaces share. @param {Hex[]} spaces @returns {Point} */
export function vertexOf(spaces) {
  const points = spaces.map(middleOf);
  return { x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
}

/** The box around all spaces. @param {{at: Hex}[]} tiles */
export function boundsOf(tiles) {
  const points = tiles.map(({ at }) => middleOf(at));
  const margin = SIZE + 8;
  const aside = SIZE + 19; // the name of a zone stands there
  const left = Math.min(...points.map(({ x }) => x)) - aside;
  const top = Math.min(...points.map(({ y }) => y)) - margin - 6;
  return { left, top, width: Math.max(...points.map(({ x }) => x)) + aside - left, height: Math.max(...points.map(({ y }) => y)) + margin + 4 - top };
}
