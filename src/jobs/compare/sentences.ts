/** Describes a changed member of a verdict: sentence and effect. Pure. */

import { READS, SAME_SITES, USES } from "../../../data/compare-words.ts";
import { rowsIn } from "../../../data/tables.ts";
import table from "../../../data/verdict-sentences.txt" with { type: "text" };
import { wordTable } from "../../../data/word-table.ts";
import { keptText, lifeText, type ReportedVerdicts, storeText } from "../../headers/verdicts.ts";
import { capital, duration, listing } from "../../headers/wording.ts";
import { directive, feature, framing, hsts, load, policy, referrer } from "./policy-sentences.ts";
import { byRank, isNow, lasting, lists, other, type Say, type Sentence, turns } from "./sentence-forms.ts";

/** Sentence with the path of the row that made it. */
export interface Placed extends Sentence {
  readonly place: readonly string[];
}

/** Path of the CSP directives. A new or removed policy is one difference, not one per directive. */
const DIRECTIVES = ["policy", "directives"];

/**
 * Sentence by the row of a member or its nearest parent, or a generic one; undefined if the change has no meaning.
 * @param before all verdicts of the first response; arrays of objects are objects by name
 */
export function sentenceOf(path: readonly string[], before: unknown, after: unknown): Placed | undefined {
  if (path.join(".").startsWith(`${DIRECTIVES.join(".")}.`)) {
    const sentence = policy(valueAt(before, DIRECTIVES) as never, valueAt(after, DIRECTIVES) as never);
    if (sentence) return { ...sentence, place: DIRECTIVES };
  }
  for (let length = path.length; length > 0; length--) {
    const place = path.slice(0, length);
    const key = place.at(-1) ?? "";
    const say = ROWS.get(place.join(".")) ?? ROWS.get([...place.slice(0, -1), "*"].join("."));
    const sentence = say?.(valueAt(before, place) as never, valueAt(after, place) as never, key);
    if (sentence === null) return undefined;
    if (sentence) return { ...sentence, place };
  }
  const [was, is] = [before, after].map((verdicts) => textOf(valueAt(verdicts, path)));
  return { ...other(`${path.join(".")} is now ${is}; before, it was ${was}.`), place: path };
}

