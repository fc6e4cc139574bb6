/** Differences between the fields of two responses. Pure. */

import { CASELESS, type Separators, UNORDERED } from "../../../data/headers/unordered.ts";
import { describeField } from "../../headers/catalogue.ts";
import type { HeaderObject } from "../../headers/schema.ts";
import { listing } from "../../headers/wording.ts";
import { splitList } from "../../syntax/lists.ts";
import { parseMediaType } from "../../syntax/media-type.ts";
import type { Difference } from "./schema.ts";
import { isVolatile } from "./volatile.ts";

/** Added, removed and changed fields; lines of a name are combined, cookies are not. */
export function fieldDifferences(a: readonly HeaderObject[], b: readonly HeaderObject[]): Difference[] {
  const [before, after] = [byKey(a), byKey(b)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Difference[] => {
    const [was, is] = [before.get(key), after.get(key)];
    const [name = ""] = key.split(" ", 1);
    if (was === is) return [];
    const sides = { ...(was !== undefined && { a: was }), ...(is !== undefined && { b: is }) };
    const title = titleOf(key, was, is);
    if (title === undefined) return [];
    return [
      {
        kind: was === undefined ? "field-added" : is === undefined ? "field-removed" : "field-changed",
        name,
        ...sides,
        title,
        effect: "other",
        ...(isVolatile(name, was, is) && { volatile: true as const }),
      },
    ];
  });
}

function byKey(headers: readonly HeaderObject[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name === "set-cookie" ? `${name} ${value.split("=", 1)[0] ?? ""}` : name;
    const known = values.get(key);
    values.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return values;
}

/** undefined if only the order of an unordered list changed. */
function titleOf(key: string, was: string | undefined, is: string | undefined): string | undefined {
  const [name = "", cookie] = key.split(" ", 2);
  const label = `${describeField(name)?.name ?? name}${cookie === undefined ? "" : ` of ${cookie}`}`;
  if (was === undefined) return `${label} is new: ${shown(is)}.`;
  if (is === undefined) return `${label} is gone; it was ${shown(was)}.`;
  if (name === "content-type" && mediaTypeKey(was) === mediaTypeKey(is)) return undefined;
  const separators = UNORDERED.get(name);
  if (separators === undefined) return `${label} is now ${shown(is)}; before, it was ${shown(was)}.`;
  const [before, after] = [was, is].map((value) => membersOf(name, value, separators));
  const gained = only(after, before);
  const lost = only(before, after);
  if (gained.length + lost.length === 0) return undefined;
  const changes = [
    ...(gained.length > 0 ? [`gains ${some(gained)}`] : []),
    ...(lost.length > 0 ? [`loses ${some(lost)}`] : []),
  ];
  return `${label} ${changes.join(" and ")}.`;
}

/** Normalized media type: names and charset are case-insensitive (RFC 9110 sections 8.3.1 and 8.3.2). */
function mediaTypeKey(text: string): string {
  const { essence, parameters, flaws } = parseMediaType(text);
  if (flaws.length > 0) return text;
  const pairs = parameters.map(({ name, value = "" }): [string, string] => {
    const key = name.toLowerCase();
    return [key, key === "charset" ? value.toLowerCase() : value];
  });
  return JSON.stringify([essence, pairs]);
}

/** Members as sent, by their normalized text. */
function membersOf(name: string, value: string, separators: Separators): ReadonlyMap<string, string> {
  const members = splitList(value, separators.charAt(0)).members.map(({ text }) => text);
  return new Map(
    members.map((text, at) => {
      // Marks the first member of Set-Cookie: it is the cookie's name and value, not an attribute.
      const place = name === "set-cookie" && at === 0 ? "=" : "";
      const words =
        separators === "; "
          ? text
              .split(/\s+/)
              .map((word, index) => (index === 0 ? `\0${word.toLowerCase()}` : word))
              .toSorted()
              .join(" ")
          : text;
      return [place + (CASELESS.has(name) ? words.toLowerCase() : words), text];
    }),
  );
}

function only(
  these: ReadonlyMap<string, string> = new Map(),
  those: ReadonlyMap<string, string> = new Map(),
): string[] {
  return [...these].flatMap(([key, text]) => (those.has(key) ? [] : [text]));
}

/** Maximum number of members in a sentence. */
const IN_ONE_SENTENCE = 4;

function some(members: readonly string[]): string {
  const rest = members.length - IN_ONE_SENTENCE + 1;
  const named = members.map(shown);
  return listing(rest > 1 ? [...named.slice(0, IN_ONE_SENTENCE - 1), `${rest} more`] : named);
}

/** Maximum length of a quoted value. */
const LONGEST = 80;

function shown(value = ""): string {
  if (value === "") return "empty";
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}
