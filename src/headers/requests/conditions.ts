/** Conditions and parts: If-*, Range, Expect, Max-Forwards (RFC 9110 sections 7.6.2, 10.1.1, 13, 14). */

import type { HttpDate } from "../../syntax/dates.ts";
import { parseHttpDate } from "../../syntax/dates.ts";
import { parseEntityTag } from "../../syntax/entity-tags.ts";
import { parseInteger } from "../../syntax/integers.ts";
import { parseRanges, type RangeSpec } from "../../syntax/ranges.ts";
import {
  type AnyField,
  type AnyRow,
  dateProblems,
  type ExplainedLine,
  field,
  firstOf,
  invalidValue,
  item,
  problem,
} from "../field.ts";
import { readDate } from "../reading/date.ts";
import { quotedTags, swapping } from "../reading/fixing.ts";
import { readMembers } from "../reading/list.ts";
import { ago, plural, quote } from "../wording.ts";
import { request } from "./example.ts";

/** Field with `*` or a list of entity tags. `more`: further problems of a tag. */
function entityTags(
  name: "If-Match" | "If-None-Match",
  section: string,
  more: readonly AnyRow<string, ExplainedLine<readonly string[]>>[] = [],
): AnyField<readonly string[]> {
  const invalid = invalidValue(name, "abc", '"abc"', `rfc9110#${section}`, {
    summary: `${name} has a member that is not an entity tag (a text in double quotes, optionally after W/).`,
    as: request,
    detect: (tag: string) =>
      tag !== "*" &&
      parseEntityTag(tag).flaws.length > 0 &&
      `${quote(tag)} in ${name} is not an entity tag; it needs double quotes.`,
    fix: quotedTags,
  });
  return field(name, "list", {
    parse: (value, report) => readMembers(invalid, value, report),
    partItem: (tag) => item(tag, "", tag === "*" ? "Any version." : "A version that the client has."),
  }).problems({
    eachPart: [firstOf(invalid, ...more)],
    eachLine: problem(`${name.toLowerCase()}-any-beside`, "error", `rfc9110#${section}`, {
      summary: `${name} has * next to entity tags; it must be the only member.`,
      detect: (tags) => tags.includes("*") && tags.length > 1,
      title: () => `${name} has * next to entity tags; it must be the only member.`,
      bad: request([`${name}: *, "abc"`]),
      good: request([`${name}: *`], { method: "PUT" }),
    }),
  });
}

export const ifNoneMatch = entityTags("If-None-Match", "section-13.1.2");
export const ifMatch = entityTags("If-Match", "section-13.1.1", [
  problem("if-match-weak", "warning", "rfc9110#section-13.1.1", {
    detect: (tag: string) => tag.startsWith("W/"),
    title: (_, tag) => `${tag} in If-Match is weak and never matches, so the request fails with 412.`,
    bad: request(['If-Match: W/"abc"'], { method: "PUT" }),
    good: request(['If-Match: "abc"'], { method: "PUT" }),
  }),
]);

function conditionDate(name: string): AnyField<HttpDate> {
  const dates = dateProblems(name, { as: request });
  return field(name, "date", {
    parse: (value, report) => readDate(dates, value, report, "servers ignore the condition"),
    alternateInMessage: ({ ms }, { now }) => ago(ms, now),
  }).problems({ named: dates });
}

export const ifModifiedSince = conditionDate("If-Modified-Since");
export const ifUnmodifiedSince = conditionDate("If-Unmodified-Since");

export const ifRange = field("If-Range", "string", { parse: (value) => value }).problems({
  eachLine: [
    problem("if-range-without-range", "warning", "rfc9110#section-13.1.5", {
      detect: (_, { has }) => !has("range"),
      bad: request(['If-Range: "a"']),
      good: request(['If-Range: "a"', "Range: bytes=0-9"]),
    }),
    problem("if-range-invalid", "error", "rfc9110#section-13.1.5", {
      detect: (value) =>
        parseHttpDate(value)?.form !== "imf-fixdate" && parseEntityTag(value).flaws.length > 0,
      title: (_, value) =>
        `If-Range is ${quote(value)}, which is neither one entity tag in double quotes nor a date.`,
      bad: request(["If-Range: abc", "Range: bytes=0-9"]),
      good: request(['If-Range: "abc"', "Range: bytes=0-9"]),
    }),
    problem("if-range-weak", "error", "rfc9110#section-13.1.5", {
      detect: (value) => /^w\//i.test(value),
      title: (_, value) => `If-Range has the weak entity tag ${quote(value)}, which never matches.`,
      bad: request(['If-Range: W/"a"', "Range: bytes=0-9"]),
      good: request(['If-Range: "a"', "Range: bytes=0-9"]),
    }),
  ],
});

