/** Reads structured field values and says what is wrong with those that do not parse. */

import type { Note } from "../field.ts";
import {
  type BareItem,
  type Dictionary,
  type Item,
  type List,
  type Parsed,
  parseDictionary,
  parseItem,
  parseList,
} from "../syntax/structured-fields.ts";
import { quote } from "../wording.ts";
import { MOST_MEMBERS } from "./list.ts";
import { type InvalidId, lower } from "./value-kinds.ts";

/** The item of a line, or undefined after a note. */
export function structuredItem<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N>>,
): Item | undefined {
  return checked(name, value, parseItem, note);
}

/** The list of a line, or undefined after a note. */
export function structuredList<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N>>,
): List | undefined {
  return checked(name, value, parseList, note)?.slice(0, MOST_MEMBERS);
}

/** The dictionary of a line, or undefined after a note. */
export function structuredDictionary<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N>>,
): Dictionary | undefined {
  const dictionary = checked(name, value, parseDictionary, note);
  if (!dictionary || dictionary.size <= MOST_MEMBERS) return dictionary;
  return new Map([...dictionary].slice(0, MOST_MEMBERS));
}

function checked<T, N extends string>(
  name: N,
  value: string,
  parse: (value: string) => Parsed<T>,
  note: Note<InvalidId<N>>,
): T | undefined {
  const parsed = parse(value);
  if (parsed.error) {
    if (value === "") note("value-empty", `${name} has no value.`);
    else
      note(
        `${lower(name)}-invalid`,
        `${name} is ignored: at character ${parsed.error.at + 1}, ${parsed.error.message}.`,
        undefined,
        repaired(name, value, parse),
      );
    return undefined;
  }
  for (const duplicate of parsed.duplicates.slice(0, MOST_MEMBERS))
    note("parameter-repeated", `${quote(duplicate.name)} appears twice in ${name}; the later one counts.`);
  return parsed.value;
}

/** The line without what often voids one: separators at the end, quotes of word processors, single quotes. */
function repaired(
  name: string,
  value: string,
  parse: (value: string) => Parsed<unknown>,
): string | undefined {
  const ended = value.replace(/[\s,;]+$/, "");
  const straight = ended.replace(/[\u201c\u201d\u201e]/g, '"');
  const right = [ended, straight, straight.replace(/'/g, '"')].find(
    // An item in straight quotes is a text, and most that stand alone are words.
    (text) => text !== value && text !== "" && !parse(text).error && !/^".*"$/.test(text),
  );
  return right === undefined ? undefined : `${name}: ${right}`;
}

const KIND_WORDS: Readonly<Record<BareItem["kind"], string>> = {
  integer: "an integer",
  decimal: "a decimal",
  string: "a string",
  token: "a token",
  binary: "a byte sequence",
  boolean: "a boolean",
  date: "a date",
  "display-string": "a display string",
};

/** What kind of item this is, in words: `a token`. */
export function kindWords(kind: BareItem["kind"]): string {
  return KIND_WORDS[kind];
}
