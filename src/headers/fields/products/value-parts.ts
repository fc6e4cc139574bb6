/** Values that consist of parts: groups of a pattern, or key-value pairs. See `value-rows.ts`. */

import { wordTable } from "../../../../data/word-table.ts";
import { type Context, item } from "../../field.ts";
import { bytes, duration } from "../../wording.ts";
import { airport, country, region, townAndCountry } from "./places.ts";
import { CLOCKS, milliseconds, momentWords, plausible } from "./times.ts";
import { addMeaning, keyed, type Line, template, type Value, wrong } from "./value-lines.ts";

/** Meaning of a text: words, or a time that is shown relative to the time of the message. */
interface Known {
  readonly words?: string;
  /** Milliseconds since the epoch. */
  readonly ms?: number;
  /** Readable value to show instead of the text. */
  readonly shown?: string;
}

type Reader = (text: string) => Known | undefined;

function wordsOf({ words, ms }: Known, context: Context): string | undefined {
  return ms === undefined ? words : momentWords(ms, context);
}

function wording(read: (text: string) => string | undefined): Reader {
  return (text) => {
    const words = read(text);
    return words === undefined ? undefined : { words };
  };
}

function counting(read: (count: number) => string): Reader {
  return wording((text) => (/^\d{1,15}$/.test(text) ? read(Number(text)) : undefined));
}

/** Encoded time formats; items show the ISO 8601 time instead. */
const ENCODED: ReadonlySet<string> = new Set(["milliseconds", "ulid"]);

function clock(name: string, read: (text: string) => number): Reader {
  return (text) => {
    const ms = plausible(read(text));
    if (ms === undefined) return undefined;
    return ENCODED.has(name) ? { ms, shown: new Date(ms).toISOString() } : { ms };
  };
}

const SECONDS = wordTable<number>({ s: 1, m: 60, h: 3600, d: 86_400 });

/** `1h`, `7d` */
function life(text: string): string {
  return duration(Number.parseInt(text, 10) * (SECONDS.get(text.at(-1) ?? "") ?? 1));
}

function hexAddress(text: string): Known {
  return { shown: [0, 2, 4, 6].map((at) => Number.parseInt(text.slice(at, at + 2), 16)).join(".") };
}

/** Converts a base64 checksum to hexadecimal, the form that command-line tools print. */
function base64InHex(text: string): string | undefined {
  return /^[A-Za-z0-9+/]{1,100}={0,2}$/.test(text) ? Buffer.from(text, "base64").toString("hex") : undefined;
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...[...CLOCKS].map(([name, read]) => [name, clock(name, read)] as const),
  ["airport", wording((text) => airport(text.slice(0, 3))?.whole)],
  ["country", wording(country)],
  ["town and country", wording(townAndCountry)],
  ["aws region", wording((text) => region("aws", text)?.whole)],
  ["fly region", wording((text) => region("fly", text)?.whole)],
  ["ms", counting(milliseconds)],
  ["seconds", counting(duration)],
  ["bytes", counting(bytes)],
  ["life", wording(life)],
  ["hex address", hexAddress],
  ["base64 in hex", wording(base64InHex)],
]);

/** Maximum number of characters read from a value with pairs. */
const LONGEST = 1000;

/** Value that the item of a part shows. */
type Shows = "text" | "whole value" | "moment" | "nothing";

interface Part {
  readonly name: string;
  readonly description: string;
  readonly shows: Shows;
  readonly read?: Reader;
  readonly isNeeded: boolean;
  /** Meanings by lower-case value. */
  readonly words: Map<string, string>;
}

/** A part as found in a value. */
interface Seen {
  /** Absent if no row describes the pair. */
  readonly part?: Part;
  readonly name: string;
  readonly text: string;
  readonly value: string;
  readonly known?: Known;
}

interface Template {
  readonly pieces: readonly (string | Piece)[];
  readonly when?: Piece & { readonly value?: string };
}

interface Piece {
  readonly part: Part;
  readonly isAsSent?: boolean;
}

