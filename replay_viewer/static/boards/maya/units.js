/** Units as tokens: champions, minions, Towers and Engrams, with HP, Defence and statuses. */

import { pressable, s } from "../../dom.js";
import { kindsOf } from "./aims.js";
import { keyOf, liftOf, middleOf } from "./layout.js";
import { hasTeams, matesWords, signOf, teamClass, teamName } from "./teams.js";

/** @import {BoardContext} from "../../types.js" */
/** @import {Hex} from "./layout.js" */
/** @import {Tile} from "./tiles.js" */

/**
 * @typedef {object} Unit
 * @property {string} id
 * @property {"champion"|"minion"|"ido"} kind
 * @property {string} what
 * @property {string} name
 * @property {number} seat
 * @property {number} team
 * @property {Hex|null} at
 * @property {number} hp
 * @property {number} max_hp
 * @property {number} defence
 * @property {number} root
 * @property {number} bleed
 * @property {{seat: number, count: number}[]} vish
 * @property {boolean} flying
 * @property {string} side
 * @property {boolean} attackable
 * @property {number[]} set_on
 */

/** @param {Unit} unit @param {any} table @param {Map<string, Tile>} known @param {BoardContext} context */
export function drawUnit(unit, table, known, { lit, onUnit }) {
  const at = /** @type {Hex} */ (unit.at);
  const { x, y } = placeOf(at, known, table);
  const may = lit.units.has(unit.id);
  const about = may ? lit.offers.filter(({ concerns }) => (concerns.units ?? []).includes(unit.id)) : [];
  const classes = [
    "unit",
    unit.kind,
    unit.what,
    unit.seat ? `seat-${unit.seat}` : unit.team ? `team-${unit.team}` : "neutral",
    teamClass(table, unit.team),
    isActing(unit, table) && "acting",
    unit.flying && "flying",
    may && "lit",
    may && kindsOf(about).includes("attack") && "for-attack",
    (lit.unit === unit.id || lit.chosen.includes(unit.id)) && "chosen",
  ];
  const words = unitWords(unit, known.get(keyOf(at))?.name ?? "", table);
  const group = s(
    "g",
    {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      role: may ? "button" : "img",
      tabindex: may ? 0 : null,
      "aria-label": words + (may ? " May be chosen." : ""),
      "aria-pressed": may ? String(lit.unit === unit.id || lit.chosen.includes(unit.id)) : null,
      "data-unit": unit.id,
      "data-groups": may ? [...new Set(about.map((offer) => offer.group?.key ?? ""))].join("|") : null,
      "data-key": `unit/${unit.id}`,
    },
    s("title", {}, words),
    s(
      "g",
      { class: "mover" },
      s("ellipse", { class: "shade", cy: unit.flying ? 17 : 13, rx: unit.flying ? 13 : 17, ry: 5.5 }),
      s("g", { class: "body", transform: unit.flying ? "translate(0 -7)" : null }, body(unit), hasTeams(table) && unit.team ? teamMark(unit) : null, badges(unit)),
    ),
  );
  if (may) pressable(group, () => onUnit(unit.id));
  return group;
}

/** The middle of the top of a space, where a unit stands. @param {Hex} at @param {Map<string, Tile>} known @param {any} table */
export function placeOf(at, known, table) {
  const { x, y } = middleOf(at);
  const raised = table.ground.foundations.some((/** @type {any} */ laid) => keyOf(laid.at) === keyOf(at));
  return { x, y: y + liftOf(raised ? { level: 2 } : known.get(keyOf(at))) - 2 };
}

/** @param {Unit} unit @param {any} table */
function isActing(unit, table) {
  if (table.aggro) return table.aggro.minion === unit.id;
  if (table.turn.minion) return table.turn.minion === unit.id;
  return table.turn.seat > 0 && unit.id === `c${table.turn.seat}`;
}

/** @param {Unit} unit */
function body(unit) {
  switch (unit.kind) {
    case "champion":
      return [
        unit.flying ? s("path", { class: "wings", d: "M-12 2C-27-4-30-16-27-22-22-14-14-11-9-10zM12 2C27-4 30-16 27-22 22-14 14-11 9-10z" }) : null,
        s("circle", { class: "halo", r: 22.5 }),
        s("circle", { class: "disc", r: 18 }),
        s("circle", { class: "inlay", r: 14.6 }),
        s("text", { class: "letter", y: 7.6 }, unit.name.slice(0, 1)),
      ];
    case "minion":
      return [
        s("path", { class: "halo", d: "M-20 0-10.5-18.500h21L20 0 10.5 18.500h-21z" }),
        s("path", { class: "disc", d: "M-16 0-8.5-15h17L16 0 8.5 15h-17z" }),
        s("text", { class: "letters", y: 4.4 }, initials(unit.name)),
        s("g", { class: "number", transform: "translate(-12.5 -12)" }, s("circle", { r: 6 }), s("text", { y: 3.1 }, unit.id.replace(/\D/g, ""))),
      ];
  }
  if (unit.what === "tower") {
    return [
      s("path", { class: "halo", d: "M-18 20v-38h36v38z" }),
      s("path", { class: "disc", d: "M-13 16-10.5-6h-4v-11h6v4h4.500v-4h8v4h4.500v-4h6v11h-4L13 16z" }),
      s("path", { class: "gate", d: "M-4 16V6a4 4 0 0 1 8 0v10z" }),
    ];
  }
  return [s("path", { class: "halo", d: "M0-21 17-1 0 21-17-1z" }), s("path", { class: "disc", d: "M0-17 12-2 0 16-12-2z" }), s("path", { class: "facet", d: "M0-17 4-2 0 16M0-17-4-2 0 16M-12-2h24" })];
}

