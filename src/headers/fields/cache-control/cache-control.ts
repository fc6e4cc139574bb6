import { cacheControlDirectives } from "../../../../data/headers/directives/cache-control.ts";
import { type Context, field, item, type Note } from "../../field.ts";
import { readDirectives } from "../../reading/list.ts";
import { suggest } from "../../suggest.ts";
import type { Directive, DirectiveFlaw } from "../../syntax/directives.ts";
import { parseDeltaSeconds } from "../../syntax/integers.ts";
import { NO_STORE } from "../../verdicts/caching/storing.ts";
import type { CacheView, Caching } from "../../verdicts/caching.ts";
import { duration, quote } from "../../wording.ts";
import { noteCombinations } from "./combinations.ts";
import { DIRECTIVE_SHAPES } from "./directives.ts";
import { type CacheControlKind, cacheControlKinds } from "./kinds.ts";

/** Cache-Control (RFC 9111 section 5.2): who may store the response and how long it may be used. */
export const cacheControl = field({
  name: "Cache-Control",
  type: "list",
  repeat: "list",
  kinds: cacheControlKinds,
  parse: (value, note) => readDirectives("Cache-Control", value, note),
  items: ({ directives }) =>
    directives.map((directive) =>
      item(
        directive.name,
        directive.value ?? "",
        cacheControlDirectives.get(directive.name) ?? "An extension that caches do not know: they ignore it.",
        secondsInWords(directive),
      ),
    ),
  alternate: ({ directives }, { verdicts, status }) =>
    story(firstOf(directives), status === 304 ? undefined : verdicts.caching),
  check({ directives, flaws }, _context, note, line) {
    for (const [at, directive] of directives.entries()) {
      const end = directive.at + directive.text.length;
      const flaw = flaws.find((one) => one.at >= directive.at && one.at < end && one.id !== "empty-member");
      const toItem: Note<CacheControlKind> = (id, title, _at, fix) => note(id, title, line.items[at], fix);
      if (flaw && noteFlaw(flaw.id, directive, toItem)) continue;
      judge(directive, toItem);
    }
  },
  checkAll(lines, context, note) {
    noteCombinations(lines, context, note);
  },
});

/** Notes what is wrong with a directive's form; false where the argument has still to be judged. */
function noteFlaw(id: DirectiveFlaw, { text, sent }: Directive, note: Note<CacheControlKind>): boolean {
  if (id === "semicolon" || id === "missing-comma") {
    const mark = id === "semicolon" ? "a semicolon" : "white space";
    note(
      "cache-control-separator",
      `${quote(text)} is one unknown directive: ${mark} is used where a comma is expected.`,
    );
    return true;
  }
  if (id === "missing-value" && DIRECTIVE_SHAPES.get(sent.toLowerCase()) === "seconds") return false;
  note("cache-control-invalid", `The directive ${quote(text)} is not written as name or name=value.`);
  return true;
}

function judge(directive: Directive, note: Note<CacheControlKind>): void {
  const { name, sent, value } = directive;
  const shape = DIRECTIVE_SHAPES.get(name);
  if (shape === undefined) judgeUnknown(name, note);
  else if (sent !== name)
    note("cache-control-case", `${sent} is not in lower case, which some caches do not recognise.`);
  if (shape === "seconds") judgeSeconds(directive, note);
  else if (shape === "request")
    note("cache-control-request-directive", `${name} has a meaning in requests only.`);
  else if (shape === "flag" && value !== undefined)
    note("cache-control-value-unwanted", `${name} takes no argument, but has ${quote(value)}.`);
  else if (shape === "field-names" && value !== undefined)
    note(
      "cache-control-field-names",
      `${name} is limited to ${quote(value)}${directive.quoted ? "" : ", which belongs in double quotes"}; most caches apply it to the whole response.`,
    );
}

function judgeUnknown(name: string, note: Note<CacheControlKind>): void {
  const meant =
    name.length < 5 || cacheControlDirectives.get(name) !== undefined
      ? undefined
      : suggest(name, DIRECTIVE_SHAPES.keys(), name.length < 8 ? 1 : 2);
  if (meant)
    note("cache-control-typo", `${name} is not a directive: ${meant} may be meant.`, undefined, [
      name,
      meant,
    ]);
  else note("cache-control-unknown", `${name} is not a directive that caches know: they ignore it.`);
}

