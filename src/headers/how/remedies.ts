/** Possible remedies of a finding, best first: its fix, then the table. Pure. */

import { perResponse, recipeRows } from "../../../data/recipes.ts";
import { isToken } from "../../syntax/tokens.ts";
import { describeField } from "../catalogue.ts";
import type { FieldLine } from "../message.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { changedFlags } from "./cookie-flags.ts";
import { fieldToSend } from "./how.ts";
import type { Remedy } from "./recipe-row.ts";
import { type Seen, STATIC_PATH } from "./stack.ts";

/** Characters; each server repeats the line. */
const LONGEST_FIX = 1000;

export interface Candidate {
  readonly remedy: Remedy;
  readonly note?: string;
  /** No other header or check depends on it. */
  readonly alone?: true;
  /** The response is then as with the finding's fix. */
  readonly isFix?: true;
}

/** `header`: line of the finding, `lines`: the whole response. */
export function* remediesOf(
  { name, fix, field }: Problem,
  header: HeaderObject | undefined,
  { lines, url }: Seen & { readonly lines: readonly FieldLine[] },
): Generator<Candidate> {
  const { set, unset, start, note, alone } = recipeRows.get(name) ?? {};
  if (fix !== undefined && fix.length <= LONGEST_FIX) {
    const candidate = fixed(fix, header, field, lines);
    if (candidate) yield candidate;
  }
  const extra = { ...(note !== undefined && { note }), ...(alone && { alone }) };
  const file = url && FRESHNESS.has(name) ? fileRemedy(url) : undefined;
  if (file) yield { remedy: file, note: FILES_NOTE };
  if (set !== undefined && !start) yield { remedy: sending(set, lines), ...extra };
  const gone = header?.name ?? field;
  if (unset && gone !== undefined && isToken(gone))
    yield { remedy: { removed: [writtenName(gone, lines)] }, ...extra };
}

/** Remedy from the fix of a finding. */
function fixed(
  fix: string,
  header: HeaderObject | undefined,
  field: string | undefined,
  lines: readonly FieldLine[],
): Candidate | undefined {
  const { name, value } = fieldToSend(fix);
  const key = name.toLowerCase();
  if (key === "set-cookie") {
    const cookie = header?.name === key ? changedFlags(header.value, value) : undefined;
    return cookie && { remedy: { cookie }, isFix: true };
  }
  const old = header?.name ?? field ?? key;
  if (!isSetting(key, value) || perResponse.has(old) || !isToken(old)) return undefined;
  const own = lines.filter((line) => line.name === key);
  const isOfMany = header?.name === key && own.length > 1;
  // Lines of a list are joined (RFC 9110 section 5.3); linting rejects other headers.
  const values = own.map((line) => (header && isLine(header, line) ? value : line.value));
  const sent = { name: writtenName(key, lines), value: isOfMany ? [...new Set(values)].join(", ") : value };
  const remedy: Remedy = { removed: [...new Set([writtenName(old, lines), sent.name])], sent };
  return { remedy, ...(old === key && own.length < 2 && { isFix: true }) };
}

const FRESHNESS: ReadonlySet<string> = new Set(["freshness-missing", "freshness-unset"]);
const FILES_NOTE = "For files alone: pages keep their own Cache-Control.";

/** Static files by versioned URL, most certain first, and their Cache-Control. */
const FILES: readonly (readonly [target: string, value: string])[] = [
  [`${STATIC_PATH}[?](?:\\S*&)?v(?:er(?:sion)?)?=`, "max-age=31536000, immutable"],
  [`[.-][0-9a-f]{8,}${STATIC_PATH}(?:\\s|$)`, "max-age=31536000, immutable"],
  [`${STATIC_PATH}(?:[?\\s]|$)`, "max-age=604800"],
];

/** Versioned files are fresh for a year, others for a week. */
function fileRemedy({ pathname, search }: URL): Remedy | undefined {
  const file = FILES.find(([target]) => new RegExp(target, "i").test(pathname + search));
  return (
    file && {
      removed: ["Cache-Control"],
      sent: { name: "Cache-Control", value: file[1], on: file[0], isOfFiles: true },
    }
  );
}

function sending(line: string, lines: readonly FieldLine[]): Remedy {
  const { name, value } = fieldToSend(line);
  // The preload list drops sites that no longer send preload.
  const isListed =
    name === HSTS && lines.some((one) => one.name === HSTS.toLowerCase() && /\bpreload\b/i.test(one.value));
  const hsts = isListed
    ? "; includeSubDomains; preload"
    : coversSubdomains(lines)
      ? "; includeSubDomains"
      : "";
  return {
    removed: [name],
    sent: { name, value: name === HSTS && !value.includes(";") ? value + hsts : value },
  };
}

const HSTS = "Strict-Transport-Security";

function coversSubdomains(lines: readonly FieldLine[]): boolean {
  return lines.some(({ name, value }) => name === HSTS.toLowerCase() && /\bincludeSubDomains\b/i.test(value));
}

/** True if the header has one value for all responses. */
function isSetting(name: string, value: string): boolean {
  // A nonce must change with each response.
  return !perResponse.has(name) && isToken(name) && !/'nonce-/i.test(value);
}

function isLine(header: HeaderObject, line: FieldLine): boolean {
  return header.name === line.name && header.value === line.value && header.sent === line.sent;
}

/** Registered or sent spelling, whichever has capitals: HTTP/2 has none. */
export function writtenName(key: string, lines: readonly FieldLine[]): string {
  const registered = describeField(key)?.name ?? "";
  const names = [registered, lines.find(({ name }) => name === key)?.sent ?? ""];
  const written = names.find((name) => name.toLowerCase() === key && name !== key);
  return written ?? key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
