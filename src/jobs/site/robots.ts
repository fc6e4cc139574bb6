/** Parses robots.txt (RFC 9309). Pure. */

/** Product token to match against the user-agent lines of groups. */
const PRODUCT = "netlens";

interface Rule {
  readonly allow: boolean;
  /** Length of the pattern in octets; the longest matching rule applies. */
  readonly length: number;
  /** Literal parts of the pattern, between the `*`. */
  readonly parts: readonly string[];
  /** Whether the pattern ends with `$`. */
  readonly isWhole: boolean;
}

export interface Robots {
  /** Whether a URL of the origin may be requested. */
  readonly allows: (url: URL) => boolean;
  /** Reason why no URL may be requested, if robots.txt could not be fetched. */
  readonly unreachable?: string;
  /** Whether the request for robots.txt got no response. */
  readonly isSilent?: boolean;
  /** Sitemap URLs as written in robots.txt. */
  readonly sitemaps: readonly string[];
  /** Seconds of Crawl-delay, which RFC 9309 lacks and some crawlers follow. */
  readonly crawlDelay?: number | undefined;
}

/** Rules by the response status (section 2.3.1), for a product token in lower case. */
export function robotsOf(status: number | undefined, text: string, product = PRODUCT): Robots {
  if (status !== undefined && status >= 200 && status < 300) return parseRobots(text, product);
  // If robots.txt is unavailable (4xx, endless redirects), all URLs are allowed; if unreachable, none. A 429
  // requests fewer lookups, and Google reads it as a server error.
  const isUnavailable = status !== undefined && status >= 300 && status < 500 && status !== 429;
  if (isUnavailable) return { allows: () => true, sitemaps: [] };
  const unreachable = `robots.txt ${status === undefined ? "cannot be fetched" : `answers ${status}`}, so no URL may be requested`;
  return { allows: () => false, sitemaps: [], unreachable, isSilent: status === undefined };
}

/**
 * Parses lines (section 2.2); unknown lines are skipped and do not end a group. @internal for tests: without
 * the response
 */
export function parseRobots(text: string, product = PRODUCT): Robots {
  // Other groups are skipped: a file of many agents and many rules would multiply.
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  const agents = new Set<Group>();
  let isOpen = false;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    const [key, value] = partsOf(line);
    if (key === "user-agent") {
      if (!isOpen) agents.clear();
      isOpen = true;
      const [agent = ""] = /^(?:\*|[a-z_-]+)/.exec(value.toLowerCase()) ?? [];
      if ([product, "*"].includes(agent))
        agents.add(groups.getOrInsertComputed(agent, () => ({ rules: [] })));
    } else if (key === "sitemap" && value !== "") sitemaps.push(value);
    else for (const group of agents) addLine(group, key, value);
    if (key === "allow" || key === "disallow") isOpen = false;
  }
  const { rules = [], delay } = groups.get(product) ?? groups.get("*") ?? {};
  return { allows: (url) => isAllowed(rules, url), sitemaps, crawlDelay: delay };
}

interface Group {
  readonly rules: Rule[];
  delay?: number;
}

function addLine(group: Group, key: string, value: string): void {
  // An empty pattern matches nothing.
  if ((key === "allow" || key === "disallow") && value !== "")
    group.rules.push(ruleOf(key === "allow", value));
  if (key === "crawl-delay" && /^\d{1,6}(?:\.\d+)?$/.test(value)) group.delay = Number(value);
}

/** Name in lower case and value of a line. */
function partsOf(line: string): readonly [string, string] {
  const [, name = "", given = ""] = /^\s*([\w-]+)\s*:(.*)/.exec(line.replace(/#.*/, "")) ?? [];
  return [name.toLowerCase(), given.trim()];
}

/** The longest matching rule applies; Allow if equal (section 2.2.2). */
function isAllowed(rules: readonly Rule[], { pathname, search }: URL): boolean {
  if (pathname === "/robots.txt") return true;
  const path = normal(`${pathname}${search}`);
  const matching = rules.filter((rule) => matches(rule, path));
  const longest = Math.max(0, ...matching.map(({ length }) => length));
  return matching.length === 0 || matching.some(({ allow, length }) => allow && length === longest);
}

/** Whether a URL matches a path pattern as in robots.txt. */
export function pathMatcher(pattern: string): (url: URL) => boolean {
  const rule = ruleOf(true, pattern);
  return ({ pathname, search }) => matches(rule, normal(`${pathname}${search}`));
}

function ruleOf(allow: boolean, value: string): Rule {
  const path = normal(value);
  const isWhole = path.endsWith("$");
  const parts = (isWhole ? path.slice(0, -1) : path).split("*");
  return { allow, length: Buffer.byteLength(path), parts, isWhole };
}

/** Whether a path matches, by the first occurrence of each part: linear in the path, however many `*`. */
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
