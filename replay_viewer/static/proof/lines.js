/**
 * A line of a match file, read so that nothing is lost. The engine's own reader moves keys that look like numbers to
 * the front of their map, and the order of keys is part of what was sealed; such a line is read here by hand.
 */

const NUMBERED_KEY = /"(?:0|[1-9]\d*)":/;
const DEPTH_MAX = 70;

/** A line that is no JSON, or not in the one form that a match file has. */
export class BadLine extends Error {}

/** @param {string} line @returns {any} Maps are objects, or `Map`s in a line that has keys like numbers. */
export function readLine(line) {
  return NUMBERED_KEY.test(line) ? readInOrder(line) : JSON.parse(line);
}

/** The one form of what was read. @param {any} value @returns {string} */
export function writeLine(value) {
  if (value instanceof Map) return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${writeLine(item)}`).join(",")}}`;
  if (Array.isArray(value)) return `[${value.map(writeLine).join(",")}]`;
  if (value !== null && typeof value === "object") return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${writeLine(item)}`).join(",")}}`;
  return JSON.stringify(value);
}

/** A member of a map, whichever kind it is. @param {any} map @param {string} key */
export function member(map, key) {
  if (map instanceof Map) return map.get(key);
  return map !== null && typeof map === "object" && Object.hasOwn(map, key) ? map[key] : undefined;
}

const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])|true|false|null/y;

/** @param {string} line */
function readInOrder(line) {
  let at = 0;
  const next = () => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(line)?.[0];
    if (found === undefined) throw new BadLine(`nothing that belongs there at place ${at}`);
    at += found.length;
    return found;
  };
  const value = read(next(), next, 0);
  if (at !== line.length) throw new BadLine(`more than one value in a line, at place ${at}`);
  return value;
}

/** @param {string} token @param {() => string} next @param {number} depth @returns {any} */
function read(token, next, depth) {
  if (depth > DEPTH_MAX) throw new BadLine("nested too deep");
  if (token === "{") {
    const map = new Map();
    for (let key = next(); key !== "}"; ) {
      if (!key.startsWith('"') || next() !== ":") throw new BadLine("a map with something else than keys");
      map.set(JSON.parse(key), read(next(), next, depth + 1));
      const after = next();
      if (after === "}") break;
      if (after !== ",") throw new BadLine("a map that does not go on with a comma");
      key = next();
    }
    return map;
  }
  if (token === "[") {
    const items = [];
    for (let first = next(); first !== "]"; ) {
      items.push(read(first, next, depth + 1));
      const after = next();
      if (after === "]") break;
      if (after !== ",") throw new BadLine("a list that does not go on with a comma");
      first = next();
    }
    return items;
  }
  if (token === "}" || token === "]" || token === ":" || token === ",") throw new BadLine(`a ${token} in place of a value`);
  return JSON.parse(token);
}
