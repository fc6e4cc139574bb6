import { cacheControlDirectives } from "../../../../data/headers/directives/cache-control.ts";
import { wordList } from "../../../../data/headers/words.ts";
import { oncePerObject } from "../../../platform/memoize.ts";
import type { Directive, DirectiveFlaw, Directives } from "../../../syntax/directives.ts";
import { type IntegerValue, parseDeltaSeconds } from "../../../syntax/integers.ts";
import { type Checks, type Context, field, firstOf, invalidValue, item, problem } from "../../field.ts";
import {
  dropping,
  hyphenated,
  mapping,
  rejoining,
  secondsOfParameters,
  swapping,
} from "../../reading/fixing.ts";
import { readDirectives } from "../../reading/list.ts";
import { suggest } from "../../suggest.ts";
import { NO_STORE } from "../../verdicts/caching/storing.ts";
import type { CacheView, Caching } from "../../verdicts/caching.ts";
import { duration, hasAged, quote } from "../../wording.ts";
import { combinationOf } from "./combination.ts";
import { combinationProblems } from "./combinations.ts";
import { DIRECTIVE_SHAPES, type DirectiveShape } from "./directives.ts";

interface Shaped extends Directive {
  /** Syntax error; undefined for a valid directive. */
  readonly flaw: DirectiveFlaw | undefined;
  /** Argument type; undefined for an invalid or unknown directive. */
  readonly shape: DirectiveShape | undefined;
  /** Parsed argument of a directive that takes seconds. */
  readonly seconds: IntegerValue | undefined;
  /** True if an earlier directive has the same name. */
  readonly repeats: boolean;
}

function shapedDirectives({ directives, flaws }: Directives): readonly Shaped[] {
  const seen = new Set<string>();
  return directives.map((directive) => {
    const repeats = seen.size === seen.add(directive.name).size;
    const end = directive.at + directive.text.length;
    const known = DIRECTIVE_SHAPES.get(directive.sent.toLowerCase());
    const id = flaws.find((one) => one.at >= directive.at && one.at < end && one.id !== "empty-member")?.id;
    const flaw = id === "missing-value" && known === "seconds" ? undefined : id;
    const shape = flaw === undefined ? DIRECTIVE_SHAPES.get(directive.name) : undefined;
    const seconds = shape === "seconds" ? parseDeltaSeconds(directive.value ?? "") : undefined;
    return { ...directive, flaw, shape, seconds, repeats };
  });
}

const inHyphens = (text: string) => hyphenated(text, (name) => cacheControlDirectives.has(name));

/** Suggested name for an unknown directive; undefined for a known one. */
function likelyName(name: string): string | undefined {
  return name.length < 5 || cacheControlDirectives.get(name) !== undefined
    ? undefined
    : suggest(name, DIRECTIVE_SHAPES.keys(), name.length < 8 ? 1 : 2);
}

