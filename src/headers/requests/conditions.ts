/** Under which conditions, and which part: If-*, Range, Expect, Max-Forwards (RFC 9110 sections 7.6.2, 10.1.1, 13, 14). */

import { type AnyField, field, item, type Note } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { readMembers } from "../reading/list.ts";
import { dateKinds, invalidKind, lower } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";
import type { HttpDate } from "../syntax/dates.ts";
import { parseHttpDate } from "../syntax/dates.ts";
import { parseEntityTag } from "../syntax/entity-tags.ts";
import { parseInteger } from "../syntax/integers.ts";
import { parseRanges, type RangeSpec } from "../syntax/ranges.ts";
import { ago, plural, quote } from "../wording.ts";
import { request } from "./example.ts";

type TagKind =
  | "if-match-invalid"
  | "if-none-match-invalid"
  | "if-match-weak"
  | "if-match-any-beside"
  | "if-none-match-any-beside";

/** `*` or a list of entity tags. */
function entityTags(
  name: "If-Match" | "If-None-Match",
  kind: TagKind,
  section: string,
): AnyField<readonly string[]> {
  return field<readonly string[], TagKind>({
    name,
    type: "list",
    repeat: "list",
    kinds: {
      [kind]: {
        severity: "error",
        link: rfc9110(section),
        summary: `${name} has a member that is not an entity tag: a text in double quotes, with W/ before it or not.`,
        bad: request([`${name}: abc`]),
        good: request([`${name}: "abc"`]),
      },
      [`${lower(name)}-any-beside`]: {
        severity: "error",
        link: rfc9110(section),
        summary: `${name} has the asterisk beside entity tags; it has to be alone.`,
        bad: request([`${name}: *, "abc"`]),
        good: request([`${name}: *`], { method: "PUT" }),
      },
      ...(name === "If-Match" && {
        "if-match-weak": {
          severity: "warning",
          link: rfc9110(section),
          summary: "If-Match has a weak entity tag, which never matches: the request fails with 412.",
          bad: request([`${name}: W/"abc"`], { method: "PUT" }),
          good: request([`${name}: "abc"`], { method: "PUT" }),
        },
      }),
    } as Record<TagKind, never>,
    parse: (value, note) => readMembers(name, value, note),
    items: (tags) =>
      tags.map((tag) =>
        item(tag, "", tag === "*" ? "Any version there is." : "A version that the client has."),
      ),
    check(tags, _context, note, { items }) {
      if (tags.includes("*") && tags.length > 1)
        note(`${lower(name)}-any-beside`, `${name} has * beside entity tags; it has to be alone.`);
      for (const [at, tag] of tags.entries()) {
        if (tag === "*") continue;
        if (parseEntityTag(tag).flaws.length > 0)
          note(
            kind,
            `${quote(tag)} in ${name} is not an entity tag: it needs double quotes around it.`,
            items[at],
          );
        else if (name === "If-Match" && tag.startsWith("W/"))
          note(
            "if-match-weak",
            `${tag} in If-Match is weak and never matches: the request fails with 412.`,
            items[at],
          );
      }
    },
  });
}

export const ifMatch = entityTags("If-Match", "if-match-invalid", "section-13.1.1");
export const ifNoneMatch = entityTags("If-None-Match", "if-none-match-invalid", "section-13.1.2");

function conditionDate<N extends string>(name: N): AnyField<HttpDate> {
  return field({
    name,
    type: "date",
    repeat: "single",
    kinds: dateKinds(name, { as: request }),
    parse: (value, note) => readDate(name, value, note, "the condition is ignored"),
    alternate: ({ ms }, { now }) => ago(ms, now),
  });
}

export const ifModifiedSince = conditionDate("If-Modified-Since");
export const ifUnmodifiedSince = conditionDate("If-Unmodified-Since");

