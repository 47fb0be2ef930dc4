/** The form that opens a table: seats, rules, who may watch. Its rules come from the game's own schema. */

import { call, create } from "./api.js";
import { putChance } from "./chance.js";
import { h, randomHex, replace } from "./dom.js";
import { sentence } from "./gathering.js";
import { keep, lastName, keepName, sitHere } from "./tokens.js";
import { counted, readable } from "./words.js";

/**
 * @typedef {object} Game
 * @property {string} game
 * @property {string} title
 * @property {{min: number, max: number, offered: number}} seats
 * @property {{properties?: Record<string, any>}} options
 * @property {string[]} bots
 */

const SEATS_AT_FIRST = 4;

/** @param {Game[]} known @param {HTMLElement} element */
export function renderForm(known, element) {
  const form = h("form", { class: "create", onsubmit: submit });
  const game = h("select", { name: "game", onchange: renderGame }, known.map(({ game: id, title }) => h("option", { value: id }, title)));
  const title = h("input", { type: "text", name: "title", maxlength: 80, placeholder: "Thursday evening" });
  const visibility = h("select", { name: "visibility" }, h("option", { value: "public" }, "Everybody may watch"), h("option", { value: "unlisted" }, "Whoever has the link may watch"), h("option", { value: "private" }, "Only the players"));
  const after = h("select", { name: "after" }, h("option", { value: "open" }, "All hands are open to everybody"), h("option", { value: "closed" }, "Hands stay closed"));
  const seats = h("div", { class: "seat-plans" });
  const options = h("div", { class: "options", onchange: refit });
  const problem = h("p", { class: "notice error", role: "alert", hidden: true });
  const send = h("button", { type: "submit", class: "primary wide" }, "Open the table");
  /** @type {{kind: string, name: string}[]} */
  let plans = [];
  let intentId = randomHex();
  let asked = "";
  form.append(
    field("Game", game, known.length < 2),
    field("Name of the table", title),
    h("fieldset", {}, h("legend", {}, "Seats"), seats),
    h("fieldset", { class: "options-set" }, h("legend", {}, "Rules"), options),
    field("Who may watch", visibility),
    field("When it is over", after),
    problem,
    send,
  );
  replace(element, form);
  renderGame();

  function chosen() {
    return known.find((one) => one.game === game.value) ?? known[0];
  }

  /** How many may play: what the game says, or an option that says so for each of its values. */
  function bounds() {
    const { seats, options: schema } = chosen();
    const wishes = readOptions(options);
    const counts = Object.entries(schema.properties ?? {}).map(([name, rule]) => rule["x-seats"]?.[wishes[name]]).find(Boolean);
    return counts ? { min: Math.min(...counts), max: Math.max(...counts) } : { min: seats.offered, max: seats.max };
  }

  function renderGame() {
    const { options: schema } = chosen();
    replace(options, Object.entries(schema.properties ?? {}).map(([name, rule]) => optionField(name, rule)));
    options.parentElement.hidden = !options.childElementCount;
    const { min, max } = bounds();
    const count = Math.max(min, Math.min(SEATS_AT_FIRST, max));
    plans = Array.from({ length: count }, (_, place) => ({ kind: place ? "invited" : "me", name: "" }));
    renderSeats();
  }

  /** Other rules may be for more players, or for fewer. */
  function refit() {
    const { min, max } = bounds();
    while (plans.length < min) plans.push({ kind: "invited", name: "" });
    plans = plans.slice(0, max);
    renderSeats();
  }

  function renderSeats() {
    const { bots } = chosen();
    const { min, max } = bounds();
    replace(
      seats,
      h(
        "ol",
        {},
        plans.map((plan, place) => {
          const kind = h(
            "select",
            { "aria-label": `Seat ${place + 1}`, "data-key": `plan/${place}`, onchange: () => change(place, kind.value) },
            h("option", { value: "me" }, "Me"),
            h("option", { value: "invited" }, "A player, by link"),
            h("option", { value: "open" }, "Anybody"),
            bots.map((bot) => h("option", { value: `bot:${bot}` }, `Bot, ${bot}`)),
          );
          kind.value = plan.kind;
          return h(
            "li",
            { class: "seat-plan" },
            h("span", { class: "seat-number", "aria-hidden": "true" }, place + 1),
            kind,
            plan.kind === "me" ? h("input", { type: "text", value: plan.name || lastName(), maxlength: 40, required: true, placeholder: "Your name", "aria-label": "Your name", "data-key": `name/${place}`, oninput: (/** @type {any} */ event) => (plan.name = event.target.value) }) : null,
          );
        }),
      ),
      h(
        "div",
        { class: "seat-count" },
        h("button", { type: "button", class: "quiet", "data-key": "fewer", disabled: plans.length <= min, onclick: () => resize(-1) }, "One seat less"),
        h("span", { "aria-live": "polite" }, counted(plans.length, "seat")),
        h("button", { type: "button", class: "quiet", "data-key": "more", disabled: plans.length >= max, onclick: () => resize(1) }, "One more"),
      ),
      bots.length ? h("button", { type: "button", class: "link all-bots", "data-key": "all-bots", onclick: fillWithBots }, "Bots on all other seats") : null,
    );
  }

  /** @param {number} place @param {string} kind */
  function change(place, kind) {
    if (kind === "me") for (const plan of plans) if (plan.kind === "me") plan.kind = "invited";
    plans[place].kind = kind;
    renderSeats();
  }

  /** Whoever wants to play at once needs nobody else. */
  function fillWithBots() {
    for (const plan of plans) if (plan.kind !== "me") plan.kind = `bot:${chosen().bots[0]}`;
    renderSeats();
  }

  /** @param {number} by */
  function resize(by) {
    plans = by > 0 ? [...plans, { kind: plans.at(-1)?.kind.startsWith("bot") ? /** @type {any} */ (plans.at(-1)).kind : "invited", name: "" }] : plans.slice(0, -1);
    renderSeats();
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    send.disabled = true;
    problem.hidden = true;
    try {
      const wish = {
        game: game.value,
        title: title.value.trim(),
        visibility: visibility.value,
        open_after: after.value === "open",
        options: readOptions(options),
        seats: plans.map(({ kind }) => (kind.startsWith("bot:") ? { kind: "bot", bot: kind.slice(4) } : { kind: kind === "me" ? "invited" : kind })),
      };
      // The same wish again may only have lost its answer; another wish is another request.
      if (asked && asked !== JSON.stringify(wish)) intentId = randomHex();
      asked = JSON.stringify(wish);
      const { match, host_token: host, invites } = await create({ ...wish, intent_id: intentId });
      keep(match.id, { host, invites });
      await sitMyself(match.id, invites);
      location.assign(`/m/${encodeURIComponent(match.id)}`);
    } catch (refusal) {
      problem.textContent = sentence(refusal);
      problem.hidden = false;
      send.disabled = false;
    }
  }

  /** @param {string} match @param {Record<string, string>} invites */
  async function sitMyself(match, invites) {
    const place = plans.findIndex(({ kind }) => kind === "me");
    if (place < 0) return;
    const name = (plans[place].name || lastName()).trim();
    const seat = place + 1;
    const entropy = randomHex(32);
    const { token, summary } = await call(`/matches/${encodeURIComponent(match)}/seats/${seat}`, {
      method: "POST",
      body: { name, entropy, invite: invites[seat], intent_id: randomHex() },
    });
    sitHere(match, seat, token);
    putChance(match, seat, entropy, summary.head.seq);
    keepName(name);
  }
}

