/** What-if lines: matches that go on from a step of another one. Here they are begun, listed, and led back. */

import { games } from "./api.js";
import { dialogEnd, openDialog } from "./dialogs.js";
import { byId, h, randomHex, replace } from "./dom.js";
import { allOpen } from "./eyes.js";
import { sentence } from "./gathering.js";
import { saveFile } from "./saving.js";
import { keep, readingToken, ring, sitHere } from "./tokens.js";

/** @import {Summary, SeatInfo} from "./types.js" */
/** @import {MatchApi} from "./api.js" */
/** @import {Store} from "./store.js" */

const TITLE_LENGTH_MAX = 120;
const YOU = "you";

/** @typedef {{id: string, title: string, at: number, status: "open"|"running"|"over", visibility: string, updated_at: number}} Fork */

/** Whether the reader may go on from a step of this match. @param {Summary|null} summary @param {string} match */
export function mayFork(summary, match) {
  return Boolean(summary && !summary.viewers && (allOpen(summary) || (summary.status !== "open" && ring(match).host)));
}

/** The address of a step. @param {string} match @param {number} [at] @param {string} [viewer] */
export function stepLink(match, at, viewer) {
  const query = [at === undefined ? "" : `at=${at}`, viewer ? `as=${viewer}` : ""].filter(Boolean).join("&");
  return `/m/${encodeURIComponent(match)}${query ? `?${query}` : ""}`;
}

/** @param {Store} store @param {string} match @param {MatchApi} api */
export function createLines(store, match, api) {
  const element = byId("lines");
  /** @type {Fork[]} */
  let forks = [];
  let drawn = "";

  store.subscribe(({ summary, steps }) => draw(summary, steps.length));

  /** @param {Summary} summary */
  async function begin(summary) {
    if (summary.viewers || summary.status === "open") return;
    forks = await api.forks(ring(match).host ?? api.token()).catch(() => []); // the table itself does not depend on them
    drawn = "";
    draw(store.get().summary, store.get().steps.length);
  }

  /** @param {Summary|null} summary @param {number} steps */
  function draw(summary, steps) {
    const origin = summary?.viewers ? null : summary?.origin;
    const key = summary && steps ? JSON.stringify([origin, forks.map(({ id }) => id)]) : "";
    if (key === drawn) return;
    drawn = key;
    element.hidden = !key || (!origin && !forks.length);
    replace(
      element,
      h("h2", { id: "lines-heading" }, origin ? "A what-if line" : "What-if lines"),
      origin ? h("p", { class: "quiet-text" }, "This match goes on from ", h("a", { href: stepLink(origin.match, origin.seq), "data-key": "origin" }, `step ${stepOf(origin.seq)} of another one`), ", which stays as it was.") : null,
      forks.length ? h("ul", { class: "line-list" }, forks.map((fork) => h("li", {}, lineRow(fork)))) : null,
      origin ? compare({ id: match, title: "" }, origin.match) : null,
    );
  }

  /** @param {number} seq */
  const stepOf = (seq) => store.indexOf(seq) + 1;

  /** @param {Fork} fork */
  function lineRow(fork) {
    const standing = { open: "open", running: "under way", over: "over" }[fork.status];
    return [
      h("a", { href: stepLink(fork.id), "data-key": `line/${fork.id}` }, fork.title || "What-if line"),
      h("small", {}, `from step ${stepOf(fork.at)} · ${standing}${fork.visibility === "private" ? " · private" : ""}`),
      compare(fork, match),
    ];
  }

  /** @param {{id: string, title: string}} line @param {string} original */
  function compare(line, original) {
    return h(
      "details",
      { class: "compare" },
      h("summary", {}, "Compare"),
      h("p", { class: "quiet-text" }, "Save both match files, then let the command say where they part and in what:"),
      h("pre", {}, h("code", {}, `matchfold diff ${original}.match ${line.id}.match`)),
      h("button", { type: "button", class: "quiet", onclick: () => void saveBoth(original, line.id) }, "Save both files"),
    );
  }

  /** @param {string[]} ids */
  async function saveBoth(...ids) {
    for (const id of ids) await saveFile(`/api/v1/matches/${encodeURIComponent(id)}/export`, readingToken(id), `${id}.match`);
  }

  // -- a new one

  async function open() {
    const { summary, steps, cursor } = store.get();
    const step = steps[cursor];
    if (!summary || !step) return;
    const bots = (await games().catch(() => null))?.games.find((/** @type {any} */ one) => one.game === summary.game)?.bots ?? [];
    const intentId = randomHex(); // one for the form: pressing twice makes one match
    const title = h("input", { type: "text", name: "title", maxlength: TITLE_LENGTH_MAX, "data-key": "fork-title", value: `${summary.title || "What if"}, from step ${cursor + 1}`.slice(0, TITLE_LENGTH_MAX), autofocus: true });
    const players = summary.seats.map((seat) => playerOf(seat, bots));
    const trouble = h("p", { class: "notice error", role: "alert", hidden: true });
    const go = h("button", { type: "submit", class: "primary", "data-key": "fork-go" }, "Go on from here");

    openDialog(`Go on from step ${cursor + 1}`, (dialog) =>
      h(
        "form",
        { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void fork()) },
        h("p", { class: "quiet-text" }, `A new match begins with this table, all that is hidden included. ${summary.status === "over" ? "The old one stays as it is." : "The old one goes on as it does. Nobody but you sees the new one, but everybody is told that you know what is hidden up to here."}`),
        h("label", { class: "field" }, h("span", {}, "What to call it"), title),
        h("fieldset", { class: "fork-seats" }, h("legend", {}, "Who plays"), summary.seats.map((seat, place) => h("label", {}, h("span", {}, seat.name), players[place]))),
        trouble,
        dialogEnd(dialog, "Cancel", go),
      ),
    );

    async function fork() {
      go.disabled = true;
      const bots = Object.fromEntries(players.map((select, place) => [place + 1, select.value]).filter(([, who]) => who !== YOU));
      try {
        const made = await api.fork({ at: step.seq, bots, title: title.value.trim() || null, intent_id: intentId }, ring(match).host ?? api.token());
        settle(made, summary?.you?.seat ?? null);
        location.assign(stepLink(made.match.id));
      } catch (problem) {
        trouble.textContent = sentence(problem);
        trouble.hidden = false;
        go.disabled = false;
        go.focus();
      }
    }
  }

  return { begin, open };
}

/** Everybody is played from here, but for those that were bots already. @param {SeatInfo} seat @param {string[]} bots */
function playerOf(seat, bots) {
  return h(
    "select",
    { name: `seat-${seat.seat}`, "data-key": `fork/${seat.seat}` },
    h("option", { value: YOU }, "You, at this screen"),
    bots.map((bot) => h("option", { value: bot, selected: seat.bot === bot }, `Bot, ${bot}`)),
  );
}

/** Keeps the keys of a new match; this tab plays the seat it has played before, else the first. @param {any} made @param {number|null} own */
function settle({ match, host_token: host, tokens }, own) {
  keep(match.id, { host, seats: tokens });
  const seat = own !== null && tokens[own] ? own : Number(Object.keys(tokens)[0]);
  if (tokens[seat]) sitHere(match.id, seat, tokens[seat]);
}
