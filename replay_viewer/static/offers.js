/**
 * The act panel: what is awaited, and everything the seat may do now. It knows no rules: all that can be done is on the
 * list that the server made, and touching a card or a seat only shortens that list.
 */

import { MOVED_ON } from "./acting.js";
import { h, replace } from "./dom.js";
import { UNTOUCHED } from "./store.js";
import { counted } from "./words.js";

/** @import {Board, Lit, Offer, View} from "./types.js" */
/** @import {Store, State} from "./store.js" */

const ALL_OPEN_MAX = 9; // more offers than this are folded under their headings

/**
 * @typedef {object} Acting
 * @property {Store} store
 * @property {(offer: Offer, picked: any[]|null) => void} send
 * @property {() => void} toHead
 * @property {() => void} toTable  Brings the table into sight, where the screen is too small for all.
 * @property {(group: string|null) => void} hint  Shows on the board what one heading is about, before it is chosen.
 * @property {() => void} report  Asks for a report of what was refused.
 * @property {(seat: number) => void} sitAt  Goes on with another seat whose key this browser holds.
 * @property {number[]} held  Those seats.
 * @property {boolean} compact
 */

/** The offers that answer to what the player has touched. @param {State} state @returns {Offer[]} */
export function shortened(state) {
  const all = state.offers?.offers ?? [];
  return all.filter(
    (offer) =>
      (state.card === null || (offer.concerns.cards ?? []).includes(state.card)) &&
      (state.seat === null || (offer.concerns.seats ?? []).includes(state.seat)) &&
      (state.space === null || (offer.concerns.spaces ?? []).includes(state.space)) &&
      (state.unit === null || (offer.concerns.units ?? []).includes(state.unit)) &&
      (state.group === null || offer.group?.key === state.group),
  );
}

/** What the board lights up. @param {State} state @param {string[]} hand @param {Board} board @returns {Lit} */
export function litBy(state, hand, board) {
  const acting = canAct(state);
  const all = acting ? (state.offers?.offers ?? []) : [];
  const pick = acting ? openPick(state) : null;
  const shown = acting ? shortened(state) : [];
  return {
    cards: new Set(pick ? pick.options.filter((option) => typeof option === "string") : all.flatMap((offer) => offer.concerns.cards ?? [])),
    seats: new Set(pick ? [] : shown.flatMap((offer) => offer.concerns.seats ?? [])),
    card: acting ? state.card : null,
    seat: acting ? state.seat : null,
    picked: pick ? state.picked.map((option) => placeOf(option, pick.options, hand)).filter((place) => place >= 0) : null,
    ...places(state, shown, pick, board),
    space: acting ? state.space : null,
    unit: acting ? state.unit : null,
    chosen: pick ? state.picked.map((index) => pick.options[index]) : [],
    offers: shown,
  };
}

/** The spaces and units that may be touched: where the open pick may go, or whatever the offers left are about. @param {State} state @param {Offer[]} shown @param {import("./types.js").Pick|null} pick @param {Board} board */
function places(state, shown, pick, board) {
  const loose = { ...state, space: null, unit: null };
  const offers = pick ? [] : shown.length ? shortened(loose) : [];
  const named = pick ? pick.options.map((option) => board.placeOfOption?.(option) ?? "") : [];
  return {
    spaces: new Set(pick ? named.filter((name) => name.includes(",")) : offers.flatMap((offer) => offer.concerns.spaces ?? [])),
    units: new Set(pick ? named.filter((name) => name && !name.includes(",")) : offers.flatMap((offer) => offer.concerns.units ?? [])),
  };
}

/** Whether this tab may act on what it shows. @param {State} state */
export function canAct(state) {
  return Boolean(state.offers?.offers.length) && state.cursor === state.steps.length - 1 && seesOwnSeat(state);
}

/** Whether the reader sits there, and looks at the table as it is now. @param {State} state */
export function looksWithOwnEyes(state) {
  return state.offers !== null && state.cursor === state.steps.length - 1 && seesOwnSeat(state);
}

/** Whether the reader is the host, in no seat, and looks at the table as it is now. @param {State} state */
export function looksAsHost({ summary, cursor, steps }) {
  return summary?.you?.host === true && summary.you.seat === null && cursor === steps.length - 1;
}

