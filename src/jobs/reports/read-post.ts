/** Reads reports as browsers post them, by report-uri and by the Reporting API, into rows. Pure. */

import { cspDirectives } from "../../../data/headers/directives/csp-directives.ts";
import { EXTENSION, REPORT_TYPES } from "../../../data/violation-advice.ts";
import { NetlensError } from "../../api/errors.ts";
import { REPORTS } from "../../api/limits.ts";
import { parsePolicies } from "../../syntax/csp.ts";

export type RowKind = keyof typeof REPORTS.rows;

/** Reports that agree in kind and key. */
export interface Row {
  readonly kind: RowKind;
  /** Directive and source of a violation, digest and URL of a script, text of a policy, or type of a report. */
  readonly key: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
  /** Reports of enforced policies; Safari omits which those are. */
  readonly enforced: number;
  readonly pages: readonly string[];
  readonly browsers: readonly string[];
  /** Blocked URLs, without query. */
  readonly urls: readonly string[];
  readonly samples: readonly string[];
}

/** Sum of two rows with the same key. Lists keep their first entries. */
export function merged(a: Row, b: Row): Row {
  const union = (list: "pages" | "browsers" | "urls" | "samples", most: number = REPORTS.distinct) =>
    b[list].every((text) => a[list].includes(text))
      ? a[list]
      : [...new Set([...a[list], ...b[list]])].slice(0, most);
  return {
    ...{ kind: a.kind, key: a.key, count: a.count + b.count, enforced: a.enforced + b.enforced },
    ...{ first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) },
    ...{ pages: union("pages"), browsers: union("browsers") },
    ...{ urls: union("urls"), samples: union("samples", REPORTS.samples) },
  };
}

/** Type of all other reports. */
export const OTHER_TYPE = "other";

/** Members of a JSON object; undefined for other values. */
function membersIn(value: unknown): Members | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? new Map(Object.entries(value)) : undefined;
}
type Members = ReadonlyMap<string, unknown>;

/**
 * Rows of a request's reports.
 * @param agent User-Agent of the request, for reports without one @param browserOf name by User-Agent
 * @throws NetlensError `invalid-param` if the content has no report
 */
export function readPost(
  json: unknown,
  agent: string,
  browserOf: (agent: string) => string,
  now: number,
): Row[] {
  const reports: readonly unknown[] = Array.isArray(json) ? json : [json];
  const rows = reports.slice(0, REPORTS.perPost).flatMap((each) => {
    const report = membersIn(each);
    const old = membersIn(report?.get("csp-report"));
    const body = old ?? membersIn(report?.get("body"));
    if (!body) return [];
    const browser = browserOf(text(report?.get("user_agent") ?? agent, REPORTS.agent));
    return rowsOf(old ? "csp-violation" : report?.get("type"), body, browser, now);
  });
  if (rows.length === 0 && reports.length > 0)
    throw new NetlensError(
      "invalid-param",
      'The request content must be a report as browsers send it: {"csp-report": {…}} or [{"type": …, "body": {…}}].',
    );
  return rows;
}

function rowsOf(type: unknown, body: Members, browser: string, now: number): Row[] {
  const known = REPORT_TYPES.find((name) => name === type) ?? OTHER_TYPE;
  const enforced = Number(body.get("disposition") === "enforce");
  const row = (kind: RowKind, key: string, found: Partial<Row> = {}): Row => ({
    ...{
      kind,
      key,
      count: 1,
      first: now,
      last: now,
      enforced,
      browsers: [browser.slice(0, REPORTS.sampleText)],
    },
    ...{ pages: [], urls: [], samples: [], ...found },
  });
  if (known === "csp-hash") {
    const url = URL.parse(text(body.get("subresourceURL")));
    const hash = text(body.get("hash"));
    return [row("type", known), ...(url && HASH.test(hash) ? [row("hash", `${hash} ${shortUrl(url)}`)] : [])];
  }
  if (known !== "csp-violation") return [row("type", known)];
  const policy = policyText(text(body.get("originalPolicy") ?? body.get("original-policy")));
  const violation = violationIn(body, URL.parse(text(body.get("documentURL") ?? body.get("document-uri"))));
  return [
    row("type", known),
    ...(policy ? [row("policy", policy)] : []),
    ...(violation ? [row("violation", violation.key, violation)] : []),
  ];
}

