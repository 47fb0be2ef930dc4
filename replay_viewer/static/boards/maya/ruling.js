/** Corrections that the table agrees on: what is proposed, shown to every seat, and a form to propose one. */

import { dialogEnd, openDialog } from "../../dialogs.js";
import { h, replace } from "../../dom.js";
import { keyOf } from "./layout.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {Hex} from "./layout.js" */
/** @import {Tile} from "./tiles.js" */
/** @import {Unit} from "./units.js" */
/** @import {Side} from "./mats.js" */

/** @typedef {(intent: {type: string} & Record<string, any>) => Promise<string|null>} Ask */
/** @typedef {{edit: string} & Record<string, any>} Edit */
/** @typedef {{value: string, text: string, now?: number}} Choice  `now`: what the count is before. */

const TEXT_LENGTH_MAX = 400;
const EDITS_MAX = 16;
const COUNT_MAX = 99;
const HOST = 0; // where a seat is named: the host, who holds none

const UNIT_COUNTS = /** @type {Record<string, string>} */ ({ hp: "HP", defence: "Defence", root: "Root", bleed: "Bleed" });
const SEAT_COUNTS = /** @type {Record<string, string>} */ ({ energy: "Energy", xp: "XP", bank: "HP Bank" });
const TRACKS = /** @type {Record<string, string>} */ ({ vp: "VP", deaths: "Death tokens", tower_hp: "Tower HP", bounty: "Minion Bounty", hunted: "Hunted this round (1: yes)", pole: "Spawn pole" });
const KINDS = { ...UNIT_COUNTS, place: "The place of a unit", revive: "Fallen champion", ...SEAT_COUNTS, ledger: "A track of the mode", clear_stack: "Drop what is in flight" };

/** What opens the form, where the table has rulings and none is open. @param {View} frame @param {Ask} ask */
export function proposeButton(frame, ask) {
  const { options, ruling } = frame.table;
  if (!options.rulings || ruling) return null;
  return h("button", { type: "button", class: "link", "data-key": "propose", title: "Propose a correction of the table, for all to agree on", onclick: () => openRuling(frame, ask) }, "Correct the table");
}

/** The correction that is being agreed on, with who has agreed. @param {View} frame @param {BoardContext} context */
export function drawRuling(frame, { ask, host }) {
  const { ruling, seats } = frame.table;
  if (!ruling) return null;
  const name = (/** @type {number} */ seat) => (seat === HOST ? "The host" : (seats[seat - 1]?.name ?? `Seat ${seat}`));
  const open = seats.filter((/** @type {Side} */ { seat, conceded }) => !conceded && !ruling.consents.includes(seat));
  const own = ruling.seat === HOST ? host : frame.viewer === `seat:${ruling.seat}`;
  const agreed = ruling.consents.length ? `Agreed: ${ruling.consents.map(name).join(", ")}.` : "Nobody has agreed yet.";
  return h(
    "section",
    { class: "ruling", "aria-label": "A correction is proposed" },
    h("p", {}, h("strong", {}, own ? "You propose a correction. " : `${name(ruling.seat)} proposes a correction. `), ruling.text),
    h("ul", {}, ruling.edits.map((/** @type {Edit} */ edit) => h("li", {}, editWords(edit, frame)))),
    h("p", { class: "ruling-end" }, h("span", {}, `${agreed} Still to answer: ${open.map((/** @type {Side} */ { seat }) => name(seat)).join(", ")}.`), own && ask ? h("button", { type: "button", class: "link", "data-key": "ruling-withdraw", onclick: () => void ask({ type: "WithdrawRuling", number: ruling.number }) }, "Withdraw it") : null),
  );
}

/** @param {Edit} edit @param {View} frame */
function editWords(edit, { table }) {
  const unit = () => choiceText(unitsOf(table), edit.unit);
  if (edit.edit in UNIT_COUNTS) return `${unit()}: ${UNIT_COUNTS[edit.edit]} ${edit.value}`;
  if (edit.edit in SEAT_COUNTS) return `${choiceText(seatsOf(table), String(edit.seat))}: ${SEAT_COUNTS[edit.edit]} ${edit.value}`;
  if (edit.edit === "place") return `${unit()} goes to ${choiceText(spacesOf(table), keyOf(edit.at))}`;
  if (edit.edit === "revive") return `${table.units.find((/** @type {Unit} */ { id }) => id === edit.unit)?.name ?? edit.unit} comes back to ${choiceText(spacesOf(table), keyOf(edit.at))} with ${edit.value} HP`;
  if (edit.edit === "ledger") return `${trackName(edit.name, table)}: ${edit.value}`;
  return "What is in flight is dropped";
}