/** @param {State} state */
function seesOwnSeat(state) {
  return state.viewer === `seat:${state.summary?.you?.seat}`;
}

/** @param {State} state */
export function openPick(state) {
  return state.picking === null ? null : (state.offers?.offers[state.picking]?.pick ?? null);
}

/** Takes an option into the pick, or out of it. @param {Store} store @param {number} option */
export function toggleOption(store, option) {
  const state = store.get();
  const pick = openPick(state);
  if (!pick || option < 0) return;
  if (state.picked.includes(option)) store.set({ picked: state.picked.filter((other) => other !== option) });
  else if (state.picked.length < pick.max) store.set({ picked: [...state.picked, option].sort((a, b) => a - b) });
  else if (pick.max === 1) store.set({ picked: [option] });
}

/** A card of the hand was touched. @param {Store} store @param {string} card @param {number} place @param {string[]} hand */
export function touchCard(store, card, place, hand) {
  const state = store.get();
  const pick = openPick(state);
  if (pick) return toggleOption(store, optionOf(place, pick.options, hand));
  store.set({ ...UNTOUCHED, card: state.card === card ? null : card });
}

/**
 * A seat was touched: with a card in hand that leaves one thing to do, it is done.
 * @param {Acting} acting @param {number} seat
 */
export function touchSeat({ store, send }, seat) {
  const state = store.get();
  const left = shortened({ ...state, seat });
  const whole = left.filter((offer) => !offer.pick);
  if (state.card !== null && left.length === 1 && whole.length === 1) send(whole[0], null);
  else store.set({ seat: state.seat === seat ? null : seat });
}

/**
 * A space or a unit on the board was touched. With a heading or a card chosen, or with nothing else to do, it is done if
 * that leaves one way to do it; otherwise touching it again does it.
 * @param {Acting} acting @param {"space"|"unit"} kind @param {string} name @param {View} frame @param {Board} board
 */
export function touchPlace({ store, send }, kind, name, frame, board) {
  const state = store.get();
  const pick = openPick(state);
  if (pick) return toggleOption(store, nextOption(pick.options, state.picked, name, board));
  const aimed = { ...state, space: null, unit: null, [kind]: name };
  const left = shortened(aimed);
  const alone = new Set((state.offers?.offers ?? []).map((offer) => board.groupOf(offer, frame).key)).size === 1;
  const again = state[kind] === name;
  if (left.length === 1 && !left[0].pick && (again || alone || state.group !== null || state.card !== null)) send(left[0], null);
  else store.set({ space: null, unit: null, [kind]: again ? null : name, folded: false });
}

/** The first option at a place that is not taken yet, or the last that is. @param {any[]} options @param {number[]} picked @param {string} name @param {Board} board */
function nextOption(options, picked, name, board) {
  const there = options.map((_, index) => index).filter((index) => board.placeOfOption?.(options[index]) === name);
  return there.find((index) => !picked.includes(index)) ?? there.at(-1) ?? -1;
}

/** @param {State} state @param {View} frame @param {HTMLElement} element @param {Board} board @param {Acting} acting */
export function renderActing(state, frame, element, board, acting) {
  const own = state.summary?.you?.seat ?? null;
  const atHead = state.cursor === state.steps.length - 1;
  const yours = (state.offers?.offers.length ?? 0) > 0;
  element.classList.toggle("yours", yours && canAct(state));
  element.dataset.decision = canAct(state) && !state.sending ? (state.offers?.decision ?? "") : "";
  element.classList.toggle("folded", acting.compact && isFolded(state, frame, board) && yours && canAct(state));
  if (!atHead) return replace(element, notice(state, acting), elsewhere(state, yours, acting));
  if (!yours || !seesOwnSeat(state)) return replace(element, waiting(frame, own, yours, state, acting));
  const asked = state.offers?.awaiting.filter((one) => one.seat === own) ?? [];
  replace(
    element,
    h("div", { class: "act-head" }, h("p", { class: "awaited", id: "awaited" }, h("strong", {}, "Your turn. "), asked.map(({ text }) => text ?? "").join(" ")), acting.compact ? folder(isFolded(state, frame, board), acting) : null),
    notice(state, acting),
    state.picking === null ? choices(state, frame, board, acting) : pickForm(state, frame, board, acting),
  );
}