export const ifRange = field({
  name: "If-Range",
  type: "string",
  repeat: "single",
  kinds: {
    "if-range-without-range": {
      severity: "warning",
      link: rfc9110("section-13.1.5"),
      summary: "If-Range is sent without Range, where it means nothing.",
      bad: request(['If-Range: "a"']),
      good: request(['If-Range: "a"', "Range: bytes=0-9"]),
    },
    "if-range-invalid": {
      severity: "error",
      link: rfc9110("section-13.1.5"),
      summary: "If-Range is neither one entity tag in double quotes nor a date: everything is sent.",
      bad: request(["If-Range: abc", "Range: bytes=0-9"]),
      good: request(['If-Range: "abc"', "Range: bytes=0-9"]),
    },
    "if-range-weak": {
      severity: "error",
      link: rfc9110("section-13.1.5"),
      summary:
        "If-Range has a weak entity tag, which never matches: parts of two versions must not be put together.",
      bad: request(['If-Range: W/"a"', "Range: bytes=0-9"]),
      good: request(['If-Range: "a"', "Range: bytes=0-9"]),
    },
  },
  parse: (value) => value,
  check(value, context, note) {
    if (!context.has("range")) note("if-range-without-range", "If-Range means nothing without Range.");
    const isDate = parseHttpDate(value)?.form === "imf-fixdate";
    if (!isDate && parseEntityTag(value).flaws.length > 0)
      note(
        "if-range-invalid",
        `If-Range is ${quote(value)}, which is neither one entity tag in double quotes nor a date.`,
      );
    if (/^w\//i.test(value))
      note("if-range-weak", `If-Range has the weak entity tag ${quote(value)}, which never matches.`);
  },
});

type RangeKind = "range-invalid" | "request-range-unit" | "range-method" | "range-many" | "range-overlapping";

/** Servers take more for an attack. */
const MOST_RANGES = 50;

export const range = field({
  name: "Range",
  type: "string",
  repeat: "single",
  kinds: {
    "range-invalid": {
      severity: "error",
      link: rfc9110("section-14.1.1"),
      summary: "Range is not a unit and ranges such as bytes=0-499: servers ignore it and send everything.",
      bad: request(["Range: 0-499"]),
      good: request(["Range: bytes=0-499"]),
    },
    "request-range-unit": {
      severity: "warning",
      link: rfc9110("section-14.1"),
      summary: "Range is in a unit other than bytes, which servers ignore.",
      bad: request(["Range: lines=1-5"]),
      good: request(["Range: bytes=0-499"]),
    },
    "range-many": {
      severity: "warning",
      link: rfc9110("section-14.2"),
      summary: "Range asks for more than 50 parts at once, which servers treat as an attack.",
      bad: request([`Range: bytes=${"0-0,".repeat(60)}5-9`]),
      good: request(["Range: bytes=0-499, 1000-1499"]),
      edge: [
        request([`Range: bytes=${Array.from({ length: 51 }, (_, at) => `${at * 9}-${at * 9}`).join(",")}`]),
        request([`Range: bytes=${Array.from({ length: 50 }, (_, at) => `${at * 9}-${at * 9}`).join(",")}`]),
      ],
    },
    "range-overlapping": {
      severity: "warning",
      link: rfc9110("section-14.2"),
      summary: "Range asks for parts that overlap, which servers may join or refuse.",
      bad: request(["Range: bytes=0-10, 5-20"]),
      good: request(["Range: bytes=0-10, 20-30"]),
    },
    "range-method": {
      severity: "warning",
      link: rfc9110("section-14.2"),
      summary: "Range is defined for GET only; servers ignore it with other methods.",
      bad: request(["Range: bytes=0-499"], { method: "POST" }),
      good: request(["Range: bytes=0-499"]),
    },
  },
  parse: (value) => parseRanges(value),
  items: ({ unit, ranges }) => ranges.map((spec) => item(unit, rangeText(spec), "A part of the content.")),
  alternate: ({ ranges }) => (ranges.length > 1 ? plural(ranges.length, "part") : undefined),
  check({ unit, flaws, ranges }, { method }, note: Note<RangeKind>) {
    const [flaw] = flaws;
    const twice = overlap(ranges);
    if (ranges.length > MOST_RANGES)
      note("range-many", `Range asks for ${ranges.length} parts at once, which servers treat as an attack.`);
    else if (twice) note("range-overlapping", `Range asks for ${twice}, which overlap.`);
    if (flaw)
      note(
        "range-invalid",
        `${quote(flaw.text)} in Range is not a range such as 0-499: servers ignore the field.`,
      );
    else if (unit !== "bytes")
      note("request-range-unit", `Range is in ${unit}, not in bytes: servers ignore it.`);
    if (method !== undefined && method !== "GET")
      note("range-method", `Range means nothing with ${method}: it is defined for GET.`);
  },
});

/** Two ranges that share bytes, in words. */
function overlap(ranges: readonly RangeSpec[]): string | undefined {
  const bounded = ranges.flatMap((spec) => (spec.kind === "suffix" ? [] : [spec]));
  const sorted = bounded.toSorted((a, b) => a.first - b.first);
  for (const [at, spec] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before && spec.first <= (before.last ?? Number.POSITIVE_INFINITY))
      return `${rangeText(before)} and ${rangeText(spec)}`;
  }
  return undefined;
}

