/**
 * JSON maps: the export of the Redirection plugin, Yoast's options, Ghost, `redirects` of Vercel
 * (https://vercel.com/docs/project-configuration), Next.js and Firebase
 * (https://firebase.google.com/docs/hosting/full-config), routes of Azure's Static Web Apps
 * (https://learn.microsoft.com/azure/static-web-apps/configuration), routing rules of S3, bulk redirects, lists of
 * objects, and `{"from": "to"}`, also by host. Pure.
 */

import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { DEEPEST, isDeep } from "../../../api/json-content.ts";
import {
  atSite,
  type Fault,
  type Found,
  isAddress,
  isRedirectStatus,
  MapError,
  omit,
  type Place,
  ruleOf,
  START,
} from "../map-item.ts";
import { columnsOf, isDisabledWord, isRegexWord, statusOfPermanent } from "./names.ts";
import { globRule, regexRules } from "./patterns.ts";
import { placeAfter } from "./text.ts";

/** @throws MapError if it is not the JSON of a map */
export function readJsonMap(text: string): Found[] {
  const { values, faults } = readJson(text);
  const [only] = values;
  if (faults[0] && !isList(only) && !isObject(only)) return faults;
  return [...(values.length > 1 ? values.flatMap((value) => readEntry(value)) : readValue(only)), ...faults];
}

/** Reads the redirects of a document, or of the part of a document that holds them. */
function readValue(value: JsonValue | undefined): Found[] {
  if (isList(value)) return value.flatMap((each) => readEntry(each));
  if (!isObject(value)) throw new MapError(START, "JSON of a map is an object or an array");
  const { members, place } = value;
  for (const name of ["redirects", "routes", "hosting", "RoutingRules", "WebsiteConfiguration"]) {
    const part = members.get(name);
    if (isList(part)) return part.flatMap((each) => readPart(each));
    if (isObject(part)) return readValue(part);
  }
  const entries = [...members];
  const isMap = entries.every(([, each]) => typeof each === "string" || isObject(each));
  if (entries.length === 0 || !isMap)
    throw new MapError(place, 'this object has no member "redirects" with an array');
  return entries.flatMap(([from, each]) => {
    if (!isObject(each)) return [ruleOf(slashed(from), slashed(wordOf(each)), "", { from: place })];
    const names = [...each.members.keys()];
    const { from: sources, to } = columnsOf(names);
    const isRule = sources.length + to.length > 0 && !names.some((name) => name.startsWith("/"));
    // In Yoast's option, the source is the name of the member; other maps have an object for each host.
    return isRule ? readEntry(each, from) : readValue(each).map((found) => atSite(found, siteOf(from)));
  });
}

/** Reads a redirect, one of several sites of Firebase, or a route of Azure, which may have other purposes. */
function readPart(value: JsonValue): Found[] {
  if (!isObject(value)) return readEntry(value);
  const { members } = value;
  if (isList(members.get("redirects"))) return readValue(value);
  return members.has("redirect") || !members.has("route") ? readEntry(value) : [];
}

const siteOf = (host: string) => (/^https?:/.test(host) ? host.replace(/\/$/, "") : `http://${host}`);

/** Adds a missing leading slash. */
function slashed(text: string): string {
  return text === "" || isAddress(text) ? text : `/${text}`;
}

/** Reads one redirect: of JSON, or of a block of TOML. @param origin source, if it is the name of the member */
export function readEntry(value: JsonValue, origin?: string): Found[] {
  if (!isObject(value)) return [{ ...START, fault: "a redirect in JSON is an object" }];
  const { place, members } = value;
  const text = (name: string) => wordOf(members.get(name));
  const redirect = members.get("Redirect");
  if (isObject(redirect)) return [routingRule(redirect.members, members.get("Condition"), place)];
  if (["has", "missing", "conditions"].some((name) => members.has(name))) return [omit(place, "conditional")];
  const matched = text("match_type");
  if (matched !== "" && matched !== "url") return [omit(place, "conditional")];
  const acted = text("action_type");
  if (["nothing", "pass", "random"].includes(acted))
    return [{ ...place, omitted: `the action is ${JSON.stringify(acted)}, not a redirect` }];
  const given = origin === undefined ? members : new Map([["origin", origin], ...members]);
  const names = [...given.keys()];
  const columns = columnsOf(names);
  const word = (index: number | undefined) => wordOf(given.get(names[index ?? -1] ?? ""));
  if (columns.enabled.some((index) => isDisabledWord(word(index)))) return [omit(place, "disabled")];
  const isYoast = given.has("origin");
  const whole = (path: string) => (isYoast ? slashed(path) : path);
  const to = targetOf(members.get("action_data")) ?? whole(word(columns.to[0]));
  const permanent = word(columns.permanent[0]);
  // Ghost: expressions, with 301 and 302.
  const isGhost = given.has("from") && permanent !== "";
  const ghost = isGhost ? (permanent === "true" ? "301" : "302") : statusOfPermanent(permanent);
  const status = columns.status.map(word).find((each) => /^\d{3}$/.test(each)) ?? ghost;
  const target = status !== "" && !isRedirectStatus(Number(status)) ? "" : to;
  const source = word(columns.from[0]);
  const places = { from: place };
  // Firebase has either a source or an expression.
  const expression = text("regex");
  if (columns.from.length === 0 && expression !== "") return regexRules(expression, target, status, places);
  const isRegex = columns.regex.some((index) => isRegexWord(word(index)));
  if (isRegex || /^\^|\$$/.test(source)) return regexRules(source, target, status, places);
  return [plainRule(whole(source), target, status, members.get("query"), place)];
}

