/**
 * What a player can prove of a log without trusting who sent it: that its links follow from each other, and that what
 * is opened in it is what was committed to. Written from docs/log-format.md.
 */

import { BadLine, member, readLine, writeLine } from "./proof/lines.js";
import { NotPlain, packed } from "./proof/packing.js";
import { sha256 } from "./proof/sha256.js";

/** @import {Head} from "./types.js" */

/** @typedef {{code: "SEQ"|"LINK"|"COMMITMENT"|"ENCODING"|"HEADER"|"HEAD"|"REDACTION"|"SECRET"|"CHANCE", seq: number, text: string}} Finding */
/** @typedef {{title: string, names: [number, string][], winners: number[]|null}} Told  What the entries themselves say. */
/** @typedef {{entries: number, openings: number, sealed: number, head: Head, findings: Finding[], told?: Told|null}} Report */

const ENVELOPE = ["seq", "kind", "type", "schema", "rules", "at", "actor", "cause"];
const ENTRY = [...ENVELOPE, "public", "sealed", "link"];
const HEADER = ["matchfold", "game", "match", "viewer", "entries", "head", "rules", "title"];
const HEAD = ["seq", "link"];
const LINK_DIGITS = 64;
const SALT_DIGITS = 32;
const FINDINGS_MAX = 50;
const BREATH_ENTRIES = 500; // so many are checked before the page may do something else

/** A log being checked, entry after entry, from its beginning or from a head that is known to be good. */
export class Chain {
  /** @param {string} match @param {Head} [from] */
  constructor(match, from) {
    this.match = match;
    this.seq = from?.seq ?? 0;
    /** @type {Uint8Array|null} */
    this.link = from ? bytesOf(from.link) : null;
    this.entries = 0;
    this.openings = 0;
    this.sealed = 0;
    /** @type {string|null} The secret's commitment, when the entry with it was among those checked. */
    this.promised = null;
    /** @type {any} What `MatchCreated` says of the match, when it was among those checked. */
    this.created = null;
    /** @type {any} What `GameEnded` says, likewise. */
    this.ended = null;
    /** @type {Map<number, string>} Who sat down last at each seat. */
    this.names = new Map();
    /** @type {{seat: number, seq: number, entropy: string}[]} With which chance each seat was taken. */
    this.sat = [];
    this.rules = 0;
    /** @type {Finding[]} */
    this.findings = [];
  }

  /** @returns {Head} */
  get head() {
    return { seq: this.seq, link: this.link ? hexOf(this.link) : "" };
  }

  /** @returns {Report} */
  get report() {
    const { entries, openings, sealed, head, findings, told } = this;
    return { entries, openings, sealed, head, findings, told };
  }

  /** @returns {Told|null} Nothing where the first entries were checked at an earlier visit. */
  get told() {
    if (!this.created) return null;
    return { title: String(member(this.created, "title")), names: [...this.names].sort(([one], [other]) => one - other), winners: member(this.ended, "winners") ?? null };
  }

  /** Checks entries that follow the ones before, as `GET …/entries` and a match file give them. @param {any[]} entries */
  async take(entries) {
    this.link ??= await firstLink(this.match);
    for (const entry of entries) {
      if (this.findings.length >= FINDINGS_MAX) return;
      try {
        await this.takeOne(entry);
      } catch (error) {
        if (!(error instanceof NotPlain) && !(error instanceof BadLine) && !(error instanceof TypeError)) throw error;
        this.find("ENCODING", this.seq + 1, `this is no entry: ${error.message}`);
        this.seq += 1;
      }
      if (this.entries % BREATH_ENTRIES === 0) await new Promise((go) => setTimeout(go));
    }
  }

