/** Digests (RFC 9530): hashes of content or representation, and preferred algorithms. */

import { digestAlgorithms } from "../../../data/headers/directives/digest-algorithms.ts";
import type { Directive } from "../../syntax/directives.ts";
import { type Dictionary, type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import {
  type AnyField,
  detecting,
  field,
  firstOf,
  invalidValue,
  item,
  plainField,
  problem,
} from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { readDirectives } from "../reading/list.ts";
import {
  memberKind,
  memberText,
  memberValue,
  structuredField,
  structuredProblems,
} from "../reading/structured.ts";
import { quote } from "../wording.ts";

/** Digest (RFC 3230, replaced by RFC 9530): algorithm=value in base64, separated by commas. */
export const digest = field("Digest", "list", {
  parse: (value, report) => readDirectives("Digest", value, report),
  parts: ({ directives }) => directives,
  partItem: ({ name, value = "" }) =>
    item(name, value, digestAlgorithms.get(name) ?? "An unregistered algorithm."),
}).problems({
  eachPart: detecting(
    invalidValue("Digest", "sha-256", "sha-256=AAAA", "rfc3230#section-4.3.2"),
    ({ value, text }: Directive) => !value && `${quote(text)} in Digest is not in the form algorithm=value.`,
  ),
});

const MD5 = /^[A-Za-z0-9+/]{22}==$/;
const md5Invalid = invalidValue("Content-MD5", "foo", "Q2hlY2sgSW50ZWdyaXR5IQ==", "rfc1864#section-2");

/** Content-MD5 (RFC 1864, dropped by RFC 7231): MD5 of the content in base64, 16 bytes. */
export const contentMd5 = plainField(md5Invalid, "identifier", {
  empty: "",
  parse(value, report) {
    if (MD5.test(value)) return value;
    return void report(md5Invalid, `Content-MD5 ${quote(value)} is not 16 bytes in base64.`);
  },
  alternate: (value) => Buffer.from(Uint8Array.fromBase64(value)).toString("hex"),
});

/** Bytes of a hash by algorithm. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ["sha-256", 32],
  ["sha-512", 64],
  ["md5", 16],
  ["sha", 20],
]);
/** Algorithms that do not protect against forgery (RFC 9530 section 5). */
const INSECURE: ReadonlySet<string> = new Set(["md5", "sha", "unixsum", "unixcksum", "adler", "crc32c"]);
const UNKNOWN = "An unregistered algorithm.";

const SHA_256 = "sha-256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:";

const UNENCODED = "https://datatracker.ietf.org/doc/draft-ietf-httpbis-unencoded-digest/";

type Part = readonly [key: string, member: Member];

function bytesOf(member: Member): number {
  return memberValue(member, "binary")?.length ?? 0;
}

const digestRows = [
  problem("digest-unknown", "warning", "rfc9530#section-5", {
    detect: ([key]: Part) => !digestAlgorithms.get(key),
    title: (_, [key]) => `The algorithm ${key} is not registered.`,
    fix: swapping(/\b(sha)_?(256|512)=/gi, "sha-$2="),
    bad: ["Content-Digest: sha256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
    good: [`Content-Digest: ${SHA_256}`],
  }),
  problem("digest-size", "error", "rfc9530#section-2", {
    detect([key, member]: Part) {
      const size = SIZES.get(key);
      return size !== undefined && size !== bytesOf(member) && size;
    },
    title: (size, [key, member]) => `The ${key} digest has ${bytesOf(member)} bytes, not ${size}.`,
    bad: ["Content-Digest: sha-256=:AAAA:"],
    good: [`Content-Digest: ${SHA_256}`],
  }),
  problem("digest-insecure", "info", "rfc9530#section-5", {
    detect: ([key]: Part) => INSECURE.has(key),
    title: (_, [key]) => `${key} digests detect corruption but not tampering.`,
    bad: ["Content-Digest: md5=:AAAAAAAAAAAAAAAAAAAAAA==:"],
    good: [`Content-Digest: ${SHA_256}`],
  }),
] as const;

/** Adds missing colons to a SHA-256 or SHA-512 hash in base64. */
const inColons = swapping(
  /\b(sha-(?:256|512))=:?"?((?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==))"?:?(?=\s*(?:,|$))/g,
  "$1=:$2:",
);

function digests(name: string, link: string): AnyField<Dictionary> {
  const [unparsed, wrongType] = structuredProblems(name, parseDictionary, link, {
    good: SHA_256,
    wrong: "sha-256=abc",
    fixInvalid: inColons,
  });
  return structuredField(unparsed, {
    partItem: ([key, member]) => item(key, memberText(member), digestAlgorithms.get(key) ?? UNKNOWN),
  }).problems({
    eachPart: firstOf(
      detecting(
        wrongType,
        ([key, member]: Part) =>
          memberValue(member, "binary") === undefined &&
          `${key} in ${name} is ${memberKind(member)} where a byte sequence is expected.`,
      ),
      ...digestRows,
    ),
  });
}

/** Content-Digest (RFC 9530 section 2): hash of this message's content. */
export const contentDigest = digests("Content-Digest", "rfc9530#section-2");
/** Repr-Digest (RFC 9530 section 3): hash of the whole representation. */
export const reprDigest = digests("Repr-Digest", "rfc9530#section-3");
/** Unencoded-Digest (draft-ietf-httpbis-unencoded-digest): hash of the content before content coding. */
export const unencodedDigest = digests("Unencoded-Digest", UNENCODED);

const LARGEST_WISH = 10;

/** A preference for an algorithm, and the name of the header. */
interface Wish {
  readonly key: string;
  readonly member: Member;
  readonly field: string;
}

function isWhole({ member }: Wish): boolean {
  return memberValue(member, "integer") !== undefined;
}

function notAWish({ key, member, field: name }: Wish): string {
  return `${key}=${memberText(member)} in ${name} is not a whole number from 0 to 10.`;
}

const wishRange = problem("want-digest-range", "error", "rfc9530#section-4", {
  detect: (one: Wish) => isWhole(one) && wish(one.member) === undefined,
  title: (_, one) => notAWish(one),
  bad: ["Want-Repr-Digest: sha-256=-1"],
  good: ["Want-Repr-Digest: sha-256=0"],
});

function wishes(name: string, link: string): AnyField<Dictionary> {
  const [unparsed, wrongType] = structuredProblems(name, parseDictionary, link, {
    good: "sha-256=10",
    wrong: "sha-256=high",
  });
  return structuredField(unparsed, {
    items: (dictionary) =>
      [...dictionary].map(([key, member]) =>
        item(key, memberText(member), digestAlgorithms.get(key) ?? UNKNOWN, wish(member)),
      ),
    parts: (dictionary) => [...dictionary].map(([key, member]): Wish => ({ key, member, field: name })),
  }).problems({
    eachPart: [detecting(wrongType, (one: Wish) => !isWhole(one) && notAWish(one)), wishRange],
  });
}

const WISHES: ReadonlyMap<number, string> = new Map([
  [0, "not acceptable"],
  [1, "least preferred"],
  [10, "most preferred"],
]);

function wish(member: Member): string | undefined {
  const value = memberValue(member, "integer") ?? -1;
  return value >= 0 && value <= LARGEST_WISH ? (WISHES.get(value) ?? `weight ${value} of 10`) : undefined;
}

/** Want-Content-Digest and Want-Repr-Digest (RFC 9530 section 4): preferred algorithms. */
export const wantContentDigest = wishes("Want-Content-Digest", "rfc9530#section-4");
export const wantReprDigest = wishes("Want-Repr-Digest", "rfc9530#section-4");
export const wantUnencodedDigest = wishes("Want-Unencoded-Digest", UNENCODED);
