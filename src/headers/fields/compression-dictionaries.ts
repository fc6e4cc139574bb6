/** Compression Dictionary Transport (RFC 9842): dictionaries that later responses are compressed with. */

import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { kindWords, structuredDictionary, structuredItem } from "../reading/structured.ts";
import { memberText, plain } from "../reading/structured-items.ts";
import { asRequest, structuredKinds } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import type { InnerList, Member } from "../syntax/structured-fields.ts";
import { duration } from "../wording.ts";

const PARTS = wordTable({
  match: "A URL pattern: requests for matching paths may use this response as a dictionary.",
  "match-dest": "Kinds of request destination that may use the dictionary, such as script.",
  id: "A name of the dictionary, which the browser sends back in Dictionary-ID.",
  type: "The format of the dictionary: raw bytes.",
  ttl: "How many seconds the dictionary may be kept, in an older draft.",
});
/** RFC 9842 section 2.1.3. */
const LONGEST_ID = 1024;
const HASH_BYTES = 32;

/** Request destinations of the Fetch standard that a dictionary can be for. */
const DESTINATIONS: ReadonlySet<string> = new Set(
  (
    " audio audioworklet document embed fencedframe font frame iframe image json manifest object paintworklet report" +
    " script serviceworker sharedworker speculationrules style text track video webidentity worker xslt"
  ).split(" "),
);

/** Use-As-Dictionary (RFC 9842 section 2.1): the response may serve as a dictionary. */
export const useAsDictionary = field({
  name: "Use-As-Dictionary",
  type: "sf-dictionary",
  repeat: "list",
  kinds: {
    ...structuredKinds("Use-As-Dictionary", 'match="/app/*"', "match=app", rfc(9842, "section-2.1")),
    "dictionary-match-missing": {
      severity: "error",
      link: rfc(9842, "section-2.1.1"),
      summary: "Use-As-Dictionary has no match, without which the response is never used as a dictionary.",
      bad: ['Use-As-Dictionary: id="d1"'],
      good: ['Use-As-Dictionary: match="/app/*"'],
    },
    "dictionary-destination-unknown": {
      severity: "warning",
      link: rfc(9842, "section-2.1.2"),
      summary: "match-dest has a word that is not a request destination, so it matches nothing.",
      bad: ['Use-As-Dictionary: match="/app/*", match-dest=("scripts")'],
      good: ['Use-As-Dictionary: match="/app/*", match-dest=("script")'],
    },
    "dictionary-type-unknown": {
      severity: "warning",
      link: rfc(9842, "section-2.1.4"),
      summary: "The dictionary has a format other than raw, so browsers do not use it.",
      bad: ['Use-As-Dictionary: match="/app/*", type=zstd'],
      good: ['Use-As-Dictionary: match="/app/*", type=raw'],
    },
    "dictionary-part-unknown": {
      severity: "info",
      link: rfc(9842, "section-2.1"),
      summary: "Use-As-Dictionary has a part that the standard does not know.",
      bad: ['Use-As-Dictionary: match="/app/*", scope="/"'],
      good: ['Use-As-Dictionary: match="/app/*"'],
    },
    "dictionary-id-long": {
      severity: "error",
      link: rfc(9842, "section-2.1.3"),
      summary: "The id of a dictionary has more than 1024 characters: the field is ignored.",
      bad: [`Use-As-Dictionary: match="/app/*", id="${"a".repeat(1025)}"`],
      good: ['Use-As-Dictionary: match="/app/*", id="d1"'],
      edge: [
        [`Use-As-Dictionary: match="/a", id="${"i".repeat(1025)}"`],
        [`Use-As-Dictionary: match="/a", id="${"i".repeat(1024)}"`],
      ],
    },
    "dictionary-not-stored": {
      severity: "warning",
      link: rfc(9842, "section-2.1"),
      summary: "The response is offered as a dictionary, but may not be stored.",
      bad: ["Cache-Control: no-store", 'Use-As-Dictionary: match="/app/*"'],
      good: ["Cache-Control: max-age=3600", 'Use-As-Dictionary: match="/app/*"'],
    },
  },
  parse: (value, note) => structuredDictionary("Use-As-Dictionary", value, note),
  items: (dictionary) =>
    [...dictionary].map(([key, member]) => {
      const seconds =
        key === "ttl" && member.kind === "item" && member.value.kind === "integer"
          ? member.value.value
          : undefined;
      return item(
        key,
        memberText(member),
        PARTS.get(key) ?? "A part that the standard does not know.",
        seconds === undefined ? undefined : duration(seconds),
      );
    }),
  check(dictionary, context, note, line) {
    const own = context.verdicts.caching?.private;
    if (own && !own.stores)
      note(
        "dictionary-not-stored",
        `The response of Use-As-Dictionary is not stored, so it is not a dictionary: ${own.why}.`,
      );
    if (!dictionary.has("match"))
      note("dictionary-match-missing", "Use-As-Dictionary has no match, so the dictionary is never used.");
    for (const [at, [key, member]] of [...dictionary].entries()) {
      const place = line.items[at];
      const text = memberText(member);
      const [isRight, wanted] = TYPES.get(key) ?? STRING;
      if (PARTS.get(key) === undefined)
        note("dictionary-part-unknown", `The part ${key} is not one that browsers know.`, place);
      else if (!isRight(member))
        note("use-as-dictionary-type", `${key}=${text} has the wrong type: ${wanted} is expected.`, place);
      else if (key === "type" && text !== "raw")
        note("dictionary-type-unknown", `Browsers do not use dictionaries of type ${text}.`, place);
      else if (key === "id" && text.length > LONGEST_ID)
        note("dictionary-id-long", `The id has ${text.length} characters; ${LONGEST_ID} are allowed.`, place);
      const odd = key === "match-dest" && isListOfStrings(member) ? unknownDestination(member) : undefined;
      if (odd !== undefined)
        note("dictionary-destination-unknown", `${odd} is not a request destination.`, place);
    }
  },
});