/** @param {State} state @param {boolean} yours @param {Acting} acting */
function elsewhere(state, yours, acting) {
  const looking = state.following ? "You see what happened a moment ago." : "You are looking back.";
  const text = yours ? "It is your turn at the table." : state.summary?.status === "over" ? "" : looking;
  if (!text) return [];
  return [
    h("p", { class: "awaited quiet-text" }, text, " ", h("button", { type: "button", class: "link", "data-key": "to-head", onclick: acting.toHead }, "Go to the table as it is now")),
  ];
}

/** As the player left it; at first as the board wants it. @param {State} state @param {View} frame @param {Board} board */
function isFolded({ folded }, frame, board) {
  return folded ?? board.looksFirst?.(frame) ?? false;
}

/** On a narrow screen the panel lies over the table: it can be put away. @param {boolean} folded @param {Acting} acting */
function folder(folded, { store }) {
  const words = folded ? "Show what you may do" : "Fold away what you may do";
  return h("button", { type: "button", class: "quiet icon-button fold", "data-key": "fold", title: words, "aria-label": words, "aria-expanded": String(!folded), onclick: () => store.set({ folded: !folded }) });
}

/** @param {View} frame @param {number|null} own @param {boolean} yours @param {State} state @param {Acting} acting */
function waiting(frame, own, yours, state, acting) {
  if (yours) return [h("p", { class: "awaited" }, h("strong", {}, "Your turn. "), "Look with your own seat’s eyes to act.")];
  const asks = frame.awaiting.map((one) => one.text || `Waiting for ${nameOf(frame, one.seat)}.`);
  const told = asks.length ? asks : ["The table is resting."];
  return [
    h("p", { class: "awaited" }, h("span", { class: "hourglass", "aria-hidden": "true" }), [...new Set(told)].join(" ")),
    notice(state, acting),
    acting.held.filter((seat) => seat !== own && frame.awaiting.some((one) => one.seat === seat)).map((seat) => h("button", { type: "button", class: "primary", "data-key": `sit-at/${seat}`, onclick: () => acting.sitAt(seat) }, `Play ${nameOf(frame, seat)}`)),
    own === null ? h("p", { class: "quiet-text" }, "You are watching.") : null,
  ];
}

/** @param {State} state @param {Acting} acting */
function notice(state, { report }) {
  if (!state.notice) return null;
  const { kind, text } = state.notice;
  return h("div", { class: `notice ${kind}`, role: "alert" }, h("p", {}, text), state.notice.report ? h("button", { type: "button", class: "link", "data-key": "report-refusal", onclick: report }, "Report this") : null);
}

/** @param {State} state @param {View} frame @param {Board} board @param {Acting} acting */
function choices(state, frame, board, acting) {
  const touchedAny = state.card !== null || state.seat !== null || state.space !== null || state.unit !== null;
  // A narrow screen has no room for every card's offers below the cards themselves: touching one shows its own.
  const folded = acting.compact && !touchedAny && !state.allOffers && !board.aims;
  // While one aims on a narrow screen, the table is what one looks at.
  const aiming = acting.compact && state.group !== null;
  const listed = touchedAny || aiming ? shortened(state) : shortened({ ...state, group: null });
  const shown = folded ? listed.filter((offer) => !board.groupOf(offer, frame).card) : listed;
  const groups = grouped(shown, frame, board);
  const open = touchedAny || shown.length <= ALL_OPEN_MAX;
  return [
    touchedAny
      ? h(
          "p",
          { class: "filter" },
          `${[state.card && board.cardName(state.card, frame), state.seat && nameOf(frame, state.seat), ...[state.space, state.unit].map((place) => place && (board.optionName?.(place, frame) ?? place))].filter(Boolean).join(", ")} `,
          h("button", { type: "button", class: "link", "data-key": "show-all", onclick: () => acting.store.set(UNTOUCHED) }, "Show all"),
        )
      : null,
    h(
      "div",
      { class: "offers" },
      folded
        ? h("p", { class: "quiet-text" }, "Touch a card of your hand, or ", h("button", { type: "button", class: "link", "data-key": "all-offers", onclick: () => acting.store.set({ allOffers: true }) }, `see all ${counted(state.offers?.offers.length ?? 0, "offer")}`), ".")
        : null,
      groups.length || folded
        ? groups.map((group) => groupOf(group, frame, board, open, state, acting))
        : h("p", { class: "quiet-text" }, "Nothing to do with that now."),
    ),
  ];
}

