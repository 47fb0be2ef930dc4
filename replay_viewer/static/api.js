/** The HTTP API as functions. A refusal of any kind comes as one `Problem` with a sentence that can be shown. */

import { request } from "./fetching.js";
import { readingToken } from "./tokens.js";

/** @import {View, Step, Summary, Offers, Head} from "./types.js" */

export class Problem extends Error {
  /** @param {number} status @param {any} document */
  constructor(status, document) {
    super(document?.detail || document?.title || "The server could not answer.");
    this.status = status;
    this.code = String(document?.code ?? "");
    this.rule = document?.rule ?? null;
    /** @type {Head|null} */
    this.head = document?.head ?? null;
  }

  /** Whether no answer came at all, so that nobody knows what happened to the request. */
  get unanswered() {
    return this.status === 0 || this.status >= 502;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: any, token?: string|null}} [options]
 */
export async function call(path, { method = "GET", body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await request(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
  } catch {
    throw new Problem(0, { code: "NO_ANSWER", detail: "The server does not answer." });
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    // Something between the server and here answered in its place; the status still tells.
  }
  if (!response.ok) throw new Problem(response.status, answer);
  return answer;
}

export const games = () => call("/games");

/** @param {Record<string, string|number>} filters */
export const matches = (filters) => call(`/matches?${query(filters)}`);

/** @param {any} table */
export const create = (table) => call("/matches", { method: "POST", body: table });

/** The calls about one match, with the token that this tab holds. @param {string} match */
export function matchApi(match) {
  const base = `/matches/${encodeURIComponent(match)}`;
  const token = () => readingToken(match);
  /** @param {string} path @param {Record<string, any>} [parameters] */
  const get = (path, parameters = {}) => call(`${base}${path}${suffix(parameters)}`, { token: token() });

  return {
    /** @param {string} [as]  Another token than this tab's. @returns {Promise<Summary>} */
    summary: (as) => (as ? call(base, { token: as }) : get("")),
    /** @param {string} as @param {number} [at] @returns {Promise<View>} */
    view: (as, at) => get("/view", { as, at }),
    /** @param {string} as @param {number} [after] @returns {Promise<Step[]>} */
    timeline: async (as, after = 0) => {
      /** @type {Step[]} */
      const steps = [];
      for (let more = true; more; ) {
        const answer = await get("/timeline", { as, after: steps.at(-1)?.seq ?? after });
        steps.push(...answer.steps);
        more = Boolean(answer.more) && answer.steps.length > 0;
      }
      return steps;
    },
    /** @param {string} as @param {number} from @param {number} to @returns {Promise<View[]>} */
    frames: async (as, from, to) => (await get("/frames", { as, from, to })).frames,
    /** @param {number} after @param {number} [limit] @param {string} [as] @returns {Promise<{entries: any[], head: Head, more: boolean}>} */
    entries: (after, limit, as) => get("/entries", { after, limit, as }),
    /** The match file as text. */
    file: async () => (await request(`/api/v1${base}/export`)).text(),
    /** @param {number} since @returns {Promise<any>} */
    recap: (since) => get("/recap", { since }),
    /** @returns {Promise<Offers>} */
    offers: () => get("/offers"),
    /** @param {any} intent @param {string} intentId @param {string|null} decision */
    submit: (intent, intentId, decision) =>
      call(`${base}/intents`, {
        method: "POST",
        token: token(),
        body: { intent, intent_id: intentId, ...(decision === null ? {} : { decision }) },
      }),
    /** @param {number} seat @param {{name: string, entropy: string, invite?: string, intent_id: string}} body */
    sit: (seat, body) => call(`${base}/seats/${seat}`, { method: "POST", body }),
    /** @param {number} seat */
    stand: (seat) => call(`${base}/seats/${seat}`, { method: "DELETE", token: token() }),
    /** @param {number} seat @param {string} host */
    renewLink: (seat, host) => call(`${base}/seats/${seat}/token`, { method: "POST", token: host }),
    /** @param {string} host */
    start: (host) => call(`${base}/start`, { method: "POST", token: host, body: {} }),
    /** @param {string} as @param {{at: number, comment: string, client: string}} body */
    report: (as, body) => call(`${base}/reports${suffix({ as })}`, { method: "POST", token: token(), body }),
    /** @param {string} host @returns {Promise<import("./report.js").Report[]>} Oldest first. */
    reports: async (host) => (await call(`${base}/reports`, { token: host })).reports,
    /** @param {string} report @param {"full"|"reporter"} copy */
    capsulePath: (report, copy) => `/api/v1${base}/reports/${encodeURIComponent(report)}${suffix({ copy })}`,
    /** @param {any} body @param {string|null} as  The token to ask with. */
    fork: (body, as) => call(`${base}/fork`, { method: "POST", token: as, body }),
    /** @param {string|null} as @returns {Promise<import("./lines.js").Fork[]>} */
    forks: async (as) => (await call(`${base}/forks`, { token: as })).forks,
    exportPath: (/** @type {string} */ as) => `/api/v1${base}/export${suffix({ as })}`,
    token,
  };
}

/** @typedef {ReturnType<typeof matchApi>} MatchApi */

/** @param {Record<string, any>} parameters */
function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** @param {Record<string, any>} parameters */
function suffix(parameters) {
  const text = query(parameters);
  return text ? `?${text}` : "";
}
