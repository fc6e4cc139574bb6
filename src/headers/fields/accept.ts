/** Media types and codings that a server accepts in requests, sent in responses. */

import { contentCodings } from "../../../data/headers/directives/content-codings.ts";
import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import { splitList } from "../../syntax/lists.ts";
import { type MediaType, parseMediaType } from "../../syntax/media-type.ts";
import { type Member, parseList } from "../../syntax/structured-fields.ts";
import { isToken } from "../../syntax/tokens.ts";
import type { WeightedList, WeightedMember } from "../../syntax/weighted-lists.ts";
import {
  type AnyField,
  asRequest,
  detecting,
  field,
  invalidValue,
  item,
  problem,
  valueEmpty,
} from "../field.ts";
import {
  MOST_MEMBERS,
  readWeighted,
  repeated,
  reportEmptyMembers,
  weightAt,
  weightedItems,
} from "../reading/list.ts";
import { reportParameters } from "../reading/parameters.ts";
import {
  isNamed,
  memberKind,
  memberText,
  structuredField,
  structuredProblems,
} from "../reading/structured.ts";
import { parameterProblem } from "../reading/weighted-parameters.ts";
import { quote } from "../wording.ts";

/** List of media types with parameters: Accept-Patch (RFC 5789 section 3.1) and Accept-Post (LDP). */
function mediaRanges(name: string, link: string): AnyField<readonly MediaType[]> {
  const invalid = invalidValue(name, "text", "text/html", link);
  return field(invalid, "list", {
    parse(value, report) {
      const { members, flaws } = splitList(value);
      reportEmptyMembers(name, flaws, report);
      if (members.length > 0) return members.slice(0, MOST_MEMBERS).map(({ text }) => parseMediaType(text));
      if (flaws.length === 0) report(valueEmpty, `${name} has no value: a media type is expected.`);
      return undefined;
    },
    partItem: ({ essence }) => item(essence, "", mediaTypes.get(essence) ?? rangeWords(essence)),
  }).problems({
    check(types, _context, report, { items }) {
      for (const [at, { essence, flaws, parameters }] of types.entries()) {
        const isOdd = flaws.some(
          ({ id }) => !id.startsWith("parameter") && id !== "quote-unclosed" && id !== "restricted-name",
        );
        // LDP allows ranges in Accept-Post (section 7.1.1).
        const isRange = essence.includes("*");
        const isOpen = isRange && name === "Accept-Post" && /^(?:\*|[^*]+)\/\*$/.test(essence);
        if (isOdd || (isRange && !isOpen))
          report(
            invalid,
            `${quote(essence)} in ${name} is ${isRange && !isOdd ? "a range, not" : "not"} a media type.`,
            items[at],
          );
        reportParameters(invalid, flaws, parameters, report);
      }
    },
  });
}

function rangeWords(essence: string): string {
  if (essence === "*/*") return "Any media type.";
  return essence.endsWith("/*")
    ? `Any type of ${essence.slice(0, -2)}.`
    : "A media type that the server accepts.";
}

export const acceptPatch = mediaRanges("Accept-Patch", "rfc5789#section-3.1");
export const acceptPost = mediaRanges("Accept-Post", "https://www.w3.org/TR/ldp/#header-accept-post");

const [queryUnparsed, queryWrongType] = structuredProblems("Accept-Query", parseList, "rfc10008#section-3", {
  good: '"application/sql"',
  wrong: "5",
});

/** Accept-Query (RFC 10008): media types for the QUERY method, as strings or tokens. */
export const acceptQuery = structuredField(queryUnparsed, {
  partItem: (member) =>
    item(memberText(member), "", mediaTypes.get(memberText(member)) ?? rangeWords(memberText(member))),
}).problems({
  eachPart: detecting(
    queryWrongType,
    (member: Member) =>
      !isNamed(member) &&
      `${quote(memberText(member))} in Accept-Query is ${memberKind(member)} where a media type is expected.`,
  ),
  check(list, _context, report, { items }) {
    for (const [at, member] of list.entries()) {
      const text = memberText(member);
      if (isNamed(member) && parseMediaType(text).flaws.length > 0)
        report(queryUnparsed, `${quote(text)} in Accept-Query is not a media type.`, items[at]);
    }
  },
});

/** Weighted list, as in responses with status 415 (RFC 9110 section 12.5). */
function weighted(
  name: "Accept" | "Accept-Encoding",
  section: string,
  example: string,
  noun: string,
  describe: (value: string) => string,
  isRight: (value: string) => boolean,
): AnyField<WeightedList> {
  const invalid = invalidValue(name, "a b", example, `rfc9110#${section}`, { as: asRequest });
  const repeats = problem(`${name.toLowerCase()}-repeated`, "info", "rfc9110#section-12.5", {
    summary: `${name} names the same thing more than once.`,
    detectAll: ({ members }: WeightedList) => repeated(members.map(textOf)),
    title: (twice) => `${name} names ${quote(twice)} more than once.`,
    bad: asRequest([`${name}: ${example}, ${example}`]),
    good: asRequest([`${name}: ${example}`]),
  });
  return field(invalid, "list", {
    parse: readWeighted,
    items: (list) => weightedItems(list, (value) => describe(value.toLowerCase())),
  }).problems({
    eachLine: [repeats, parameterProblem(name)],
    check({ members, flaws }, _context, report, { items, line }) {
      reportEmptyMembers(name, flaws, report);
      for (const flaw of flaws.filter(({ id }) => id === "bad-weight"))
        report(
          invalid,
          `The weight ${quote(weightAt(line.value, flaw.at))} in ${name} is not from 0 to 1 with up to three decimals.`,
          items[members.findLastIndex((member) => member.at <= flaw.at)],
        );
      for (const [at, { value }] of members.entries())
        if (!isRight(value)) report(invalid, `${quote(value)} in ${name} is not a ${noun}.`, items[at]);
    },
  });
}

/** Text of a list member without its weight. */
function textOf({ value, parameters }: WeightedMember): string {
  return [value, ...parameters.map((one) => `${one.name}=${one.value ?? ""}`)].join(";");
}

export const accept = weighted(
  "Accept",
  "section-12.5.1",
  "text/html",
  "media type",
  (value) => mediaTypes.get(value) ?? rangeWords(value),
  (value) => parseMediaType(value).flaws.length === 0 && !/^\*\/(?!\*$)/.test(value),
);

export const acceptEncoding = weighted(
  "Accept-Encoding",
  "section-12.5.3",
  "gzip",
  "content coding",
  (value) => contentCodings.get(value) ?? "An unregistered coding.",
  isToken,
);
