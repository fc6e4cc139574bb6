/** What Cache-Control directives mean to each other (RFC 9111 section 5.2.2), over all lines of the field. */

import type { Context, ExplainedLine, Note } from "../../field.ts";
import type { Item } from "../../schema.ts";
import type { Directive, Directives } from "../../syntax/directives.ts";
import { NO_STORE } from "../../verdicts/caching/storing.ts";
import { listing } from "../../wording.ts";
import { DIRECTIVE_SHAPES } from "./directives.ts";
import type { CacheControlKind } from "./kinds.ts";

interface Placed {
  readonly directive: Directive;
  readonly at: Item | undefined;
}

type Placeds = readonly Placed[];
type NoteOne = Note<CacheControlKind>;

/** A lifetime from which on it is plain that storing was wanted. */
const WANTED = 3600;

/** Notes repeats, contradictions and what is pointless. */
export function noteCombinations(
  lines: readonly ExplainedLine<Directives>[],
  context: Context,
  note: NoteOne,
): void {
  const all = lines.flatMap(({ parsed, items }) =>
    (parsed?.directives ?? []).map((directive, at) => ({ directive, at: items[at] })),
  );
  noteLines(lines, note);
  noteRepeats(all, note);
  const noStore = find(all, "no-store");
  const isPublic = find(all, "public");
  const isPrivate = findWhole(all, "private");
  if (isPublic && isPrivate)
    note(
      "cache-control-conflict",
      "public and private contradict each other: may shared caches store it or not?",
      isPrivate.at,
    );
  const { caching } = context.verdicts;
  const isHeld = caching ? caching.private.why === NO_STORE : !find(all, "must-understand");
  if (noStore && isHeld) noteNoStore(all, noStore, caching?.shared.stores === true, note);
  else noteWithoutNoStore(all, context, note);
  notePostCheck(all, note);
}

function find(all: Placeds, name: string): Placed | undefined {
  for (const placed of all) if (placed.directive.name === name) return placed;
  return undefined;
}

/** A directive that is about the whole response; of several with the name the first counts. */
function findWhole(all: Placeds, name: string): Placed | undefined {
  const first = find(all, name);
  return first?.directive.value === undefined ? first : undefined;
}