const directiveProblems: Checks<Shaped, unknown> = [
  firstOf(
    problem("cache-control-separator", "error", "rfc9111#section-5.2", {
      detect({ flaw, text }) {
        if (flaw === "semicolon") return "a semicolon where a comma";
        if (flaw !== "missing-comma") return undefined;
        return `white space where ${inHyphens(text) === undefined ? "a comma" : "a hyphen"}`;
      },
      title: (mark, { text }) => `${quote(text)} is one unknown directive: it has ${mark} is required.`,
      fix: (value) => mapping((member) => inHyphens(member) ?? member)(value.replaceAll(";", ",")),
      bad: ["Cache-Control: public; max-age=60"],
      good: ["Cache-Control: public, max-age=60"],
    }),
    invalidValue("Cache-Control", "max-age = 60", "max-age=60", "rfc9111#section-5.2", {
      detect: ({ flaw, text }: Shaped) =>
        flaw !== undefined && `The directive ${quote(text)} is not in the form name or name=value.`,
      fix: rejoining(/=/, "="),
    }),
    problem("cache-control-typo", "error", "rfc9111#section-5.2.2", {
      detect({ name, shape }) {
        const likely = shape === undefined ? likelyName(name) : undefined;
        return likely !== undefined && { name, likely };
      },
      title: ({ name, likely }) => `${name} is not a directive (did you mean ${likely}?).`,
      fix: (_, { name, likely }) => [name, likely],
      bad: ["Cache-Control: max-agee=60"],
      good: ["Cache-Control: max-age=60"],
    }),
    problem("cache-control-unknown", "info", "rfc9111#section-5.2.3", {
      detect: ({ shape, repeats }) => shape === undefined && !repeats,
      title: (_, { name }) => `${name} is not a known directive, so caches ignore it.`,
      bad: ["Cache-Control: fancy=1"],
      good: ["Cache-Control: max-age=60"],
    }),
    problem("cache-control-case", "info", "rfc9111#section-5.2", {
      detect: ({ sent, name }) => sent !== name,
      title: (_, { sent }) => `${sent} is not in lower case, which some caches do not recognise.`,
      fix: mapping((member) => member.replace(/^[^=]+/, (name) => name.toLowerCase())),
      bad: ["Cache-Control: No-Store"],
      good: ["Cache-Control: no-store"],
    }),
  ),
  firstOf(
    problem("cache-control-value-invalid", "error", "rfc9111#section-5.2.2", {
      detect({ seconds, value }) {
        if (!seconds) return false;
        const [flaw] = seconds.flaws;
        const isNone = seconds.value === undefined || (flaw !== undefined && flaw.id !== "overflow");
        return value === undefined || value === "" ? "nothing" : isNone && "no number";
      },
      title: (found, { name, text }) =>
        found === "nothing" ? `${name} needs a number of seconds.` : `${text} is not a number of seconds.`,
      fix: secondsOfParameters,
      bad: ["Cache-Control: max-age=soon"],
      good: ["Cache-Control: max-age=60"],
    }),
    problem("cache-control-quoted", "warning", "rfc9111#section-5.2.2.1", {
      detect: ({ seconds, quoted }) => seconds !== undefined && quoted,
      title: (_, { text }) => `${text} has its number in quotes, which some caches do not read.`,
      fix: swapping(/="(\d+)"/g, "=$1"),
      bad: ['Cache-Control: max-age="60"'],
      good: ["Cache-Control: max-age=60"],
    }),
    problem("cache-control-too-large", "warning", "rfc9111#section-1.2.2", {
      detect: ({ seconds, value }) =>
        seconds !== undefined && seconds.flaws.length > 0 && value !== "2147483648",
      title: (_, { text }) => `${text} is larger than some caches support.`,
      bad: ["Cache-Control: max-age=99999999999"],
      good: ["Cache-Control: max-age=31536000"],
    }),
    problem("cache-control-request-directive", "warning", "rfc9111#section-5.2.1", {
      detect: ({ shape }) => shape === "request",
      title: (_, { name }) => `${name} is defined for requests only.`,
      fix: dropping(/^(?:min-fresh|max-stale|only-if-cached)\b/i),
      bad: ["Cache-Control: max-age=60, min-fresh=60"],
      good: ["Cache-Control: max-age=60"],
    }),
    problem("cache-control-value-unwanted", "error", "rfc9111#section-5.2.2", {
      detect: ({ shape, value }) => shape === "flag" && value !== undefined && { value },
      title: ({ value }, { name }) => `${name} takes no argument, but has ${quote(value)}.`,
      fix: mapping((member) =>
        member.replace(
          /^(no-store|no-transform|must-revalidate|proxy-revalidate|public|immutable)=.*$/i,
          "$1",
        ),
      ),
      bad: ["Cache-Control: no-store=1"],
      good: ["Cache-Control: no-store"],
    }),
    problem("cache-control-field-names", "info", "rfc9111#section-5.2.2.4", {
      detect: ({ shape, value }) => shape === "field-names" && value !== undefined && { value },
      title: ({ value }, { name, quoted }) =>
        `${name} is limited to ${quote(value)}${quoted ? "" : ", which belongs in double quotes"}; most caches apply it to the whole response.`,
      bad: ['Cache-Control: no-cache="Set-Cookie"'],
      good: ["Cache-Control: no-cache"],
    }),
  ),
];

/** Cache-Control (RFC 9111 section 5.2): where the response may be stored and for how long it may be used. */
export const cacheControl = field("Cache-Control", "list", {
  parse: (value, note) => readDirectives("Cache-Control", value, note),
  items: ({ directives }) =>
    directives.map((directive) =>
      item(
        directive.name,
        directive.value ?? "",
        cacheControlDirectives.get(directive.name) ?? "An extension that caches ignore.",
        besideNoStore(directive, directives) ??
          (directive.name === "public" ? publicInWords(directives) : secondsInWords(directive)),
      ),
    ),
  alternateInMessage: ({ directives }, { verdicts, status }) =>
    story(firstEach(directives), status === 304 ? undefined : verdicts.caching),
  parts: shapedDirectives,
  together: combinationOf,
}).problems({ eachPart: directiveProblems, allLines: combinationProblems });

const NEEDLESS = wordList("directives without effect next to no-store");