/** Maximum number of ranges; servers treat more as an attack. */
const MOST_RANGES = 50;

export const range = field("Range", "string", {
  parse: (value) => parseRanges(value),
  items: ({ unit, ranges }) => ranges.map((spec) => item(unit, rangeText(spec), "A part of the content.")),
  alternate: ({ ranges }) => (ranges.length > 1 ? plural(ranges.length, "part") : undefined),
}).problems({
  eachLine: [
    firstOf(
      problem("range-many", "warning", "rfc9110#section-14.2", {
        detect: ({ ranges }) => ranges.length > MOST_RANGES && ranges.length,
        title: (count) => `Range asks for ${count} parts at once, which servers may refuse.`,
        bad: request([`Range: bytes=${"0-0,".repeat(60)}5-9`]),
        good: request(["Range: bytes=0-499, 1000-1499"]),
      }),
      problem("range-overlapping", "warning", "rfc9110#section-14.2", {
        detect: ({ ranges }) => overlap(ranges),
        title: (twice) => `Range asks for ${twice}, which overlap.`,
        bad: request(["Range: bytes=0-10, 5-20"]),
        good: request(["Range: bytes=0-10, 20-30"]),
      }),
    ),
    firstOf(
      problem("range-invalid", "error", "rfc9110#section-14.1.1", {
        detect: ({ flaws }) => flaws[0],
        title: ({ text }) =>
          `${quote(text)} in Range is not in the form bytes=0-499, so servers ignore the header.`,
        fix: swapping(/^(?:bytes[ :]+)?(?=\d|-\d)/i, "bytes="),
        bad: request(["Range: 0-499"]),
        good: request(["Range: bytes=0-499"]),
      }),
      problem("request-range-unit", "warning", "rfc9110#section-14.1", {
        detect: ({ unit }) => unit !== "bytes",
        title: (_, { unit }) => `Range is in ${unit}, not in bytes, so servers ignore it.`,
        bad: request(["Range: lines=1-5"]),
        good: request(["Range: bytes=0-499"]),
      }),
    ),
    problem("range-method", "warning", "rfc9110#section-14.2", {
      detect: (_, { method }) => method !== "GET" && method,
      title: (method) => `Range has no meaning with ${method}: it is defined for GET only.`,
      bad: request(["Range: bytes=0-499"], { method: "POST" }),
      good: request(["Range: bytes=0-499"]),
    }),
  ],
});

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

const isContinue = (member: string) => member.toLowerCase() === "100-continue";
const asPost = (lines: readonly string[]) => request(lines, { method: "POST" });

const expectInvalid = invalidValue("Expect", '"100', "100-continue", "rfc9110#section-10.1.1", {
  as: asPost,
});

export const expect = field(expectInvalid, "list", {
  parse: (value, report) => readMembers(expectInvalid, value, report),
  partItem: (member) =>
    item(
      member,
      "",
      isContinue(member) ? "The client sends the content only after status 100." : "Not a known expectation.",
    ),
}).problems({
  eachPart: problem("expect-unknown", "warning", "rfc9110#section-10.1.1", {
    detect: (member) => !isContinue(member),
    title: (_, member) =>
      `${quote(member)} in Expect is unknown (only 100-continue is defined), so servers may answer 417.`,
    bad: request(["Expect: 200-maybe"]),
    good: asPost(["Expect: 100-continue"]),
  }),
});

const asTrace = (lines: readonly string[]) => request(lines, { method: "TRACE" });
const notCount = invalidValue("Max-Forwards", "many", "5", "rfc9110#section-7.6.2", { as: asTrace });

export const maxForwards = field(notCount, "integer", {
  parse(value, report) {
    const { value: count, flaws } = parseInteger(value);
    if (count !== undefined && flaws.length === 0) return count;
    report(notCount, `${quote(value)} in Max-Forwards is not a whole number.`);
    return undefined;
  },
}).problems({
  eachLine: problem("max-forwards-ignored", "warning", "rfc9110#section-7.6.2", {
    detect: (_, { method }) => method !== "TRACE" && method !== "OPTIONS" && method,
    title: (method) => `Proxies ignore Max-Forwards with ${method}: it applies to TRACE and OPTIONS.`,
    bad: request(["Max-Forwards: 5"]),
    good: asTrace(["Max-Forwards: 5"]),
  }),
});
