/** A table that is still filling up: its seats, the links that the host hands out, and the way to sit down. */

import { h, randomHex, replace } from "./dom.js";
import { Problem } from "./api.js";
import { putChance } from "./chance.js";
import { copy as copyText } from "./copying.js";
import { forget, here, keepName, lastName, ring, sitHere } from "./tokens.js";

/** @import {Summary, SeatInfo} from "./types.js" */
/** @import {MatchApi} from "./api.js" */

const NAME_LENGTH_MAX = 40;
const PAUSES_MS = [400, 1500, 4000];

/**
 * @typedef {object} Gathering
 * @property {string} match
 * @property {MatchApi} api
 * @property {{seat: number|null, token: string|null}|null} invite  The invitation this page was opened with.
 * @property {(() => void)|null} help  Tells how the game is played, where the page knows it.
 * @property {() => Promise<void>} onChange  The table, or who sits here, has changed.
 * @property {(text: string) => void} onProblem
 */

/** @param {Summary} summary @param {HTMLElement} element @param {Gathering} gathering */
export function renderGathering(summary, element, gathering) {
  const { match, invite } = gathering;
  const own = here(match)?.seat ?? null;
  const { host, invites } = ring(match);
  const free = summary.seats.filter((seat) => seat.holder === "open");
  const typed = /** @type {HTMLInputElement|null} */ (element.querySelector("input[name=name]"))?.value;
  const asked = invite ? (free.find((seat) => seat.seat === (invite.seat ?? seat.seat)) ?? null) : null;
  element.classList.remove("yours");
  replace(
    element,
    h("h2", {}, free.length ? "The table is filling up" : "Everybody is here"),
    h("p", { class: "quiet-text" }, standing(summary, own, free.length, Boolean(host))),
    gathering.help ? h("p", {}, h("button", { type: "button", class: "link", "data-key": "how-to", onclick: gathering.help }, "How it is played")) : null,
    asked ? sitForm(asked, invite?.token ?? undefined, typed, gathering) : null,
    invite && !asked && own === null ? h("p", { class: "notice error" }, "The seat this link was for is taken.") : null,
    h(
      "ol",
      { class: "seats-gathering" },
      summary.seats.map((seat) => seatRow(seat, own, host ? (invites[seat.seat] ?? null) : undefined, gathering)),
    ),
    !asked && own === null && free.length ? openSeats(free, invites, host, typed, gathering) : null,
    host
      ? h(
          "button",
          { type: "button", class: "primary wide", id: "start", "data-key": "start", disabled: free.length > 0, onclick: () => start(host, gathering) },
          free.length ? `Start (${free.length} ${free.length === 1 ? "seat is" : "seats are"} free)` : "Start the match",
        )
      : null,
  );
}

/** A match that is under way, opened with a new link of its seat. @param {{seat: number|null, token: string|null}} invite @param {HTMLElement} element @param {Gathering} gathering */
export function renderReturn(invite, element, gathering) {
  const typed = /** @type {HTMLInputElement|null} */ (element.querySelector("input[name=name]"))?.value;
  if (invite.token && invite.seat) replace(element, sitForm({ seat: invite.seat, name: "", holder: "player", bot: null }, invite.token, typed, gathering));
}

/** @param {Summary} summary @param {number|null} own @param {number} free @param {boolean} host */
function standing(summary, own, free, host) {
  if (!free) return host ? "Start when you like." : "The host can start the match now. This page goes on by itself.";
  const taken = `${summary.seats.length - free} of ${summary.seats.length} seats ${summary.seats.length - free === 1 ? "is" : "are"} taken.`;
  if (own !== null) return `You sit on seat ${own}. ${taken} You may close this page and come back with the same browser.`;
  return host ? `${taken} Send each player the link of a seat, or take one yourself.` : taken;
}

/** @param {SeatInfo} seat @param {number|null} own @param {string|null|undefined} invite @param {Gathering} gathering */
function seatRow(seat, own, invite, gathering) {
  const free = seat.holder === "open";
  return h(
    "li",
    { class: `gathering-seat ${seat.holder}` },
    h("span", { class: "seat-number", "aria-hidden": "true" }, seat.seat),
    h(
      "span",
      { class: "seat-who" },
      h("strong", {}, free ? seat.name && seat.name !== `Seat ${seat.seat}` ? `Free, for ${seat.name}` : `Seat ${seat.seat}, free` : seat.name),
      seat.bot ? h("span", { class: "tag" }, `${seat.bot} bot`) : null,
      seat.seat === own ? h("span", { class: "tag you" }, "you") : null,
    ),
    seat.seat === own ? h("button", { type: "button", class: "link", "data-key": `stand/${seat.seat}`, onclick: () => stand(seat.seat, gathering) }, "Stand up") : null,
    free && invite !== undefined ? linkRow(seat.seat, linkOf(gathering.match, seat.seat, invite)) : null,
  );
}