interface Draft {
  form?: RegExp;
  separator?: RegExp;
  other: string;
  readonly parts: Part[];
  readonly templates: Template[];
}

export function partsValue(lines: readonly Line[]): Value<readonly Seen[]> {
  const draft: Draft = { other: "Not documented by the vendor.", parts: [], templates: [] };
  for (const line of lines) {
    const add = LINES.get(line.keyword);
    if (!add) throw wrong(line, "no such keyword");
    add(draft, line);
  }
  const { parts, templates, other } = draft;
  const [first] = lines;
  if (first && parts.length === 0) throw wrong(first, "no part follows");
  const groups = draft.form ? groupsOf(draft.form) : 0;
  if (first && !draft.separator && parts.length !== Math.max(1, groups))
    throw wrong(first, `${groups} groups and ${parts.length} parts`);
  return {
    parse: draft.separator ? pairReader(draft, draft.separator) : formReader(draft, groups),
    itemsInMessage: (seen, context) =>
      seen.map(({ part, name, value, known }) =>
        item(name, value, part?.description ?? other, known && wordsOf(known, context)),
      ),
    alternateInMessage: (seen, context) => wordingOf(templates, seen, context),
  };
}

type Add = (draft: Draft, line: Line) => void;

const LINES: ReadonlyMap<string, Add> = new Map<string, Add>([
  ["form", (draft, line) => setForm(draft, line, "")],
  ["form-i", (draft, line) => setForm(draft, line, "i")],
  [
    "pairs",
    (draft, { rest }) => {
      draft.separator = new RegExp(`[${RegExp.escape(rest)}][ \\t]*`);
    },
  ],
  ["part", (draft, line) => draft.parts.push(partOf(line))],
  ["flag", (draft, line) => draft.parts.push({ ...partOf(line), shows: "nothing" })],
  [
    "other",
    (draft, { rest }) => {
      draft.other = rest;
    },
  ],
  ["word", addWord],
  ["moment", addMoment],
  ["place", addPlace],
  ["says", (draft, line) => draft.templates.push(templateOf(draft, line, line.rest))],
  ["when", addWhen],
]);

function setForm(draft: Draft, line: Line, flags: string): void {
  try {
    draft.form = new RegExp(`^(?:${line.rest})$`, flags);
  } catch {
    throw wrong(line, "not a regular expression");
  }
}

function groupsOf(form: RegExp): number {
  return (new RegExp(`${form.source}|`).exec("")?.length ?? 1) - 1;
}

function partOf(line: Line): Part {
  const [head, description] = keyed(line);
  const [, name = head, verb, reader = ""] = /^(.+) (as|needs) (.+)$/.exec(head) ?? [];
  return {
    name,
    description,
    shows: "text",
    isNeeded: verb === "needs",
    words: new Map(),
    ...(verb !== undefined && { read: readerOf(line, reader) }),
  };
}

function readerOf(line: Line, name: string): Reader {
  const read = READERS.get(name);
  if (!read) throw wrong(line, `${name} is no reader`);
  return read;
}

function addWord({ parts }: Draft, line: Line): void {
  const last = parts.at(-1);
  if (!last) throw wrong(line, "no part before it");
  addMeaning(last.words, line);
}

function addMoment(draft: Draft, line: Line): void {
  const [reader, words] = keyed(line);
  const facts = { name: "time", description: "Moment that the value holds.", shows: "moment" } as const;
  addWhole(draft, facts, readerOf(line, reader), `${words} `);
}

function addPlace(draft: Draft, line: Line): void {
  const [reader, network] = keyed(line);
  const description = `Where the node of ${network} that answered is.`;
  const facts = { name: "place", description, shows: "whole value" } as const;
  addWhole(draft, facts, readerOf(line, reader), `${network} in `);
}

/** Adds a part that is the whole value, and its words. */
function addWhole(
  draft: Draft,
  facts: Pick<Part, "name" | "description" | "shows">,
  read: Reader,
  words: string,
): void {
  const part: Part = { ...facts, read, isNeeded: true, words: new Map() };
  draft.parts.push(part);
  draft.templates.push({ pieces: [words, { part }] });
}

