/**
 * How values are mended whose fault has one right answer: by the id of the problem, the value as it should be. A mend that
 * does not know what is right, or leaves nothing of the value, gives nothing. Pure.
 */

import { type WordTable, wordTable } from "../../data/word-table.ts";
import type { Edit } from "./field.ts";
import {
  dropping,
  encodedReference,
  inQuotes,
  mapping,
  quotedTags,
  rejoining,
  swapping,
  unique,
} from "./fixing.ts";
import { cookieMends } from "./mends/cookies.ts";
import { policyMends } from "./mends/policies.ts";
import { moreMends } from "./mends/values.ts";
import type { HeaderObject } from "./schema.ts";

/** A value as it should be; undefined where that is not known. `name` is the field's, in lower case. */
type Mend = (value: string, name: string) => string | undefined;

const unquoted: Mend = mapping((member) => member.replace(/^"([^"]*)"/, "$1"));
const origin = (value: string): string | undefined => {
  const url = URL.parse(value);
  return url && url.origin !== "null" ? url.origin : undefined;
};
const languages: Mend = mapping((member) => member.replace(/_/g, "-"));

const valueMends = wordTable<Mend>({
  "list-empty-member": mapping((member) => member),
  "parameter-single-quoted": swapping(/='([^'"]*)'/g, '="$1"'),
  "accept-ch-type": unquoted,
  "access-control-max-age-negative": () => "0",
  "alt-svc-clear-in-list": dropping(/^clear$/i),
  "alt-svc-invalid": swapping(/(^|,)(\s*[\w%-]+)=([^"';,\s]*:\d+)/g, '$1$2="$3"'),
  "cache-groups-type": inQuotes,
  "cache-group-invalidation-type": inQuotes,
  "challenge-charset": swapping(/\bcharset\s*=\s*(?:"[^"]*"|[^\s,"]+)/i, 'charset="UTF-8"'),
  "challenge-parameter-unquoted": swapping(/\b(realm|nonce|opaque|domain|qop)=([^\s",]+)/gi, '$1="$2"'),
  "charset-pointless": swapping(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/i, ""),
  "chunked-not-last": (value) => {
    const others = value
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one.toLowerCase() !== "chunked");
    return [...others, "chunked"].join(", ");
  },
  "chunked-repeated": unique,
  "clear-site-data-unquoted": inQuotes,
  "content-language-invalid": languages,
  "content-language-repeated": unique,
  "content-length-repeated": (value) => value.split(",")[0]?.trim(),
  "content-location-fragment": swapping(/#.*$/, ""),
  "content-location-invalid": encodedReference,
  "cross-origin-embedder-policy-type": unquoted,
  "cross-origin-embedder-policy-report-only-type": unquoted,
  "cross-origin-opener-policy-type": unquoted,
  "cross-origin-opener-policy-report-only-type": unquoted,
  "critical-ch-type": unquoted,
  "delta-base-invalid": quotedTags,
  "dictionary-id-type": inQuotes,
  "digest-unknown": swapping(/\b(sha)_?(256|512)=/gi, "sha-$2="),
  "disposition-filename-percent": swapping(
    /filename="([^"]*)"/i,
    (_, name: string) => `filename="${decoded(name)}"`,
  ),
  "disposition-unknown": swapping(/^[^;\s]+(?=\s*(?:;|$))/, "attachment"),
  "document-isolation-policy-type": unquoted,
  "document-isolation-policy-report-only-type": unquoted,
  "etag-invalid": quotedTags,
  "hsts-separator": rejoining(/[,;]/, "; "),
  "hsts-trailing-semicolon": swapping(/[\s;]+$/, ""),
  "hsts-value-not-allowed": swapping(
    /\b(includesubdomains|preload)\s*=\s*(?:"?(?:true|1|yes)?"?)(?=\s*(?:;|$))/gi,
    "$1",
  ),
  "idempotency-key-type": inQuotes,
  "incremental-type": swapping(/^"?(?:true|yes|1|on)"?$/i, "?1"),
  "integrity-policy-type": swapping(/=([^\s,;()]+)/g, "=($1)"),
  "integrity-policy-report-only-type": swapping(/=([^\s,;()]+)/g, "=($1)"),
  "keep-alive-parameter": swapping(/^(\d+)$/, "timeout=$1"),
  "location-syntax": encodedReference,
  "origin-agent-cluster-type": swapping(/^"?(?:true|yes|1|on)"?$/i, "?1"),
  "referrer-policy-void": swapping(/[\s;]+$/, ""),
  "server-timing-duration": swapping(/\bdur="?(\d+(?:\.\d+)?)\s*ms"?/gi, "dur=$1"),
  "software-version": (value, name) =>
    name === "server" ? /^([A-Za-z][\w-]*)\/\S*/.exec(value)?.[1] : undefined,
  "speculation-rules-type": inQuotes,
  "supports-loading-mode-type": unquoted,
  "timing-allow-origin-invalid": mapping((member) => origin(member) ?? member),
  "traceparent-invalid": (value) => value.toLowerCase(),
  "transfer-coding-parameter": swapping(/\bchunked\s*;[^,]*/i, "chunked"),
  "upgrade-h2": dropping(/^h2$/i),
  "use-as-dictionary-type": swapping(/=([A-Za-z/][^\s,;"()]*)/g, '="$1"'),
  "vary-host": dropping(/^host$/i),
  "vary-negotiate": dropping(/^negotiate$/i),
  "vary-repeated": unique,
  "x-frame-options-repeated": unique,
  "x-frame-options-unknown": swapping(/^\W*(?:(deny)|same[-_ ]?origin)\W*$/i, (_, deny?: string) =>
    deny ? "DENY" : "SAMEORIGIN",
  ),
  "x-xss-protection-on": () => "0",
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names that were given up, and the one in their place: the value stays. */
const RENAMED = wordTable({
  "source-map-prefixed": "SourceMap",
});

const MENDS: WordTable<Mend> = new Map([...valueMends, ...policyMends, ...cookieMends, ...moreMends]);
/**
 * The ids that have a mend, or a name in the place of theirs.
 * @internal for tests: a test walks all fixes
 */
export const mendedIds: readonly string[] = [...MENDS.keys(), ...RENAMED.keys()];

/** Characters: longer values are left to people, as a fix is tried for each finding. */
const LONGEST = 2000;

/** Whether fixes are made for the line. */
export function isMendable(header: HeaderObject): boolean {
  return header.value.length <= LONGEST;
}

/** The line with the value that a row's `fix` gives; undefined where that changes nothing or leaves nothing. */
export function fixedValue(fix: string | Edit | undefined, header: HeaderObject): string | undefined {
  const { value, name, sent = name } = header;
  const right = (typeof fix === "object" ? edited(value, fix) : fix)?.trim();
  return right && right !== value ? `${sent}: ${right}` : undefined;
}

/** The line as it should be; undefined where no one right answer is known. `fix` is what the finder knows of it. */
export function fixedLine(
  id: string,
  fix: string | Edit | undefined,
  header: HeaderObject | undefined,
): string | undefined {
  if (typeof fix === "string") return isAsSent(fix, header) ? undefined : fix;
  if (!header || !isMendable(header)) return undefined;
  const renamed = RENAMED.get(id);
  if (renamed) return `${renamed}: ${header.value}`;
  return fixedValue(fix ?? MENDS.get(id)?.(header.value, header.name), header);
}

/** The value with the part replaced, where that stands in it once by itself. */
function edited(value: string, [part, by]: Edit): string | undefined {
  const text = value.toLowerCase();
  const sought = part.toLowerCase();
  // Some letters grow in lower case, so that places no longer fit.
  if (text.length !== value.length || sought === "") return undefined;
  let at: number | undefined;
  for (let next = text.indexOf(sought); next >= 0; next = text.indexOf(sought, next + 1)) {
    if (/[\w-]/.test(value.charAt(next - 1) + value.charAt(next + part.length))) continue;
    if (at !== undefined) return undefined;
    at = next;
  }
  return at === undefined ? undefined : value.slice(0, at) + by + value.slice(at + part.length);
}

function isAsSent(fix: string, header: HeaderObject | undefined): boolean {
  return (
    header !== undefined &&
    fix.toLowerCase() === `${header.name}: ${header.value}`.toLowerCase() &&
    fix.endsWith(header.value)
  );
}