/**
 * @typedef {{key: string, title: string, text: string, card: string|null, rank?: number, offers: Offer[]}} Group
 * @param {Offer[]} offers @param {View} frame @param {Board} board @returns {Group[]}
 */
function grouped(offers, frame, board) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const offer of offers) {
    const { key, title, text, card, rank } = board.groupOf(offer, frame);
    const group = groups.get(key) ?? { key, title, text, card, rank, offers: [] };
    group.offers.push(offer);
    groups.set(key, group);
  }
  // As the cards lie in the hand; what concerns no card comes after them.
  const hand = board.hand(frame);
  const place = (/** @type {Group} */ { card }) => (card === null ? hand.length : hand.indexOf(card));
  return [...groups.values()].sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || place(one) - place(other));
}

/** @param {Group} group @param {View} frame @param {Board} board @param {boolean} open @param {State} state @param {Acting} acting */
function groupOf(group, frame, board, open, state, acting) {
  const picture = group.card ? board.cardPicture(group.card, frame) : null;
  const { text } = group;
  const head = [picture, h("span", { class: "group-title" }, group.title)];
  if (state.card !== null && state.card === group.card) {
    return h("div", { class: "group chosen" }, text ? h("p", { class: "card-text" }, text) : null, group.offers.map((offer, index) => offerButton(offer, `${group.key}/${index}`, state, acting, null)));
  }
  if (group.offers.length === 1) return h("div", { class: "group single" }, offerButton(group.offers[0], `${group.key}/0`, state, acting, picture, group.card || group.offers[0].text.includes(text) ? "" : text));
  // What uses up nothing beside comes first.
  const ways = board.aims ? [...group.offers].sort((one, other) => (one.intent.using?.length ?? 0) - (other.intent.using?.length ?? 0)) : group.offers;
  const buttons = ways.map((offer, index) => offerButton(offer, `${group.key}/${index}`, state, acting, null, "", board.aims ? offer.group?.way : ""));
  if (board.aims) return aimedGroup(group, head, buttons, open, state, acting);
  return h(
    "details",
    { class: "group", open, "data-group": group.key },
    h("summary", { "data-key": `group/${group.key}` }, head, h("span", { class: "count" }, `${group.offers.length} ways`)),
    text && !group.card ? h("p", { class: "card-text" }, text) : null,
    buttons,
  );
}

/** A heading that is aimed on the board; its ways are listed below it too. @param {Group} group @param {any[]} head @param {Element[]} buttons @param {boolean} open @param {State} state @param {Acting} acting */
function aimedGroup(group, head, buttons, open, state, acting) {
  const chosen = state.group === group.key;
  const shown = chosen || (open && state.group === null);
  return h(
    "div",
    { class: chosen ? "group aimed chosen" : "group aimed", "data-group": group.key },
    h(
      "button",
      { type: "button", class: "aim", "data-key": `group/${group.key}`, "aria-expanded": String(shown), onclick: () => aim(chosen ? null : group.key, acting), onpointerenter: () => acting.hint(group.key), onpointerleave: () => acting.hint(null), onfocus: () => acting.hint(group.key), onblur: () => acting.hint(null) },
      head,
      group.text ? h("small", { class: "offer-words" }, group.text) : null,
      h("span", { class: "count" }, `${buttons.length} ways`),
    ),
    shown ? h("div", { class: "ways" }, buttons) : null,
  );
}

/** @param {string|null} group @param {Acting} acting */
function aim(group, { store, compact, toTable }) {
  store.set({ ...UNTOUCHED, group });
  if (compact && group !== null) toTable();
}

