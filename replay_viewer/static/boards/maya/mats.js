/** The mats: a champion with its numbers, three slots with their Relics, and everything its player holds openly. */

import { h } from "../../dom.js";
import { counted } from "../../words.js";
import { proposeButton } from "./ruling.js";
import { cardWords, clausesOf, energy, printed, signsOf, traitSign, traitSigns } from "./cards.js";
import { matesWords, teamClass, teamSign } from "./teams.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {Unit} from "./units.js" */

/**
 * @typedef {object} Slot
 * @property {string|null} card
 * @property {boolean} face_up
 * @property {string} source
 * @property {boolean} activated
 * @property {string|null} relic
 */
/**
 * @typedef {object} Side
 * @property {number} seat
 * @property {string} name
 * @property {number} team
 * @property {string|null} champion
 * @property {boolean} ready
 * @property {boolean} conceded
 * @property {Slot[]} slots
 * @property {{count: number, cards: (string|null)[]|null}} hand
 * @property {number} deck
 * @property {string[]|null} deck_list
 * @property {string[]|null} peeked
 * @property {boolean|null} auto_pass
 * @property {string[]} discard
 * @property {number} energy
 * @property {number} xp
 * @property {number} bank
 * @property {{minion: string, kind: string, name: string}[]} heads
 * @property {Record<string, number>} supply
 * @property {{item: string, name: string}[]} items
 * @property {{hp_steps: number, energy_steps: number, energy_modifier: number, symbols: string[][], symbol_indexes: number[], skills: Record<string, string>}} growth
 */

/** @typedef {{card: (id: string) => void, discard: (seat: number) => void, portrait: (seat: number) => void}} Show */

const SUPPLY = { vish: "Vish", foundation: "Foundations", engram: "Engrams", flight: "Flight" };

/** @param {Side} side @param {View} frame @param {BoardContext} context @param {Show} show */
export function drawMat(side, frame, context, show) {
  const { table } = frame;
  const unit = table.units.find((/** @type {Unit} */ one) => one.id === `c${side.seat}`);
  const portrait = side.champion ? table.box.champions[side.champion] : null;
  const signs = signsOf(table);
  const awaited = frame.awaiting.some(({ seat }) => seat === side.seat);
  const mates = matesWords(table, side);
  const classes = ["mat", `seat-${side.seat}`, teamClass(table, side.team), frame.viewer === `seat:${side.seat}` && "own", table.turn.seat === side.seat && "in-turn", awaited && "awaited", side.conceded && "conceded", frame.outcome?.winners.includes(side.seat) && "winner", context.lit.seats.has(side.seat) && "lit"];
  return h(
    "section",
    { class: classes.filter(Boolean).join(" "), "data-seat": side.seat, "aria-label": matWords(side, unit, portrait, mates) },
    h(
      "header",
      {},
      h("span", { class: "emblem", "aria-hidden": "true" }, (portrait?.name ?? side.name).slice(0, 1)),
      h("span", { class: "who" }, h("strong", {}, portrait?.name ?? "…"), h("small", {}, side.name)),
      portrait ? h("button", { type: "button", class: "quiet portrait", "data-key": `portrait/${side.seat}`, title: "Passives, skills and what can be unlocked", onclick: () => show.portrait(side.seat) }, portrait.traits.map((/** @type {string} */ trait) => traitSign(trait, signs)), h("span", { class: "visually-hidden" }, `Portrait of ${portrait.name}`)) : null,
    ),
    mates ? h("p", { class: "mates" }, teamSign(table, side.team), mates) : null,
    unit ? health(unit, table) : null,
    purse(side, frame),
    table.phase === "champions" || table.phase === "decks" ? null : h("ol", { class: "slots", "aria-label": "Slots" }, side.slots.map((slot, place) => drawSlot(slot, place + 1, side, frame, context, show))),
    piles(side, frame, show),
    openHand(side, frame, show),
    frame.viewer === `seat:${side.seat}` && context.ask ? standing(side, frame, context.ask) : null,
  );
}

/** The hand of somebody else, where the reader may see it. @param {Side} side @param {View} frame @param {Show} show */
function openHand(side, frame, show) {
  if (!side.hand.cards?.length || frame.viewer === `seat:${side.seat}`) return null;
  return h("p", { class: "open-hand" }, side.hand.cards.map((id) => id && h("button", { type: "button", class: "link", "data-key": `open/${side.seat}/${id}`, onclick: () => show.card(id) }, printed(id, frame.table.cards).name)));
}

