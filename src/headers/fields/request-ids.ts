/** Headers with request identifiers; decodes the time in UUIDs and ULIDs. */

import { wordList } from "../../../data/headers/words.ts";
import { type AnyField, plainField } from "../field.ts";
import { ago, moment } from "../wording.ts";

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
/** Crockford's Base32; the first ten digits are milliseconds. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Milliseconds from 15 October 1582 to 1970. */
const GREGORIAN = 12_219_292_800_000;

/** Milliseconds since the epoch from UUID versions 1, 6 and 7 and ULID. */
function madeAt(id: string): number | undefined {
  if (ULID.test(id)) return [...id.slice(0, 10)].reduce((ms, digit) => ms * 32 + CROCKFORD.indexOf(digit), 0);
  const version = UUID.exec(id)?.[1];
  const hex = id.replaceAll("-", "");
  if (version === "7") return Number.parseInt(hex.slice(0, 12), 16);
  if (version === "1") return ticks(hex.slice(13, 16) + hex.slice(8, 12) + hex.slice(0, 8));
  if (version === "6") return ticks(hex.slice(0, 12) + hex.slice(13, 16));
  return undefined;
}

function ticks(hex: string): number {
  return Number(BigInt(`0x${hex}`) / 10_000n) - GREGORIAN;
}

function kindOf(id: string): string | undefined {
  const version = UUID.exec(id)?.[1];
  if (version !== undefined) return /[1-8]/.test(version) ? `UUID version ${version}` : "UUID";
  return ULID.test(id) ? "ULID" : undefined;
}

/** Type and time of an identifier in words; undefined for other formats. `now` affects only the wording. */
export function describeIdentifier(id: string, now: number): string | undefined {
  const kind = kindOf(id);
  const ms = kind === undefined ? undefined : madeAt(id);
  if (ms === undefined || ms <= 0 || ms > now + 86_400_000) return kind;
  return `${kind}, made ${moment(ms)} (${ago(ms, now)})`;
}

const NAMES = [...wordList("names of request ids")];

export const requestIds: readonly AnyField<string>[] = NAMES.map((name) =>
  plainField(name, "identifier", {
    repeat: "list",
    parse: (value) => value,
    alternateInMessage: (value, context) => describeIdentifier(value.trim(), context.now),
  }),
);