/** @param {string} label @param {HTMLElement} control @param {boolean} [hidden] */
function field(label, control, hidden = false) {
  return h("label", { class: "field", hidden }, h("span", {}, label), control);
}

/** A control for one option of a game, made from its schema. @param {string} name @param {any} rule */
function optionField(name, rule) {
  const types = [rule.type].flat();
  const label = labelOf(name, rule);
  const words = rule.description ? h("small", { class: "quiet-text" }, rule.description) : null;
  if (types.includes("boolean")) {
    return h("label", { class: "check" }, h("input", { type: "checkbox", "data-option": name, "data-type": "boolean", checked: rule.default === true }), h("span", {}, label, words && " ", words));
  }
  if (rule.enum || rule.oneOf) {
    return h("label", { class: "field" }, h("span", {}, label), h("select", { "data-option": name, "data-type": "json" }, choicesOf(rule).map(([value, text]) => h("option", { value: JSON.stringify(value), selected: value === rule.default }, text))), words);
  }
  if (types.includes("integer")) {
    return h("label", { class: "field" }, h("span", {}, label), h("input", { type: "number", step: 1, min: rule.minimum, max: rule.maximum, value: rule.default, placeholder: types.includes("null") ? "any" : "", "data-option": name, "data-type": "integer" }), words);
  }
  return h("label", { class: "field" }, h("span", {}, label), h("input", { type: "text", value: rule.default, "data-option": name, "data-type": "string" }), words);
}

/** @param {string} name @param {any} rule @returns {string} */
export function labelOf(name, rule) {
  return rule.title ?? name.replaceAll("_", " ");
}

/** The values of an option with what they are called. @param {any} rule @returns {[any, string][]} */
function choicesOf(rule) {
  return rule.oneOf?.map((/** @type {any} */ one) => [one.const, one.title ?? one.const]) ?? rule.enum.map((/** @type {any} */ one, /** @type {number} */ place) => [one, rule["x-titles"]?.[place] ?? (one === null || one === "" ? "Any" : readable(String(one)))]);
}

/** What a value of an option is called. @param {any} rule @param {any} value @returns {string} */
export function valueWords(rule, value) {
  return rule.enum || rule.oneOf ? (choicesOf(rule).find(([one]) => one === value)?.[1] ?? String(value)) : String(value);
}

/** @param {HTMLElement} element */
function readOptions(element) {
  /** @type {Record<string, any>} */
  const options = {};
  for (const control of /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("[data-option]"))) {
    const name = control.dataset.option ?? "";
    if (control.dataset.type === "boolean") options[name] = control.checked;
    else if (control.value === "") continue;
    else options[name] = control.dataset.type === "json" ? JSON.parse(control.value) : control.dataset.type === "integer" ? Number(control.value) : control.value;
  }
  return options;
}