/** @param {Choice[]} choices @param {string} value */
const choiceText = (choices, value) => choices.find((one) => one.value === value)?.text ?? value;

/** Asks for a correction to be proposed. @param {View} frame @param {Ask} ask */
export function openRuling(frame, ask) {
  const words = h("textarea", { rows: 2, maxlength: TEXT_LENGTH_MAX, required: true, name: "text", "data-key": "ruling-text", autofocus: true });
  const list = h("ol", { class: "edits" });
  const trouble = h("p", { class: "notice error", role: "alert", hidden: true });
  const more = h("button", { type: "button", class: "link", "data-key": "edit-more", onclick: () => add() }, "Another change");
  const send = h("button", { type: "submit", class: "primary", "data-key": "ruling-send" }, "Propose it");
  /** @type {(() => Edit)[]} */
  let edits = [];
  add();

  openDialog("Propose a correction", (dialog) =>
    h(
      "form",
      { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void propose(dialog)) },
      h("p", { class: "quiet-text" }, "It is made when every seat agrees, and stands in the log as what it is."),
      h("label", { class: "field" }, h("span", {}, "What went wrong, and what should be"), words),
      h("fieldset", { class: "field" }, h("legend", {}, "Changes"), list, more),
      trouble,
      dialogEnd(dialog, "Cancel", send),
    ),
  );

  function add() {
    const row = editRow(frame.table, () => {
      edits = edits.filter((one) => one !== row.read);
      row.element.remove();
      more.hidden = false;
    });
    edits.push(row.read);
    list.append(row.element);
    more.hidden = edits.length >= EDITS_MAX;
  }

  /** @param {HTMLDialogElement} dialog */
  async function propose(dialog) {
    send.disabled = true;
    const refused = await ask({ type: "ProposeRuling", text: words.value.trim().replace(/\s+/g, " "), edits: edits.map((read) => read()) });
    send.disabled = false;
    if (refused === null) return dialog.close();
    trouble.textContent = refused;
    trouble.hidden = false;
    send.focus();
  }
}

/** One change: of what, of whose, to what. @param {any} table @param {() => void} remove */
function editRow(table, remove) {
  const kinds = Object.entries(KINDS).filter(([value]) => value !== "revive" || fallen(table).length);
  const kind = select("What is changed", kinds.map(([value, text]) => ({ value, text })), () => refresh());
  const rest = h("span", { class: "edit-rest" });
  const element = h("li", {}, kind, rest, h("button", { type: "button", class: "quiet icon-button", "aria-label": "Leave this change out", title: "Leave this change out", onclick: remove }, "×"));
  /** @type {() => Edit} */
  let read = () => ({ edit: "clear_stack" });
  refresh();
  return { element, read: () => read() };

  function refresh() {
    const what = kind.value;
    if (what in UNIT_COUNTS) counted("unit", unitsOf(table, what), (value) => value, what === "hp" ? 1 : 0);
    else if (what in SEAT_COUNTS) counted("seat", seatsOf(table, what), Number, 0);
    else if (what === "ledger") counted("name", tracksOf(table), (value) => value, 0);
    else if (what === "place") placed();
    else if (what === "revive") revived();
    else {
      read = () => ({ edit: what });
      replace(rest);
    }
  }

  /** @param {string} of @param {Choice[]} choices @param {(value: string) => any} asIs @param {number} least */
  function counted(of, choices, asIs, least) {
    const now = () => choices.find((one) => one.value === whose.value)?.now ?? least;
    const whose = select("Whose", choices, () => (count.value = String(now())));
    const count = h("input", { type: "number", min: least, max: COUNT_MAX, step: 1, required: true, "aria-label": "To how many", value: now() });
    read = () => ({ edit: kind.value, [of]: asIs(whose.value), value: Number(count.value) });
    replace(rest, whose, count);
  }

  function placed() {
    const unit = select("Which unit", unitsOf(table), () => undefined);
    const space = select("Which space", freeSpaces(table), () => undefined);
    read = () => ({ edit: "place", unit: unit.value, at: space.value.split(",").map(Number) });
    replace(rest, unit, space);
  }

  function revived() {
    const unit = select("Which champion", fallen(table), () => (count.value = String(most())));
    const most = () => fallen(table).find(({ value }) => value === unit.value)?.now ?? 1;
    const space = select("Which space", freeSpaces(table), () => undefined);
    const count = h("input", { type: "number", min: 1, max: COUNT_MAX, step: 1, required: true, "aria-label": "With how many HP", value: most() });
    read = () => ({ edit: "revive", unit: unit.value, at: space.value.split(",").map(Number), value: Number(count.value) });
    replace(rest, unit, space, count);
  }
}

