/** Possible remedies of a finding, best first: the finding's fix, then rows of the recipe table. Pure. */

import { perResponse, recipeRows } from "../../../data/recipes.ts";
import { isToken } from "../../syntax/tokens.ts";
import { describeField } from "../catalogue.ts";
import type { FieldLine } from "../message.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { changedFlags } from "./cookie-flags.ts";
import { fieldToSend } from "./how.ts";
import type { Remedy } from "./recipe-row.ts";
import type { Seen } from "./stack.ts";

/** Maximum length in characters; the recipe of each server repeats the line. */
const LONGEST_FIX = 1000;

export interface Candidate {
  readonly remedy: Remedy;
  readonly note?: string;
  /** True if the remedy needs no lint: no other header or check depends on the header. */
  readonly alone?: true;
  /** True if the remedy changes the response exactly as the fix does: the fix's lint result applies. */
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
  // Joins several lines into a list (RFC 9110 section 5.3); linting rejects this for other headers.
  const values = own.map((line) => (header && isLine(header, line) ? value : line.value));
  const sent = { name: writtenName(key, lines), value: isOfMany ? [...new Set(values)].join(", ") : value };
  const remedy: Remedy = { removed: [...new Set([writtenName(old, lines), sent.name])], sent };
  return { remedy, ...(old === key && own.length < 2 && { isFix: true }) };
}

const FRESHNESS: ReadonlySet<string> = new Set(["freshness-missing", "freshness-unset"]);
const FILES_NOTE = "For files alone: pages keep their own Cache-Control.";

/** Files that servers send without the application. */
const STATIC_PATH =
  "\\.(?:css|js|mjs|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp4|webm|mp3|pdf|wasm)";

/** Patterns of static file URLs, most specific first, and the Cache-Control to send. */
const FILES: readonly (readonly [target: string, value: string])[] = [
  [`${STATIC_PATH}[?](?:\\S*&)?v(?:er(?:sion)?)?=`, "max-age=31536000, immutable"],
  [`[.-][0-9a-f]{8,}${STATIC_PATH}(?:\\s|$)`, "max-age=31536000, immutable"],
  [`${STATIC_PATH}(?:[?\\s]|$)`, "max-age=604800"],
];

/** Cache-Control for a static file: one year if the URL has a version, otherwise one week. */
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
  // Keeps `preload`: the preload list removes sites that stop sending it.
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

/** True if a server can send this value with all responses. */
function isSetting(name: string, value: string): boolean {
  // A nonce must change with each response.
  return !perResponse.has(name) && isToken(name) && !/'nonce-/i.test(value);
}

function isLine(header: HeaderObject, line: FieldLine): boolean {
  return header.name === line.name && header.value === line.value && header.sent === line.sent;
}

/** Header name with capitals: as registered, as sent (HTTP/2 has lower case), or each word capitalised. */
export function writtenName(key: string, lines: readonly FieldLine[]): string {
  const registered = describeField(key)?.name ?? "";
  const names = [registered, lines.find(({ name }) => name === key)?.sent ?? ""];
  const written = names.find((name) => name.toLowerCase() === key && name !== key);
  return written ?? key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
