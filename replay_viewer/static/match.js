/** The page of one match: live at the head of its log, a replay anywhere else. This module joins the others. */

import { createActing } from "./acting.js";
import { announceSteps } from "./announce.js";
import { matchApi, Problem } from "./api.js";
import { createBadge } from "./badge.js";
import { boardFor, titleOf } from "./boards/index.js";
import { renderCaption } from "./caption.js";
import { byId, calm, h, replace } from "./dom.js";
import { allOpen, createEyes, defaultEyes, eyesOn } from "./eyes.js";
import { renderGathering, renderReturn, sentence } from "./gathering.js";
import { fillHelp } from "./help.js";
import { createHostPanel } from "./host.js";
import { listenToKeys } from "./keys.js";
import { createLines, stepLink } from "./lines.js";
import { follow } from "./live.js";
import { createMoment } from "./moment.js";
import { nextOf } from "./moves.js";
import { canAct, litBy, looksAsHost, looksWithOwnEyes, renderActing, touchCard, touchPlace, touchSeat } from "./offers.js";
import { asked, match, writePlace } from "./place.js";
import { createPlaying } from "./playing.js";
import { steadily } from "./pressing.js";
import { createRecap } from "./recap.js";
import { createReporting } from "./report.js";
import { renderResult } from "./result.js";
import { createScrubber } from "./scrubber.js";
import { createStore, UNTOUCHED } from "./store.js";
import { createTimeline } from "./timeline.js";
import { forget, here, keep, readWith, ring, sitHere } from "./tokens.js";

/** @import {Offer, Summary, View} from "./types.js" */
/** @import {State} from "./store.js" */

const CATCH_UP_MS = 650; // each new step is shown at least so long while the page follows the head
const BACKLOG_MAX = 6; // when more is missing than this, the page jumps
const NARROW_PX = 640;
const ADDRESS_MS = 120;
const PALE_MS = 200;

const api = matchApi(match);
const store = createStore();
const table = byId("table");
const act = byId("act");
const acting = createActing(store, api, {
  head: () => headSeq,
  onAnswer: (answer) => onEntries({ ...answer, steps: null }),
  fetchNews,
});
const badge = createBadge(byId("connection"), match, api);
const recap = createRecap(store, match, api);
const hostPanel = createHostPanel(byId("host"), match, api, store);
const lines = createLines(store, match, api);
const report = createReporting(store, match, api, () => void hostPanel.readReports());
const draw = steadily(drawNow);

/** @type {{seat: number|null, token: string|null}|null} */
let invite = null;
/** @type {{stop: () => void}|null} */
let feed = null;
let headSeq = 0;

/** @type {View|null} */
let lastFrame = null;
let shownCursor = -1;
/** The size of the board, told when it changes: asking for it would lay out the page anew each time. */
let room = { width: table.clientWidth, height: table.clientHeight };
/** @type {unknown[]} What the board was last drawn from. */
let drawnFrom = [];
/** @type {unknown[]} What the panel was last drawn from. */
let panelFrom = [];
let advancedAt = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let pump;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let addressing;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let paling;

const moves = {
  step: (/** @type {number} */ by) => goByHand(store.get().cursor + by),
  turn: (/** @type {number} */ by) => goByHand(nextOf(store.get().steps, store.get().cursor, "turn", by)),
  round: (/** @type {number} */ by) => goByHand(nextOf(store.get().steps, store.get().cursor, "round", by)),
  first: () => goByHand(0),
  last: () => goByHand(store.get().steps.length - 1),
  play: () => togglePlay(),
  eyes: (/** @type {number} */ by) => {
    const { summary, viewer } = store.get();
    const choice = eyesOn(summary, match);
    const at = choice.findIndex((one) => one.viewer === viewer);
    if (choice.length > 1) void lookAs(choice[(at + by + choice.length) % choice.length].viewer);
  },
  help: () => {
    const dialog = /** @type {HTMLDialogElement} */ (byId("help-dialog"));
    const { summary, cursor } = store.get();
    fillHelp(dialog, summary && boardFor(summary.game), store.frame(cursor) ?? lastFrame);
    dialog.showModal();
    dialog.scrollTop = 0;
  },
  cancel: () => {
    const { picking, ...state } = store.get();
    store.set({ ...UNTOUCHED, picking: null, picked: [] });
    return picking !== null || Object.keys(UNTOUCHED).some((touched) => state[/** @type {keyof typeof UNTOUCHED} */ (touched)] !== null);
  },
};

