/**
 * Mutated field lines: special bytes at every position, and parts removed, doubled, joined or taken from
 * other lines.
 */

import type { Chance } from "./random.ts";

/** Bytes that a grammar may treat specially, one character each. */
const BYTES = [
  ...` \t"',;:=\\/()<>[]{}?*%&$#@!~^|+-_.\`0aZ`,
  "\x01",
  "\x0b",
  "\x0c",
  "\x1f",
  "\x7f",
  "\x80",
  "\xa0",
  "\xff",
  "\xc3\xa9",
  "\xe2\x80\x9c",
];
const NUMBERS = [
  "0",
  "-0",
  "-1",
  "+1",
  "1",
  "00",
  "1.5",
  "1e3",
  "0x10",
  "2147483648",
  "9223372036854775807",
  "9223372036854775808",
  "99999999999999999999",
];
const SEPARATORS = [",", ", ", ";", "; ", " ", "\t", " ,", ",,", ";;", " ; "];

type Mutation = (value: string, chance: Chance, others: readonly string[]) => string;

const at = (value: string, { number }: Chance) => number(value.length + 1);

/** Words of a value and the separators between them. */
const partsOf = (value: string) => value.split(/([\s,;=]+)/);

function withPart(value: string, chance: Chance, change: (part: string) => string): string {
  const parts = partsOf(value);
  const index = 2 * chance.number(Math.ceil(parts.length / 2));
  return parts.map((part, each) => (each === index ? change(part) : part)).join("");
}

const MUTATIONS: readonly Mutation[] = [
  (value, chance) => {
    const place = at(value, chance);
    return value.slice(0, place) + chance.pick(BYTES) + value.slice(place);
  },
  (value, chance) => {
    const place = at(value, chance);
    return value.slice(0, place) + chance.pick(BYTES) + value.slice(place + 1);
  },
  (value, chance) => {
    const place = at(value, chance);
    return value.slice(0, place) + value.slice(place + 1);
  },
  (value, chance) => withPart(value, chance, () => ""),
  (value, chance) =>
    withPart(value, chance, (part) => part.replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  (value, chance) => withPart(value, chance, (part) => `"${part}"`),
  (value, chance) => withPart(value, chance, (part) => `'${part}'`),
  (value, chance) => withPart(value, chance, (part) => part.replace(/^["']|["']$/g, "")),
  (value, chance) => withPart(value, chance, (part) => part + chance.pick(SEPARATORS) + part),
  (value, chance, others) => withPart(value, chance, () => chance.pick(partsOf(chance.pick(others)))),
  (value, chance) => {
    const parts = partsOf(value);
    const index = 1 + 2 * chance.number(Math.max(1, parts.length >> 1));
    return parts.map((part, each) => (each === index ? chance.pick(SEPARATORS) : part)).join("");
  },
  (value, chance) => value.replace(/\d+/, chance.pick(NUMBERS)),
  (value, chance) => value + chance.pick(SEPARATORS),
  (value, chance) => chance.pick(SEPARATORS) + value,
  (value, chance, others) => value + chance.pick(SEPARATORS) + chance.pick(others),
  (value, chance, others) => chance.pick(others) + chance.pick(SEPARATORS) + value,
  () => "",
];

/** Similar lines with up to three changes. Parts may come from `others`, values of the same field. */
export function mutated(
  lines: readonly string[],
  names: ReadonlySet<string>,
  chance: Chance,
  others: readonly string[],
): string[] {
  const made = [...lines];
  for (let left = chance.number(4); left > 0; left--) {
    const indexes = made.flatMap((line, index) => (names.has(nameOf(line)) ? [index] : []));
    if (indexes.length === 0) return made;
    const index = chance.pick(indexes);
    const line = made[index] ?? "";
    const colon = line.indexOf(":");
    const change = chance.number(20);
    if (change === 0) made.splice(index, 0, line);
    else if (change === 1)
      made.splice(chance.number(index + 1), 0, `${line.slice(0, colon)}: ${chance.pick(others)}`);
    else {
      const value = chance.pick(MUTATIONS)(line.slice(colon + 1).trim(), chance, others);
      made[index] = `${line.slice(0, colon)}: ${value}`;
    }
  }
  return made.map((line) => line.replace(/[\0\r\n]/g, "x"));
}

export function nameOf(line: string): string {
  return line.slice(0, line.indexOf(":")).trim().toLowerCase();
}
