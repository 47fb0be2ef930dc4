/** Answers what the page asks the server elsewhere, out of what it carries with it. Nothing leaves this page. */

import { about, unpacked } from "./about.js";
import { readBook } from "./book.js";

const PATH = /^\/api\/v1\/matches\/[^/?]+(?:\/(\w+))?(?:\?(.*))?$/;
const ENTRIES_MAX = 1_000;

const log = unpacked("log").then((text) => ({ text, lines: text.split("\n") }));
const book = unpacked("book").then((text) => readBook(JSON.parse(text)));

/** @param {string} path @returns {Promise<Response>} */
export async function request(path) {
  const [, call = "", query = ""] = PATH.exec(path) ?? [];
  const asked = new URLSearchParams(query);
  const { text, lines } = await log;
  const { summary, viewers, steps, views } = await book;
  const viewer = asked.get("as") ?? about.viewer;
  const number = (/** @type {string} */ name, /** @type {number} */ usual) => Number(asked.get(name) ?? usual);
  const linkOf = (/** @type {number} */ seq) => JSON.parse(lines[seq]).link;
  if (!viewers.includes(viewer)) return problem(403, "VIEWER_NOT_ALLOWED", `This page is the copy of ${about.viewer}.`);
  switch (call) {
    case "":
      return json(summary);
    case "timeline":
      return json({ steps: steps(viewer, number("after", 0)), head: summary.head, more: false });
    case "frames":
      return json({ frames: views(viewer, number("from", 1), number("to", summary.head.seq), linkOf) });
    case "entries": {
      const after = number("after", 0);
      const last = Math.min(after + Math.min(number("limit", ENTRIES_MAX), ENTRIES_MAX), summary.head.seq);
      return json({ entries: lines.slice(after + 1, last + 1).map((line) => JSON.parse(line)), head: summary.head, more: last < summary.head.seq });
    }
    case "export":
      return new Response(text, { headers: { "Content-Type": "application/x-matchfold" } });
    default:
      return problem(404, "NO_SUCH_PAGE", "This page carries one match, to be looked at.");
  }
}

/** @param {any} data @param {number} [status] */
function json(data, status = 200) {
  return new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json" } });
}

/** @param {number} status @param {string} code @param {string} detail */
function problem(status, code, detail) {
  return json({ code, status, detail }, status);
}