function besideNoStore({ name }: Directive, directives: readonly Directive[]): string | undefined {
  const has = (other: string) => directives.some((one) => one.name === other);
  const isNeedless = NEEDLESS.has(name) && has("no-store") && !has("must-understand");
  return isNeedless ? "has no effect next to no-store" : undefined;
}

/** `public` in words: redundant if a lifetime allows caches to store (RFC 9111 sections 3 and 3.5). */
function publicInWords(directives: readonly Directive[]): string | undefined {
  const isNeedless = directives.some(({ name }) => name === "max-age");
  return isNeedless ? "redundant next to max-age, unless the request has credentials" : undefined;
}

function secondsInWords({ name, value }: Directive): string | undefined {
  const shape = DIRECTIVE_SHAPES.get(name);
  if (shape !== "seconds" && shape !== "obsolete") return undefined;
  const { value: seconds, flaws } = parseDeltaSeconds(value ?? "");
  return seconds === undefined || flaws.some(({ id }) => id !== "overflow") ? undefined : duration(seconds);
}

/** Effective directives by name: the first of each. */
export type CachePolicy = ReadonlyMap<string, Directive>;

function firstEach(directives: readonly Directive[]): CachePolicy {
  const policy = new Map<string, Directive>();
  for (const directive of directives) if (!policy.has(directive.name)) policy.set(directive.name, directive);
  return policy;
}

/** All Cache-Control lines as one policy; needs all lines parsed. */
export const cachePolicy = oncePerObject((context: Context): CachePolicy => {
  return firstEach(context.values(cacheControl).flatMap(({ directives }) => directives));
});

/** Seconds of a directive; undefined if absent or not a number. */
function policySeconds(policy: CachePolicy, name: string): number | undefined {
  const value = policy.get(name)?.value;
  if (value === undefined) return undefined;
  const seconds = parseDeltaSeconds(value).value;
  return seconds !== undefined && seconds >= 0 ? seconds : undefined;
}

/** True if the directive applies to the whole response, not only to some headers. */
export function hasWhole(policy: CachePolicy, name: string): boolean {
  const directive = policy.get(name);
  return directive !== undefined && directive.value === undefined;
}

/** The line in words, such as `fresh for 1 hour`. `caching` is undefined for a 304, which is not stored. */
function story(policy: CachePolicy, caching: Caching | undefined): string | undefined {
  const own = caching?.private;
  const isHeld = own ? own.why === NO_STORE : !policy.has("must-understand");
  if (policy.has("no-store") && isHeld)
    return caching?.shared.stores ? "not stored by browsers" : "not stored anywhere";
  const words = terms(policy, own);
  const isInVain = own && !own.stores && !caching.shared.stores && words !== undefined;
  return isInVain ? `not stored: ${own.why}` : words;
}

function terms(policy: CachePolicy, own: CacheView | undefined): string | undefined {
  const who = hasWhole(policy, "private") ? ["stored by the browser only"] : [];
  const maxAge = policySeconds(policy, "max-age");
  const shared = policySeconds(policy, "s-maxage");
  if (hasWhole(policy, "no-cache")) return [...who, "checked with the origin before each use"].join(", ");
  const parts = [...who];
  if (maxAge !== undefined) parts.push(maxAge === 0 ? "stale immediately" : freshness(maxAge, own));
  if (shared !== undefined && shared !== maxAge && who.length === 0)
    parts.push(
      shared === 0 ? "stale immediately in shared caches" : `for ${duration(shared)} in shared caches`,
    );
  if (policy.has("immutable") && ((maxAge ?? 0) > 0 || (shared ?? 0) > 0)) parts.push("never changing");
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** max-age in words: `fresh for 1 hour`, or `stale on arrival` with the age. */
function freshness(maxAge: number, own: CacheView | undefined): string {
  const isOver = own?.lifetimeFrom === "max-age" && own.freshFor !== null && own.freshFor <= 0;
  // Invalid numbers such as 1.5: caches treat the response as stale.
  if (isOver && own.lifetime === 0) return "stale immediately";
  if (isOver && own.reuse === "without-asking")
    return `stale on arrival, but usable while it is revalidated: ${duration(own.age)} old, fresh for ${duration(maxAge)}`;
  if (isOver) return `stale on arrival: ${duration(own.age)} old, fresh for ${duration(maxAge)}`;
  const rest = own?.lifetimeFrom === "max-age" && hasAged(own.age) ? own.freshFor : null;
  return rest === null
    ? `fresh for ${duration(maxAge)}`
    : `fresh for another ${duration(rest)} of ${duration(maxAge)}`;
}
