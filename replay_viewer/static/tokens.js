/**
 * The seats this browser holds. A tab plays one seat (its own, in the session); all that were ever taken here stay on
 * the ring, so that somebody who comes back days later, in another tab, sits where they sat.
 */

/**
 * @typedef {object} Ring
 * @property {Record<string, string>} seats  Tokens by seat number.
 * @property {string|null} host
 * @property {Record<string, string>} invites  What the host has handed out, by seat number.
 * @property {number|null} last  The seat that was played last in this browser.
 */

const PREFIX = "matchfold.match.";

/** @param {string} match @returns {Ring} */
export function ring(match) {
  const kept = read(localStorage, PREFIX + match);
  return { seats: {}, host: null, invites: {}, last: null, ...kept };
}

/** @param {string} match @param {Partial<Ring>} change */
export function keep(match, change) {
  const now = ring(match);
  write(localStorage, PREFIX + match, {
    ...now,
    ...change,
    seats: { ...now.seats, ...change.seats },
    invites: { ...now.invites, ...change.invites },
  });
}

/** Makes this tab play a seat. @param {string} match @param {number} seat @param {string} token */
export function sitHere(match, seat, token) {
  keep(match, { seats: { [seat]: token }, last: seat });
  write(sessionStorage, PREFIX + match, { seat, token });
}

/** @param {string} match @returns {{seat: number, token: string}|null} The seat this tab plays. */
export function here(match) {
  const own = read(sessionStorage, PREFIX + match);
  if (own?.token) return own;
  const { seats, last } = ring(match);
  const seat = last !== null && seats[last] ? last : Number(Object.keys(seats)[0]);
  return seats[seat] ? { seat, token: seats[seat] } : null;
}

/** A token that no longer opens anything is thrown away. @param {string} match @param {string} token */
export function forget(match, token) {
  if (passing === token) passing = null;
  const now = ring(match);
  for (const [seat, held] of Object.entries(now.seats)) if (held === token) delete now.seats[seat];
  if (now.host === token) now.host = null;
  if (now.last !== null && !now.seats[now.last]) now.last = null;
  write(localStorage, PREFIX + match, now);
  if (read(sessionStorage, PREFIX + match)?.token === token) {
    try {
      sessionStorage.removeItem(PREFIX + match);
    } catch {
      // No storage, nothing kept.
    }
  }
}

/** @type {string|null} A key that came with the address and is not on the ring, an invitation for example. */
let passing = null;

/** @param {string|null} token */
export function readWith(token) {
  passing = token;
}

/** What may read this table from here: the seat's token, else the host's, else an invitation. @param {string} match */
export function readingToken(match) {
  return here(match)?.token ?? ring(match).host ?? passing;
}

/** @returns {string[]} Matches of which this browser holds a seat or the host's key. */
export function knownMatches() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** @param {string} match */
export function forgetMatch(match) {
  try {
    localStorage.removeItem(PREFIX + match);
  } catch {
    // No storage, nothing kept.
  }
}

const NAME_KEY = "matchfold.name";

/** The name this player took last. @returns {string} */
export function lastName() {
  return read(localStorage, NAME_KEY) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  write(localStorage, NAME_KEY, name);
}

/** @type {Map<string, any>} Stands in where the browser refuses storage: the page then remembers as long as it is open. */
const memory = new Map();

/** @param {Storage} storage @param {string} key */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param {Storage} storage @param {string} key @param {any} value */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    memory.set(key, value);
  }
}