/** A digest, or none if the page may not read the script (no CORS). */
const HASH = /^(?:sha(?:256|384|512)-[A-Za-z0-9+/_-]{43,88}={0,2})?$/;

/** Undefined if the directive is unknown. */
function violationIn(body: Members, page: URL | null) {
  // Old browsers send the violated directive with its sources.
  const violated =
    body.get("effectiveDirective") ?? body.get("effective-directive") ?? body.get("violated-directive");
  const [name = ""] = text(violated).toLowerCase().split(" ", 1);
  if (!cspDirectives.has(name)) return undefined;
  const blocked = text(body.get("blockedURL") ?? body.get("blocked-uri"));
  const file = text(body.get("sourceFile") ?? body.get("source-file"));
  const url = /^(?:https?|wss?):/i.test(blocked) ? URL.parse(blocked) : undefined;
  const sample = text(body.get("sample") ?? body.get("script-sample"), REPORTS.sampleText);
  return {
    // `script-src-elem` and `script-src` are one row: policies rarely have both.
    key: `${name.replace(/-elem$/, "")} ${EXTENSION.test(file) ? "extension" : sourceOf(blocked, page)}`,
    pages: page ? [shortUrl(page)] : [],
    urls: url ? [shortUrl(url)] : [],
    // Firefox keeps white space.
    samples: [sample.replaceAll(/\s+/g, " ").trim()].filter((one) => one !== ""),
  };
}

/** `https://cdn.example`, `'self'`, `data:`, `inline`, `eval`, … */
function sourceOf(blocked: string, page: URL | null): string {
  if (EXTENSION.test(blocked)) return "extension";
  // Old browsers send these for inline code.
  if (blocked === "" || blocked === "self") return "inline";
  if (/^(?:inline|(?:wasm-)?eval|trusted-types-(?:sink|policy))$/.test(blocked)) return blocked;
  const url = URL.parse(blocked);
  if (!url) return /^[a-z][a-z0-9+.-]{0,30}$/i.test(blocked) ? `${blocked.toLowerCase()}:` : "unknown";
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return url.protocol.slice(0, REPORTS.url);
  return url.origin === page?.origin ? "'self'" : `${url.protocol}//${url.host}`.slice(0, REPORTS.url);
}

/** Without query and fragment, which may be private. */
function shortUrl({ protocol, host, pathname }: URL): string {
  return (host === "" ? protocol : `${protocol}//${host}${pathname}`).slice(0, REPORTS.url);
}

/** In place of each nonce. Invalid as a nonce, so that a copy of the policy allows nothing by it. */
export const NONCE = "'nonce-{NONCE}'";

/** The policy in a form that differs in neither white space nor nonces; undefined if it is empty or too long. */
function policyText(sent: string): string | undefined {
  const [policy] = sent.length > REPORTS.policy ? [] : parsePolicies(sent);
  return policy?.directives
    .map(({ name, tokens }) => {
      const words = tokens.map((token) => token.text.replace(/^'nonce-.*/i, NONCE));
      // Firefox adds 'none' to lists of keywords.
      return [name, ...words.filter((word) => words.length === 1 || word !== "'none'")].join(" ");
    })
    .join("; ");
}

/** Control characters become spaces: escaped in JSON they would be six times as long. */
function text(value: unknown, most: number = REPORTS.policy + 1): string {
  return typeof value === "string" ? value.slice(0, most).replaceAll(/\p{Cc}/gu, " ") : "";
}
