/**
 * Connection-Allowlist (https://wicg.github.io/connection-allowlists/): URLs to which a page may connect. Only
 * Chromium enforces it, since 152; measured in 156.
 */

import { memoize } from "../../platform/memoize.ts";
import { type Member, parseList } from "../../syntax/structured-fields.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

export const ALLOWLIST = "connection-allowlist";

export interface Allowlist {
  readonly patterns: readonly URLPattern[];
  /** The list contains `response-origin`. */
  readonly own: boolean;
  readonly redirects: boolean;
  /** Parts that Chromium ignores. */
  readonly ignored: readonly string[];
}

/** Maximum number of patterns that are compared. */
const MOST = 100;
/** Maximum of URL length to the power of the number of wildcards of a part: bounds the time of one match. */
const STEPS = 50_000;

/** Reads a header value; undefined if its first member is not a list in parentheses: that blocks everything. */
export const readAllowlist = memoize((value: string): Allowlist | undefined => {
  const [first, ...others] = parseList(value).value ?? [];
  if (first?.kind !== "inner-list") return undefined;
  const patterns: URLPattern[] = [];
  const ignored: string[] = others.length > 0 ? ["all lists after the first"] : [];
  let own = false;
  for (const { value: bare } of first.items) {
    const text = String(bare.value);
    const pattern = bare.kind === "string" ? patternOf(text) : undefined;
    if (bare.kind === "token" && text === "response-origin") own = true;
    else if (pattern && patterns.length < MOST) patterns.push(pattern);
    else ignored.push(text);
  }
  return { patterns, own, redirects: allowsRedirects(first, ignored), ignored };
});

function allowsRedirects({ parameters }: Member, ignored: string[]): boolean {
  const redirects = parameters.get("redirects");
  if (redirects && redirects.kind !== "token") ignored.push("redirects");
  return redirects?.kind === "token" && redirects.value !== "block";
}

/** Chromium ignores patterns with regular expressions, and text without a scheme. */
function patternOf(text: string): URLPattern | undefined {
  try {
    const pattern = new URLPattern(text);
    return pattern.hasRegExpGroups ? undefined : pattern;
  } catch {
    return undefined;
  }
}

/**
 * Whether the page of `response` may connect to a URL; undefined if that cannot be judged.
 * @param name header: the enforced or the report-only one
 */
export function allowsConnection(
  response: Response,
  engine: Engine,
  url: URL,
  isRedirect = false,
  name = ALLOWLIST,
): boolean | undefined {
  const value = engine === "chromium" ? joinedValue(response, name) : undefined;
  if (!value || !/^(?:https?|wss?):$/.test(url.protocol)) return true;
  const list = readAllowlist(value);
  if (!list || (isRedirect && !list.redirects)) return false;
  // Redirects are not compared with the patterns.
  if (isRedirect) return true;
  const target = new URL(url.href.replace(/^ws/, "http"));
  if (list.own && response.url?.origin === target.origin) return true;
  const answers = list.patterns.map((pattern) => matches(pattern, target));
  if (answers.includes(true)) return true;
  return (list.own && !response.url) || answers.includes(undefined) ? undefined : false;
}

function matches(pattern: URLPattern, { href }: URL): boolean | undefined {
  const parts = [pattern.hostname, pattern.pathname, pattern.search, pattern.hash];
  const wildcards = Math.max(...parts.map((part) => part.match(/\*|:[a-z_$]/gi)?.length ?? 0));
  return href.length ** wildcards > STEPS ? undefined : pattern.test(href);
}
