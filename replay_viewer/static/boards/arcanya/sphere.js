/** The Sphere: a ball of light whose colour tells its Power, and its way from hand to hand. */

import { s } from "../../dom.js";
import { powerHue } from "./cards.js";
import { bow } from "./layout.js";

/** @import {Point} from "./layout.js" */

const FLIGHT_MS = 720;
const FLIGHT_FRAMES = 14;

/** @param {number} power @param {Point} at @param {number} radius @param {number|null} before  The Power before this step, where it was another. */
export function sphere(power, at, radius, before) {
  const hue = powerHue(power);
  return s(
    "g",
    { class: "sphere-place", transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` },
    s(
      "g",
      { class: "sphere", role: "img", "aria-label": `The Sphere, Power ${power}` },
      s(
        "defs",
        {},
        gradient("sphere-glow", [
          [0, `hsl(${hue} 95% 72%)`, 0.85],
          [0.45, `hsl(${hue} 90% 60%)`, 0.32],
          [1, `hsl(${hue} 90% 55%)`, 0],
        ]),
        gradient("sphere-ball", [
          [0, `hsl(${hue} 100% 93%)`, 1],
          [0.3, `hsl(${hue} 92% 70%)`, 1],
          [0.75, `hsl(${hue} 76% 42%)`, 1],
          [1, `hsl(${hue} 70% 28%)`, 1],
        ], "36%", "30%"),
      ),
      s("circle", { class: "glow", r: radius * 2.1, fill: "url(#sphere-glow)" }),
      s("circle", { class: "ball", r: radius, fill: "url(#sphere-ball)" }),
      s("path", { class: "swirl", d: `M${-radius * 0.7} ${radius * 0.25}C${-radius * 0.2} ${radius * 0.75} ${radius * 0.5} ${radius * 0.6} ${radius * 0.75} ${radius * 0.05}` }),
      s("text", { class: before === null ? "power" : "power changed", y: radius * 0.36, "font-size": radius * (power > 9 ? 0.95 : 1.08) }, power),
    ),
    before === null ? null : s("g", { class: "power-before", transform: `translate(${radius + 18} ${radius * 0.1})` }, s("rect", { x: -19, y: -10, width: 38, height: 19, rx: 9.500 }), s("text", { y: 4 }, difference(power - before))),
  );
}

/** @param {number} by */
function difference(by) {
  return by > 0 ? `+${by}` : `−${-by}`;
}

/** @param {string} id @param {[number, string, number][]} stops @param {string} [cx] @param {string} [cy] */
function gradient(id, stops, cx = "50%", cy = "50%") {
  return s("radialGradient", { id, cx, cy, r: "62%" }, stops.map(([offset, color, opacity]) => s("stop", { offset, "stop-color": color, "stop-opacity": opacity })));
}

/** The way it came, drawn faintly. @param {Point} from @param {Point} to @param {Point} bend */
export function trail(from, to, bend) {
  return s("path", { class: "trail", d: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${bend.x.toFixed(1)} ${bend.y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}` });
}

/** Lets something that stands at `to` come flying from elsewhere. @param {Element} thing @param {Point} from @param {Point} to @param {Point} bend @param {{spin?: number, ms?: number}} [manner] */
export function fly(thing, from, to, bend, { spin = 0, ms = FLIGHT_MS } = {}) {
  const frames = Array.from({ length: FLIGHT_FRAMES + 1 }, (_, index) => {
    const share = index / FLIGHT_FRAMES;
    const { x, y } = bow(from, to, bend, share);
    return { transform: `translate(${(x - to.x).toFixed(1)}px, ${(y - to.y).toFixed(1)}px) rotate(${spin * (1 - share)}deg)` };
  });
  return thing.animate(frames, { duration: ms, easing: "cubic-bezier(.45,.05,.3,1)" });
}
