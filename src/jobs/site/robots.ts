/** Parses robots.txt (RFC 9309). Pure. */

/** Product token that groups are matched against. */
const PRODUCT = "netlens";

interface Rule {
  readonly allow: boolean;
  /** Octets of the pattern; the longest match decides. */
  readonly length: number;
  /** Literal parts between `*`. */
  readonly parts: readonly string[];
  /** Whether the pattern ends with `$`. */
  readonly isWhole: boolean;
}

export interface Robots {
  /** Whether a URL of that origin may be requested. */
  readonly allows: (url: URL) => boolean;
  /** Reason why nothing may be requested, regardless of rules. */
  readonly unreachable?: string;
  /** Whether there was no response. */
  readonly isSilent?: boolean;
  /** Sitemap URLs as written. */
  readonly sitemaps: readonly string[];
}

/** Rules by the response status (section 2.3.1). */
export function robotsOf(status: number | undefined, text: string): Robots {
  if (status !== undefined && status >= 200 && status < 300) return parseRobots(text);
  // Unavailable (4xx, endless redirects): everything is allowed. Unreachable: nothing is.
  const isUnavailable = status !== undefined && status >= 300 && status < 500;
  if (isUnavailable) return { allows: () => true, sitemaps: [] };
  const unreachable = `robots.txt ${status === undefined ? "cannot be fetched" : `answers ${status}`}, so no URL may be requested`;
  return { allows: () => false, sitemaps: [], unreachable, isSilent: status === undefined };
}

/**
 * Parses lines (section 2.2); unknown lines are skipped and do not end a group. @internal for tests: without
 * the response
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
  return { allows: (url) => isAllowed(rules, url), sitemaps };
}

/** The longest match wins; of equal ones, Allow (section 2.2.2). */
function isAllowed(rules: readonly Rule[], { pathname, search }: URL): boolean {
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

/** Matches each part at its first occurrence: linear in the path, however many stars. */
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

/** Normalizes percent-encoding for comparison. */
function normal(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (coded: string, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w.~-]/.test(char) ? char : coded.toUpperCase();
    });
}