/** Value at a path; undefined if it does not exist. */
export function valueAt(verdicts: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    verdicts,
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "absent";
  if (Array.isArray(value)) return value.length === 0 ? "empty" : listing(value.map(textOf));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function readersText(timing: string | readonly string[] | undefined): string {
  if (timing === "anyone") return "scripts of any site";
  return timing === undefined || timing === "same-origin"
    ? "only scripts of its own origin"
    : `scripts of ${listing(typeof timing === "string" ? [timing] : timing)}`;
}

function timing(a: string | readonly string[] | undefined, b: typeof a): Sentence | undefined {
  const [before, after] = [readersText(a), readersText(b)];
  return before === after
    ? undefined
    : other(`${capital(after)} may now read its timing; before, ${before}.`);
}

interface Refresh {
  readonly seconds: number;
  readonly url: string;
}

function refresh(a: Refresh | undefined, b: Refresh | undefined): Sentence {
  const words = (each: Refresh | undefined) =>
    each ? `go to ${each.url} after ${duration(each.seconds)}` : "stay where they are";
  return other(`Browsers now ${words(b)}; before: ${words(a)}.`);
}

interface Observatory {
  readonly score: number;
  readonly grade: string;
}

function observatory(a: Observatory | undefined, b: Observatory | undefined): Sentence | null {
  if (a?.score === b?.score) return null;
  const words = (each: Observatory | undefined) =>
    each ? `${each.grade} (${each.score} points)` : "no grade";
  const title = `MDN's HTTP Observatory now gives ${words(b)}; before, it gave ${words(a)}.`;
  return a && b ? byRank(title, a.score, b.score) : other(title);
}

function reads(a: { readonly outcome: string } | undefined, b: typeof a): Sentence | undefined {
  if (!a || !b || a.outcome === b.outcome) return undefined;
  const rank = ({ outcome }: { readonly outcome: string }) => [...READS.keys()].toReversed().indexOf(outcome);
  const words = ({ outcome }: { readonly outcome: string }) => READS.get(outcome) ?? outcome;
  return byRank(`Browsers now ${words(b)}; before: ${words(a)}.`, rank(a), rank(b));
}

const named = (value: string | undefined): string => value ?? "not known";
const fileNamed = (name: string | undefined): string => name ?? "its URL names it";

/** Sentence on the reason if scripts may read neither response; otherwise null. */
function corsReason(a: string | undefined, b: string | undefined): Sentence | null {
  if (a === undefined || b === undefined) return null;
  return other(`Scripts may still not read the response, now because of ${b}; before, because of ${a}.`);
}

/** Forms of the sentences in data/verdict-sentences.txt. */
const FORMS = wordTable<(first: string, second: string) => Say>({
  turns: (sentence, effect) => turns(sentence, effect === "" ? undefined : effect === "good"),
  lists,
  lasting,
  ignored: () => () => null,
});

/** Rows by path; `*` matches any key. Members without a row use the row of their parent. */
const ROWS: ReadonlyMap<string, Say> = new Map<string, Say>([
  ...rowsIn(table).flatMap(([path = "", form = "", first = "", second = ""]) => {
    const say = FORMS.get(form)?.(first, second);
    return say ? [[path, say] as const] : [];
  }),
  ...cacheRows("shared", "Shared caches"),
  ...cacheRows("private", "Private caches"),
  ["caching.shared.exceptions.*", exception],
  ["caching.seen", isNow("The response", seenText, "now came/it came")],
  ["caching.browser.again", use("The next visit")],
  ["caching.browser.reload", use("A reload")],
  ["caching.browser.back", use("Going back")],
  ["reads", reads],
  ["timing", timing],
  ["cookies.*", cookie],
  ["cors.why", corsReason],
  ["policy.directives.*", directive],
  ["policy.loads.*", load],
  ["framing", framing],
  ["permissions.*", feature],
  ["refresh", refresh],
  [
    "content.type",
    isNow(
      "Browsers",
      (type: string) => type || "what its content looks like",
      "now treat it as/they treated it as",
    ),
  ],
  ["content.filename", isNow("The file", fileNamed, "is now saved as/it was saved as")],
  ["security.opener", isNow("The opener policy", named)],
  ["security.embedder", isNow("The embedder policy", named)],
  ["security.hsts", hsts],
  ["security.referrer.sameOrigin", referrer("to its own origin")],
  ["security.referrer.crossOrigin", referrer("to other origins")],
  ["security.referrer.downgrade", referrer("from HTTPS to HTTP")],
  ["security.observatory", observatory],
] as readonly (readonly [string, Say])[]);

interface Seen {
  readonly hit: boolean;
  readonly by: string;
}

/** Source of a response as text, for use after "now came" and "it came". */
function seenText(seen: Seen | undefined): string {
  if (!seen) return "without sign of a cache";
  const { hit, by } = seen;
  if (hit) return `out of a shared cache${by === "" ? "" : ` (${by})`}`;
  return `from the origin${by === "" ? "" : ` through ${by}`}`;
}

/** @param product name of the product, with a number if it occurs twice */
function exception(
  a: { readonly does: string } | undefined,
  b: { readonly does: string } | undefined,
  product: string,
): Sentence {
  const name = product.replace(/ \(\d+\)$/, "");
  if (b) return other(`${name}, unlike the standard, now ${b.does}.`);
  const [, reason] = /^does not store it, because of (.+)$/.exec(a?.does ?? "") ?? [];
  if (reason !== undefined) return other(`${name} can cache it again (no more ${reason}).`);
  return other(`${name} now follows the standard; before: ${a?.does}.`);
}

/** Sentence on the use of a cached response; null if it is unknown on one side. */
function use(subject: string): Say {
  return (a: string | undefined, b: string | undefined) => {
    const [before, after] = [a, b].map((each = "") => USES.get(each));
    if (before === undefined || after === undefined || before === after) return null;
    return other(`${subject} is now ${after}; before, it was ${before}.`);
  };
}

type Store = NonNullable<ReportedVerdicts["caching"]>["shared"];

function storing(who: string): Say {
  return (a: Store | undefined, b: Store | undefined) => {
    const before = a?.stores ? lifeText(a) : undefined;
    if (before === (b?.stores ? lifeText(b) : undefined)) return null;
    if (!b?.stores) return other(`${who} must no longer store it; before, they might, ${before}.`);
    return other(`${who} may now ${storeText(b)}; before, ${before ?? "they might not"}.`);
  };
}

/** Sentence on the source of a lifetime. */
function lifetimeFrom(who: string): Say {
  return (a: string | undefined, b: string | undefined) => {
    const [before, after] = [a, b].map((from) => (from === "heuristic" ? "their own estimate" : from));
    if (before === undefined || after === undefined || before === "none" || after === "none")
      return undefined;
    return other(`${who} now take its lifetime from ${after}; before, from ${before}.`);
  };
}

function cacheRows(kind: string, who: string): (readonly [path: string, say: Say])[] {
  return [
    [`caching.${kind}`, storing(who)],
    [`caching.${kind}.staleWhileRevalidate`, lasting(who, "use it stale {time} while they revalidate it")],
    [`caching.${kind}.staleIfError`, lasting(who, "use it stale {time} when revalidation fails")],
    [`caching.${kind}.lifetimeFrom`, lifetimeFrom(who)],
  ];
}

type Cookie = NonNullable<ReportedVerdicts["cookies"]>[number];

const OUTCOMES = wordTable({ stored: "kept", refused: "rejected", deleted: "deleted" });

/** Properties of a cookie as text, for use after "is now" and "it was". */
const TRAITS: readonly ((cookie: Cookie) => string)[] = [
  (cookie) => `kept ${keptText(cookie)}`.trimEnd(),
  ({ secure }) => (secure ? "sent over HTTPS only" : "sent over HTTP as well"),
  ({ httpOnly }) => (httpOnly ? "hidden from scripts" : "readable by scripts"),
  ({ sameSite }) => SAME_SITES.get(sameSite) ?? sameSite,
  ({ domain, hostOnly }) =>
    domain === undefined ? "" : `sent to ${domain}${hostOnly ? " only" : " and its subdomains"}`,
  ({ path = "" }) => (path === "" || path === "/" ? "sent to every path" : `sent below ${path} only`),
  ({ partitioned }) => (partitioned ? "partitioned by the top-level site" : "the same below every site"),
];

function cookie(a: Cookie | undefined, b: Cookie | undefined, key: string): Sentence | null {
  const name = key === "" ? "The cookie without a name" : `The cookie ${key}`;
  if (b === undefined) return other(`${name} is no longer set.`);
  const outcome = (each: Cookie) =>
    `${OUTCOMES.get(each.outcome) ?? each.outcome}${each.why === undefined ? "" : ` (${each.why})`}`;
  const kept = [a, b].map((each) => Number(each?.outcome !== "refused"));
  if (a === undefined) {
    const traits = b.outcome === "stored" ? TRAITS.slice(0, 4).map((trait) => trait(b)) : [outcome(b)];
    return byRank(`${name} is new: ${listing(traits)}.`, 1, kept[1] ?? 1);
  }
  if (outcome(a) !== outcome(b))
    return byRank(`${name} is now ${outcome(b)}; before, it was ${outcome(a)}.`, kept[0] ?? 1, kept[1] ?? 1);
  if (b.outcome !== "stored") return null;
  const changed = TRAITS.filter((trait) => trait(a) !== trait(b));
  if (changed.length === 0) return null;
  const [was, is] = [a, b].map((each) => listing(changed.map((trait) => trait(each)).filter(Boolean)));
  const safety = (each: Cookie) => Number(each.secure) + Number(each.httpOnly);
  return byRank(`${name} is now ${is}; before, it was ${was}.`, safety(a), safety(b));
}
