/** Verdicts of two responses → which members differ, each with the sentence that says what it means. Pure. */

import type { HttpStep } from "../../http/schema.ts";
import type { Difference } from "./schema.ts";
import { type Placed, sentenceOf, valueAt } from "./sentences.ts";
import { isVolatile } from "./volatile.ts";

/** Members that say how old something is at the moment, or that another member says in one word. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "age",
  "bytes",
  "expires",
  "freshFor",
  "line",
  "policies",
  "refusals",
  "replacedBy",
]);

const OTHER_ENGINES = [
  ["firefox", "In Firefox"],
  ["webkit", "In Safari"],
] as const;

/** The changes from `a` to `b`, one a member; another browser is named only where its change is not Chromium's. */
export function verdictDifferences(a: HttpStep | undefined, b: HttpStep | undefined): Difference[] {
  const chromium = changed(verdictsOf(a), verdictsOf(b));
  const same = new Set(chromium.map(changeText));
  const others = OTHER_ENGINES.flatMap(([engine, where]) =>
    changed(verdictsOf(a, engine), verdictsOf(b, engine))
      .filter((change) => !same.has(changeText(change)))
      .map((change) => ({
        ...change,
        name: `${engine}.${change.name}`,
        title: `${where}: ${change.title.charAt(0).toLowerCase()}${change.title.slice(1)}`,
      })),
  );
  return [...chromium, ...others];
}

const changeText = ({ name, a, b }: Difference): string => JSON.stringify([name, a, b]);

/** The verdicts of one browser: another engine has those of its own, and Chromium's otherwise. */
function verdictsOf(step: HttpStep | undefined, engine?: (typeof OTHER_ENGINES)[number][0]): unknown {
  const { firefox, webkit, ...chromium } = step?.verdicts ?? {};
  const own = engine === "firefox" ? firefox : webkit;
  const all = Object.entries(engine === undefined ? chromium : { ...chromium, ...own });
  // An engine that has none of a verdict has null.
  return keyed(Object.fromEntries(all.filter(([, verdict]) => verdict !== null)));
}

function changed(before: unknown, after: unknown): Difference[] {
  const [was, is] = [leaves(before), leaves(after)];
  const isKnown = [was, is].every((verdicts) => verdicts.has("security.secureContext"));
  const changes = [...new Map([...was, ...is]).entries()].flatMap(([name, { path }]) => {
    const [a, b] = [was.get(name)?.text, is.get(name)?.text];
    const member = path.at(-1) ?? "";
    if (a === b || LEFT_OUT.has(member)) return [];
    // The lifetime less the age, of which the lifetime is told.
    if (member === "remembered" && [a, b].every((value) => Number(value) >= 0)) return [];
    // Without the URL of one of them nothing is known of what turns on it.
    if (!isKnown && path[0] === "security" && (a === undefined || b === undefined)) return [];
    if (isNothing(a) && isNothing(b)) return [];
    const said = sentenceOf(path, before, after);
    if (said === undefined) return [];
    const { place, ...sentence } = said;
    const sides = { ...(a !== undefined && { a }), ...(b !== undefined && { b }) };
    return [
      {
        kind: "verdict-changed" as const,
        ...(wholeAt(place, before, after) ?? { name, ...sides }),
        ...sentence,
        ...(isVolatile(name, a, b) && { volatile: true as const }),
      },
    ];
  });
  return [...new Map(changes.map((change) => [change.name, change])).values()];
}

/** A member that only one side has is one difference, not one for each of its own members. */
function wholeAt(place: Placed["place"], before: unknown, after: unknown) {
  const [was, is] = [before, after].map((verdicts) => {
    const value = valueAt(verdicts, place);
    return JSON.stringify(value) === "{}" ? undefined : value;
  });
  const whole = was ?? is;
  if ((was === undefined) === (is === undefined) || typeof whole !== "object") return undefined;
  const text = JSON.stringify(whole);
  return { name: place.join("."), ...(is === undefined ? { a: text } : { b: text }) };
}

/** Whether the text of a member says the same as its absence. */
function isNothing(text: string | undefined): boolean {
  return text === undefined || text === "" || text === "false" || text === "[]" || text === "none";
}

interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

/** `{caching: {shared: {stores: true}}}` → `caching.shared.stores` → `true`. */
function leaves(value: unknown, path: readonly string[] = [], found = new Map<string, Leaf>()) {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    for (const [key, member] of Object.entries(value)) leaves(member, [...path, key], found);
  else if (value !== undefined)
    found.set(path.join("."), { path, text: typeof value === "string" ? value : JSON.stringify(value) });
  return found as ReadonlyMap<string, Leaf>;
}

/** Members by which the objects of an array are known, in the order of looking. */
const KEYS = ["name", "product", "url", "as"] as const;

/** No array of a verdict has an order: lists of words are sorted, lists of objects become objects by their name. */
function keyed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const members = value.map(keyed);
    const isNamed = members.every((member) => typeof member === "object" && member !== null);
    if (!isNamed || members.length === 0) return members.map(sortable).toSorted().map(unsorted);
    if (members.some((member) => nameOf(member) === undefined)) return members;
    const named = new Map<string, unknown>();
    for (const member of members) {
      const name = nameOf(member) ?? "";
      let free = name;
      for (let count = 2; named.has(free); count++) free = `${name} (${count})`;
      named.set(free, member);
    }
    return Object.fromEntries(named);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, keyed(member)]));
}

const sortable = (member: unknown): string => JSON.stringify(member);
const unsorted = (text: string): unknown => JSON.parse(text);

function nameOf(member: unknown): string | undefined {
  return KEYS.map((key) => valueAt(member, [key])).find((name) => typeof name === "string");
}
