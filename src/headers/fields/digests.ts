/** Digest fields (RFC 9530): hashes of the content or representation, and which ones are expected. */

import { digestAlgorithms } from "../../../data/headers/directives/digest-algorithms.ts";
import { type AnyField, field, item, type ProblemKind } from "../field.ts";
import { swapping } from "../fixing.ts";
import { kindWords, structuredDictionary } from "../reading/structured.ts";
import { memberText } from "../reading/structured-items.ts";
import { type InvalidId, lower, structuredKinds, type TypeId, withOwn } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import type { Dictionary, Member } from "../syntax/structured-fields.ts";

/** Bytes of each algorithm's hash. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ["sha-256", 32],
  ["sha-512", 64],
  ["md5", 16],
  ["sha", 20],
]);
/** RFC 9530 section 5: not safe against somebody who wants to forge. */
const INSECURE: ReadonlySet<string> = new Set(["md5", "sha", "unixsum", "unixcksum", "adler", "crc32c"]);
const UNKNOWN = "An algorithm that is not registered.";

const SHA_256 = "sha-256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:";

type DigestKind = "digest-size" | "digest-insecure" | "digest-unknown";

const UNENCODED = "https://datatracker.ietf.org/doc/draft-ietf-httpbis-unencoded-digest/";

const kinds: Readonly<Record<DigestKind, ProblemKind>> = {
  "digest-size": {
    severity: "error",
    link: rfc(9530, "section-2"),
    summary: "A digest does not have as many bytes as its algorithm gives.",
    bad: ["Content-Digest: sha-256=:AAAA:"],
    good: ["Content-Digest: sha-256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
  },
  "digest-insecure": {
    severity: "info",
    link: rfc(9530, "section-5"),
    summary: "A digest's algorithm detects damage, but not forgery.",
    bad: ["Content-Digest: md5=:AAAAAAAAAAAAAAAAAAAAAA==:"],
    good: ["Content-Digest: sha-256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
  },
  "digest-unknown": {
    severity: "warning",
    link: rfc(9530, "section-5"),
    summary: "A digest's algorithm is not registered.",
    fix: swapping(/\b(sha)_?(256|512)=/gi, "sha-$2="),
    bad: ["Content-Digest: sha256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
    good: ["Content-Digest: sha-256=:pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:"],
  },
};

function digests<N extends string>(name: N, link: string, own?: typeof kinds): AnyField<Dictionary> {
  return field<Dictionary, DigestKind | InvalidId<N> | TypeId<N>>({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: withOwn(own, structuredKinds(name, SHA_256, "sha-256=abc", link)),
    parse: (value, note) => structuredDictionary(name, value, note),
    items: (dictionary) =>
      [...dictionary].map(([key, member]) =>
        item(key, memberText(member), digestAlgorithms.get(key) ?? UNKNOWN),
      ),
    check(dictionary, _context, note, line) {
      for (const [at, [key, member]] of [...dictionary].entries()) {
        const place = line.items[at];
        const value = member.kind === "item" ? member.value : undefined;
        if (value?.kind !== "binary") {
          const what = value ? kindWords(value.kind) : "a list";
          note(
            `${lower(name)}-type`,
            `${key} in ${name} is ${what} where a byte sequence is expected.`,
            place,
          );
        } else if (!digestAlgorithms.get(key))
          note("digest-unknown", `The algorithm ${key} is not registered.`, place);
        else if (value.value.length !== (SIZES.get(key) ?? value.value.length))
          note(
            "digest-size",
            `The digest by ${key} has ${value.value.length} bytes, not ${SIZES.get(key)}.`,
            place,
          );
        else if (INSECURE.has(key))
          note("digest-insecure", `A digest by ${key} detects damage, but not forgery.`, place);
      }
    },
  });
}

/** Content-Digest (RFC 9530 section 2): of the bytes of this message's content. */
export const contentDigest = digests("Content-Digest", rfc(9530, "section-2"), kinds);
/** Repr-Digest (RFC 9530 section 3): of the whole representation, whatever part is sent. */
export const reprDigest = digests("Repr-Digest", rfc(9530, "section-3"));
/** Unencoded-Digest (draft-ietf-httpbis-unencoded-digest): of the content before any content coding. */
export const unencodedDigest = digests("Unencoded-Digest", UNENCODED);

const LARGEST_WISH = 10;

const wishKinds: Readonly<Record<"want-digest-range", ProblemKind>> = {
  "want-digest-range": {
    severity: "error",
    link: rfc(9530, "section-4"),
    summary: "A preference for a digest is not between 0 and 10.",
    bad: ["Want-Repr-Digest: sha-256=-1"],
    good: ["Want-Repr-Digest: sha-256=0"],
    edge: [["Want-Repr-Digest: sha-256=11"], ["Want-Repr-Digest: sha-256=10"]],
  },
};

function wishes<N extends string>(name: N, link: string, own?: typeof wishKinds): AnyField<Dictionary> {
  return field<Dictionary, "want-digest-range" | InvalidId<N> | TypeId<N>>({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: withOwn(own, structuredKinds(name, "sha-256=10", "sha-256=high", link)),
    parse: (value, note) => structuredDictionary(name, value, note),
    items: (dictionary) =>
      [...dictionary].map(([key, member]) =>
        item(key, memberText(member), digestAlgorithms.get(key) ?? UNKNOWN, wish(member)),
      ),
    check(dictionary, _context, note, line) {
      for (const [at, [key, member]] of [...dictionary].entries())
        if (wish(member) === undefined)
          note(
            member.kind === "item" && member.value.kind === "integer"
              ? "want-digest-range"
              : `${lower(name)}-type`,
            `${key}=${memberText(member)} in ${name} is not a whole number from 0 to 10.`,
            line.items[at],
          );
    },
  });
}

const WISHES: ReadonlyMap<number, string> = new Map([
  [0, "not acceptable"],
  [1, "least wanted"],
  [10, "most wanted"],
]);

function wish(member: Member): string | undefined {
  if (member.kind !== "item" || member.value.kind !== "integer") return undefined;
  const { value } = member.value;
  return value >= 0 && value <= LARGEST_WISH ? (WISHES.get(value) ?? `weight ${value} of 10`) : undefined;
}

/** Want-Content-Digest and Want-Repr-Digest (RFC 9530 section 4): which algorithms the recipient should use. */
export const wantContentDigest = wishes("Want-Content-Digest", rfc(9530, "section-4"), wishKinds);
export const wantReprDigest = wishes("Want-Repr-Digest", rfc(9530, "section-4"));
export const wantUnencodedDigest = wishes("Want-Unencoded-Digest", UNENCODED);