/** What a seat may say at any time. @param {Side} side @param {View} frame @param {import("./ruling.js").Ask} ask */
function standing(side, frame, ask) {
  const { table } = frame;
  const giveUp = () => confirm("Give up this match? There is no way back.") && ask({ type: "Concede" });
  return h(
    "p",
    { class: "standing" },
    table.options.reactions ? h("label", { title: "Lets every action happen for you, without asking. Others see that you changed this, not which way; a pass that comes at once may tell them." }, h("input", { type: "checkbox", "data-key": "auto-pass", checked: side.auto_pass === true, onchange: (/** @type {any} */ event) => ask({ type: "SetAutoPass", on: event.target.checked }) }), " Let all happen") : null,
    side.conceded ? null : proposeButton(frame, ask),
    h("button", { type: "button", class: "link", "data-key": "give-up", onclick: giveUp }, "Give up"),
  );
}

/** @param {Unit} unit @param {any} table */
function health(unit, table) {
  const share = unit.max_hp ? Math.max(0, Math.min(100, (100 * unit.hp) / unit.max_hp)) : 0;
  const space = unit.at && table.box.tiles.find((/** @type {any} */ tile) => tile.at.join() === /** @type {any} */ (unit.at).join())?.name;
  return h(
    "p",
    { class: "health" },
    h("span", { class: "bar", role: "img", "aria-label": `${unit.hp} of ${unit.max_hp} HP` }, h("span", { class: share <= 34 ? "fill low" : "fill", style: { width: `${share}%` } }), h("span", { class: "bar-words" }, `${unit.hp} / ${unit.max_hp}`)),
    unit.defence ? h("span", { class: "chip guard" }, `Defence ${unit.defence}`) : null,
    unit.root ? h("span", { class: "chip root" }, `Root ${unit.root}`) : null,
    unit.bleed ? h("span", { class: "chip bleed" }, `Bleed ${unit.bleed}`) : null,
    unit.vish.map(({ seat, count }) => h("span", { class: `chip vish seat-${seat}`, title: "Vish" }, `Vish ${count}`)),
    unit.flying ? h("span", { class: "chip flight" }, "Flight") : null,
    h("span", { class: "where-at" }, space || "off the arena"),
  );
}

/** Energy, XP and what the mode counts. @param {Side} side @param {View} frame */
function purse(side, frame) {
  const { table, changed } = frame;
  const gained = (/** @type {string} */ what) => (changed?.[what] ?? []).filter((/** @type {any} */ one) => one.seat === side.seat).reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.delta, 0);
  const points = table.ledger[`vp.${side.seat}`] ?? (table.box.mode.teams ? undefined : 0);
  const deaths = table.box.mode.teams ? undefined : table.ledger[`deaths.${side.seat}`];
  return h(
    "dl",
    { class: "purse" },
    figure("Energy", side.energy, "energy", gained("energy")),
    figure("XP", side.xp, "xp", gained("xp")),
    points === undefined ? null : figure("VP", points, "points", 0),
    deaths === undefined ? null : figure("Deaths", deaths, "deaths", 0),
    side.bank ? figure("Bank", side.bank, "bank", 0) : null,
    Object.entries(side.supply).map(([piece, count]) => (piece === "flight" ? null : figure(SUPPLY[/** @type {keyof typeof SUPPLY} */ (piece)] ?? piece, count, piece, 0))),
  );
}

/** @param {string} name @param {number} count @param {string} kind @param {number} change */
function figure(name, count, kind, change) {
  return h("div", { class: `figure ${kind}` }, h("dt", {}, name), h("dd", {}, count, change ? h("span", { class: change > 0 ? "change up" : "change down" }, change > 0 ? `+${change}` : `−${-change}`) : null));
}

/** @param {Slot} slot @param {number} number @param {Side} side @param {View} frame @param {BoardContext} context @param {Show} show */
function drawSlot(slot, number, side, frame, { lit, onCard }, show) {
  const { table, changed } = frame;
  const live = table.turn.seat === side.seat && table.turn.slot === number;
  const own = frame.viewer === `seat:${side.seat}`;
  const fresh = (changed?.activated ?? []).some((/** @type {any} */ one) => one.seat === side.seat && one.slot === number);
  const classes = ["slot", slot.activated && "activated", live && "live", fresh && "fresh", !slot.face_up && "face-down"];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" ") },
    h("span", { class: "slot-number", "aria-hidden": "true" }, number),
    slotCard(slot, own, frame, lit, onCard, show),
    slot.relic ? relicOf(slot.relic, own, frame, lit, onCard, show) : null,
  );
}