/** The sign of a team, on its Towers and beside its champions. @param {Unit} unit */
function teamMark(unit) {
  if (unit.what === "tower") return s("text", { class: "team-sign", y: 4 }, signOf(unit.team));
  if (unit.kind !== "champion") return null;
  return s("g", { class: "team-mark", transform: "translate(-14.5 -14.5)" }, s("circle", { r: 6.5 }), s("text", { class: "team-sign", y: 2.6 }, signOf(unit.team)));
}

/** The first letters of the words of a name, numbers left out. @param {string} name */
export function initials(name) {
  return name
    .split(/[\s-]+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word[0])
    .join("")
    .slice(0, 3);
}

/** HP below, Defence beside it, statuses above, and whom a minion is set on. @param {Unit} unit */
function badges(unit) {
  const tokens = [
    unit.root ? { kind: "root", count: unit.root, seat: 0 } : null,
    unit.bleed ? { kind: "bleed", count: unit.bleed, seat: 0 } : null,
    ...unit.vish.map(({ seat, count }) => ({ kind: "vish", count, seat })),
  ].filter((token) => token !== null);
  const share = unit.max_hp ? Math.max(0, Math.min(1, unit.hp / unit.max_hp)) : 0;
  return [
    s("g", { class: "hp", transform: "translate(0 16)" }, s("rect", { class: "hp-back", x: -12, y: -6.5, width: 24, height: 13, rx: 6.5 }), s("rect", { class: share <= 0.34 ? "hp-left low" : "hp-left", x: -12, y: -6.5, width: 24 * share, height: 13, rx: 6.5 }), s("text", { y: 4 }, unit.hp)),
    unit.defence ? s("g", { class: "defence", transform: "translate(-17 9)" }, s("path", { d: "M0-8.5 7-6v6.500C7 5 3.5 7.5 0 9-3.5 7.5-7 5-7 .5V-6z" }), s("text", { y: 3.6 }, unit.defence)) : null,
    tokens.map((token, place) => statusToken(token, 17, -15 + place * 12)),
    unit.set_on.map((seat, place) => s("g", { class: `set-on seat-${seat}`, transform: `translate(${-3 + place * 8} -20)` }, s("path", { d: "M0 3.5-4-4h8z" }))),
  ];
}

/** @param {{kind: string, count: number, seat: number}} token @param {number} x @param {number} y */
function statusToken({ kind, count, seat }, x, y) {
  const shapes = /** @type {Record<string, string>} */ ({ root: "M-6-6h12v12H-6z", bleed: "M0-7.500C3.5-3 5.8-.5 5.8 2.500a5.8 5.8 0 0 1-11.6 0C-5.8-.5-3.5-3 0-7.500z", vish: "M-6.5 0a6.5 6.5 0 1 1 13 0 6.5 6.5 0 1 1-13 0z" });
  return s("g", { class: `status ${kind}${seat ? ` seat-${seat}` : ""}`, transform: `translate(${x} ${y})` }, s("path", { d: shapes[kind] }), s("text", { y: 3.4 }, count));
}

/** @param {Unit} unit @param {string} space @param {any} table */
export function unitWords(unit, space, table) {
  const name = (/** @type {number} */ seat) => table.seats[seat - 1]?.name ?? "";
  const text = unit.kind === "minion" ? table.box.minions[unit.what]?.sides[unit.side] : "";
  const side = table.seats[unit.seat - 1];
  const parts = [
    `${unit.name}${unit.kind === "champion" ? ` of ${name(unit.seat)}${side && matesWords(table, side) ? ` ${matesWords(table, side)}` : ""}` : unit.what === "tower" ? ` of ${teamName(table, unit.team)}` : unit.seat && unit.kind === "minion" ? `, ally of ${name(unit.seat)}` : ""}${space ? `, on ${space}` : ""}`,
    `${unit.hp} of ${unit.max_hp} HP`,
    unit.defence ? `${unit.defence} Defence` : "",
    unit.root ? `${unit.root} Root` : "",
    unit.bleed ? `${unit.bleed} Bleed` : "",
    ...unit.vish.map(({ seat, count }) => `${count} Vish of ${name(seat)}`),
    unit.flying ? "in Flight" : "",
    ...unit.set_on.map((seat) => `set on ${name(seat)}`),
  ];
  return `${parts.filter(Boolean).join(", ")}.${text ? ` ${text}` : ""}`;
}
