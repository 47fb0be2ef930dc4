/** The page of all tables: one's own first, then the public ones, and a form to open another. */

import { call, games, matches, Problem } from "./api.js";
import { byId, h, replace } from "./dom.js";
import { sentence } from "./gathering.js";
import { labelOf, renderForm, valueWords } from "./opening.js";
import { forgetMatch, knownMatches, readingToken, ring } from "./tokens.js";

/** @import {Summary} from "./types.js" */
/** @import {Game} from "./opening.js" */

const FILTERS = [
  { status: "", text: "All" },
  { status: "open", text: "Open" },
  { status: "running", text: "Running" },
  { status: "over", text: "Over" },
];
const STATUS_WORDS = { open: "Open", running: "Running", over: "Over" };
const MINE_MAX = 24;
const REFRESH_MS = 20_000;

let filter = "";
let page = 1;
/** @type {Map<string, Game>} */
const known = new Map();

void boot();

async function boot() {
  try {
    const { games: found } = await games();
    for (const game of found) known.set(game.game, game);
    if (found.length) renderForm(found, byId("create"));
  } catch (problem) {
    replace(byId("create"), h("p", { class: "notice error" }, sentence(problem)));
  }
  await Promise.all([showMine(), showPage()]);
  setInterval(() => {
    if (document.visibilityState === "visible") void Promise.all([showMine(), showPage()]);
  }, REFRESH_MS);
}

// -- the tables there are

async function showPage() {
  renderFilters();
  try {
    const { matches: found, pages } = await matches({ status: filter, page });
    replace(
      byId("list"),
      found.length ? h("ul", { class: "table-cards" }, found.map((/** @type {Summary} */ summary) => tableCard(summary, false))) : h("p", { class: "empty quiet-text" }, filter ? "No such tables now." : "No tables yet. Open the first one."),
      pages > 1 ? pager(pages) : null,
    );
  } catch (problem) {
    replace(byId("list"), h("p", { class: "notice error" }, sentence(problem)));
  }
}

async function showMine() {
  const found = await Promise.all(
    knownMatches()
      .slice(-MINE_MAX)
      .map(async (id) => {
        try {
          return await call(`/matches/${encodeURIComponent(id)}`, { token: readingToken(id) });
        } catch (problem) {
          if (problem instanceof Problem && problem.status === 404) forgetMatch(id);
          return null;
        }
      }),
  );
  const mine = found.filter((summary) => summary !== null).sort((one, other) => Number(isTurn(other)) - Number(isTurn(one)) || other.updated_at - one.updated_at);
  replace(byId("mine"), mine.length ? [h("h2", {}, "Your tables"), h("ul", { class: "table-cards" }, mine.map((summary) => tableCard(summary, true)))] : []);
}

/** @param {Summary} summary */
function isTurn({ you, awaiting, status }) {
  return status === "running" && awaiting.some(({ seat }) => seat === you?.seat);
}

/** @param {Summary} summary @param {boolean} mine */
function tableCard(summary, mine) {
  const { id, game, title, status, seats, outcome, progress } = summary;
  const free = seats.filter(({ holder }) => holder === "open").length;
  const winners = seats.filter(({ seat }) => outcome?.winners.includes(seat)).map(({ name }) => name);
  const state = status === "open" ? (free ? `${free} free` : "full") : status === "over" ? (winners.length ? `won by ${winners.join(", ")}` : "no winner") : `round ${progress?.round ?? 1}`;
  return h(
    "li",
    {},
    h(
      "a",
      { class: `table-card sheet ${status}`, href: `/m/${encodeURIComponent(id)}` },
      h("span", { class: "table-name" }, title || titleOf(game)),
      h("span", { class: "table-tags" }, isTurn(summary) ? h("span", { class: "tag turn" }, "Your turn") : null, mine && ring(id).host ? h("span", { class: "tag" }, "host") : null, h("span", { class: `tag status-${status}` }, STATUS_WORDS[status]), h("span", { class: "table-state" }, state)),
      h("span", { class: "table-seats" }, seats.map(({ name, holder }) => h("span", { class: `who ${holder}` }, holder === "open" ? "free" : name))),
      h("span", { class: "table-game" }, [title ? titleOf(game) : null, ...rulesOf(summary)].filter(Boolean).join(" · ")),
    ),
  );
}

/** @param {string} game */
function titleOf(game) {
  return known.get(game)?.title ?? game;
}

/** The rules of a table in the words of the form: the first of them, its mode, and whatever is not as usual. @param {Summary} summary */
function rulesOf({ game, options = {} }) {
  const rules = Object.entries(known.get(game)?.options.properties ?? {}).filter(([name]) => Object.hasOwn(options, name));
  const [mode, ...others] = rules.map(([name, rule]) => ({ label: labelOf(name, rule), rule, value: options[name] }));
  const unusual = others.filter(({ rule, value }) => value !== false && value !== rule.default);
  return [mode && valueWords(mode.rule, mode.value), ...unusual.map(({ label, rule, value }) => (value === true ? label : `${label}: ${valueWords(rule, value)}`))].filter(Boolean);
}

function renderFilters() {
  replace(
    byId("filters"),
    FILTERS.map(({ status, text }) =>
      h("button", { type: "button", class: "filter-button", "data-key": `filter/${status}`, "aria-pressed": String(filter === status), onclick: () => turnTo(status, 1) }, text),
    ),
  );
}

/** @param {number} pages */
function pager(pages) {
  return h(
    "p",
    { class: "pager" },
    h("button", { type: "button", class: "quiet", "data-key": "page-before", disabled: page <= 1, onclick: () => turnTo(filter, page - 1) }, "Newer"),
    `Page ${page} of ${pages}`,
    h("button", { type: "button", class: "quiet", "data-key": "page-after", disabled: page >= pages, onclick: () => turnTo(filter, page + 1) }, "Older"),
  );
}

/** @param {string} status @param {number} to */
function turnTo(status, to) {
  filter = status;
  page = to;
  void showPage();
}
