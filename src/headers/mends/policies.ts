/** Mends of Content-Security-Policy and Permissions-Policy. */

import { keywordPlaces } from "../../../data/headers/directives/csp-keyword-places.ts";
import { wordTable } from "../../../data/word-table.ts";
import type { ValueFix } from "../fixing.ts";
import { swapping } from "../fixing.ts";
import { parseSource } from "../syntax/csp.ts";
import { asPermissionsPolicy } from "../syntax/feature-policy.ts";

type Words = readonly string[];

/** Each directive as `change` makes it, first its name and then its words; one without words is left out. */
function directives(change: (words: Words, all: readonly Words[]) => Words): ValueFix {
  return (value) =>
    value
      .split(",")
      .map((policy) => {
        const all = policy
          .split(";")
          .map((text) => text.trim().split(/\s+/).filter(Boolean))
          .filter((words) => words.length > 0);
        return all
          .map((words) => change(words, all).join(" "))
          .filter(Boolean)
          .join("; ");
      })
      .join(", ");
}

/** Each word behind the name of a directive. */
function words(change: (word: string) => readonly string[]): ValueFix {
  return directives(([name = "", ...rest]) => [name, ...rest.flatMap(change)]);
}

const NONE = "'none'";
const isNone = (word: string) => word.toLowerCase() === NONE;
const KEYS_ALONE: ReadonlySet<string> = new Set(["upgrade-insecure-requests", "block-all-mixed-content"]);
const REMOVED = /^(?:plugin-types|referrer|reflected-xss|block-all-mixed-content|navigate-to|prefetch-src)$/i;

/** A source that does nothing in the directive; without any other the directive lets nothing in. */
function isMisplaced(name: string, word: string): boolean {
  const [, text = "", kind = text] = /^'((nonce|sha\d+)-.*|.*)'$/i.exec(word) ?? [];
  const place = keywordPlaces.get(/^sha/i.test(kind) ? "hash" : kind.toLowerCase());
  return place?.test(name.toLowerCase()) === false;
}

export const policyMends = wordTable<ValueFix>({
  "csp-byte-invalid": swapping(/[\u2018\u2019\u201c\u201d]/g, "'"),
  "csp-directive-removed": directives((all) => (REMOVED.test(all[0] ?? "") ? [] : all)),
  "csp-directive-repeated-identically": directives((one, all) =>
    all.find(([name]) => name?.toLowerCase() === one[0]?.toLowerCase()) === one ? one : [],
  ),
  "csp-keyword-misplaced": directives(([name = "", ...rest]) => {
    const right = rest.filter((word) => !isMisplaced(name, word));
    return [name, ...(right.length === 0 && rest.length > 0 ? [NONE] : right)];
  }),
  "csp-keyword-unquoted": words((word) => {
    const source = parseSource(word);
    return [source.kind === "unquoted" ? `'${source.value}'` : word];
  }),
  "csp-none-combined": directives(([name = "", ...rest]) => [
    name,
    ...(rest.some((word) => !isNone(word)) ? rest.filter((word) => !isNone(word)) : rest),
  ]),
  "csp-report-only-ignored": directives((all) =>
    /^(?:sandbox|upgrade-insecure-requests)$/i.test(all[0] ?? "") ? [] : all,
  ),
  "csp-source-query": words((word) => [/^'/.test(word) ? word : word.replace(/[?#].*$/, "")]),
  "csp-source-repeated": directives(([name = "", ...rest]) => [name, ...new Set(rest)]),
  "csp-sources-joined": words((word) => {
    const parts = word.replace(/''/g, "' '").split(" ");
    return parts.every((part) => /^(?:'[^']+'|[^']+)$/.test(part)) ? parts : [word];
  }),
  "csp-value-ignored": directives((all) =>
    KEYS_ALONE.has((all[0] ?? "").toLowerCase())
      ? all.slice(0, 1)
      : all[0]?.toLowerCase() === "report-to"
        ? all.slice(0, 2)
        : all,
  ),
  "csp-value-missing": directives((all) =>
    all.length === 1 && /-src(?:-elem|-attr)?$|^(?:frame-ancestors|form-action|base-uri)$/i.test(all[0] ?? "")
      ? [...all, NONE]
      : all,
  ),
  "permissions-policy-old-syntax": asPermissionsPolicy,
});
