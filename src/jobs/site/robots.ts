/** robots.txt → what may be asked for (RFC 9309). Pure. */

/** Our product token, and the name by which rules for us alone are found. */
const PRODUCT = "netlens";

interface Rule {
  readonly allow: boolean;
  /** Octets of the pattern: the longest that matches decides. */
  readonly length: number;
  /** The literal parts between the stars. */
  readonly parts: readonly string[];
  /** The path ends where the pattern does. */
  readonly isWhole: boolean;
}

export interface Robots {
  /** Whether a URL of that origin may be asked for. */
  readonly allows: (url: URL) => boolean;
  /** Reason for which nothing may be requested, whatever the rules are. */
  readonly unreachable?: string;
  /** There was no response. */
  readonly isSilent?: boolean;
  /** URLs of sitemaps, as they are written. */
  readonly sitemaps: readonly string[];
}

/** By the answer to the request for it: section 2.3.1. */
export function robotsOf(status: number | undefined, text: string): Robots {
  if (status !== undefined && status >= 200 && status < 300) return parseRobots(text);
  // Unavailable (4xx, and redirects that lead nowhere): anything. Unreachable: nothing.
  const isUnavailable = status !== undefined && status >= 300 && status < 500;
  if (isUnavailable) return { allows: () => true, sitemaps: [] };
  const unreachable = `robots.txt ${status === undefined ? "cannot be fetched" : `answers ${status}`}, so no URL may be requested`;
  return { allows: () => false, sitemaps: [], unreachable, isSilent: status === undefined };
}

/**
 * Lines as section 2.2 has them; what is no known line is skipped and ends no group.
 * @internal for tests: without the answer
 */
export function parseRobots(text: string, product = PRODUCT): Robots {
  const groups = new Map<string, Rule[]>();
  const sitemaps: string[] = [];
  let agents: string[] = [];
  let isOpen = false;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    const [, name = "", given = ""] = /^\s*([\w-]+)\s*:(.*)/.exec(line.replace(/#.*/, "")) ?? [];
    const [key, value] = [name.toLowerCase(), given.trim()];
    if (key === "user-agent") {
      if (!isOpen) agents = [];
      isOpen = true;
      const [token = ""] = /^(?:\*|[a-z_-]+)/i.exec(value) ?? [];
      agents.push(token.toLowerCase());
      if (!groups.has(token.toLowerCase())) groups.set(token.toLowerCase(), []);
    } else if (key === "allow" || key === "disallow") {
      isOpen = false;
      // An empty pattern matches nothing.
      if (value !== "") for (const agent of agents) groups.get(agent)?.push(ruleOf(key === "allow", value));
    } else if (key === "sitemap" && value !== "") sitemaps.push(value);
  }
  const rules = groups.get(product) ?? groups.get("*") ?? [];
  return { allows: (url) => mayAsk(rules, url), sitemaps };
}

/** Section 2.2.2: the most octets win, and of two as long the one that allows. */
function mayAsk(rules: readonly Rule[], { pathname, search }: URL): boolean {
  if (pathname === "/robots.txt") return true;
  const path = normal(`${pathname}${search}`);
  const matching = rules.filter((rule) => matches(rule, path));
  const longest = Math.max(0, ...matching.map(({ length }) => length));
  return matching.length === 0 || matching.some(({ allow, length }) => allow && length === longest);
}

function ruleOf(allow: boolean, value: string): Rule {
  const path = normal(value);
  const isWhole = path.endsWith("$");
  const parts = (isWhole ? path.slice(0, -1) : path).split("*");
  return { allow, length: Buffer.byteLength(path), parts, isWhole };
}

/** Each part where it is found first: that takes no longer than the path is long, however many stars there are. */
function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = "", ...others] = parts;
  if (!path.startsWith(first)) return false;
  if (others.length === 0) return !isWhole || path === first;
  const last = isWhole ? (others.pop() ?? "") : "";
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** Octets beyond ASCII in percent-encoding, and what needs none decoded, so that both sides are written alike. */
function normal(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (coded: string, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w.~-]/.test(char) ? char : coded.toUpperCase();
    });
}