type Type = readonly [isRight: (member: Member) => boolean, wanted: string];

const itemOf = (kind: string) => (member: Member) => member.kind === "item" && member.value.kind === kind;
const STRING: Type = [itemOf("string"), "a string"];

/** What the parts have to be that are not strings. */
const TYPES: ReadonlyMap<string, Type> = new Map([
  ["match-dest", [isListOfStrings, "a list of strings"]],
  ["type", [itemOf("token"), "a token"]],
  ["ttl", [itemOf("integer"), "a number of seconds"]],
]);

function isListOfStrings(member: Member): member is InnerList {
  return member.kind === "inner-list" && member.items.every(({ value }) => value.kind === "string");
}

function unknownDestination({ items }: InnerList): string | undefined {
  return items.map(({ value }) => plain(value)).find((destination) => !DESTINATIONS.has(destination));
}

/** Available-Dictionary (RFC 9842 section 2.2): a request field, the hash of the dictionary at hand. */
export const availableDictionary = field({
  name: "Available-Dictionary",
  type: "sf-item",
  repeat: "single",
  kinds: {
    ...structuredKinds(
      "Available-Dictionary",
      ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:",
      "abc",
      rfc(9842, "section-2.2"),
      { as: asRequest },
    ),
    "dictionary-hash-size": {
      severity: "error",
      link: rfc(9842, "section-2.2"),
      summary: "Available-Dictionary is not a SHA-256 hash, which has 32 bytes.",
      bad: ["Available-Dictionary: :AAAA:"],
      good: ["Available-Dictionary: :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
    },
  },
  parse: (value, note) => structuredItem("Available-Dictionary", value, note),
  check({ value }, _context, note) {
    if (value.kind !== "binary")
      note(
        "available-dictionary-type",
        `Available-Dictionary is ${kindWords(value.kind)} where a byte sequence is expected.`,
      );
    else if (value.value.length !== HASH_BYTES)
      note(
        "dictionary-hash-size",
        `Available-Dictionary has ${value.value.length} bytes; a SHA-256 hash has ${HASH_BYTES}.`,
      );
  },
});

/** Dictionary-ID (RFC 9842 section 2.3): a request field, the name of the dictionary at hand. */
export const dictionaryId = field({
  name: "Dictionary-ID",
  type: "sf-item",
  repeat: "single",
  kinds: structuredKinds("Dictionary-ID", '"d1"', "d1", rfc(9842, "section-2.3"), { as: asRequest }),
  parse: (value, note) => structuredItem("Dictionary-ID", value, note),
  alternate: ({ value }) => plain(value),
  check({ value }, _context, note) {
    if (value.kind !== "string")
      note("dictionary-id-type", `Dictionary-ID is ${kindWords(value.kind)} where a string is expected.`);
  },
});
