/**
 * Whether the log holds, at the top of the page. The page checks the entries it gets; the newest head that was found
 * good stays in this browser, so that a log which was rewritten between two visits gives itself away.
 */

import { chanceAwaits, findChance } from "./chance.js";
import { h, replace } from "./dom.js";
import { sentence } from "./gathering.js";
import { keepFor, kept } from "./kept.js";
import { carried } from "./place.js";
import { Chain, checkFile } from "./proof.js";

/** @import {Head, Summary} from "./types.js" */
/** @import {MatchApi} from "./api.js" */
/** @import {Finding, Report, Told} from "./proof.js" */

const UNASKED_MAX = 2_000; // entries that are checked without being asked to
const SHORT_LINK = 12; // digits; the whole link is in the dialog
const PREFIX = "matchfold.head.";

/** @typedef {"waiting"|"unchecked"|"checking"|"good"|"bad"|"unknown"} Standing */

/** @param {Element} before  The badge stands after this. @param {string} match @param {MatchApi} api */
export function createBadge(before, match, api) {
  const dialog = h("dialog", { class: "proof-dialog", "aria-labelledby": "proof-heading" });
  const button = h("button", { type: "button", class: "proof", id: "proof", hidden: true, onclick: () => open() });
  const warning = h("p", { class: "proof-warning", role: "alert", hidden: true });
  before.after(button);
  document.body.append(dialog);
  /** @type {Element} */ (before.closest("header")).after(warning);

  /** @type {Standing} */
  let standing = "waiting";
  let trouble = "";
  /** @type {Chain|null} */
  let chain = null;
  /** @type {Report|null} */
  let report = null;
  /** @type {Promise<void>} Checks run one after another. */
  let turn = Promise.resolve();
  /** @type {Summary|null} */
  let about = null;

  /** @param {() => Promise<void>} check */
  function queue(check) {
    turn = turn.then(check).catch((problem) => {
      trouble = sentence(problem);
      show("unknown");
    });
    return turn;
  }

  /** Looks at the log as it is when the page opens. @param {Summary} summary */
  function begin(summary) {
    about = summary;
    whenIdle(() => void queue(async () => (summary.viewers ? checkText() : checkSince(summary.head))));
  }

  async function checkText() {
    show("checking");
    report = await checkFile(await api.file());
    if (about) report.findings.push(...otherwise(about, report));
    show(report.findings.length ? "bad" : "good");
  }

  /** @param {Head} head */
  async function checkSince(head) {
    const known = kept(PREFIX + match);
    if (!known || chanceAwaits(match)) return head.seq <= UNASKED_MAX ? checkAll() : show("unchecked");
    show("checking");
    if ((await linkAt(known.seq)) !== known.link) return contradicted(known, head);
    chain = new Chain(match, known);
    await goOn();
  }

  async function checkAll() {
    show("checking");
    const known = kept(PREFIX + match);
    if (known && (await linkAt(known.seq)) !== known.link) return contradicted(known, about?.head ?? known);
    chain = new Chain(match);
    await goOn(about?.status === "over" && about.open_after ? "auditor" : undefined);
  }

  /** Reads and checks on from where the chain ends, to the head. @param {string} [as] */
  async function goOn(as) {
    const at = /** @type {Chain} */ (chain);
    for (let more = true; more && !at.findings.length; ) {
      const answer = await api.entries(at.seq, undefined, as);
      await at.take(answer.entries);
      more = answer.more && answer.entries.length > 0;
      if (!more && !at.findings.length && (answer.head.seq !== at.seq || answer.head.link !== at.head.link)) at.find("HEAD", at.seq, "the head that the server tells is not where its log ends");
    }
    settle();
  }

  /** Entries as they came over the feed. @param {{entries?: any[], head: Head}} message */
  function take(message) {
    if (!message.entries?.length || (standing !== "good" && standing !== "checking")) return;
    void queue(async () => {
      if (!chain || chain.findings.length) return;
      const fresh = /** @type {any[]} */ (message.entries).filter((entry) => entry.seq > /** @type {Chain} */ (chain).seq);
      if (!fresh.length) return;
      if (fresh[0].seq !== chain.seq + 1) return goOn();
      await chain.take(fresh);
      settle();
    });
  }

  function settle() {
    if (!chain) return;
    findChance(match, chain);
    report = chain.report;
    if (chain.findings.length) return show("bad");
    keepFor(PREFIX + match, chain.head);
    show("good");
  }

  /** @param {number} seq @returns {Promise<string|null>} */
  async function linkAt(seq) {
    return seq > 0 ? ((await api.entries(seq - 1, 1)).entries[0]?.link ?? null) : null;
  }

  /** @param {Head} known @param {Head} head */
  function contradicted(known, head) {
    /** @type {Finding} */
    const finding = { code: "HEAD", seq: known.seq, text: `the head that this browser kept, ${known.seq}:${known.link}, is not in the log` };
    report = { entries: 0, openings: 0, sealed: 0, head, findings: [finding, ...(chain?.findings ?? [])] };
    replace(
      warning,
      h("strong", {}, "This log was rewritten. "),
      `When this browser last looked, it had entry ${known.seq} otherwise. `,
      h("button", { type: "button", class: "link", onclick: () => open() }, "What that means"),
    );
    warning.hidden = false;
    show("bad");
  }

  /** @param {Standing} now */
  function show(now) {
    standing = now;
    const words = WORDS[now];
    const place = report && now !== "checking" ? `: ${report.head.seq.toLocaleString("en")} entries, head ${report.head.link.slice(0, SHORT_LINK)}…` : "";
    button.hidden = now === "waiting";
    button.dataset.standing = now;
    button.title = `${words}${place}${carried && now === "good" ? "; the boards are as whoever made this file drew them" : ""}`;
    replace(button, h("span", { class: "proof-sign", "aria-hidden": "true" }), h("span", { class: "proof-word" }, words), place ? h("span", { class: "proof-more" }, place) : null);
    if (dialog.open) fill();
  }

  function open() {
    fill();
    dialog.showModal();
    if (standing === "unchecked") void queue(checkAll);
  }

  function fill() {
    replace(
      dialog,
      h("h2", { id: "proof-heading" }, WORDS[standing]),
      h("p", {}, standing === "unknown" ? trouble : MEANING[standing]),
      report ? facts(report) : null,
      standing === "good" ? h("p", { class: "proof-bounds" }, carried ? BOUNDS_CARRIED : BOUNDS) : null,
      report?.findings.length ? h("ul", { class: "proof-findings" }, report.findings.map(({ code, seq, text }) => h("li", {}, h("strong", {}, `${code} at ${seq}`), ` ${text}`))) : null,
      report && standing === "good" ? compare() : null,
      h(
        "form",
        { method: "dialog", class: "proof-end" },
        chain && standing === "good" && report && report.entries < report.head.seq ? h("button", { type: "button", class: "quiet", onclick: () => void queue(checkAll) }, "Check it from the first entry") : null,
        standing === "unknown" ? h("button", { type: "button", class: "quiet", onclick: () => void queue(checkAll) }, "Try again") : null,
        h("button", { class: "primary" }, "Close"),
      ),
    );
  }

  /** @param {Report} shown */
  function facts({ entries, openings, sealed, head, told }) {
    return h(
      "dl",
      { class: "proof-facts" },
      h("div", {}, h("dt", {}, "Head"), h("dd", {}, h("code", { class: "proof-head" }, `${head.seq}:${head.link}`))),
      entries ? h("div", {}, h("dt", {}, "Checked"), h("dd", {}, `${entries.toLocaleString("en")} entries, each linked to the one before`)) : null,
      openings ? h("div", {}, h("dt", {}, "Opened"), h("dd", {}, `${openings.toLocaleString("en")} sealed parts are what was committed to`)) : null,
      sealed ? h("div", {}, h("dt", {}, "Sealed"), h("dd", {}, `${sealed.toLocaleString("en")} parts that these eyes may not open`)) : null,
      told ? h("div", {}, h("dt", {}, "It says"), h("dd", { class: "proof-told" }, saying(told))) : null,
    );
  }

  /** A head that was written down elsewhere can be held against this log. */
  function compare() {
    const answer = h("output", {});
    const field = h("input", { type: "text", name: "head", "aria-label": "A head that you kept, SEQ:LINK", placeholder: "SEQ:LINK", spellcheck: "false", autocomplete: "off" });
    return h(
      "form",
      { class: "proof-compare", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void held(field.value, answer)) },
      h("label", {}, h("span", {}, "A head that you kept"), field),
      h("button", { class: "quiet" }, "Compare"),
      answer,
    );
  }

  /** @param {string} typed @param {HTMLElement} answer */
  async function held(typed, answer) {
    const [, seq, link] = typed.trim().match(/^(\d{1,15}):([0-9a-f]{8,64})…?$/) ?? [];
    if (!seq) return void (answer.textContent = "A head is a number, a colon, and the digits of a link.");
    const there = await linkAt(Number(seq)).catch(() => null);
    answer.textContent = there?.startsWith(link) ? `Yes: entry ${seq} of this log has that link.` : `No: entry ${seq} of this log ${there ? "has another link" : "does not exist"}.`;
  }

  return { begin, take };
}