void boot();

async function boot() {
  createTimeline(store, byId("timeline"));
  createScrubber(store, byId("transport"), moves);
  createEyes(store, byId("eyes"), match, (viewer) => void lookAs(viewer));
  createMoment(store, match, { report, fork: () => void lines.open() });
  announceSteps(store);
  listenToKeys(moves);
  byId("help").addEventListener("click", moves.help);
  store.subscribe(createPlaying(store, api));
  store.subscribe(onState);
  new ResizeObserver(([{ contentRect }]) => {
    room = contentRect;
    draw(store.get());
  }).observe(table);
  await readHash();
  await open();
}

/** A link carries its key after the #, where no server sees it. A seat's or the host's is kept, and taken out of the address. */
async function readHash() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const token = hash.get("token");
  const invited = hash.get("invite");
  // The invitation stays in the address until it is used: reloading must not lose it.
  if (invited || hash.has("seat")) invite = { seat: hash.has("seat") ? Number(hash.get("seat")) : null, token: invited };
  if (invited) readWith(invited);
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const { you } = await api.summary(token);
    if (you?.seat) sitHere(match, you.seat, token);
    if (you?.host) keep(match, { host: token });
  } catch (problem) {
    store.set({ notice: { kind: "error", text: sentence(problem) } });
  }
}

/** Loads the table from the beginning, as at the first visit or after taking a seat. */
async function open() {
  const { at, viewer } = asked(); // before anything here writes another address
  /** @type {Summary} */
  let summary;
  try {
    summary = await withGoodToken(() => api.summary());
  } catch (problem) {
    return showUnreachable(problem);
  }
  headSeq = summary.head.seq;
  store.set({ summary, connection: "off" });
  const told = recap.begin(summary);
  await load(viewer ?? defaultEyes(summary, match), at);
  await told;
  if (headSeq > summary.head.seq) {
    // The story was read a moment later than the summary, and the feed tells only what comes after it.
    summary = await api.summary();
    store.set({ summary });
  }
  await acting.refresh();
  listen(summary);
  badge.begin(summary);
  void lines.begin(summary);
  void hostPanel.readReports();
}

/** Reads with the token of this tab; one that was replaced since is thrown away, and the page goes on watching. @template T @param {() => Promise<T>} read */
async function withGoodToken(read) {
  try {
    return await read();
  } catch (problem) {
    const token = api.token();
    if (!(problem instanceof Problem) || problem.status !== 401 || !token) throw problem;
    forget(match, token);
    const spent = invite?.token === token;
    if (spent) invite = null;
    store.set({ notice: { kind: "error", text: spent ? "This link was used already. Ask the host for a new one." : "The key of this seat was replaced. Ask the host for the new link." } });
    return withGoodToken(read);
  }
}

/** @param {string} viewer @param {number|null} at  The entry to stand at, null for the head. */
async function load(viewer, at) {
  store.changeEyes(viewer);
  lastFrame = null;
  shownCursor = -1;
  drawnFrom = [];
  panelFrom = [];
  void showEarly(viewer, at);
  let steps;
  try {
    steps = await api.timeline(viewer);
  } catch (problem) {
    if (viewer === "spectator" || !(problem instanceof Problem) || problem.unanswered) return showUnreachable(problem);
    await load("spectator", at);
    if (!store.get().notice) store.set({ notice: { kind: "info", text: "Those eyes are closed until the match is over; this is what everybody may see." } });
    return;
  }
  store.append(steps);
  store.go(at === null ? store.get().steps.length - 1 : store.indexOf(at));
  headSeq = Math.max(headSeq, store.get().steps.at(-1)?.seq ?? 0);
}