/** @param {Slot} slot @param {boolean} own @param {View} frame @param {import("../../types.js").Lit} lit @param {BoardContext["onCard"]} onCard @param {Show} show */
function slotCard(slot, own, frame, lit, onCard, show) {
  const { cards } = frame.table;
  if (slot.card === "") return h("span", { class: "slot-empty" }, "empty");
  if (slot.card === null) return h("span", { class: "slot-back" }, slot.source === "fragment" ? "Memory Fragment, unseen" : "face-down");
  const id = slot.card;
  const card = printed(id, cards);
  const may = own && slot.face_up && lit.cards.has(id);
  return h(
    "button",
    {
      type: "button",
      class: ["slot-card", may && "lit", may && lit.card === id && "chosen"].filter(Boolean).join(" "),
      "data-key": `slot/${id}`,
      "data-card": id,
      "aria-label": `${cardWords(card)}${slot.activated ? " Activated." : ""}${slot.face_up ? "" : " Face-down; only you see it."}`,
      "aria-pressed": may ? String(lit.card === id) : null,
      onclick: () => (may ? onCard(id, -1) : show.card(id)),
    },
    h("span", { class: "slot-head" }, energy(card.cost), h("span", { class: "slot-name" }, card.name), traitSigns(card, signsOf(frame.table)), card.gain === undefined ? null : h("span", { class: "slot-gain", title: "Energy Gain" }, `+${card.gain}`)),
    h("span", { class: "slot-text" }, clausesOf(card).join(" · ")),
  );
}

/** @param {string} id @param {boolean} own @param {View} frame @param {import("../../types.js").Lit} lit @param {BoardContext["onCard"]} onCard @param {Show} show */
function relicOf(id, own, frame, lit, onCard, show) {
  const card = printed(id, frame.table.cards);
  const may = own && lit.cards.has(id);
  return h(
    "button",
    { type: "button", class: ["slot-relic", may && "lit", may && lit.card === id && "chosen"].filter(Boolean).join(" "), "data-key": `relic/${id}`, "data-card": id, "aria-label": `Relic: ${cardWords(card)}`, title: card.text, onclick: () => (may ? onCard(id, -1) : show.card(id)) },
    card.name,
  );
}

/** Hand, deck, discards, heads and items. @param {Side} side @param {View} frame @param {Show} show */
function piles(side, frame, show) {
  const drawn = (frame.changed?.drawn ?? []).filter((/** @type {any} */ one) => one.seat === side.seat).reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.count, 0);
  return h(
    "p",
    { class: "piles" },
    h("span", { title: "Cards in hand" }, `Hand ${side.hand.count}`, drawn ? h("span", { class: "change up" }, `+${drawn}`) : null),
    h("span", { title: "Cards in the deck" }, `Deck ${side.deck}`),
    h("button", { type: "button", class: "link", "data-key": `discard/${side.seat}`, onclick: () => show.discard(side.seat) }, `Discards ${side.discard.length}`),
    side.heads.length ? h("span", { title: `Heads: ${side.heads.map(({ name }) => name).join(", ")}` }, `Heads ${side.heads.length}`) : null,
    side.items.map(({ name }) => h("span", { class: "chip" }, name)),
    frame.table.phase === "prepare" || frame.table.phase === "fragments" || frame.table.phase === "decks" ? h("span", { class: side.ready ? "chip ready" : "chip thinking" }, side.ready ? "ready" : "choosing") : null,
  );
}

/** @param {Side} side @param {Unit|undefined} unit @param {any} portrait @param {string} mates */
function matWords(side, unit, portrait, mates) {
  const parts = [`${side.name}${portrait ? ` as ${portrait.name}` : ""}`, mates && `plays ${mates}`, unit ? `${unit.hp} of ${unit.max_hp} HP` : "", `${side.energy} Energy`, `${side.xp} XP`, `${counted(side.hand.count, "card")} in hand`];
  return `${parts.filter(Boolean).join(", ")}.`;
}
