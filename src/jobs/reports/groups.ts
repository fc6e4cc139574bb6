/** Rows of a name → its violations with advice, the hashes of scripts, and the policy that results. Pure. */

import { REPORTS } from "../../api/limits.ts";
import { type CspPolicy, operative, readPolicies } from "../../headers/verdicts.ts";
import { parsePolicies } from "../../syntax/csp.ts";
import { adviceOn } from "./advice.ts";
import { NONCE, type Row } from "./read-post.ts";
import type { ReportGroups } from "./schema.ts";

type Violation = ReportGroups["violations"][number];

export function groupReports(name: string, rows: readonly Row[]): ReportGroups {
  const of = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const types = of("type").map(({ key, count }) => ({ type: key, count }));
  const base = currentPolicy(of("policy"));
  const violations = of("violation").map((row) => violationOf(row, base && parsed(base.key)));
  return {
    name,
    days: REPORTS.keptDays,
    reports: types.reduce((sum, { count }) => sum + count, 0),
    types,
    violations,
    hashes: hashesOf(of("hash")),
    ...(base && { policy: suggestionFor(base, violations) }),
  };
}

const parsed = (text: string): CspPolicy | undefined =>
  readPolicies({ name: "", value: text, index: 0 }, "chromium")[0];

function violationOf(row: Row, policy: CspPolicy | undefined): Violation {
  const { key, count, first, last, enforced, pages, browsers, urls, samples } = row;
  const [directive = "", source = ""] = key.split(" ");
  return {
    ...{ directive, source, count, pages: pages.length, browsers: [...browsers], samples: [...samples] },
    ...{ first: new Date(first).toISOString(), last: new Date(last).toISOString() },
    ...(pages[0] !== undefined && { page: pages[0] }),
    ...(urls[0] !== undefined && { url: urls[0] }),
    disposition: enforced > 0 ? "enforce" : "report",
    ...adviceOn(row, policy),
  };
}

/** Minimum number of reports of a policy in use; with fewer, its minimum share of all reports. */
const IN_USE = { reports: 20, share: 0.05 } as const;

/**
 * The newest policy in use; report-only ones first, which are to be enforced next. Single reports may be forged.
 * Firefox reports a policy without the directives that it does not support, so its texts come last.
 */
function currentPolicy(rows: readonly Row[]): Row | undefined {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const rank = ({ enforced, browsers }: Row) =>
    (browsers.every((name) => name.startsWith("Firefox")) ? 2 : 0) + (enforced > 0 ? 1 : 0);
  return rows
    .filter(({ count }) => count >= Math.min(IN_USE.reports, total * IN_USE.share))
    .toSorted((a, b) => rank(a) - rank(b) || b.first - a.first)[0];
}

const NOTES = {
  nonce: "Replace {NONCE} by the nonce that your application creates for each response.",
  open: "What is to be investigated stays blocked. Enforce the policy when these reports have ended.",
  forged: "Reports are not authenticated: check that you use each added source.",
} as const;

function suggestionFor({ key, enforced }: Row, violations: readonly Violation[]) {
  const added = violations.filter(({ advice }) => advice === "add-to-policy");
  const value = extended(key, added);
  const isOpen = violations.some(({ advice }) => advice === "investigate");
  return {
    reported: key,
    disposition: enforced > 0 ? ("enforce" as const) : ("report" as const),
    added: added.map(({ directive, source }) => `${directive} ${source}`),
    reportOnly: `Content-Security-Policy-Report-Only: ${value}`,
    enforce: `Content-Security-Policy: ${value}`,
    notes: [...(value.includes(NONCE) ? [NOTES.nonce] : []), ...(isOpen ? [NOTES.open] : []), NOTES.forged],
  };
}

/**
 * The policy with further sources. Never removes a restriction: only 'none', which a source replaces.
 * @internal for tests: a property of any policy
 */
export function extended(
  policy: string,
  added: readonly { readonly directive: string; readonly source: string }[],
): string {
  const base = parsed(policy);
  const lists = new Map<string, readonly string[]>();
  // The first directive of a name counts.
  for (const { name, tokens } of parsePolicies(policy)[0]?.directives ?? [])
    lists.getOrInsertComputed(name, () => tokens.map((token) => token.text));
  for (const { directive, source } of added) {
    const name = lists.has(`${directive}-elem`) ? `${directive}-elem` : directive;
    const from = lists.has(name) || !base ? name : operative(base, name)?.from;
    const list = from === undefined ? undefined : lists.get(from);
    // Without a list nothing is blocked.
    if (!list || list.includes(source)) continue;
    // A directive of its own starts with the sources that applied so far.
    const other = name === "worker-src" ? /^'(?!self'|strict-dynamic')/i : /^'(?!self')/i;
    const isCode = /^(?:script|style)-src/.test(name);
    const kept = from === name || isCode ? list : list.filter((word) => !other.test(word));
    // In default-src 'strict-dynamic' ends 'unsafe-inline' for styles too, in style-src it does not.
    const isStrict = from === "default-src" && name === "style-src" && base?.lists.get(from)?.strictDynamic;
    const ended = isStrict ? /^'(?:none|unsafe-inline)'$/i : /^'none'$/i;
    lists.set(name, [...kept.filter((word) => !ended.test(word)), source]);
  }
  const isLast = (name: string) => Number(name.startsWith("report-"));
  const ordered = [...lists].toSorted(([a], [b]) => isLast(a) - isLast(b));
  return ordered.map(([name, list]) => [name, ...list].join(" ")).join("; ");
}

/** Hashes by script: one can be its `integrity`; an empty one could not be read. */
function hashesOf(rows: readonly Row[]): ReportGroups["hashes"] {
  const scripts = Map.groupBy(rows, ({ key }) => key.slice(key.indexOf(" ") + 1));
  return Array.from(scripts, ([url, own]) => {
    const hashes = own.map(({ key }) => key.slice(0, key.indexOf(" "))).filter((hash) => hash !== "");
    if (hashes.length === 1)
      return { url, hashes, integrity: `integrity="${hashes[0]}" crossorigin="anonymous"` };
    const why = hashes.length === 0 ? UNREADABLE : "The script changes, so integrity would block it.";
    return { url, hashes, why };
  });
}

const UNREADABLE = "Its server does not allow CORS, so browsers may not hash the script.";
