/** Static checks of a redirect map: conflicts, loops, chains and others. Pure. */

import { MAP_FINDINGS } from "../../../data/redirect-maps.ts";
import { countUnchecked } from "../../api/unchecked.ts";
import {
  fragmentOf,
  isHomePage,
  looseKey,
  requestKey,
  sourceKey,
  sourceUrl,
  targetUrl,
} from "./addresses.ts";
import { failedRow } from "./check-redirect.ts";
import { targetBy } from "./map/patterns.ts";
import { isCopying, type Match, openRules, type PatternRules, precedes, startOf } from "./map/rules.ts";
import type { MapItem, Omission, Place, RedirectRow } from "./map-item.ts";
import type { RowWork } from "./run.ts";

export type MapFindingKind = keyof typeof MAP_FINDINGS;

export interface MapFinding extends Place {
  readonly kind: MapFindingKind;
  readonly severity: "error" | "warning" | "info";
  readonly from: string;
  readonly message: string;
}

/** Maximum number of lines in a message. */
const SHOWN_LINES = 8;

/**
 * 53-bit hash, so that the URLs of a million rows need not be kept. The probability of a collision among a
 * million is 1 in 18,000.
 */
export function hashOf(text: string): number {
  return Number(Bun.hash.xxHash64(text) >> 11n);
}

/** Hashes of a row's URLs, so that the URLs need not be kept. */
interface Entry {
  readonly line: number;
  readonly source: number;
  /** Without case and final slash. */
  readonly loose: number;
  /** 0 without a target. */
  readonly target: number;
  /** Expected status and fragment. */
  readonly wanted: number;
}

export class MapCheck {
  readonly #base: string | undefined;
  readonly #entries: Entry[] = [];
  /** First rows by key. */
  readonly #bySource = new Map<number, number>();
  readonly #byLoose = new Map<number, number>();
  readonly #rules: PatternRules;
  /** Reasons why rules with patterns are not checked, by place, unless a sample URL checks them. */
  readonly #pending = new Map<string, string>();
  /** Length of the chain by row; 0 for a loop, or for a chain that ends in a loop. */
  #lengths = new Uint8Array();
  omitted = 0;
  unreadable = 0;
  readonly unchecked = countUnchecked();
  untargeted = 0;

  constructor(base: string | undefined) {
    this.#base = base;
    this.#rules = openRules(base);
  }

  get rows(): number {
    return this.#entries.length;
  }

