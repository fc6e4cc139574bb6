/** Compression Dictionary Transport (RFC 9842): dictionaries for later responses. */

import { wordList, wordTexts } from "../../../data/headers/words.ts";
import {
  type Dictionary,
  type InnerList,
  type Item,
  type Member,
  parseDictionary,
  parseItem,
} from "../../syntax/structured-fields.ts";
import { asRequest, detecting, firstOf, item, problem } from "../field.ts";
import { inQuotes, swapping } from "../reading/fixing.ts";
import {
  kindWords,
  memberText,
  memberValue,
  plain,
  structuredField,
  structuredProblems,
} from "../reading/structured.ts";
import { duration } from "../wording.ts";

const PARTS = wordTexts("parts of Use-As-Dictionary");
/** Maximum length in characters (RFC 9842 section 2.1.3). */
const LONGEST_ID = 1024;
const HASH_BYTES = 32;

/** Request destinations (Fetch). */
const DESTINATIONS = wordList("request destinations");

type Type = readonly [isRight: (member: Member) => boolean, wanted: string];

const itemOf = (kind: Item["value"]["kind"]) => (member: Member) => memberValue(member, kind) !== undefined;
const STRING: Type = [itemOf("string"), "a string"];

/** Types of members other than strings. */
const TYPES: ReadonlyMap<string, Type> = new Map([
  ["match-dest", [isListOfStrings, "a list of strings"]],
  ["type", [itemOf("token"), "a token"]],
  ["ttl", [itemOf("integer"), "a number of seconds"]],
]);

function isListOfStrings(member: Member): member is InnerList {
  return member.kind === "inner-list" && member.items.every(({ value }) => value.kind === "string");
}

type Part = readonly [key: string, member: Member];