const WORDS = /** @type {Record<Standing, string>} */ ({
  waiting: "",
  unchecked: "Verify the log",
  checking: "Verifying the log",
  good: "Log verified",
  bad: "The log does not hold",
  unknown: "Log not verified",
});

const MEANING = /** @type {Record<Standing, string>} */ ({
  waiting: "",
  unchecked: "This log is long, and this browser has not seen it before. It is being checked now.",
  checking: "Every entry is hashed again, and held against the link that is written.",
  good: "This page hashed the entries itself: each follows from the one before, up to the head below, so none of them can be changed, dropped, added or moved without changing it. Keep the head, and a rewrite can be proved later.",
  bad: "Something in this log is not as it was written. Keep what you have, and ask whoever gave it to you; `matchfold verify` says more.",
  unknown: "",
});

const UNCHECKED = "Whether the moves were legal and the draws came out as they had to is not checked here; `matchfold verify` does that, with the match file.";
const BOUNDS = `What is checked is the log. Boards and story are as the server drew them from it. ${UNCHECKED}`;
const BOUNDS_CARRIED = `What is checked is the log that this file carries. Boards and story are not: they are as whoever made this file drew them, and so is this page. ${UNCHECKED}`;

/** Who sat where and who won, out of the entries and not out of what is shown. @param {Told} told */
function saying({ title, names, winners }) {
  const named = new Map(names);
  const seats = names.map(([seat, name]) => `${seat} ${name}`).join(", ") || "nobody has sat down";
  const won = winners?.map((seat) => named.get(seat) ?? `seat ${seat}`).join(" and ") || "nobody";
  return `${title ? `“${title}”: ` : ""}${seats}${winners ? `; won by ${won}` : ""}`;
}

/** Where a page carries another table than its log tells of. @param {Summary} shown @param {Report} report @returns {Finding[]} */
function otherwise(shown, { told, head, findings }) {
  if (!told || findings.length) return [];
  const names = shown.seats.filter(({ name }) => name !== null).map(({ seat, name }) => [seat, name]);
  const same = [
    shown.title === told.title,
    JSON.stringify(names) === JSON.stringify(told.names),
    told.winners === null || JSON.stringify(shown.outcome?.winners) === JSON.stringify(told.winners),
    shown.head.seq === head.seq && shown.head.link === head.link,
  ];
  const what = ["another title", "other names", "other winners", "another head"].filter((_, place) => !same[place]);
  return what.length ? [{ code: "HEADER", seq: head.seq, text: `the page shows ${what.join(", ")} than its log` }] : [];
}

/** @param {() => void} go */
function whenIdle(go) {
  // What is shown comes first; some browsers have no idle time to offer.
  if (typeof requestIdleCallback === "function") requestIdleCallback(go, { timeout: 3_000 });
  else setTimeout(go, 300);
}