function addWhen(draft: Draft, line: Line): void {
  const [condition, text] = keyed(line);
  const [name = "", value] = condition.split("=", 2);
  const when = { part: named(draft, line, name), ...(value !== undefined && { value }) };
  draft.templates.push({ ...templateOf(draft, line, text), when });
}

function templateOf(draft: Draft, line: Line, text: string): Template {
  const sent = ", as sent";
  const pieces = template(text, (name) =>
    name.endsWith(sent)
      ? { part: named(draft, line, name.slice(0, -sent.length)), isAsSent: true }
      : { part: named(draft, line, name) },
  );
  return { pieces };
}

function named({ parts }: Draft, line: Line, name: string): Part {
  const part = parts.find((one) => one.name === name);
  if (!part) throw wrong(line, `there is no part ${name} before it`);
  return part;
}

type Read = (value: string) => readonly Seen[] | undefined;

function formReader({ form, parts }: Draft, groups: number): Read {
  return (value) => {
    const found = form ? form.exec(value) : [value];
    if (!found) return undefined;
    const seen: Seen[] = [];
    for (const [at, part] of parts.entries()) {
      const text = found[groups === 0 ? 0 : at + 1] ?? "";
      const one = text === "" ? undefined : seenAs(part, part.name, text, value);
      if (part.isNeeded && !one?.known) return undefined;
      if (one) seen.push(one);
    }
    return seen;
  };
}

function pairReader({ form, parts }: Draft, separator: RegExp): Read {
  const byKey = new Map(parts.map((part) => [part.name.toLowerCase(), part]));
  return (value) => {
    const whole = value.slice(0, LONGEST);
    if (form && !form.test(whole)) return undefined;
    return whole
      .split(separator)
      .filter((pair) => pair !== "")
      .map((pair) => {
        const at = pair.search(/[=:]/);
        const name = at < 0 ? pair : pair.slice(0, at).trim();
        const text = at < 0 ? "" : pair.slice(at + 1).trim();
        const part = byKey.get(name.toLowerCase());
        return part ? seenAs(part, name, text, whole) : { name, text, value: text };
      });
  };
}

function seenAs(part: Part, name: string, text: string, whole: string): Seen {
  const words = part.words.get(text.toLowerCase());
  const known = words === undefined ? part.read?.(text) : { words };
  const value = shown(part.shows, text, whole, known);
  return known ? { part, name, text, value, known } : { part, name, text, value };
}

function shown(shows: Shows, text: string, whole: string, known: Known | undefined): string {
  if (shows === "nothing") return "";
  if (shows === "whole value") return whole;
  if (shows === "moment" && known?.ms !== undefined) return new Date(known.ms).toISOString();
  return known?.shown ?? text;
}

/** Words of the first template whose condition holds and whose parts have known values. */
function wordingOf(
  templates: readonly Template[],
  seen: readonly Seen[],
  context: Context,
): string | undefined {
  for (const { pieces, when } of templates) {
    if (when) {
      const one = seen.find(({ part }) => part === when.part);
      if (!one || (when.value !== undefined && one.text.toLowerCase() !== when.value)) continue;
    }
    const words = filled(pieces, seen, context);
    if (words !== undefined) return words;
  }
  return undefined;
}

function filled(
  pieces: readonly (string | Piece)[],
  seen: readonly Seen[],
  context: Context,
): string | undefined {
  let words = "";
  for (const piece of pieces) {
    const text = typeof piece === "string" ? piece : wordsFor(piece, seen, context);
    if (text === undefined) return undefined;
    words += text;
  }
  return words;
}

function wordsFor(
  { part, isAsSent = false }: Piece,
  seen: readonly Seen[],
  context: Context,
): string | undefined {
  const one = seen.find((each) => each.part === part);
  const isRead = !isAsSent && (part.read !== undefined || part.words.size > 0);
  return isRead ? one?.known && wordsOf(one.known, context) : one?.text;
}