/** @param query parameters that Netlify compares */
function plainRule(
  from: string,
  to: string,
  status: string,
  query: JsonValue | undefined,
  place: Place,
): Found {
  const pairs = isObject(query) ? [...query.members].map(([name, each]) => `${name}=${wordOf(each)}`) : [];
  if (pairs.some((pair) => pair.includes("=:"))) return omit(place, "pattern");
  if (hasPattern(from)) return globRule(from, to, status, { from: place });
  return ruleOf(`${from}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`, to, status, { from: place });
}

/** Routing rule of S3 (https://docs.aws.amazon.com/AmazonS3/latest/userguide/how-to-page-redirect.html). */
export function routingRule(
  redirect: JsonObject["members"],
  condition: JsonValue | undefined,
  place: Place,
): Found {
  const text = (name: string) => wordOf(redirect.get(name));
  const conditions = isObject(condition) ? condition.members : new Map<string, JsonValue>();
  if (conditions.has("HttpErrorCodeReturnedEquals")) return omit(place, "conditional");
  const prefix = wordOf(conditions.get("KeyPrefixEquals"));
  const protocol = text("Protocol");
  const host = text("HostName");
  const site = host === "" ? "" : `${protocol === "" ? "" : `${protocol}:`}//${host}`;
  const isFixed = redirect.has("ReplaceKeyWith");
  const start = `${site}/${isFixed ? text("ReplaceKeyWith") : redirect.has("ReplaceKeyPrefixWith") ? text("ReplaceKeyPrefixWith") : prefix}`;
  const code = text("HttpRedirectCode") || "301";
  const pattern = { from: `/${prefix}`, to: isFixed ? start : `${start}$1`, status: Number(code) };
  return { ...ruleOf(`/${prefix}`, start, code, { from: place }), pattern };
}

/** Target of the Redirection plugin: a string, or an object with `url`. */
function targetOf(data: JsonValue | undefined): string | undefined {
  if (typeof data === "string") return data;
  return isObject(data) ? wordOf(data.members.get("url")) : undefined;
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Whether it has segments of path-to-regexp (Vercel, Next.js): `:slug`, `(.*)`, `*`. */
function hasPattern(source: string): boolean {
  return /\/:\w|[(*{]/.test(source.replace(/^https?:\/\//, ""));
}

/** Object with its place in the text. */
export interface JsonObject {
  readonly place: Place;
  readonly members: ReadonlyMap<string, JsonValue>;
}
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && "members" in value;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Maximum number of reported errors. */
const MOST_ERRORS = 100;

/** Document, or one object a line. Objects with an error are left out; a fault has the reason. */
function readJson(text: string): { readonly values: JsonValue[]; readonly faults: Fault[] } {
  if (isDeep(text)) throw new MapError(START, `JSON is nested deeper than ${DEEPEST} levels`);
  const isLines = /^\s*\{[^\n]*\}[ \t]*\n\s*\{/.test(text);
  const faults: Fault[] = [];
  let place = START;
  const values = (isLines ? text.split(/(?<=\n)/) : [text]).flatMap((part) => {
    const errors: ParseError[] = [];
    const root = parseTree(part, errors, { allowTrailingComma: true, allowEmptyContent: true });
    errors.length = Math.min(errors.length, MOST_ERRORS);
    const placeAt = stepper(part, place);
    const value = root && jsonOf(root, errors, placeAt);
    const errorAt = stepper(part, place);
    for (const { error, offset } of errors)
      faults.push({ ...errorAt(offset), fault: `this is not JSON: ${printParseErrorCode(error)}` });
    place = errorAt(part.length);
    return value === undefined ? [] : [value];
  });
  return { values, faults };
}

/** Returns places of increasing offsets. */
function stepper(text: string, start: Place): (offset: number) => Place {
  let place = start;
  let at = 0;
  return (offset) => {
    place = placeAfter(place, text.slice(at, offset));
    at = Math.max(at, offset);
    return place;
  };
}

/** Value of a node; undefined for an object with an error of its own. */
function jsonOf(
  node: Node,
  errors: readonly ParseError[],
  placeAt: (offset: number) => Place,
): JsonValue | undefined {
  const { type, offset, length, children = [] } = node;
  const inner = (each: Node) => jsonOf(each, errors, placeAt) ?? [];
  if (type === "array") return children.flatMap(inner);
  if (type !== "object") return node.value as JsonValue;
  const place = placeAt(offset);
  const members = children.flatMap(({ children: [name, value] = [] }) => {
    const read = name && value ? jsonOf(value, errors, placeAt) : undefined;
    return name && read !== undefined ? [[String(name.value), read] as const] : [];
  });
  const isPlain = children.every((each) => !/array|object/.test(each.children?.[1]?.type ?? ""));
  const isBroken = errors.some((each) => each.offset >= offset && each.offset <= offset + length);
  return isPlain && isBroken && node.parent ? undefined : { place, members: new Map(members) };
}