  /** @param {any} entry */
  async takeOne(entry) {
    const seq = member(entry, "seq");
    const follows = seq === this.seq + 1;
    if (!follows) this.find("SEQ", this.seq + 1, `this entry is missing: the next one there is ${seq}`);
    const parts = member(entry, "sealed");
    checkForm(entry);
    const audiences = parts.map((/** @type {any} */ part) => member(part, "audience"));
    const shown = packed([...ENVELOPE.map((name) => member(entry, name) ?? null), audiences, member(entry, "public")]);
    const commitments = parts.map((/** @type {any} */ part) => bytesOf(member(part, "commitment")));
    const stated = member(entry, "link");
    const link = await sha256(joined([/** @type {Uint8Array} */ (this.link), shown, ...commitments]));
    if (follows && hexOf(link) !== stated) this.find("LINK", seq, "the link does not follow from the entry before and this one");
    for (const [place, part] of parts.entries()) {
      if (member(part, "salt") === undefined) {
        this.sealed += 1;
        continue;
      }
      this.openings += 1;
      const opened = await sha256(joined([bytesOf(member(part, "salt")), packed(member(part, "fields"))]));
      if (hexOf(opened) !== hexOf(commitments[place])) this.find("COMMITMENT", seq, `the opening for ${audiences[place]} is not what was committed to`);
    }
    this.note(entry);
    await this.takeSecret(entry, seq);
    // What comes after a false link is held against what is written, so that one fault is told once.
    this.link = bytesOf(stated);
    this.seq = seq;
    this.entries += 1;
  }

  /** What the log itself tells of the match, so that it can be held against what is shown. @param {any} entry */
  note(entry) {
    const fields = member(entry, "public");
    this.rules = member(entry, "rules");
    if (member(entry, "kind") !== "event") return;
    const type = member(entry, "type");
    if (type === "MatchCreated") this.created ??= fields;
    else if (type === "GameEnded") this.ended = fields;
    else if (type === "SeatTaken") this.sit(member(fields, "seat"), member(entry, "seq"), fields);
    else if (type === "SeatLeft") this.names.delete(member(fields, "seat"));
  }

  /** @param {number} seat @param {number} seq @param {any} fields */
  sit(seat, seq, fields) {
    this.names.set(seat, String(member(fields, "name")));
    this.sat.push({ seat, seq, entropy: String(member(fields, "entropy")) });
  }

  /** The secret is promised when the table opens, and told when the match is over. @param {any} entry @param {number} seq */
  async takeSecret(entry, seq) {
    const type = member(entry, "type");
    if (type === "MatchCreated") this.promised = member(member(entry, "public"), "commitment") ?? null;
    if (type !== "SecretRevealed" || this.promised === null) return;
    const told = await sha256(bytesOf(member(member(entry, "public"), "secret")));
    if (hexOf(told) !== this.promised) this.find("SECRET", seq, "the secret told is not the one that was promised when the table opened");
  }

  /** @param {Finding["code"]} code @param {number} seq @param {string} text */
  find(code, seq, text) {
    this.findings.push({ code, seq, text });
  }
}

/**
 * Checks a match file: its form, its links and openings, whether it opens what its viewer may see and no more.
 * @param {string} text
 * @returns {Promise<Report>}
 */
export async function checkFile(text) {
  const [first, ...lines] = text.split("\n");
  const header = JSON.parse(first);
  const chain = new Chain(header.match);
  if (!headerFormed(header) || writeLine(header) !== first) chain.find("ENCODING", 0, "the header is not in the one form that it has");
  if (lines.pop() !== "") chain.find("HEADER", 0, "the file does not end with a whole line");
  for (const [place, line] of lines.entries()) {
    let entry;
    try {
      entry = readLine(line);
    } catch (error) {
      chain.find("ENCODING", place + 1, `line ${place + 2} is no entry: ${/** @type {Error} */ (error).message}`);
      break;
    }
    if (writeLine(entryFormed(entry)) !== line) chain.find("ENCODING", place + 1, `line ${place + 2} is not in the one form that an entry has`);
    await chain.take([entry]);
    for (const part of member(entry, "sealed") ?? []) {
      const open = member(part, "salt") !== undefined;
      const may = header.viewer === "auditor" || header.viewer === member(part, "audience");
      if (open !== may) chain.find("REDACTION", place + 1, open ? "opens what this viewer may not see" : "keeps closed what this viewer may see");
    }
    if (chain.findings.length >= FINDINGS_MAX) break;
  }
  const { head, report } = chain;
  const read = chain.entries === lines.length;
  if (read && !fits(header, chain, lines.length)) chain.find("HEADER", head.seq, "the header says otherwise than the log");
  return report;
}