/** The board does not wait for the whole story, which is long where a match is. @param {string} viewer @param {number|null} at */
async function showEarly(viewer, at) {
  const view = await api.view(viewer, at ?? undefined).catch(() => null); // the story says what is wrong, if anything is
  if (!view || store.get().viewer !== viewer) return;
  if (!store.get().steps.length) lastFrame ??= view;
  store.keep(view);
}

/** @param {string} viewer */
async function lookAs(viewer) {
  const { steps, cursor, following, notice } = store.get();
  const seat = viewer.startsWith("seat:") ? Number(viewer.slice(5)) : null;
  const token = seat === null ? undefined : ring(match).seats[seat];
  const at = following ? null : (steps[cursor]?.seq ?? null);
  if (seat !== null && token && here(match)?.seat !== seat) {
    sitHere(match, seat, token);
    writeAddress(viewer, at);
    await open();
    return;
  }
  await load(viewer, at);
  await acting.refresh();
  if (notice) store.set({ notice: null });
}

// -- the live feed

/** @param {Summary} summary */
function listen(summary) {
  feed?.stop();
  feed = null;
  // A match file has no feed: it says whose eyes it has, and is not going to change.
  if (summary.status === "over" || summary.viewers) return store.set({ connection: "off" });
  feed = follow({
    match,
    token: api.token,
    after: () => headSeq,
    onEntries: (message) => void onEntries(message),
    onState: (connection) => store.set({ connection }),
    mayGoOn: keyIsGood,
  });
}

/** A key that was replaced while the page was open: it goes on as a spectator's. */
async function keyIsGood() {
  try {
    await api.summary();
    return true;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 401) return true;
    feed?.stop();
    await open();
    return false;
  }
}

/** @param {any} message */
async function onEntries(message) {
  badge.take(message);
  headSeq = Math.max(headSeq, message.head.seq);
  const { viewer, summary } = store.get();
  const before = summary?.status;
  if (message.view.viewer === viewer && message.steps) {
    const grown = store.append(message.steps);
    store.keep(message.view);
    if (grown) followOn();
  } else await fetchNews();
  if (summary) store.set({ summary: { ...summary, ...sharedOf(message.view), head: message.head } });
  if (message.offers && message.head.seq >= store.get().offersSeq) acting.take(message.offers, message.head.seq);
  if (message.view.status !== before) await statusChanged(message.view.status);
}

/** @param {View} view */
function sharedOf({ status, seats, awaiting, progress, outcome }) {
  return { status, seats, awaiting, progress, outcome };
}

/** Steps that came while other eyes were in use, or while there was no feed. */
async function fetchNews() {
  const { viewer, steps } = store.get();
  const news = await api.timeline(viewer, steps.at(-1)?.seq ?? 0);
  if (store.get().viewer === viewer && store.append(news)) followOn();
}

/** @param {string} status */
async function statusChanged(status) {
  const summary = await api.summary();
  store.set({ summary });
  if (status === "over") {
    feed?.stop();
    feed = null;
    store.set({ connection: "off", offers: null });
    await lines.begin(summary);
  }
}

/** While the page follows, each new step is seen for a moment; a long backlog is jumped over. */
function followOn() {
  clearTimeout(pump);
  const { following, cursor, steps } = store.get();
  const last = steps.length - 1;
  if (!following || cursor >= last) return;
  const wait = calm() ? 0 : advancedAt + CATCH_UP_MS - Date.now();
  if (wait > 0) {
    pump = setTimeout(followOn, wait);
    return;
  }
  advancedAt = Date.now();
  const next = calm() || last - cursor > BACKLOG_MAX ? last : cursor + 1;
  store.set({ cursor: next, notice: null });
  pump = setTimeout(followOn, CATCH_UP_MS);
}

// -- going through the steps

/** @param {number} index */
function goByHand(index) {
  clearTimeout(pump);
  store.set({ playing: false, notice: null });
  store.go(index);
}

function togglePlay() {
  const { playing, cursor, steps } = store.get();
  if (!playing && cursor >= steps.length - 1) store.go(0);
  store.set({ playing: !playing });
}

// -- drawing

