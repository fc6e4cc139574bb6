/** Compares the verdicts of two responses: changed members with a sentence each. Pure. */

import { LEFT_OUT } from "../../../data/compare-words.ts";
import type { HttpStep } from "../../http/schema.ts";
import type { Difference } from "./schema.ts";
import { type Placed, sentenceOf, valueAt } from "./sentences.ts";
import { isVolatile } from "./volatile.ts";

const OTHER_ENGINES = [
  ["firefox", "In Firefox"],
  ["webkit", "In Safari"],
] as const;

/** Differences from `a` to `b`, one per member. Other browsers are listed only if they differ from Chromium. */
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

/** Verdicts of one browser: those of Chromium, overridden by those of the engine. */
function verdictsOf(step: HttpStep | undefined, engine?: (typeof OTHER_ENGINES)[number][0]): unknown {
  const { firefox, webkit, ...chromium } = step?.verdicts ?? {};
  const own = engine === "firefox" ? firefox : webkit;
  const all = Object.entries(engine === undefined ? chromium : { ...chromium, ...own });
  // null means that the engine does not have the verdict.
  return keyed(Object.fromEntries(all.filter(([, verdict]) => verdict !== null)));
}

function changed(before: unknown, after: unknown): Difference[] {
  const [was, is] = [leaves(before), leaves(after)];
  const isKnown = [was, is].every((verdicts) => verdicts.has("security.secureContext"));
  const changes = [...new Map([...was, ...is]).entries()].flatMap(([name, { path }]) => {
    const [a, b] = [was.get(name)?.text, is.get(name)?.text];
    const member = path.at(-1) ?? "";
    if (a === b || LEFT_OUT.has(member)) return [];
    // `remembered` is the lifetime minus the age, and the lifetime is compared itself.
    if (member === "remembered" && [a, b].every((value) => Number(value) >= 0)) return [];
    // A security verdict may be absent because of the URL, so its absence is not a difference.
    if (!isKnown && path[0] === "security" && (a === undefined || b === undefined)) return [];
    if (isNothing(a) && isNothing(b)) return [];
    const placed = sentenceOf(path, before, after);
    if (placed === undefined) return [];
    const { place, ...sentence } = placed;
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

/** Values at the path of a row, if one side lacks them: a single difference for all members below. */
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

/** Whether a value means the same as an absent value. */
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

/** Members that identify an object of an array, in order of preference. */
const KEYS = ["name", "product", "url", "as"] as const;

/** Makes arrays comparable: sorts lists of words, and converts lists of objects to objects by name. */
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