/** Whether a header tells what its log does. @param {any} header @param {Chain} chain @param {number} count */
function fits(header, { head, created, rules }, count) {
  const named = [member(created, "match_id"), member(created, "game"), member(created, "title")];
  const same = named[0] === header.match && named[1] === header.game && named[2] === header.title;
  return same && header.rules === rules && header.entries === count && member(header.head, "seq") === head.seq && member(header.head, "link") === head.link;
}

/** Whether a header has its members in their order, each of its kind. @param {any} header */
function headerFormed(header) {
  const { matchfold, game, match, viewer, entries, head, rules, title } = header ?? {};
  const named = inOrder(header, HEADER) && inOrder(head, HEAD);
  return named && matchfold === 1 && [entries, rules, head.seq].every(isCount) && isHex(head.link, LINK_DIGITS) && [game, match, viewer, title].every((text) => typeof text === "string");
}

/** An entry whose members are of the kinds that they have, or BadLine. @param {any} entry */
function checkForm(entry) {
  const of = (/** @type {string} */ name) => member(entry, name);
  const cause = of("cause") ?? null;
  const kinds = ["seq", "schema", "rules", "at"].every((name) => isCount(of(name))) && (cause === null || isCount(cause)) && (of("kind") === "intent" || of("kind") === "event");
  if (!kinds || typeof of("type") !== "string" || typeof of("actor") !== "string" || !isMap(of("public")) || !Array.isArray(of("sealed")) || !isHex(of("link"), LINK_DIGITS)) throw new BadLine("something in it is of another kind");
  for (const part of of("sealed")) {
    const [salt, fields] = [member(part, "salt"), member(part, "fields")];
    const open = salt === undefined ? fields === undefined : isHex(salt, SALT_DIGITS) && isMap(fields);
    if (!open || typeof member(part, "audience") !== "string" || !isHex(member(part, "commitment"), LINK_DIGITS)) throw new BadLine("a sealed part of it is of another kind");
  }
}

/** @param {any} map @param {string[]} names */
function inOrder(map, names) {
  return isMap(map) && (map instanceof Map ? [...map.keys()] : Object.keys(map)).join() === names.join();
}

/** @param {any} value */
function isMap(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** @param {any} value */
function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

/** @param {any} value @param {number} digits */
function isHex(value, digits) {
  return typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
}

/** An entry with its members in their order, and no others. @param {any} entry */
function entryFormed(entry) {
  const whole = formed(entry, ENTRY);
  if (Array.isArray(whole.sealed)) {
    whole.sealed = whole.sealed.map((part) => formed(part, member(part, "salt") === undefined ? ["audience", "commitment"] : ["audience", "commitment", "salt", "fields"]));
  }
  return whole;
}

/** @param {any} map @param {string[]} names @returns {Record<string, any>} */
function formed(map, names) {
  return Object.fromEntries(names.map((name) => [name, member(map, name) ?? null]));
}

/** link(0), before any entry. @param {string} match */
export async function firstLink(match) {
  return sha256(new TextEncoder().encode(`matchfold log 1${match}`));
}

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {any} hex */
export function bytesOf(hex) {
  if (typeof hex !== "string" || !/^(?:[0-9a-f]{2})*$/.test(hex)) throw new BadLine("something in place of hexadecimal digits");
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16));
}
