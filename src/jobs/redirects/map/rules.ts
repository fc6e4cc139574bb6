/** Finds the first rule that matches a URL, among rows and patterns. Pure. */

import { sourceUrl } from "../addresses.ts";
import type { MapItem, Omission, Pattern, RedirectRow } from "../map-item.ts";
import { targetBy } from "./patterns.ts";

type Rule = RedirectRow | Omission;

/** Result of a pattern for a URL. */
export interface Match {
  readonly rule: Rule & { readonly pattern: Pattern };
  readonly to: string;
}

/** Whether a rule applies before another one that matches the same URL. */
export function precedes(rule: Rule, other: Rule): boolean {
  const rank = (rule.rank ?? 0) - (other.rank ?? 0);
  return rank < 0 || (rank === 0 && (rule.line - other.line || rule.column - other.column) < 0);
}

/** Characters of a URL that expressions are compared with. */
const LONGEST = 2000;
/** Maximum cost of all comparisons, about 100 ms of CPU. */
const MOST_COST = 50_000_000;

export type PatternRules = ReturnType<typeof openRules>;

/** @param base URL against which paths are resolved */
export function openRules(base: string | undefined) {
  /** Rules by the directory of their sources, so that a URL is compared with few of them. */
  const byDirectory = new Map<string, Match["rule"][]>();
  let cost = 0;
  return {
    add(item: MapItem): void {
      if ("fault" in item || !item.pattern) return;
      const url = sourceUrl(item.pattern.from, base);
      const start = url && `${url.origin}${url.pathname}`;
      const directory = start?.slice(0, start.lastIndexOf("/") + 1);
      if (directory === undefined) return;
      const rules = byDirectory.get(directory);
      if (rules) rules.push(item as Match["rule"]);
      else byDirectory.set(directory, [item as Match["rule"]]);
    },
    /** Match with the lowest rank, then the first in the file. */
    first(url: URL): Match | undefined {
      if (byDirectory.size === 0 || url.href.length > LONGEST) return undefined;
      const path = `${url.origin}${url.pathname}`;
      let best: Match | undefined;
      for (let at = path.indexOf("/", url.origin.length); at >= 0; at = path.indexOf("/", at + 1))
        for (const rule of byDirectory.get(path.slice(0, at + 1)) ?? []) {
          cost += path.length ** (rule.pattern.degree ?? 1);
          if (cost > MOST_COST) return best;
          if (best && precedes(best.rule, rule)) continue;
          const to = targetBy(rule.pattern, url);
          if (to !== undefined) best = { rule, to };
        }
      return best;
    },
  };
}

/** URL that starts as all sources of a pattern do, if any rest may follow. */
export function startOf({ from, match }: Pattern, base: string | undefined): URL | undefined {
  return match ? undefined : sourceUrl(from, base);
}

/** Whether a target repeats a part of the source. */
export const isCopying = ({ to }: Pattern) => /\$\d|\{path\}/.test(to);

const isHome = (from: string) => /^(?:https?:\/\/[^/]*)?\/?$/i.test(from);

/** Home page of a site that a pattern moves as a whole to another host. */
function movedHome(pattern: Pattern, base: string | undefined): string | undefined {
  if (!isHome(pattern.from) || !isCopying(pattern)) return undefined;
  if (base === undefined && pattern.from.startsWith("/")) return undefined;
  const home = startOf(pattern, base);
  const target = home && URL.parse(targetBy(pattern, home) ?? "", home.href);
  return target && target.host !== home.host ? home.href : undefined;
}

/** Collects the rules of a map, and the rows of sample URLs that a pattern matches first. */
export function openSamples(samples: readonly string[], base: string | undefined) {
  const rules = openRules(base);
  const keyOf = (text: string) => {
    const url = sourceUrl(text, base);
    return url && `${url.origin}${url.pathname}${url.search}`;
  };
  const keys = new Set(samples.flatMap((sample) => keyOf(sample) ?? []));
  /** Origins of rules at the host of the base URL: a path is requested at each of them. */
  const origins = new Set<string>();
  const host = base === undefined ? undefined : URL.parse(base)?.hostname;
  const rows = new Map<string, RedirectRow>();
  return {
    add(item: MapItem): void {
      if ("fault" in item) return;
      const { pattern } = item;
      if (pattern && (samples.length > 0 || isHome(pattern.from))) rules.add(item);
      const start = pattern?.from.startsWith("http") ? URL.parse(pattern.from) : null;
      if (start && (host ?? start.hostname) === start.hostname) origins.add(start.origin);
      const home = pattern && !("from" in item) ? movedHome(pattern, base) : undefined;
      if (home !== undefined) keys.add(home);
      const isSource = "from" in item && (samples.length > 0 || isHome(item.from));
      const key = isSource ? keyOf(item.from) : undefined;
      if (isSource && key !== undefined && !rows.has(key)) rows.set(key, item);
    },
    /** Call after the last `add`. */
    found(): Omit<RedirectRow, "row">[] {
      for (const path of samples.filter((sample) => sample.startsWith("/")))
        for (const origin of origins) keys.add(keyOf(`${origin}${path}`) ?? origin);
      return [...keys].flatMap((from) => {
        const match = rules.first(new URL(from));
        const row = rows.get(from);
        if (!match || (row && !precedes(match.rule, row))) return [];
        const { line, column, pattern } = match.rule;
        return [{ line, column, from, to: match.to, status: pattern.status, isSample: true }];
      });
    },
  };
}
