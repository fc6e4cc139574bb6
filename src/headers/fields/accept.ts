/** What a server accepts: media types and codings that a next request may use. */

import { contentCodings } from "../../../data/headers/directives/content-codings.ts";
import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import { type AnyField, field, item, type ProblemKind } from "../field.ts";
import { MOST_MEMBERS, readWeighted, repeated, weightAt, weightedItems } from "../reading/list.ts";
import { noteParameters } from "../reading/parameters.ts";
import { kindWords, structuredList } from "../reading/structured.ts";
import { memberText } from "../reading/structured-items.ts";
import { asRequest, invalidKind, lower, structuredKinds, withOwn } from "../reading/value-kinds.ts";
import { rfc, rfc9110 } from "../specs.ts";
import { splitList } from "../syntax/lists.ts";
import { type MediaType, parseMediaType } from "../syntax/media-type.ts";
import { isToken } from "../syntax/tokens.ts";
import type { WeightedList, WeightedMember } from "../syntax/weighted-lists.ts";
import { quote } from "../wording.ts";

/** A list of media ranges with parameters, as Accept-Patch (RFC 5789 section 3.1) and Accept-Post (LDP) have. */
function mediaRanges<N extends string>(name: N, link: string): AnyField<readonly MediaType[]> {
  return field({
    name,
    type: "list",
    repeat: "list",
    kinds: invalidKind(name, "text", "text/html", link),
    parse(value, note) {
      const { members, flaws } = splitList(value);
      if (flaws.some(({ id }) => id === "empty-member"))
        note("list-empty-member", `${name} has an empty member between its commas.`);
      if (members.length > 0) return members.slice(0, MOST_MEMBERS).map(({ text }) => parseMediaType(text));
      if (flaws.length === 0) note("value-empty", `${name} has no value: a media type is expected.`);
      return undefined;
    },
    items: (types) =>
      types.map(({ essence }) => item(essence, "", mediaTypes.get(essence) ?? rangeWords(essence))),
    check(types, _context, note, line) {
      for (const [at, { essence, flaws, parameters }] of types.entries()) {
        if (
          flaws.some(
            ({ id }) => !id.startsWith("parameter") && id !== "quote-unclosed" && id !== "restricted-name",
          )
        )
          note(`${lower(name)}-invalid`, `${quote(essence)} in ${name} is not a media type.`, line.items[at]);
        noteParameters(name, flaws, parameters, note);
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

export const acceptPatch = mediaRanges("Accept-Patch", rfc(5789, "section-3.1"));
export const acceptPost = mediaRanges("Accept-Post", "https://www.w3.org/TR/ldp/#header-accept-post");

/** Accept-Query: media types for the QUERY method, as strings or tokens of a structured field. */
export const acceptQuery = field({
  name: "Accept-Query",
  type: "sf-list",
  repeat: "list",
  kinds: structuredKinds(
    "Accept-Query",
    '"application/sql"',
    "5",
    "https://datatracker.ietf.org/doc/draft-ietf-httpbis-safe-method-w-body/",
  ),
  parse: (value, note) => structuredList("Accept-Query", value, note),
  items: (list) =>
    list.map((member) =>
      item(memberText(member), "", mediaTypes.get(memberText(member)) ?? rangeWords(memberText(member))),
    ),
  check(list, _context, note, line) {
    for (const [at, member] of list.entries()) {
      const kind = member.kind === "item" ? member.value.kind : undefined;
      const text = memberText(member);
      if (kind !== "string" && kind !== "token")
        note(
          "accept-query-type",
          `${quote(text)} in Accept-Query is ${kind ? kindWords(kind) : "a list"} where a media type is expected.`,
          line.items[at],
        );
      else if (parseMediaType(text).flaws.length > 0)
        note("accept-query-invalid", `${quote(text)} in Accept-Query is not a media type.`, line.items[at]);
    }
  },
});

/** A list with weights, as Accept and Accept-Encoding have in responses with status 415 (RFC 9110 section 12.5). */
function weighted<N extends string>(
  name: N,
  section: string,
  example: string,
  noun: string,
  describe: (value: string) => string,
  isRight: (value: string) => boolean,
): AnyField<WeightedList> {
  return field({
    name,
    type: "list",
    repeat: "list",
    kinds: withOwn(invalidKind(name, "a b", example, rfc9110(section), { as: asRequest }), {
      [`${lower(name)}-repeated`]: {
        severity: "info",
        link: rfc9110("section-12.5"),
        summary: `${name} names the same thing more than once.`,
        bad: asRequest([`${name}: ${example}, ${example}`]),
        good: asRequest([`${name}: ${example}`]),
      },
    } as Record<`${Lowercase<N>}-repeated`, ProblemKind>),
    parse: readWeighted,
    items: (list) => weightedItems(list, (value) => describe(value.toLowerCase())),
    check({ members, flaws }, _context, note, line) {
      for (const flaw of flaws) {
        const at = members.findLastIndex((member) => member.at <= flaw.at);
        if (flaw.id === "bad-weight")
          note(
            `${lower(name)}-invalid`,
            `The weight ${quote(weightAt(line.line.value, flaw.at))} in ${name} is not between 0 and 1 with three digits at most.`,
            line.items[at],
          );
        else if (flaw.id === "empty-member")
          note("list-empty-member", `${name} has an empty member between its commas.`);
      }
      for (const twice of repeated(members.map(textOf)))
        note(`${lower(name)}-repeated`, `${name} names ${quote(twice)} more than once.`);
      for (const [at, { value }] of members.entries())
        if (!isRight(value))
          note(`${lower(name)}-invalid`, `${quote(value)} in ${name} is not a ${noun}.`, line.items[at]);
    },
  });
}

/** A member without its weight. */
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
  (value) => contentCodings.get(value) ?? "A coding that is not registered.",
  isToken,
);
