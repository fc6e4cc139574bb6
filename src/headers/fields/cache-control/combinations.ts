/** Problems of combined Cache-Control directives, over all lines (RFC 9111 section 5.2.2). */

import type { Directive, Directives } from "../../../syntax/directives.ts";
import { type Checks, type Context, type ExplainedLine, firstOf, type Item, problem } from "../../field.ts";
import { dropping, unique } from "../../reading/fixing.ts";
import { listing } from "../../wording.ts";
import {
  type Combination,
  find,
  findWhole,
  type Placed,
  type Placeds,
  seconds,
  WANTED,
} from "./combination.ts";
import { DIRECTIVE_SHAPES } from "./directives.ts";

/** Directives that restrict storing, and directives that extend it. */
const AGAINST: ReadonlySet<string> = new Set(["no-store", "no-cache", "private"]);
const FOR: ReadonlySet<string> = new Set(["public", "s-maxage", "immutable"]);

/** First line that repeats or contradicts an earlier one: the lines come from two sources. */
function clashingLine(lines: readonly ExplainedLine<Directives>[]): ExplainedLine<Directives> | undefined {
  if (lines.length < 2) return undefined;
  const before = new Set<string>();
  for (const line of lines) {
    const own = (line.parsed?.directives ?? [])
      .map(({ name }) => name)
      .filter((name) => DIRECTIVE_SHAPES.has(name));
    if (own.some((name) => before.has(name)) || opposed(own, before) || opposed([...before], own))
      return line;
    for (const name of own) before.add(name);
  }
  return undefined;
}

/** True if `own` has a directive of FOR and `others` has one of AGAINST. */
function opposed(own: readonly string[], others: Iterable<string>): boolean {
  return [...others].some((name) => AGAINST.has(name)) && own.some((name) => FOR.has(name));
}

interface Repeat extends Placed {
  readonly before: Directive;
}

/** Repeated directives. Unknown ones are skipped: caches ignore them. */
function repeats(all: Placeds, isSame: boolean): readonly Repeat[] {
  const first = new Map<string, Directive>();
  const found: Repeat[] = [];
  for (const { directive, at } of all) {
    const { name, value } = directive;
    if (!DIRECTIVE_SHAPES.has(name)) continue;
    const before = first.get(name);
    if (!before) first.set(name, directive);
    else if ((before.value === value) === isSame) found.push({ directive, at, before });
  }
  return found;
}

/** True if the directive contradicts no-store; other directives are only redundant. */
function asksForStoring({ directive: { name, value } }: Placed): boolean {
  return (
    ["public", "immutable", "stale-while-revalidate", "stale-if-error"].includes(name) ||
    (name === "s-maxage" && Number(value) > 0) ||
    (name === "max-age" && Number(value) >= WANTED)
  );
}

function texts(all: Placeds): readonly string[] {
  return [...new Set(all.map(({ directive }) => directive.text))].slice(0, 6);
}

interface Wording {
  readonly text: string;
  readonly at: Item | undefined;
}

const wording = (text: string, { at }: Placed): Wording => ({ text, at });

function contradictions({ all, noStore }: Combination): readonly Wording[] {
  const isPrivate = find(all, "public") && findWhole(all, "private");
  const found = isPrivate
    ? [
        wording(
          "public and private contradict each other on whether shared caches may store the response.",
          isPrivate,
        ),
      ]
    : [];
  const immutable = noStore ? undefined : find(all, "immutable");
  if (immutable && findWhole(all, "no-cache"))
    found.push(
      wording("immutable and no-cache contradict each other on whether caches must revalidate.", immutable),
    );
  else if (immutable && seconds(find(all, "max-age")) === 0)
    found.push(
      wording(
        "immutable has no effect with max-age=0: it applies only while the response is fresh.",
        immutable,
      ),
    );
  return found;
}

/** Directives without effect in a response that caches may store. */
function ineffective({ all, noStore, isShared }: Combination, { has }: Context): readonly Wording[] {
  if (noStore) return [];
  const shared = find(all, "s-maxage");
  const isOut = shared && findWhole(all, "private") && (seconds(shared) ?? 0) > 0 && !isShared;
  const found = isOut
    ? [wording(`${shared.directive.text} is for shared caches, which private excludes.`, shared)]
    : [];
  const block = findWhole(all, "no-cache") ?? find(all, "must-revalidate");
  for (const name of ["stale-while-revalidate", "stale-if-error"]) {
    const stale = find(all, name);
    if (stale && block)
      found.push(wording(`${stale.directive.text} has no effect next to ${block.directive.name}.`, stale));
    else if (stale && shared && name === "stale-while-revalidate" && has("cf-cache-status"))
      found.push(
        wording("Cloudflare ignores stale-while-revalidate next to s-maxage; use CDN-Cache-Control.", stale),
      );
  }
  return found;
}

function whyUseless(pre: Placed | undefined, post: Placed | undefined): string | undefined {
  const before = seconds(pre);
  const after = seconds(post);
  if (!pre || !post)
    return `${(post ?? pre)?.directive.name} works only together with its counterpart, in old Internet Explorer.`;
  if (before === undefined || after === undefined)
    return "pre-check and post-check take a number of seconds.";
  if (before === 0 && after === 0) return "pre-check=0 and post-check=0 have no effect; remove them.";
  if (after === 0) return "post-check=0 makes old Internet Explorer request the response twice.";
  return after > before ? "post-check is larger than pre-check, so it never takes effect." : undefined;
}

