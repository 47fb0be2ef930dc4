/** The signs of the Academy: six elements, six Maneuvers, Shields. All drawn in a box of 24 by 24. */

import { s } from "../../dom.js";

/** @type {Record<string, {name: string, paint: "fill"|"stroke", d: string}>} */
const ELEMENTS = {
  fire: { name: "Fire", paint: "fill", d: "M12.6 1.8c.6 4.2 5.6 6.4 5.6 12a6.2 6.2 0 0 1-12.4 0c0-2.7 1.4-4.3 2.6-5.7.2 1.9.8 2.9 1.9 3.4-.4-3.6.2-7 2.3-9.7zM12 20a2.7 2.7 0 0 0 2.7-2.7c0-1.6-1.3-2.4-2-4-1.3 1.500-3.400 2.200-3.400 4.200A2.700 2.700 0 0 0 12 20z" },
  water: { name: "Water", paint: "fill", d: "M12 2.200c3.700 4.700 6.600 8 6.600 11.900a6.600 6.600 0 0 1-13.200 0C5.400 10.200 8.300 6.900 12 2.200zM8 14.200c.1 2.300 1.600 3.800 3.800 4l.2-1.500c-1.400-.1-2.400-1.100-2.500-2.500z" },
  earth: { name: "Earth", paint: "fill", d: "M1.500 19.500 8.900 5.200l3.700 6.400 2.600-3.900 7.300 11.800zM8.900 9l-2.300 4.400 2 1 1.300-1.500 1.500.8z" },
  wind: { name: "Wind", paint: "stroke", d: "M2.500 9h11a3.100 3.100 0 1 0-3-3.900M2.500 13h15.300a3 3 0 1 1-2.900 3.800M2.500 17h7.800a2.400 2.400 0 1 1-2.300 3.100" },
  wood: { name: "Wood", paint: "fill", d: "M4.200 20.800c.2-2 .7-3.800 1.500-5.500C3.200 7.800 9.500 3.300 20.800 2.900c.6 10.600-3.700 16.600-11.700 15.300-1.200-.2-2.200-.6-2.900-1.100-.4 1.200-.6 2.500-.7 3.800zM7 14.200c2.500-3.500 5.400-5.600 9-7-3 2.300-5.600 4.900-7.500 8.100z" },
  metal: { name: "Metal", paint: "fill", d: "M2 7.500h13.200c2.200 0 4.300-.6 6.800-1.700-.3 4.700-3.300 6.700-7.300 6.900v2.700l2.900 4.100H7l2.900-4.100v-2.900C5.700 12.300 2.900 11 2 7.500z" },
};

/** @type {Record<string, string>} Drawn with a pen. */
const MANEUVERS = {
  dodge: "M3.500 18.500c1-8.500 13-12 16.500-2.500M20.500 10.500 20 16l-5.300-1.300M12 18.600h.01",
  deflect: "M3 18.500 11 13l9-8.500M14.500 4H20.500v6M11 13l8 6.500",
  reflect: "M4.500 8.200H14a5 5 0 0 1 0 10.300H8M8.800 3.800 4.400 8.200l4.400 4.400",
  alter: "M12 3.500v10M7 8.500h10M7 19h10",
  dispel: "M12 2.500v4M12 17.500v4M2.500 12h4M17.500 12h4M5.300 5.300l2.800 2.800M15.900 15.900l2.800 2.800M18.700 5.300l-2.800 2.800M8.100 15.900l-2.800 2.800M12 12h.01",
  attune: "M12 3a9 9 0 1 1-.01 0M12 8a4 4 0 1 1-.01 0M12 1.500v3M12 19.500v3M1.500 12h3M19.500 12h3M12 12h.01",
};

/** @param {string|null|undefined} element */
export function elementName(element) {
  return (element && ELEMENTS[element]?.name) || element || "";
}

/** @param {string|null|undefined} element @param {number} x @param {number} y  The middle. @param {number} size */
export function elementGlyph(element, x, y, size) {
  const glyph = (element && ELEMENTS[element]) || null;
  const scale = size / 24;
  return s(
    "path",
    {
      class: `glyph ${glyph?.paint ?? "stroke"}`,
      d: glyph?.d ?? "M12 3.500l2.600 5.700 6 .8-4.400 4.300 1.100 6.200L12 17.500l-5.300 3 1.100-6.200L3.400 10l6-.8z",
      transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`,
      "fill-rule": "evenodd",
    },
  );
}

/** @param {string} kind @param {number} x @param {number} y  The middle. @param {number} size */
export function maneuverGlyph(kind, x, y, size) {
  return s("path", { class: "glyph pen", d: MANEUVERS[kind] ?? MANEUVERS.dispel, transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });
}

const ROMAN = ["", "I", "II", "III", "IV", "V"];

/** @param {number} level */
export function roman(level) {
  return ROMAN[level] ?? String(level);
}

/** A Shield, 20 wide and 24 high. @param {number} level @param {number} x @param {number} y @param {string} kind  `held`, `lost`, `won` */
export function shield(level, x, y, kind) {
  return s(
    "g",
    { class: `shield ${kind} level-${level}`, transform: `translate(${x} ${y})` },
    s("path", { class: "plate", d: "M10 .8C13 2.600 16.500 3.200 19.200 3v9.200c0 6-4.400 9.400-9.200 11.200C5.200 21.600.8 18.200.8 12.200V3C3.500 3.200 7 2.600 10 .8z" }),
    kind === "lost" ? null : s("path", { class: "shine", d: "M10 3.200C7.600 4.500 5.200 5 3 5v7c0 4.600 3.200 7.300 7 8.900z" }),
    s("text", { class: "numeral", x: 10, y: 15.2 }, roman(level)),
  );
}

/** A five-pointed star around a middle. @param {number} x @param {number} y @param {number} radius */
export function star(x, y, radius) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 ? radius * 0.45 : radius;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${(x + reach * Math.cos(angle)).toFixed(1)},${(y + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return s("polygon", { class: "star", points: points.join(" ") });
}