/** The address with which somebody takes a seat. @param {string} match @param {number} seat @param {string|null} invite */
export function linkOf(match, seat, invite) {
  const key = invite ? `invite=${encodeURIComponent(invite)}&` : "";
  return `${location.origin}/m/${encodeURIComponent(match)}#${key}seat=${seat}`;
}

/** A link with a button that copies it. @param {number} seat @param {string} url */
export function linkRow(seat, url) {
  const box = h("input", { type: "text", readonly: true, value: url, "aria-label": `Link for seat ${seat}`, class: "seat-link", onfocus: () => box.select() });
  const copy = h("button", { type: "button", class: "quiet", "data-key": `copy/${seat}`, "aria-label": `Copy the link for seat ${seat}`, onclick: () => void copied() }, "Copy");
  return h("span", { class: "seat-link-row" }, box, copy);

  async function copied() {
    await copyText(url);
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1600);
  }
}

/** @param {SeatInfo[]} free @param {Record<string, string>} invites @param {string|null} host @param {string|undefined} typed @param {Gathering} gathering */
function openSeats(free, invites, host, typed, gathering) {
  const first = free[0];
  const invite = host ? invites[first.seat] : undefined;
  return sitForm(first, invite, typed, gathering, free, host ? invites : {});
}

/**
 * @param {SeatInfo} seat @param {string|undefined} invite @param {string|undefined} typed @param {Gathering} gathering
 * @param {SeatInfo[]} [choice] @param {Record<string, string>} [invites]
 */
function sitForm(seat, invite, typed, gathering, choice = [], invites = {}) {
  const name = h("input", { name: "name", type: "text", required: true, maxlength: NAME_LENGTH_MAX, autocomplete: "nickname", value: typed ?? lastName(), "data-key": "name", placeholder: "Your name" });
  const which = choice.length > 1 ? h("select", { name: "seat", "aria-label": "Seat" }, choice.map((one) => h("option", { value: one.seat }, `Seat ${one.seat}`))) : null;
  return h(
    "form",
    {
      class: "sit",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const chosen = which ? Number(which.value) : seat.seat;
        void sit(chosen, name.value.trim(), which ? invites[chosen] : invite, gathering, seat.holder === "open");
      },
    },
    h("label", {}, h("span", {}, choice.length ? "Take a seat as" : `Take seat ${seat.seat} as`), name),
    which,
    h("button", { type: "submit", class: "primary", "data-key": "sit" }, "Sit down"),
  );
}

/** @type {Map<string, {entropy: string, intent_id: string}>} Requests for a seat that have no answer yet: asked again, they are the same. */
const asking = new Map();

/** @param {number} seat @param {string} name @param {string|undefined} invite @param {Gathering} gathering @param {boolean} before  The match has not begun. */
async function sit(seat, name, invite, gathering, before) {
  if (!name) return;
  const wish = JSON.stringify([gathering.match, seat, name, invite]);
  // The player's own chance goes into every shuffle: the server alone cannot have chosen them.
  const request = asking.get(wish) ?? { entropy: randomHex(32), intent_id: randomHex() };
  asking.set(wish, request);
  try {
    const answer = await answered(() => gathering.api.sit(seat, { name, ...(invite ? { invite } : {}), ...request }));
    asking.delete(wish);
    sitHere(gathering.match, answer.seat ?? seat, answer.token);
    if (before) putChance(gathering.match, answer.seat ?? seat, request.entropy, answer.summary.head.seq);
    keepName(name);
    await gathering.onChange();
  } catch (problem) {
    if (!(problem instanceof Problem && problem.unanswered)) asking.delete(wish);
    gathering.onProblem(sentence(problem));
  }
}

/** Asks again for a while where no answer comes: the seat may be taken, and the key to it was in the answer. @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
async function answered(ask) {
  for (const pause of PAUSES_MS) {
    try {
      return await ask();
    } catch (problem) {
      if (!(problem instanceof Problem && problem.unanswered)) throw problem;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return ask();
}

/** @param {number} seat @param {Gathering} gathering */
async function stand(seat, gathering) {
  const held = here(gathering.match);
  try {
    await gathering.api.stand(seat);
    if (held) forget(gathering.match, held.token);
    await gathering.onChange();
  } catch (problem) {
    gathering.onProblem(sentence(problem));
  }
}

/** @param {string} host @param {Gathering} gathering */
async function start(host, gathering) {
  try {
    await gathering.api.start(host);
    await gathering.onChange();
  } catch (problem) {
    gathering.onProblem(sentence(problem));
  }
}

/** @param {unknown} problem */
export function sentence(problem) {
  return problem instanceof Problem ? problem.message : "Something went wrong on this page; reloading it is safe.";
}