function judgeSeconds({ name, value, quoted, text }: Directive, note: Note<CacheControlKind>): void {
  const { value: seconds, flaws } = parseDeltaSeconds(value ?? "");
  const flaw = flaws[0];
  if (value === undefined || value === "")
    note("cache-control-value-invalid", `${name} has no number of seconds.`);
  else if (seconds === undefined || (flaw && flaw.id !== "overflow"))
    note("cache-control-value-invalid", `${text} is not a number of seconds.`);
  else if (quoted)
    note("cache-control-quoted", `${text} has its number in quotes, which some caches do not read.`);
  else if (flaw && value !== "2147483648")
    note("cache-control-too-large", `${text} is larger than caches have to support.`);
}

function secondsInWords({ name, value }: Directive): string | undefined {
  const shape = DIRECTIVE_SHAPES.get(name);
  if (shape !== "seconds" && shape !== "obsolete") return undefined;
  const { value: seconds, flaws } = parseDeltaSeconds(value ?? "");
  return seconds === undefined || flaws.some(({ id }) => id !== "overflow") ? undefined : duration(seconds);
}

/** The directives that count, by name: of several with one name the first. */
export type CachePolicy = ReadonlyMap<string, Directive>;

function firstOf(directives: readonly Directive[]): CachePolicy {
  const policy = new Map<string, Directive>();
  for (const directive of directives) if (!policy.has(directive.name)) policy.set(directive.name, directive);
  return policy;
}

/** All Cache-Control lines of the message as one policy. To be asked for when all lines are parsed. */
export function cachePolicy(context: Context): CachePolicy {
  return context.once(wholePolicy);
}

function wholePolicy(context: Context): CachePolicy {
  return firstOf(context.values(cacheControl).flatMap(({ directives }) => directives));
}

/** Seconds that a directive gives; undefined where it is absent or has none. */
function policySeconds(policy: CachePolicy, name: string): number | undefined {
  const value = policy.get(name)?.value;
  if (value === undefined) return undefined;
  const seconds = parseDeltaSeconds(value).value;
  return seconds !== undefined && seconds >= 0 ? seconds : undefined;
}

/** Has the policy this directive for the whole response, not for some fields only? */
export function hasWhole(policy: CachePolicy, name: string): boolean {
  const directive = policy.get(name);
  return directive !== undefined && directive.value === undefined;
}

/** The line in words: `any cache, fresh for 1 hour`, as caches take it; of a 304 they store nothing. */
function story(policy: CachePolicy, caching: Caching | undefined): string | undefined {
  const own = caching?.private;
  const isHeld = own ? own.why === NO_STORE : !policy.has("must-understand");
  if (policy.has("no-store") && isHeld)
    return caching?.shared.stores ? "not stored by browsers" : "not stored anywhere";
  const words = terms(policy, own);
  const isInVain = own && !own.stores && !caching.shared.stores && words !== undefined;
  return isInVain ? `not stored: ${own.why}` : words;
}

/** What the directives allow, in words. */
function terms(policy: CachePolicy, own: CacheView | undefined): string | undefined {
  const who = hasWhole(policy, "private") ? ["stored by the browser only"] : [];
  const maxAge = policySeconds(policy, "max-age");
  const shared = policySeconds(policy, "s-maxage");
  if (hasWhole(policy, "no-cache")) return [...who, "checked with the origin before each use"].join(", ");
  const parts = [...who];
  if (maxAge !== undefined) parts.push(maxAge === 0 ? "stale at once" : freshness(maxAge, own));
  if (shared !== undefined && shared !== maxAge && who.length === 0)
    parts.push(shared === 0 ? "stale at once in shared caches" : `for ${duration(shared)} in shared caches`);
  if (policy.has("immutable") && ((maxAge ?? 0) > 0 || (shared ?? 0) > 0)) parts.push("never changing");
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** `fresh for 1 hour`, unless that time had passed before the response arrived. */
function freshness(maxAge: number, own: CacheView | undefined): string {
  const isOver = own?.lifetimeFrom === "max-age" && own.freshFor !== null && own.freshFor <= 0;
  // A number that caches do not take, such as 1.5.
  if (isOver && own.lifetime === 0) return "stale at once";
  if (isOver && own.reuse === "without-asking")
    return `stale on arrival, but may be used while it is checked: ${duration(own.age)} old, fresh for ${duration(maxAge)}`;
  if (isOver) return `stale on arrival: ${duration(own.age)} old, fresh for ${duration(maxAge)}`;
  const rest = own?.lifetimeFrom === "max-age" && own.age > 0 ? own.freshFor : null;
  return rest === null
    ? `fresh for ${duration(maxAge)}`
    : `fresh for another ${duration(rest)} of ${duration(maxAge)}`;
}
