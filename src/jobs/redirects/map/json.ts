/**
 * Maps in JSON: the export of the Redirection plugin, Yoast's options, `redirects` of Vercel
 * (https://vercel.com/docs/project-configuration) and Next.js, bulk redirects, lists of objects, and `{"from": "to"}`. Pure.
 */

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
} from "./item.ts";
import { isObject, type JsonObject, type JsonValue, readJson } from "./json-values.ts";
import { columnsOf, isDisabledWord, isRegexWord, statusOfPermanent } from "./names.ts";
import { wildcardOf } from "./patterns.ts";

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
  // Yoast's option has the origin as the name.
  if (entries.length > 0 && entries.every(([, value]) => isObject(value) && value.members.has("url")))
    return entries.map(([origin, value]) => readEntry(value, origin));
  throw new MapError(only.place, 'this object has no member "redirects" with an array');
}

/** Paths of members may lack their first slash. */
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

/** The target of the Redirection plugin: a text, or in an object. */
function targetOf(data: JsonValue | undefined): string | undefined {
  if (typeof data === "string") return data;
  return isObject(data) ? wordOf((data as JsonObject).members.get("url")) : undefined;
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Segments of path-to-regexp, as Vercel and Next.js have them: `:slug`, `(.*)`, `*`. */
function hasPattern(source: string): boolean {
  return /\/:\w|[(*]/.test(source.replace(/^https?:\/\//, ""));
}
