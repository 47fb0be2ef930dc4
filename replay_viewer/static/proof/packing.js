/**
 * Plain data as the bytes that the log is made of: MessagePack in its one form (the shortest of each number and length,
 * map keys in their given order). See docs/log-format.md.
 */

const FIRST_BYTES = 1 << 12;
const DEPTH_MAX = 64; // an entry is never nested deeper
const WORD = 2 ** 32;
const text = new TextEncoder();

/** What cannot be in a log: a fraction, for example. */
export class NotPlain extends Error {}

let bytes = new Uint8Array(FIRST_BYTES);
let view = new DataView(bytes.buffer);
let length = 0;

/** @param {any} value  null, booleans, whole numbers, text, arrays, and maps as objects or `Map`s. */
export function packed(value) {
  length = 0;
  put(value, 0);
  return bytes.slice(0, length);
}

/** @param {any} value @param {number} depth */
function put(value, depth) {
  if (depth > DEPTH_MAX) throw new NotPlain(`nested deeper than ${DEPTH_MAX}`);
  if (value === null) byte(0xc0);
  else if (value === false) byte(0xc2);
  else if (value === true) byte(0xc3);
  else if (typeof value === "number") putNumber(value);
  else if (typeof value === "string") putText(value);
  else if (Array.isArray(value)) {
    putSize(value.length, 0x90, 15, 0xdc);
    for (const item of value) put(item, depth + 1);
  } else if (typeof value === "object") {
    const pairs = value instanceof Map ? [...value] : Object.entries(value);
    putSize(pairs.length, 0x80, 15, 0xde);
    for (const [key, item] of pairs) {
      putText(key);
      put(item, depth + 1);
    }
  } else throw new NotPlain(`a value of the kind ${typeof value}`);
}

/** @param {number} number */
function putNumber(number) {
  if (!Number.isSafeInteger(number)) throw new NotPlain(`${number} is no whole number of at most 53 bits`);
  room(9);
  if (number >= 0) {
    if (number < 0x80) byte(number);
    else if (number < 0x100) byte(0xcc), byte(number);
    else if (number < 0x1_0000) byte(0xcd), short(number);
    else if (number < WORD) byte(0xce), word(number);
    else byte(0xcf), word(Math.floor(number / WORD)), word(number % WORD);
    return;
  }
  if (number >= -0x20) byte(number & 0xff);
  else if (number >= -0x80) byte(0xd0), byte(number & 0xff);
  else if (number >= -0x8000) byte(0xd1), short(number & 0xffff);
  else if (number >= -0x8000_0000) byte(0xd2), word(number >>> 0);
  else byte(0xd3), view.setBigInt64(length, BigInt(number)), (length += 8);
}

/** @param {string} value */
function putText(value) {
  // In UTF-8 a unit of text has at most three bytes; its length goes before it and is known only afterwards.
  room(value.length * 3 + 5);
  const start = length + 5;
  const { written } = text.encodeInto(value, bytes.subarray(start));
  if (written < 32) byte(0xa0 | written);
  else if (written < 0x100) byte(0xd9), byte(written);
  else if (written < 0x1_0000) byte(0xda), short(written);
  else byte(0xdb), word(written);
  bytes.copyWithin(length, start, start + written);
  length += written;
}

/** How many items follow. @param {number} size @param {number} small @param {number} smallMax @param {number} large */
function putSize(size, small, smallMax, large) {
  room(5);
  if (size <= smallMax) byte(small | size);
  else if (size < 0x1_0000) byte(large), short(size);
  else byte(large + 1), word(size);
}

/** @param {number} value */
function byte(value) {
  room(1);
  bytes[length] = value;
  length += 1;
}

/** @param {number} value */
function short(value) {
  room(2);
  view.setUint16(length, value);
  length += 2;
}

/** @param {number} value */
function word(value) {
  room(4);
  view.setUint32(length, value);
  length += 4;
}

/** @param {number} more */
function room(more) {
  if (length + more <= bytes.length) return;
  const larger = new Uint8Array(Math.max(bytes.length * 2, length + more));
  larger.set(bytes.subarray(0, length));
  bytes = larger;
  view = new DataView(bytes.buffer);
}
