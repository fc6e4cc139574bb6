/**
 * JSON maps: the export of the Redirection plugin, Yoast's options, `redirects` of Vercel
 * (https://vercel.com/docs/project-configuration) and Next.js, bulk redirects, lists of objects, and
 * `{"from": "to"}`. Pure.
 */

import { DEEPEST } from "../../../api/json-content.ts";
import {
  CONDITIONAL,
  DISABLED,
  type Found,
  isAddress,
  isRedirectStatus,
  MapError,
  PATTERN,
  type Place,
  REGEX,
  ruleOf,
} from "../map-item.ts";
import { columnsOf, isDisabledWord, isRegexWord, statusOfPermanent } from "./names.ts";
import { wildcardOf } from "./patterns.ts";
import { placeAfter } from "./text.ts";

const START: Place = { line: 1, column: 1 };

export function readJsonMap(text: string): Found[] {
  const values = readJson(text);
  const [only] = values;
  if (values.length > 1) return values.map(readEntry);
  if (Array.isArray(only)) return only.map(readEntry);
  if (!isObject(only)) throw new MapError(START, "JSON of a map is an object or an array");
  const { members } = only;
  const redirects = members.get("redirects");
  if (Array.isArray(redirects)) return redirects.map(readEntry);
  const entries = [...members];
  if (entries.length > 0 && entries.every(([, value]) => typeof value === "string"))
    return entries.map(([from, to]) => ruleOf(slashed(from), slashed(String(to)), "", { from: only.place }));
  // In Yoast's option, the source is the name of the member.
  if (entries.length > 0 && entries.every(([, value]) => isObject(value) && value.members.has("url")))
    return entries.map(([origin, value]) => readEntry(value, origin));
  throw new MapError(only.place, 'this object has no member "redirects" with an array');
}

/** Adds a missing leading slash. */
function slashed(text: string): string {
  return text === "" || isAddress(text) ? text : `/${text}`;
}

function readEntry(value: JsonValue, origin?: string | number): Found {
  if (!isObject(value)) return { ...START, fault: "a redirect in JSON is an object" };
  const { place, members } = value;
  const text = (name: string) => wordOf(members.get(name));
  const { line, column } = place;
  if (members.has("has") || members.has("missing")) return { line, column, omitted: CONDITIONAL };
  const matched = text("match_type");
  if (matched !== "" && matched !== "url") return { line, column, omitted: CONDITIONAL };
  const acted = text("action_type");
  if (["nothing", "pass", "random"].includes(acted))
    return { line, column, omitted: `the action is ${JSON.stringify(acted)}, not a redirect` };
  const given = typeof origin === "string" ? new Map([["origin", origin], ...members]) : members;
  const names = [...given.keys()];
  const columns = columnsOf(names);
  const word = (index: number | undefined) => wordOf(given.get(names[index ?? -1] ?? ""));
  if (columns.regex.some((index) => isRegexWord(word(index)))) return { line, column, omitted: REGEX };
  if (columns.enabled.some((index) => isDisabledWord(word(index))))
    return { line, column, omitted: DISABLED };
  const from = given.has("origin") ? slashed(word(columns.from[0])) : word(columns.from[0]);
  const status =
    columns.status.map(word).find((each) => /^\d{3}$/.test(each)) ??
    statusOfPermanent(word(columns.permanent[0]));
  const action = targetOf(members.get("action_data"));
  const named = given.has("origin") ? slashed(word(columns.to[0])) : word(columns.to[0]);
  const to = action ?? named;
  const isAnswer = status !== "" && !isRedirectStatus(Number(status));
  if (hasPattern(from))
    return { line, column, omitted: PATTERN, wildcard: isAnswer ? undefined : wildcardOf(from, to) };
  return ruleOf(from, isAnswer ? "" : to, status, { from: place });
}

/** Target of the Redirection plugin: a string, or an object with `url`. */
function targetOf(data: JsonValue | undefined): string | undefined {
  if (typeof data === "string") return data;
  return isObject(data) ? wordOf((data as JsonObject).members.get("url")) : undefined;
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Whether it has segments of path-to-regexp (Vercel, Next.js): `:slug`, `(.*)`, `*`. */
function hasPattern(source: string): boolean {
  return /\/:\w|[(*]/.test(source.replace(/^https?:\/\//, ""));
}

/** Object (RFC 8259) with its place in the text, which JSON.parse does not return. */
interface JsonObject {
  readonly kind: "object";
  readonly place: Place;
  readonly members: ReadonlyMap<string, JsonValue>;
}
type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && "kind" in value;
}

const SPACE = /[ \t\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const SIMPLE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** All values of a text: one document, or one value per line. @throws MapError with the place of the error */
function readJson(text: string): JsonValue[] {
  let at = 0;
  let place: Place = { line: 1, column: 1 };
  let placed = 0;
  /** Returns the place of `at`, which must increase from call to call. */
  const here = (): Place => {
    place = placeAfter(place, text.slice(placed, at));
    placed = at;
    return place;
  };
  const skip = () => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
  };
  const fail = (expected: string): never => {
    const found = at >= text.length ? "the file ends" : `there is ${JSON.stringify(text[at])}`;
    throw new MapError(here(), `${found} where JSON needs ${expected}`);
  };
  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const take = (char: string) => {
    skip();
    if (text[at] !== char) return false;
    at++;
    return true;
  };
  const list = (close: string, item: () => void) => {
    if (take(close)) return;
    do item();
    while (take(","));
    if (!take(close)) fail(`"," or "${close}"`);
  };
  const value = (depth: number): JsonValue => {
    skip();
    if (depth > DEEPEST) throw new MapError(here(), "JSON is nested too deep here");
    const start = text[at];
    if (start === '"') return JSON.parse(token(STRING) ?? fail("a string that is closed")) as string;
    if (start === "[") {
      at++;
      const items: JsonValue[] = [];
      list("]", () => items.push(value(depth + 1)));
      return items;
    }
    if (start !== "{") return JSON.parse(token(SIMPLE) ?? fail("a value")) as number | boolean | null;
    const found = here();
    at++;
    const members = new Map<string, JsonValue>();
    list("}", () => {
      skip();
      const name = JSON.parse(token(STRING) ?? fail("the name of a member")) as string;
      if (!take(":")) fail('":"');
      members.set(name, value(depth + 1));
    });
    return { kind: "object", place: found, members };
  };
  const values: JsonValue[] = [];
  for (skip(); at < text.length; skip()) values.push(value(0));
  return values;
}