/** @param {Offer} offer @param {string} key @param {State} state @param {Acting} acting @param {Element|null} picture @param {string} [words] @param {string} [way]  What tells it from the others of its heading. */
function offerButton(offer, key, state, acting, picture, words = "", way = "") {
  return h(
    "button",
    {
      type: "button",
      class: "offer",
      "data-key": `offer/${key}`,
      "data-type": offer.intent.type,
      disabled: state.sending,
      onclick: () => (offer.pick ? openPickOf(offer, acting) : acting.send(offer, null)),
    },
    picture,
    h("span", {}, offer.pick ? `${offer.text} …` : way || offer.text, words ? h("small", { class: "offer-words" }, words) : null),
  );
}

/** @param {Offer} offer @param {Acting} acting */
function openPickOf(offer, { store }) {
  const picking = store.get().offers?.offers.indexOf(offer) ?? -1;
  if (picking < 0) return store.set({ notice: { kind: "info", text: MOVED_ON } });
  store.set({ ...UNTOUCHED, picking, picked: [], folded: false });
}

/** @param {State} state @param {View} frame @param {Board} board @param {Acting} acting */
function pickForm(state, frame, board, acting) {
  const offer = /** @type {Offer} */ (state.offers?.offers[/** @type {number} */ (state.picking)]);
  const pick = /** @type {import("./types.js").Pick} */ (offer.pick);
  const count = state.picked.length;
  const enough = count >= pick.min && count <= pick.max;
  const alone = state.offers?.offers.length === 1;
  return [
    h(
      "div",
      { class: "pick", role: "group", "aria-labelledby": "pick-text" },
      h("p", { id: "pick-text", class: "pick-text" }, offer.text),
      h(
        "div",
        { class: "pick-options" },
        asInHand(pick.options, board.hand(frame)).map(([option, index]) => {
          const chosen = state.picked.includes(index);
          const label = board.optionName?.(option, frame) ?? (typeof option === "string" ? board.cardName(option, frame) : String(option));
          return h(
            "button",
            {
              type: "button",
              class: "pick-option",
              "data-key": `pick/${index}`,
              "aria-pressed": String(chosen),
              "aria-label": label,
              disabled: state.sending || (!chosen && count >= pick.max && pick.max > 1),
              onclick: () => toggleOption(acting.store, index),
            },
            (typeof option === "string" && board.cardPicture(option, frame)) || null,
            h("span", { class: "pick-name" }, label),
          );
        }),
      ),
      h(
        "div",
        { class: "pick-end" },
        h("span", { class: "quiet-text", role: "status" }, `${count} chosen, ${span(pick.min, pick.max)} wanted`),
        alone ? null : h("button", { type: "button", class: "quiet", "data-key": "pick-back", onclick: () => acting.store.set({ picking: null, picked: [] }) }, "Back"),
        h(
          "button",
          { type: "button", class: "primary", "data-key": "pick-confirm", disabled: !enough || state.sending, onclick: () => acting.send(offer, state.picked.map((index) => pick.options[index])) },
          "Confirm",
        ),
      ),
    ),
  ];
}

/** The options with their places, in the order of the hand. @param {any[]} options @param {string[]} hand @returns {[any, number][]} */
function asInHand(options, hand) {
  const placed = options.map((option, index) => /** @type {[any, number]} */ ([option, index]));
  return placed.sort(([one], [other]) => hand.indexOf(one) - hand.indexOf(other));
}

/** @param {number} min @param {number} max */
function span(min, max) {
  return min === max ? String(min) : `${min} to ${max}`;
}

/** @param {View} frame @param {number} seat */
function nameOf(frame, seat) {
  return frame.seats.find((one) => one.seat === seat)?.name || `Seat ${seat}`;
}

/** The option that stands for a card at a place in the hand: equal cards are told apart by their order. @param {number} place @param {any[]} options @param {string[]} hand */
function optionOf(place, options, hand) {
  return nth(options, hand[place], count(hand.slice(0, place), hand[place]));
}

/** @param {number} option @param {any[]} options @param {string[]} hand */
function placeOf(option, options, hand) {
  return nth(hand, options[option], count(options.slice(0, option), options[option]));
}

/** @param {any[]} list @param {any} value @param {number} skip */
function nth(list, value, skip) {
  let index = list.indexOf(value);
  for (let left = skip; left > 0 && index >= 0; left -= 1) index = list.indexOf(value, index + 1);
  return index;
}

/** @param {any[]} list @param {any} value */
function count(list, value) {
  return list.filter((other) => other === value).length;
}