/** @param {string} label @param {Choice[]} choices @param {() => void} change */
function select(label, choices, change) {
  return h("select", { "aria-label": label, onchange: change }, choices.map(({ value, text }) => h("option", { value }, text)));
}

/** The units on the arena, told apart by where they stand. @param {any} table @param {string} [count] @returns {Choice[]} */
function unitsOf(table, count) {
  const spaces = spacesOf(table);
  const standing = table.units.filter((/** @type {Unit} */ { at }) => at);
  return standing.map((/** @type {Unit & Record<string, any>} */ unit) => ({ value: unit.id, text: `${unit.name} (${choiceText(spaces, keyOf(/** @type {Hex} */ (unit.at)))})`, now: count ? unit[count] : undefined }));
}

/** @param {any} table @param {string} [count] @returns {Choice[]} */
function seatsOf(table, count) {
  return table.seats.map((/** @type {Side & Record<string, any>} */ side) => ({ value: String(side.seat), text: side.name, now: count ? side[count] : undefined }));
}

/** @param {any} table @returns {Choice[]} */
function spacesOf(table) {
  return table.box.tiles.map((/** @type {Tile} */ { at, name }) => ({ value: keyOf(at), text: name }));
}

/** Spaces on which a unit could be put. @param {any} table @returns {Choice[]} */
function freeSpaces(table) {
  const taken = new Set(table.units.filter((/** @type {Unit} */ { at }) => at).map((/** @type {Unit} */ { at }) => keyOf(/** @type {Hex} */ (at))));
  const closed = new Set(table.box.tiles.filter((/** @type {any} */ tile) => tile.void).map((/** @type {Tile} */ { at }) => keyOf(at)));
  return spacesOf(table).filter(({ value }) => !taken.has(value) && !closed.has(value));
}

/** Champions off the arena whose seats play on; `now`: their Max HP. @param {any} table @returns {Choice[]} */
function fallen(table) {
  const off = table.units.filter((/** @type {any} */ { kind, at, seat }) => kind === "champion" && !at && !table.seats[seat - 1]?.conceded);
  return table.box.tiles.length ? off.map((/** @type {any} */ { id, name, max_hp: most }) => ({ value: id, text: name, now: most })) : [];
}

/** What the mode has counted, and what it may. @param {any} table @returns {Choice[]} */
function tracksOf(table) {
  const names = new Set([...Object.keys(table.ledger), ...tracksOfMode(table)]);
  return [...names].map((name) => ({ value: name, text: trackName(name, table), now: Number(table.ledger[name] ?? 0) }));
}

/** @param {any} table @returns {string[]} */
function tracksOfMode({ box, seats }) {
  if (box.mode.kind === "headhunters") return [...seats.flatMap((/** @type {Side} */ { seat }) => [`vp.${seat}`, `deaths.${seat}`]), "bounty", "hunted"];
  if (box.mode.kind !== "siege") return [];
  const neutral = (box.points ?? []).filter((/** @type {any} */ { kind, owner }) => kind === "spawn" && !owner);
  return [1, 2].flatMap((team) => [`deaths.${team}`, `tower_hp.${team}`, ...neutral.map((/** @type {any} */ { name }) => `pole.${team}.${name}`)]);
}

/** @param {string} key @param {any} table */
function trackName(key, table) {
  const [what, whose, ...where] = key.split(".");
  const who = table.box.mode.teams ? `Team ${whose}` : (table.seats[Number(whose) - 1]?.name ?? whose);
  return whose === undefined ? (TRACKS[what] ?? what) : `${TRACKS[what] ?? what.replaceAll("_", " ")}${where.length ? ` at ${where.join(".")}` : ""}, ${who}`;
}