/** @param {State} state @param {State} before */
function onState(state, before) {
  if (state.steps.length && (state.cursor !== before.cursor || state.viewer !== before.viewer || state.following !== before.following)) {
    writeAddressSoon(state.viewer, state.following ? null : state.steps[state.cursor].seq);
  }
  draw(state);
}

/** The address waits for the cursor to rest: browsers take their time over it. @param {string} viewer @param {number|null} at */
function writeAddressSoon(viewer, at) {
  clearTimeout(addressing);
  addressing = setTimeout(() => writeAddress(viewer, at), ADDRESS_MS);
}

/** @param {string} viewer @param {number|null} at */
function writeAddress(viewer, at) {
  clearTimeout(addressing);
  writePlace(viewer, at, invite && here(match) === null ? location.hash : "");
}

/** @param {State} state */
function drawNow(state) {
  const { summary, cursor, steps } = state;
  if (!summary) return;
  const compact = room.width < NARROW_PX;
  document.body.dataset.status = summary.status;
  drawHeader(state);
  hostPanel.render(summary);
  const frame = store.frame(cursor) ?? lastFrame;
  const stale = Boolean(steps.length) && !store.frame(cursor);
  showStale(stale);
  if (summary.status === "open") {
    panelFrom = [];
    renderGathering(summary, act, gathering());
    if (state.notice) act.append(h("p", { class: `notice ${state.notice.kind}`, role: "alert" }, state.notice.text));
  }
  if (!frame) return;
  const fresh = frame !== lastFrame || cursor !== shownCursor;
  const board = boardFor(frame.game);
  const hand = board.hand(frame);
  // What is sent answers the question that was drawn, even where another has come since.
  const decision = state.offers?.decision ?? null;
  const panel = {
    store,
    send: (/** @type {Offer} */ offer, /** @type {any[]|null} */ picked) => void acting.send(offer, picked, decision),
    toHead: moves.last,
    toTable: bringTable,
    hint,
    report,
    sitAt: (/** @type {number} */ seat) => void lookAs(`seat:${seat}`),
    held: Object.keys(ring(match).seats).map(Number),
    compact,
  };
  const previous = store.frame(cursor - 1);
  renderCaption(frame, steps[cursor], cursor, steps.length, byId("caption"), summary.origin && !summary.viewers ? stepLink(summary.origin.match, summary.origin.seq) : null);
  const mayAct = () => canAct(store.get());
  if (mustDrawBoard(state, frame, previous, stale)) {
    board.render(frame, table, {
      previous,
      travel: fresh && cursor === shownCursor + 1 && previous !== null && !calm(),
      compact,
      lit: litBy(state, hand, board),
      onCard: (card, place) => mayAct() && touchCard(store, card, place, hand),
      onSeat: (seat) => mayAct() && touchSeat(panel, seat),
      onSpace: (space) => mayAct() && touchPlace(panel, "space", space, frame, board),
      onUnit: (unit) => mayAct() && touchPlace(panel, "unit", unit, frame, board),
      host: looksAsHost(state),
      ask: summary.status === "running" && (looksWithOwnEyes(state) || looksAsHost(state)) ? (intent) => acting.send({ intent, pick: null, text: "", concerns: {} }, null, null) : null,
    });
  }
  if (summary.status !== "open" && mustDrawPanel(state, frame, compact)) drawPanel(state, frame, panel);
  lastFrame = frame;
  if (!stale) shownCursor = cursor;
}

/** What is aimed at is to be seen above the sheet that lies over the lower end of the page. */
function bringTable() {
  requestAnimationFrame(() => {
    const picture = table.querySelector("svg");
    const { top = 0, bottom = 0 } = picture?.getBoundingClientRect() ?? {};
    const seen = top >= 0 && bottom <= innerHeight - act.offsetHeight; // the sheet is as small by now as it gets
    if (!seen) picture?.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  });
}

/** What a heading is not about pales while one looks at it. @param {string|null} group */
function hint(group) {
  const places = /** @type {HTMLElement[]} */ ([...table.querySelectorAll("[data-groups]")]);
  const about = places.filter(({ dataset }) => group !== null && dataset.groups?.split("|").includes(group));
  for (const place of places) place.classList.toggle("pale", about.length > 0 && !about.includes(place));
}