function rangeText(spec: RangeSpec): string {
  return spec.kind === "suffix" ? `-${spec.length}` : `${spec.first}-${spec.last ?? ""}`;
}

export const expect = field({
  name: "Expect",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Expect", '"100', "100-continue", rfc9110("section-10.1.1"), {
      as: (lines) => request(lines, { method: "POST" }),
    }),
    "expect-unknown": {
      severity: "warning",
      link: rfc9110("section-10.1.1"),
      summary: "Expect has something other than 100-continue, the only expectation there is.",
      bad: request(["Expect: 200-maybe"]),
      good: request(["Expect: 100-continue"], { method: "POST" }),
    },
  },
  parse: (value, note) => readMembers("Expect", value, note),
  items: (members) =>
    members.map((member) =>
      item(
        member,
        "",
        isContinue(member)
          ? "The client sends the content only after status 100."
          : "No expectation that is known.",
      ),
    ),
  check(members, _context, note, { items }) {
    for (const [at, member] of members.entries())
      if (!isContinue(member))
        note(
          "expect-unknown",
          `${quote(member)} in Expect is unknown: servers may answer 417. The only one is 100-continue.`,
          items[at],
        );
  },
});

function isContinue(member: string): boolean {
  return member.toLowerCase() === "100-continue";
}

export const maxForwards = field({
  name: "Max-Forwards",
  type: "integer",
  repeat: "single",
  kinds: {
    ...invalidKind("Max-Forwards", "many", "5", rfc9110("section-7.6.2"), {
      as: (lines) => request(lines, { method: "TRACE" }),
    }),
    "max-forwards-ignored": {
      severity: "warning",
      link: rfc9110("section-7.6.2"),
      summary: "Max-Forwards counts for TRACE and OPTIONS only; proxies ignore it with other methods.",
      bad: request(["Max-Forwards: 5"]),
      good: request(["Max-Forwards: 5"], { method: "TRACE" }),
    },
  },
  parse(value, note) {
    const { value: count, flaws } = parseInteger(value);
    if (count !== undefined && flaws.length === 0) return count;
    note("max-forwards-invalid", `${quote(value)} in Max-Forwards is not a whole number.`);
    return undefined;
  },
  check(_, { method }, note) {
    if (method !== undefined && method !== "TRACE" && method !== "OPTIONS")
      note(
        "max-forwards-ignored",
        `Max-Forwards is ignored with ${method}: it counts for TRACE and OPTIONS.`,
      );
  },
});
