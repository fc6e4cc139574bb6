/**
 * How values are mended whose fault has one right answer: by the id of the problem, the value as it should be. A mend that
 * does not know what is right, or leaves nothing of the value, gives nothing. Pure.
 */

import { type WordTable, wordTable } from "../../data/word-table.ts";
import type { Edit } from "./field.ts";
import { inQuotes, mapping, swapping, unquoted } from "./fixing.ts";

import { moreMends } from "./mends/values.ts";
import type { HeaderObject } from "./schema.ts";
import { asPermissionsPolicy } from "./syntax/feature-policy.ts";

/** A value as it should be; undefined where that is not known. `name` is the field's, in lower case. */
type Mend = (value: string, name: string) => string | undefined;

const languages: Mend = mapping((member) => member.replace(/_/g, "-"));

const valueMends = wordTable<Mend>({
  "list-empty-member": mapping((member) => member),
  "parameter-single-quoted": swapping(/='([^'"]*)'/g, '="$1"'),
  "accept-ch-type": unquoted,
  "cache-groups-type": inQuotes,
  "cache-group-invalidation-type": inQuotes,
  "content-language-invalid": languages,
  "cross-origin-embedder-policy-type": unquoted,
  "cross-origin-embedder-policy-report-only-type": unquoted,
  "cross-origin-opener-policy-type": unquoted,
  "cross-origin-opener-policy-report-only-type": unquoted,
  "critical-ch-type": unquoted,
  "dictionary-id-type": inQuotes,
  "document-isolation-policy-type": unquoted,
  "document-isolation-policy-report-only-type": unquoted,
  "idempotency-key-type": inQuotes,
  "incremental-type": swapping(/^"?(?:true|yes|1|on)"?$/i, "?1"),
  "integrity-policy-type": swapping(/=([^\s,;()]+)/g, "=($1)"),
  "integrity-policy-report-only-type": swapping(/=([^\s,;()]+)/g, "=($1)"),
  "permissions-policy-old-syntax": asPermissionsPolicy,
  "speculation-rules-type": inQuotes,
  "supports-loading-mode-type": unquoted,
  "use-as-dictionary-type": swapping(/=([A-Za-z/][^\s,;"()]*)/g, '="$1"'),
});

const MENDS: WordTable<Mend> = new Map([...valueMends, ...moreMends]);
/**
 * The ids that have a mend.
 * @internal for tests: a test walks all fixes
 */
export const mendedIds: readonly string[] = [...MENDS.keys()];

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
