/** Cards: Power cards with their orb, Maneuvers with their sign, and the back that hides both. */

import { s } from "../../dom.js";
import { elementGlyph, elementName, maneuverGlyph, star } from "./glyphs.js";

/** @typedef {Record<string, {name: string, kind: "power"|"maneuver", value: number|null, text: string}>} Cards */

export const CARD_WIDTH = 80;
export const CARD_HEIGHT = 112;

/** The colour of a Power: calm blue when low, violet, then red hot. @param {number} power */
export function powerHue(power) {
  return 208 + Math.min(Math.max(power, 1) - 1, 10) * 16.2;
}

/** A whole card as a picture of its own. @param {string|null} face @param {Cards} cards */
export function cardPicture(face, cards) {
  return s("svg", { class: "card-picture", viewBox: `0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`, "aria-hidden": "true" }, cardGroup(face, cards));
}

/** The same inside a larger drawing. @param {string|null} face @param {Cards} cards @param {string} [transform] */
export function cardGroup(face, cards, transform) {
  const card = face === null ? null : cards[face];
  if (face === null) return s("g", { class: "card back", transform }, back());
  const kind = card?.kind ?? (face.startsWith("power") ? "power" : "maneuver");
  return s("g", { class: `card ${kind}`, transform }, kind === "power" ? power(card?.value ?? 0) : maneuver(face, card?.name ?? face));
}

/** @param {number} value */
function power(value) {
  const hue = powerHue(value);
  return [
    paper(),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, fill: `hsl(${hue} 52% 40%)` }),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, class: "inlay" }),
    rays(40, 56, hue),
    s("circle", { cx: 40, cy: 56, r: 24, fill: `hsl(${hue} 72% 30%)`, stroke: "#f2d48f", "stroke-width": 1.6 }),
    s("circle", { cx: 40, cy: 56, r: 20.5, fill: `hsl(${hue} 78% 46%)` }),
    s("ellipse", { cx: 34, cy: 47, rx: 9, ry: 6, fill: "#fff", opacity: 0.28 }),
    s("text", { x: 40, y: 66.5, class: "card-value" }, value),
    s("text", { x: 13.5, y: 22, class: "card-corner" }, value),
    s("text", { x: 13.5, y: 22, class: "card-corner", transform: "rotate(180 40 56)" }, value),
  ];
}

/** @param {number} x @param {number} y @param {number} hue */
function rays(x, y, hue) {
  return Array.from({ length: 12 }, (_, index) =>
    s("path", { d: `M${x - 2.6} ${y - 27} L${x} ${y - 38} L${x + 2.6} ${y - 27}z`, transform: `rotate(${index * 30} ${x} ${y})`, fill: `hsl(${hue} 70% 72%)`, opacity: 0.55 }),
  );
}

/** @param {string} face @param {string} name */
function maneuver(face, name) {
  return [
    paper(),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, fill: "#33235a" }),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, class: "inlay" }),
    s("circle", { cx: 40, cy: 46, r: 27, fill: "#43307a", stroke: "#d9b061", "stroke-width": 1.2 }),
    s("circle", { cx: 40, cy: 46, r: 23, fill: "none", stroke: "#d9b061", "stroke-width": 0.8, "stroke-dasharray": "1 3.6" }),
    maneuverGlyph(face, 40, 46, 30),
    s("path", { d: "M9 82 h62 v17 h-62z", fill: "#f4e6c4" }),
    s("text", { x: 40, y: 94.6, class: "card-name" }, name),
  ];
}

function back() {
  return [
    s("rect", { class: "paper", x: 0.7, y: 0.7, width: 78.6, height: 110.6, rx: 9 }),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, fill: "#2d1f52" }),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, class: "inlay" }),
    s("circle", { cx: 40, cy: 56, r: 25, fill: "none", stroke: "#b88f46", "stroke-width": 1.3 }),
    s("circle", { cx: 40, cy: 56, r: 21, fill: "none", stroke: "#b88f46", "stroke-width": 2.2, "stroke-dasharray": "0.1 5.500", "stroke-linecap": "round" }),
    star(40, 56, 13),
  ];
}

function paper() {
  return s("rect", { class: "paper", x: 0.7, y: 0.7, width: 78.6, height: 110.6, rx: 9 });
}

/** A School in play. @param {{id: string, name: string, text: string}} school @param {string} transform */
export function schoolCard(school, transform) {
  return s(
    "g",
    { class: `card school element-${school.id}`, transform },
    s("title", {}, `School of ${elementName(school.id)}: ${school.text ?? ""}`),
    paper(),
    s("rect", { class: "element-fill", x: 5, y: 5, width: 70, height: 102, rx: 6 }),
    s("rect", { x: 5, y: 5, width: 70, height: 102, rx: 6, class: "inlay" }),
    s("circle", { cx: 40, cy: 46, r: 27, fill: "rgb(0 0 0 / .22)", stroke: "#f4e6c4", "stroke-width": 1.2 }),
    elementGlyph(school.id, 40, 46, 32),
    s("path", { d: "M9 82 h62 v17 h-62z", fill: "#f4e6c4" }),
    s("text", { x: 40, y: 94.6, class: "card-name" }, school.name ?? elementName(school.id)),
  );
}

/** A card so small that only its sign is shown, 17 by 24. @param {string|null} face @param {Cards} cards @param {number} x @param {number} y */
export function tinyCard(face, cards, x, y) {
  const card = face === null ? null : cards[face];
  const at = `translate(${x} ${y})`;
  if (face === null)
    return s("g", { class: "tiny back", transform: at }, s("rect", { width: 17, height: 24, rx: 3 }), s("circle", { cx: 8.5, cy: 12, r: 4.2, class: "tiny-ring" }));
  if (card?.kind === "power")
    return s("g", { class: "tiny power", transform: at }, s("rect", { width: 17, height: 24, rx: 3, fill: `hsl(${powerHue(card.value ?? 0)} 58% 42%)` }), s("text", { x: 8.5, y: 16.8 }, card.value));
  return s("g", { class: "tiny maneuver", transform: at }, s("rect", { width: 17, height: 24, rx: 3 }), maneuverGlyph(face, 8.5, 12, 13), s("title", {}, card?.name ?? face));
}