function seconds(placed: Placed | undefined): number | undefined {
  const value = placed?.directive.value;
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** What keeps a response out of caches, and what asks them to keep it. */
const AGAINST: ReadonlySet<string> = new Set(["no-store", "no-cache", "private"]);
const FOR: ReadonlySet<string> = new Set(["public", "s-maxage", "immutable"]);

/** Lines that complete each other are one list; lines that repeat or contradict each other have two authors. */
function noteLines(lines: readonly ExplainedLine<Directives>[], note: NoteOne): void {
  if (lines.length < 2) return;
  const before = new Set<string>();
  for (const line of lines) {
    const names = (line.parsed?.directives ?? [])
      .map(({ name }) => name)
      .filter((name) => DIRECTIVE_SHAPES.has(name));
    const clash =
      names.find((name) => before.has(name)) ?? opposed(names, before) ?? opposed([...before], names);
    if (clash !== undefined) {
      note(
        "cache-control-several-lines",
        `${lines.length} Cache-Control lines: two layers seem to set it without knowing of each other.`,
        line,
      );
      return;
    }
    for (const name of names) before.add(name);
  }
}

/** A name that asks for storing where the others forbid it. */
function opposed(names: Iterable<string>, others: Iterable<string>): string | undefined {
  const isAgainst = [...others].some((name) => AGAINST.has(name));
  return isAgainst ? [...names].find((name) => FOR.has(name)) : undefined;
}

function noteRepeats(all: Placeds, note: NoteOne): void {
  const first = new Map<string, Placed>();
  for (const placed of all) {
    const { name, value, text } = placed.directive;
    // What caches ignore contradicts nothing, however often.
    if (!DIRECTIVE_SHAPES.has(name)) continue;
    const before = first.get(name);
    if (!before) first.set(name, placed);
    else if (before.directive.value === value)
      note("cache-control-repeated", `${text} appears more than once.`, placed.at);
    else
      note(
        "cache-control-repeated-differently",
        `${text} contradicts ${before.directive.text} before it.`,
        placed.at,
      );
  }
}

/** Nothing is stored: what asks for storing is in vain, the rest pointless. */
function noteNoStore(all: Placeds, noStore: Placed, isShared: boolean, note: NoteOne): void {
  const asksForStoring = ({ directive: { name, value } }: Placed) =>
    ["public", "immutable", "stale-while-revalidate", "stale-if-error"].includes(name) ||
    (name === "s-maxage" && Number(value) > 0) ||
    (name === "max-age" && Number(value) >= WANTED);
  const pointless = ({ directive: { name } }: Placed) =>
    ["no-cache", "must-revalidate", "proxy-revalidate", "max-age", "s-maxage"].includes(name);
  const wanted = names(all.filter(asksForStoring));
  const rest = names(all.filter((placed) => pointless(placed) && !asksForStoring(placed)));
  if (wanted.length > 0)
    note(
      "cache-control-no-store-conflict",
      `no-store overrides ${listing(wanted)}: ${isShared ? "browsers store nothing" : "nothing is stored"}.`,
      noStore.at,
    );
  else if (rest.length > 1 || (seconds(find(all, "max-age")) ?? 0) > 0)
    note("cache-control-no-store-redundant", `no-store makes ${listing(rest)} pointless.`, noStore.at);
}

function names(all: Placeds): string[] {
  return [...new Set(all.map(({ directive }) => directive.text))].slice(0, 6);
}

function noteWithoutNoStore(all: Placeds, context: Context, note: NoteOne): void {
  const maxAge = find(all, "max-age");
  const shared = find(all, "s-maxage");
  const immutable = find(all, "immutable");
  const noCache = findWhole(all, "no-cache");
  const isPrivate = findWhole(all, "private");
  if (immutable && noCache)
    note(
      "cache-control-conflict",
      "immutable and no-cache contradict each other: is it to be checked or not?",
      immutable.at,
    );
  else if (immutable && seconds(maxAge) === 0)
    note(
      "cache-control-conflict",
      "immutable has no effect with max-age=0: it holds only while the response is fresh.",
      immutable.at,
    );
  else if (immutable && !maxAge && !shared && !context.has("expires"))
    note(
      "immutable-without-lifetime",
      "immutable has no effect without a lifetime such as max-age.",
      immutable.at,
    );
  if (noCache && (seconds(maxAge) ?? 0) > 0)
    note(
      "cache-control-no-cache-redundant",
      `no-cache makes ${maxAge?.directive.text} pointless: each use is checked.`,
      maxAge?.at,
    );
  if (isPrivate && (seconds(shared) ?? 0) > 0 && !context.verdicts.caching?.shared.stores)
    note(
      "cache-control-ineffective",
      `${shared?.directive.text} is for shared caches, which private keeps out.`,
      shared?.at,
    );
  const revalidate = find(all, "must-revalidate");
  for (const name of ["stale-while-revalidate", "stale-if-error"]) {
    const stale = find(all, name);
    const block = noCache ?? revalidate;
    if (stale && block)
      note(
        "cache-control-ineffective",
        `${stale.directive.text} has no effect beside ${block.directive.name}.`,
        stale.at,
      );
  }
  const understand = find(all, "must-understand");
  if (understand && !find(all, "no-store"))
    note(
      "must-understand-alone",
      "must-understand is meant to go with no-store, for caches that do not know it.",
      understand.at,
    );
}

function notePostCheck(all: Placeds, note: NoteOne): void {
  const pre = find(all, "pre-check");
  const post = find(all, "post-check");
  const one = post ?? pre;
  if (!one) return;
  const useless = (why: string) => note("cache-control-post-check-useless", why, one.at);
  const before = seconds(pre);
  const after = seconds(post);
  if (!pre || !post)
    useless(`${one.directive.name} works only together with its twin, in old Internet Explorer.`);
  else if (before === undefined || after === undefined)
    useless("pre-check and post-check are numbers of seconds.");
  else if (before === 0 && after === 0) useless("pre-check=0 and post-check=0 do nothing: leave them out.");
  else if (after === 0) useless("post-check=0 makes old Internet Explorer ask for the response twice.");
  else if (after > before) useless("post-check is larger than pre-check, so it never comes into play.");
  else
    note(
      "cache-control-post-check",
      "pre-check and post-check are read by old Internet Explorer only.",
      one.at,
    );
}