/** What there is to do, or how it ended. @param {State} state @param {View} frame @param {import("./offers.js").Acting} panel */
function drawPanel(state, frame, panel) {
  const { summary } = state;
  act.classList.remove("folded");
  if (invite && summary?.you?.seat === null && summary.status === "running") renderReturn(invite, act, gathering());
  else if (frame.status === "over") renderResult(frame, act, { exportPath: api.exportPath(state.viewer), token: api.token(), eyesOpen: Boolean(summary && (summary.viewers?.includes("auditor") ?? allOpen(summary))) });
  else renderActing(state, frame, act, boardFor(frame.game), panel);
}

/** The board pales where the frame that is asked for does not come at once. @param {boolean} stale */
function showStale(stale) {
  if (stale === table.classList.contains("stale")) return;
  table.classList.toggle("stale", stale);
  table.classList.remove("waiting");
  clearTimeout(paling);
  if (stale) paling = setTimeout(() => table.classList.add("waiting"), PALE_MS);
}

/** A board costs more than all else on the page: it is drawn when what it shows, its room, or what may be done on it has changed. @param {State} state @param {View} frame @param {View|null} previous @param {boolean} stale */
function mustDrawBoard(state, frame, previous, stale) {
  const shown = [frame, room.width, room.height];
  const { card, seat, space, unit, group, picked, picking, offers } = state;
  const rest = stale ? drawnFrom.slice(shown.length) : [previous, canAct(state), looksAsHost(state), card, seat, space, unit, group, picked, picking, offers];
  const from = [...shown, ...rest];
  if (same(from, drawnFrom)) return false;
  drawnFrom = from;
  return true;
}

/** What there is to do stays as it stands while nothing about it changes: whoever reads or aims is not disturbed. @param {State} state @param {View} frame @param {boolean} compact */
function mustDrawPanel(state, frame, compact) {
  const { summary, viewer, offers, card, seat, space, unit, group, picked, picking, allOffers, sending, folded, notice } = state;
  const from = [frame, compact, summary?.status, summary?.you?.seat, invite, state.cursor === state.steps.length - 1, state.following, viewer, offers, card, seat, space, unit, group, picked, picking, allOffers, sending, folded, notice];
  if (same(from, panelFrom)) return false;
  panelFrom = from;
  return true;
}

/** @param {unknown[]} one @param {unknown[]} other */
function same(one, other) {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

/** @param {State} state */
function drawHeader({ summary, connection, offers }) {
  if (!summary) return;
  write(byId("title"), summary.title || `${titleOf(summary.game)} table`);
  const yours = Boolean(offers?.offers.length);
  const title = `${yours ? "● Your turn · " : ""}${summary.title || titleOf(summary.game)} · Matchfold`;
  if (document.title !== title) document.title = title;
  const words = { off: "", connecting: "Connecting", live: "Live", lost: "Connecting again" };
  const text = summary.status === "over" ? "Over" : words[connection];
  const element = byId("connection");
  element.className = `connection ${summary.status === "over" ? "over" : connection}`;
  write(element, text);
}

/** Writes only what is new: the same text written again is laid out again. @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function gathering() {
  const { summary } = store.get();
  return { match, api, invite, help: summary && boardFor(summary.game).howTo ? moves.help : null, onChange: settled, onProblem: showProblem };
}

/** Somebody sat down, stood up or started here: the page begins anew with what this tab holds now. */
async function settled() {
  if (here(match)) invite = null;
  history.replaceState(null, "", location.pathname + (invite ? location.hash : ""));
  await open();
}

/** @param {string} text */
function showProblem(text) {
  store.set({ notice: { kind: "error", text } });
}

/** @param {unknown} problem */
function showUnreachable(problem) {
  const missing = problem instanceof Problem && problem.status === 404;
  replace(
    table,
    h(
      "div",
      { class: "unreachable sheet" },
      h("h2", {}, missing ? "No such table" : "The table cannot be reached"),
      h("p", {}, missing ? "There is no table under this address, or it is private and this browser holds no key to it." : sentence(problem)),
      h("p", {}, h("a", { href: "/" }, "All tables")),
    ),
  );
}