const [useUnparsed, useWrongType] = structuredProblems(
  "Use-As-Dictionary",
  parseDictionary,
  "rfc9842#section-2.1",
  { good: 'match="/app/*"', wrong: "match=app", fix: swapping(/=([A-Za-z/][^\s,;"()]*)/g, '="$1"') },
);

/** Use-As-Dictionary (RFC 9842 section 2.1): the response may serve as a dictionary. */
export const useAsDictionary = structuredField(useUnparsed, {
  partItem: ([key, member]) => {
    const seconds =
      key === "ttl" && member.kind === "item" && member.value.kind === "integer"
        ? member.value.value
        : undefined;
    return item(
      key,
      memberText(member),
      PARTS.get(key) ?? "A member that the standard does not define.",
      seconds === undefined ? undefined : duration(seconds),
    );
  },
}).problems({
  eachLine: [
    problem("dictionary-not-stored", "warning", "rfc9842#section-2.1", {
      detect(_: Dictionary, { verdicts }) {
        const own = verdicts.caching?.private;
        return own && !own.stores && own;
      },
      title: ({ why }) => `Use-As-Dictionary has no effect: browsers do not store the response (${why}).`,
      bad: ["Cache-Control: no-store", 'Use-As-Dictionary: match="/app/*"'],
      good: ["Cache-Control: max-age=3600", 'Use-As-Dictionary: match="/app/*"'],
    }),
    problem("dictionary-match-missing", "error", "rfc9842#section-2.1.1", {
      detect: (dictionary: Dictionary) => !dictionary.has("match"),
      bad: ['Use-As-Dictionary: id="d1"'],
      good: ['Use-As-Dictionary: match="/app/*"'],
    }),
    problem("dictionary-match-elsewhere", "error", "rfc9842#section-2.1.1", {
      detect(dictionary: Dictionary, { url }) {
        const match = memberValue(dictionary.get("match"), "string") ?? "";
        const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/*?#:]+(?::\d+)?(?=[/?#]|$)/i.exec(match)?.[0];
        const named = origin === undefined ? null : URL.parse(origin);
        return url !== undefined && named !== null && named.origin !== url.origin && named.origin;
      },
      title: (origin) => `Use-As-Dictionary matches only ${origin}: browsers never use the dictionary.`,
      bad: { lines: ['Use-As-Dictionary: match="https://b.example/*"'], url: "https://a.example/" },
      good: { lines: ['Use-As-Dictionary: match="https://a.example/*"'], url: "https://a.example/" },
    }),
  ],
  eachPart: firstOf(
    problem("dictionary-part-unknown", "info", "rfc9842#section-2.1", {
      detect: ([key]: Part) => PARTS.get(key) === undefined,
      title: (_, [key]) => `Browsers ignore the unknown member ${key}.`,
      bad: ['Use-As-Dictionary: match="/app/*", scope="/"'],
      good: ['Use-As-Dictionary: match="/app/*"'],
    }),
    detecting(useWrongType, ([key, member]: Part) => {
      const [isRight, wanted] = TYPES.get(key) ?? STRING;
      return !isRight(member) && `${key}=${memberText(member)} has the wrong type: ${wanted} is expected.`;
    }),
    problem("dictionary-type-unknown", "warning", "rfc9842#section-2.1.4", {
      detect: ([key, member]: Part) => key === "type" && memberText(member) !== "raw",
      title: (_, [, member]) => `Browsers do not use dictionaries of type ${memberText(member)}.`,
      bad: ['Use-As-Dictionary: match="/app/*", type=zstd'],
      good: ['Use-As-Dictionary: match="/app/*", type=raw'],
    }),
    problem("dictionary-id-long", "error", "rfc9842#section-2.1.3", {
      detect([key, member]: Part) {
        const { length } = memberText(member);
        return key === "id" && length > LONGEST_ID && length;
      },
      title: (length) => `The id has ${length} characters; at most ${LONGEST_ID} are allowed.`,
      bad: [`Use-As-Dictionary: match="/app/*", id="${"a".repeat(1025)}"`],
      good: ['Use-As-Dictionary: match="/app/*", id="d1"'],
    }),
    problem("dictionary-destination-unknown", "warning", "rfc9842#section-2.1.2", {
      detect: ([key, member]: Part) =>
        key === "match-dest" && isListOfStrings(member) ? unknownDestination(member) : undefined,
      title: (destination) => `${destination} is not a request destination.`,
      bad: ['Use-As-Dictionary: match="/app/*", match-dest=("scripts")'],
      good: ['Use-As-Dictionary: match="/app/*", match-dest=("script")'],
    }),
  ),
});

function unknownDestination({ items }: InnerList): string | undefined {
  return items.map(({ value }) => plain(value)).find((destination) => !DESTINATIONS.has(destination));
}

const [availableUnparsed, availableWrongType] = structuredProblems(
  "Available-Dictionary",
  parseItem,
  "rfc9842#section-2.2",
  { good: ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:", wrong: "abc", as: asRequest },
);

/** Available-Dictionary (RFC 9842 section 2.2): request header with the hash of the client's dictionary. */
export const availableDictionary = structuredField(availableUnparsed, {}).problems({
  eachLine: [
    detecting(
      availableWrongType,
      ({ value: { kind } }: Item) =>
        kind !== "binary" && `Available-Dictionary is ${kindWords(kind)} where a byte sequence is expected.`,
    ),
    problem("dictionary-hash-size", "error", "rfc9842#section-2.2", {
      detect: ({ value }: Item) =>
        value.kind === "binary" && value.value.length !== HASH_BYTES && { length: value.value.length },
      title: ({ length }) => `Available-Dictionary has ${length} bytes; a SHA-256 hash has ${HASH_BYTES}.`,
      bad: ["Available-Dictionary: :AAAA:"],
      good: ["Available-Dictionary: :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
    }),
  ],
});

const [idUnparsed, idWrongType] = structuredProblems("Dictionary-ID", parseItem, "rfc9842#section-2.3", {
  good: '"d1"',
  wrong: "d1",
  as: asRequest,
  fix: inQuotes,
});

/** Dictionary-ID (RFC 9842 section 2.3): request header with the name of the client's dictionary. */
export const dictionaryId = structuredField(idUnparsed, { alternate: ({ value }) => plain(value) }).problems({
  eachLine: detecting(
    idWrongType,
    ({ value: { kind } }: Item) =>
      kind !== "string" && `Dictionary-ID is ${kindWords(kind)} where a string is expected.`,
  ),
});