function uselessPostCheck({ all }: Combination): Wording | undefined {
  const pre = find(all, "pre-check");
  const post = find(all, "post-check");
  const one = post ?? pre;
  const why = one && whyUseless(pre, post);
  return one && why !== undefined ? wording(why, one) : undefined;
}

const withoutPostCheck = dropping(/^(?:post|pre)-check\b/i);

export const combinationProblems: Checks<Combination, undefined> = [
  problem("cache-control-several-lines", "warning", "rfc9111#section-5.2", {
    detect: ({ lines }) => clashingLine(lines),
    title: (_, { lines }) => `${lines.length} Cache-Control lines: two layers seem to set the header.`,
    bad: ["Cache-Control: public, max-age=60", "Cache-Control: no-cache"],
    good: ["Cache-Control: max-age=31536000", "Cache-Control: public, immutable"],
  }),
  problem("cache-control-repeated", "info", "rfc9111#section-4.2.1", {
    detectAll: ({ all }) => repeats(all, true),
    title: ({ directive }) => `${directive.text} appears more than once.`,
    fix: unique,
    bad: ["Cache-Control: no-cache, no-cache"],
    good: ["Cache-Control: no-cache"],
  }),
  problem("cache-control-repeated-differently", "error", "rfc9111#section-4.2.1", {
    detectAll: ({ all }) => repeats(all, false),
    title: ({ directive, before }) => `${directive.text} contradicts ${before.text} before it.`,
    bad: ["Cache-Control: max-age=31536000, max-age=0"],
    good: ["Cache-Control: max-age=31536000"],
  }),
  problem("cache-control-conflict", "error", "rfc9111#section-5.2.2", {
    detectAll: contradictions,
    title: ({ text }) => text,
    bad: ["Cache-Control: public, private, max-age=60"],
    good: ["Cache-Control: private, max-age=60"],
  }),
  problem("cache-control-no-store-conflict", "error", "rfc9111#section-5.2.2.5", {
    detect({ all, noStore }) {
      const wanted = noStore ? texts(all.filter(asksForStoring)) : [];
      return wanted.length > 0 && wanted;
    },
    at: (_, { noStore }) => noStore?.at,
    title: (wanted, { isShared }) =>
      `no-store overrides ${listing(wanted)}: ${isShared ? "browsers store nothing" : "nothing is stored"}.`,
    bad: ["Cache-Control: no-store, public, max-age=31536000, immutable"],
    good: ["Cache-Control: no-store"],
  }),
  problem("immutable-without-lifetime", "warning", "rfc8246#section-2", {
    detect({ all, noStore }, context) {
      const hasLifetime = find(all, "max-age") || find(all, "s-maxage") || context.has("expires");
      return !(noStore || hasLifetime || findWhole(all, "no-cache")) && find(all, "immutable");
    },
    fix: dropping(/^immutable$/i),
    bad: ["Cache-Control: public, immutable"],
    good: ["Cache-Control: max-age=31536000, immutable"],
  }),
  problem("cache-control-no-cache-redundant", "info", "rfc9111#section-5.2.2.4", {
    detect({ all, noStore }) {
      const maxAge = find(all, "max-age");
      return !noStore && findWhole(all, "no-cache") && (seconds(maxAge) ?? 0) > 0 && maxAge;
    },
    title: ({ directive }) =>
      `no-cache makes ${directive.text} pointless: it forbids any use without a check.`,
    fix: dropping(/^(?:max-age|s-maxage|must-revalidate|proxy-revalidate|immutable|stale-\S+)\b/i),
    bad: ["Cache-Control: no-cache, max-age=3600"],
    good: ["Cache-Control: no-cache"],
  }),
  problem("cache-control-ineffective", "warning", "rfc5861", {
    detectAll: ineffective,
    title: ({ text }) => text,
    fix(value) {
      if (!/private|no-cache|must-revalidate/i.test(value)) return undefined;
      const unwanted = /\bprivate\b/i.test(value)
        ? /^s-maxage\b/i
        : /^stale-(?:while-revalidate|if-error)\b/i;
      return value
        .split(",")
        .map((member) => member.trim())
        .filter((member) => !unwanted.test(member))
        .join(", ");
    },
    bad: ["Cache-Control: max-age=60, must-revalidate, stale-while-revalidate=30"],
    good: ["Cache-Control: max-age=60, stale-while-revalidate=30"],
  }),
  problem("must-understand-alone", "info", "rfc9111#section-5.2.2.3", {
    detect: ({ all }) => !find(all, "no-store") && find(all, "must-understand"),
    bad: ["Cache-Control: must-understand, max-age=60"],
    good: ["Cache-Control: must-understand, no-store, max-age=60"],
  }),
  firstOf(
    problem("cache-control-post-check-useless", "warning", "rfc9111#section-5.2.3", {
      detect: uselessPostCheck,
      title: ({ text }) => text,
      fix: withoutPostCheck,
      bad: ["Cache-Control: no-cache, pre-check=0, post-check=0"],
      good: ["Cache-Control: no-cache"],
    }),
    problem("cache-control-post-check", "info", "rfc9111#section-5.2.3", {
      detect: ({ all }) => find(all, "post-check"),
      fix: withoutPostCheck,
      bad: ["Cache-Control: max-age=60, pre-check=60, post-check=30"],
      good: ["Cache-Control: max-age=60, stale-while-revalidate=30"],
    }),
  ),
];
