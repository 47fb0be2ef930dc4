/** What the host can do beside the table: give a seat anew to somebody who lost the key to it, and read what was reported. */

import { h, replace } from "./dom.js";
import { linkOf, linkRow, sentence } from "./gathering.js";
import { stepLink } from "./lines.js";
import { capsuleButton } from "./report.js";
import { keep, ring } from "./tokens.js";

/** @import {Summary, SeatInfo} from "./types.js" */
/** @import {MatchApi} from "./api.js" */
/** @import {Report} from "./report.js" */
/** @import {Store} from "./store.js" */

/** @param {HTMLElement} element @param {string} match @param {MatchApi} api @param {Store} store */
export function createHostPanel(element, match, api, store) {
  let drawn = "";
  /** @type {Report[]|null} */
  let reports = null;
  const list = h("section", { class: "reports", "aria-labelledby": "reports-heading" });
  const count = h("span", { class: "tag", hidden: true });

  /** @param {Summary} summary */
  function render(summary) {
    const { host } = ring(match);
    const people = summary.status === "running" ? summary.seats.filter(({ holder }) => holder === "player") : [];
    const key = host && summary.status !== "open" && !summary.viewers ? JSON.stringify([host, summary.status, people.map(({ name }) => name)]) : "";
    if (key === drawn) return;
    drawn = key;
    if (!key || !host) return replace(element);
    const open = /** @type {HTMLDetailsElement|null} */ (element.querySelector("details"))?.open ?? false;
    replace(
      element,
      h(
        "details",
        { open, ontoggle: (/** @type {Event} */ event) => /** @type {HTMLDetailsElement} */ (event.target).open && void readReports() },
        h("summary", {}, "For the host", count),
        list,
        people.length
          ? [
              h("h3", {}, "Seats"),
              h("p", { class: "quiet-text" }, "A player who lost the way back gets a new link here. The old key of the seat ends with it."),
              h("ul", { class: "host-seats" }, people.map((seat) => seatRow(seat, host))),
            ]
          : null,
      ),
    );
    drawReports(summary);
  }

  /** The reports there are by now. */
  async function readReports() {
    const { host } = ring(match);
    if (!host) return;
    try {
      reports = (await api.reports(host)).reverse();
    } catch (problem) {
      return replace(list, h("p", { class: "notice error" }, sentence(problem)));
    }
    const { summary } = store.get();
    if (summary) drawReports(summary);
  }

  /** @param {Summary} summary */
  function drawReports(summary) {
    count.hidden = !reports?.length;
    count.textContent = reports?.length === 1 ? "1 report" : `${reports?.length} reports`;
    replace(
      list,
      h("h3", { id: "reports-heading" }, "Reports", h("button", { type: "button", class: "link", "data-key": "reports-again", onclick: () => void readReports() }, "Look again")),
      reports === null ? null : reports.length ? null : h("p", { class: "quiet-text" }, "Nobody has reported anything."),
      reports?.length && summary.status === "running" ? h("p", { class: "quiet-text" }, "A full capsule opens every hand. While the match goes on, everybody is told that you took it.") : null,
      h("ol", { class: "report-list" }, (reports ?? []).map((report) => reportRow(report, summary))),
    );
  }

  /** @param {Report} report @param {Summary} summary */
  function reportRow(report, summary) {
    const when = new Date(report.at);
    return h(
      "li",
      { "data-report": report.id },
      h(
        "p",
        { class: "report-head" },
        h("strong", {}, whoIs(report.by, summary)),
        h("a", { href: stepLink(match, report.step, report.viewer), "data-key": `look/${report.id}` }, `step ${store.indexOf(report.step) + 1}`),
        h("time", { datetime: when.toISOString(), title: when.toLocaleString() }, ago(report.at, Date.now())),
      ),
      h("p", { class: report.comment ? "report-words" : "report-words quiet-text" }, report.comment || "No words."),
      h(
        "p",
        { class: "report-end" },
        report.refusals ? h("span", { class: "tag" }, `${report.refusals} refused`) : null,
        report.opened_at ? h("span", { class: "tag", title: new Date(report.opened_at).toLocaleString() }, "opened") : null,
        h("code", { class: "report-id" }, report.id),
        capsuleButton(api, match, report, "full", ring(match).host, "Save full capsule", "link"),
      ),
    );
  }

  /** @param {SeatInfo} seat @param {string} host */
  function seatRow(seat, host) {
    const place = h("span", { class: "host-link", role: "status" });
    const button = h("button", { type: "button", class: "quiet", onclick: () => void renew() }, "New link");
    return h("li", {}, h("span", {}, seat.name), button, place);

    async function renew() {
      button.disabled = true;
      try {
        const { invite } = await api.renewLink(seat.seat, host);
        keep(match, { invites: { [seat.seat]: invite } });
        replace(place, linkRow(seat.seat, linkOf(match, seat.seat, invite)));
      } catch (problem) {
        replace(place, h("span", { class: "notice error" }, sentence(problem)));
      } finally {
        button.disabled = false;
      }
    }
  }

  return { render, readReports };
}

/** @param {string} by @param {Summary} summary */
function whoIs(by, { seats }) {
  if (by === "host") return "You";
  return seats.find(({ seat }) => by === `seat:${seat}`)?.name ?? "A spectator";
}

/** @param {number} then @param {number} now */
function ago(then, now) {
  const minutes = Math.max(0, Math.round((now - then) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 60 / 24)} days ago`;
}