  add(item: MapItem): void {
    if ("fault" in item) this.unreadable++;
    this.#rules.add(item);
    if ("omitted" in item) {
      this.omitted++;
      if (loopOf(item, this.#base) === undefined) this.#pending.set(placeOf(item), item.omitted);
    }
    if (!("from" in item)) return;
    const place = item.isSample ? placeOf(item) : "";
    if (this.#pending.delete(place) && isHomePage(new URL(item.from)))
      this.#pending.set(place, "only the home page was checked; name other URLs with --sample-urls");
    const key = sourceKey(item.from, this.#base);
    const source = hashOf(key);
    const looser = looseKey(key);
    const loose = looser === key ? source : hashOf(looser);
    const url = sourceUrl(item.from, this.#base);
    const to = url && targetUrl(item.to, url);
    const target = to ? hashOf(requestKey(to)) : 0;
    if (!to) this.untargeted++;
    if (!this.#bySource.has(source)) this.#bySource.set(source, this.rows);
    if (!this.#byLoose.has(loose)) this.#byLoose.set(loose, this.rows);
    const wanted = hashOf(`${item.status ?? ""}${to ? fragmentOf(to) : ""}`);
    this.#entries.push({ line: item.line, source, loose, target, wanted });
  }

  /** Call after the last `add`. */
  finish(): void {
    for (const reason of this.#pending.values()) this.unchecked.add("rule", reason);
    this.#pending.clear();
    this.#measure();
  }

  #hasTarget(row: number): boolean {
    return this.#entries[row]?.target !== 0;
  }

  /** Index of the row whose source is the target of this row, or -1. */
  #next(row: number): number {
    return this.#bySource.get(this.#entries[row]?.target ?? 0) ?? -1;
  }

  #line(row: number): number {
    return this.#entries[row]?.line ?? 0;
  }

  /** Findings on an item. `row.row` is the number of the row, in the order of `add`. */
  findings(item: MapItem): MapFinding[] {
    if ("fault" in item) return [findingOn(item, "unreadable", item.source ?? "", item.fault)];
    if ("omitted" in item) return this.#patternFindings(item);
    const source = sourceUrl(item.from, this.#base);
    const target = source && targetUrl(item.to, source);
    const found: MapFinding[] = [];
    const add = (kind: MapFindingKind, message: string) =>
      found.push(findingOn(item, kind, item.from, message));
    const walk = target && this.#next(item.row - 1) < 0 ? this.#walk(target, item) : undefined;
    if (walk)
      add(walk.isLoop ? "loop" : "chain", walk.isLoop ? walk.path : `redirects in a row: ${walk.path}`);
    if (item.isSample) return found;
    const earlier = source && this.#rules.first(source);
    if (earlier && precedes(earlier.rule, item)) add("shadowed", shadowOf(earlier));
    // All other findings are reported only for the first of the duplicates.
    if (this.isDuplicate(item)) {
      const first = this.#bySource.get(this.#entries[item.row - 1]?.source ?? 0) ?? -1;
      add("duplicate", `the same redirect is on line ${this.#line(first)}`);
      return found;
    }
    this.#compare(item, add);
    if (source && source.hash !== "")
      add("source-fragment", `browsers do not send ${source.hash} to servers`);
    const isAbsolute = this.#base !== undefined || /^https?:/i.test(item.from);
    if (source && target && target.host !== source.host && isAbsolute)
      add("other-host", `the target is on ${target.host}`);
    return found;
  }

  /** Compares a row with other rows. */
  #compare(item: RedirectRow, add: (kind: MapFindingKind, message: string) => void): void {
    const row = item.row - 1;
    const entry = this.#entries[row];
    const first = this.#bySource.get(entry?.source ?? 0) ?? -1;
    const similar = this.#byLoose.get(entry?.loose ?? 0) ?? -1;
    const next = this.#next(row);
    if (first !== row)
      add("conflict", `line ${this.#line(first)} has another target or status for this source`);
    else if (similar !== row)
      add(
        "similar-source",
        `differs from line ${this.#line(similar)} only in case, a final slash or encoding`,
      );
    if (next >= 0 && this.#lengths[row] === 0) add("loop", this.#path(row));
    else if (next >= 0 && !this.#hasTarget(next))
      add("target-gone", `the target is the source of line ${this.#line(next)}, which has no target`);
    else if (next >= 0) add("chain", `${this.#lengths[row]} redirects in a row: ${this.#path(row)}`);
  }

  #patternFindings(item: Omission): MapFinding[] {
    const { pattern } = item;
    const start = pattern && startOf(pattern, this.#base);
    if (!start) return [];
    const from = `${pattern.from}*`;
    const own = loopOf(item, this.#base);
    if (own !== undefined) return [findingOn(item, "loop", from, own)];
    const target = isCopying(pattern) ? URL.parse(targetBy(pattern, start) || "/", start.href) : null;
    const walk = target ? this.#walk(target, item) : undefined;
    if (walk?.isLoop) return [findingOn(item, "loop", from, walk.path)];
    const first = this.#rules.first(start);
    const isShadowed = first && !first.rule.pattern.match && precedes(first.rule, item);
    return isShadowed ? [findingOn(item, "shadowed", from, shadowOf(first))] : [];
  }

  /** Lines of the patterns, and of the first row, that a target leads through; undefined without patterns. */
  #walk(
    target: URL,
    item: RedirectRow | Omission,
  ): { readonly path: string; readonly isLoop: boolean } | undefined {
    if (!this.#rules.first(target)) return undefined;
    const lines = [item.line];
    const seen = new Set<string>();
    let isLoop = false;
    for (let url: URL | null = target; url && !isLoop; ) {
      seen.add(url.href);
      const match = this.#rules.first(url);
      const row = this.#bySource.get(hashOf(requestKey(url)));
      if (row !== undefined && lines.length > 1) {
        lines.push(this.#line(row));
        let at = row;
        while (at >= 0 && at + 1 !== ("row" in item && item.row) && this.#lengths[at] !== 0)
          at = this.#next(at);
        isLoop = at >= 0 && this.#hasTarget(at);
        break;
      }
      const next: URL | null = match ? URL.parse(match.to, url.href) : null;
      // A row of an expression without an end. A location has a fractional rank, and another may serve its target.
      const isEndless = match && "from" in match.rule && (match.rule.rank ?? 0) % 1 === 0;
      const isOwn = isEndless && next?.href === url.href;
      if (!match || !(isOwn || isCopying(match.rule.pattern))) break;
      lines.push(match.rule.line);
      url = next;
      isLoop = url !== null && (seen.has(url.href) || lines.length > SHOWN_LINES);
    }
    return lines.length > 1 ? { path: pathText(lines, 4), isLoop } : undefined;
  }

  /** Whether an earlier row has the same source, target and status. */
  isDuplicate({ row }: RedirectRow): boolean {
    const entry = this.#entries[row - 1];
    const first = this.#bySource.get(entry?.source ?? 0) ?? -1;
    const { target, wanted } = this.#entries[first] ?? {};
    return first !== row - 1 && target === entry?.target && wanted === entry?.wanted;
  }

  /** Number of the last row of the chain; undefined if the chain has a single row or is a loop. */
  endOfChain({ row }: RedirectRow): number | undefined {
    if ((this.#lengths[row - 1] ?? 0) < 2) return undefined;
    let at = row - 1;
    for (let next = this.#next(at); next >= 0 && this.#hasTarget(next); next = this.#next(at)) at = next;
    return at + 1;
  }

  #path(row: number): string {
    const seen = new Set<number>();
    for (let at = row; at >= 0 && !seen.has(at) && seen.size <= SHOWN_LINES; at = this.#next(at))
      seen.add(at);
    const lines = [...seen].map((at) => this.#line(at));
    return lines.length === 1 ? `line ${lines[0]} redirects to itself` : pathText(lines, SHOWN_LINES);
  }

  /** Finds the lengths of all chains. */
  #measure(): void {
    const { rows } = this;
    const lengths = new Uint8Array(rows);
    /** State of each row. 1: on the current path; 2: done. */
    const state = new Uint8Array(rows);
    const walked: number[] = [];
    for (let start = 0; start < rows; start++) {
      walked.length = 0;
      let at = start;
      while (at >= 0 && state[at] === 0) {
        state[at] = 1;
        walked.push(at);
        at = this.#next(at);
      }
      const isLoop = at >= 0 && (state[at] === 1 || (lengths[at] === 0 && this.#hasTarget(at)));
      let length = at >= 0 && !isLoop ? (lengths[at] ?? 0) : 0;
      for (const row of walked.reverse()) {
        if (!isLoop && this.#hasTarget(row)) length = Math.min(255, length + 1);
        lengths[row] = isLoop ? 0 : length;
        state[row] = 2;
      }
    }
    this.#lengths = lengths;
  }
}

const pathText = (lines: readonly number[], most: number) =>
  `lines ${lines.slice(0, most).join(" → ")}${lines.length > most ? " → …" : ""}`;

const findingOn = (
  { line, column }: Place,
  kind: MapFindingKind,
  from: string,
  message: string,
): MapFinding => ({
  ...{ kind, severity: MAP_FINDINGS[kind][0], line, column, from, message },
});

const shadowOf = ({ rule: { line, pattern }, to }: Match) =>
  `line ${line} applies first: ${pattern.match ? "its expression" : `${pattern.from}*`} redirects it to ${to || "nothing"}`;

const placeOf = ({ line, column }: MapItem) => `${line}:${column}`;

/** Reason why a rule redirects to itself; undefined if that is not certain. */
function loopOf({ pattern }: Omission, base: string | undefined): string | undefined {
  if (!pattern || !/(?:\$1|\{path\})\??$/.test(pattern.to)) return undefined;
  const source = startOf(pattern, base);
  const target = source && URL.parse(targetBy(pattern, source) || "/", source.href);
  // A source that is a path matches any scheme; a source that is a URL matches one scheme.
  const part = pattern.from.startsWith("/") ? "host" : "origin";
  if (!target || source[part] !== target[part] || !target.pathname.startsWith(source.pathname))
    return undefined;
  return `every URL below ${source.pathname} redirects to another one below it`;
}

/** Reason why an item cannot be looked up; undefined for rows and omitted rules. */
export function faultOf(item: MapItem, base: string | undefined): string | undefined {
  if ("fault" in item) return item.fault;
  if (base !== undefined || !("from" in item) || /^https?:/i.test(item.from)) return undefined;
  return `${item.from} is a path, which needs a base URL`;
}

/**
 * Work for an item: a row is looked up, an unreadable row or looping rule fails without a lookup, any other rule
 * is skipped.
 */
export function workOf(item: MapItem, base: string | undefined): RowWork[] {
  const fault = faultOf(item, base);
  if (fault !== undefined) {
    const row = { row: 0, from: ("fault" in item && item.source) || "", to: "", ...item };
    return [{ row, known: { ...failedRow(row, fault), outcome: "unreadable" } }];
  }
  if ("from" in item) return [{ row: item }];
  const loop = "omitted" in item ? loopOf(item, base) : undefined;
  if (loop === undefined || !("omitted" in item) || !item.pattern) return [];
  const { line, column, pattern } = item;
  const row = { row: 0, line, column, from: `${pattern.from}*`, to: pattern.to.replace(/\$1\??$/, "*") };
  return [{ row, known: { ...failedRow(row, loop), outcome: "loop" } }];
}
