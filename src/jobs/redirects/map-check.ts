/** Static checks of a redirect map: conflicts, loops, chains and others. Pure. */

import { countUnchecked } from "../../api/unchecked.ts";
import { looseKey, sourceKey, sourceUrl, targetKey, targetUrl } from "./addresses.ts";
import { failedRow } from "./check-redirect.ts";
import type { MapItem, Omission, RedirectRow } from "./map-item.ts";
import type { RowWork } from "./run.ts";

const MAP_FINDINGS = {
  unreadable: "error",
  conflict: "error",
  loop: "error",
  duplicate: "warning",
  chain: "warning",
  "target-gone": "warning",
  "similar-source": "warning",
  "source-fragment": "warning",
  "other-host": "info",
} as const;
export type MapFindingKind = keyof typeof MAP_FINDINGS;

export interface MapFinding {
  readonly kind: MapFindingKind;
  readonly severity: "error" | "warning" | "info";
  readonly line: number;
  readonly column: number;
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

/** Checks rows by hashes of their URLs, so that URLs need not be kept. */
export class MapCheck {
  readonly #base: string | undefined;
  /** Hashes by row: of the source, of the source without case and final slash, and of the target. */
  readonly #sources: number[] = [];
  readonly #loose: number[] = [];
  readonly #targets: number[] = [];
  readonly #bySource = new Map<number, number>();
  readonly #byLoose = new Map<number, number>();
  readonly #lines: number[] = [];
  /** Hash of the expected status and fragment, by row; 0 for a row without a target. */
  readonly #wanted: number[] = [];
  /** Length of the chain by row; 0 for a loop, or for a chain that ends in a loop. */
  #lengths = new Uint8Array();
  rows = 0;
  omitted = 0;
  unreadable = 0;
  readonly unchecked = countUnchecked();
  untargeted = 0;

  constructor(base: string | undefined) {
    this.#base = base;
  }

  add(item: MapItem): void {
    if ("fault" in item) this.unreadable++;
    if ("omitted" in item) {
      this.omitted++;
      if (loopOf(item, this.#base) === undefined) this.unchecked.add("rule", item.omitted);
    }
    if (!("from" in item)) return;
    const row = this.rows++;
    const source = sourceKey(item.from, this.#base);
    const target = targetKey(item.to, item.from, this.#base);
    const loose = looseKey(source);
    if (!target) this.untargeted++;
    const sourceHash = hashOf(source.origin + source.rest);
    const looseHash = hashOf(loose.origin + loose.rest);
    this.#sources.push(sourceHash);
    this.#loose.push(looseHash);
    this.#targets.push(target ? hashOf(target.origin + target.rest) : 0);
    this.#lines.push(item.line);
    this.#wanted.push(target ? wantedOf(item.status, target.fragment) : 0);
    if (!this.#bySource.has(sourceHash)) this.#bySource.set(sourceHash, row);
    if (!this.#byLoose.has(looseHash)) this.#byLoose.set(looseHash, row);
  }

  /** Call after the last `add`. */
  finish(): void {
    this.#lengths = lengthsOf(
      this.rows,
      (row) => this.#next(row),
      (row) => this.#hasTarget(row),
    );
  }

  #hasTarget(row: number): boolean {
    return this.#wanted[row] !== 0;
  }

  /** Index of the row whose source is the target of this row, or -1. */
  #next(row: number): number {
    return this.#hasTarget(row) ? firstOf(this.#bySource, this.#targets, row) : -1;
  }

  /** Index of the first row with the same source. */
  #first(row: number): number {
    return firstOf(this.#bySource, this.#sources, row);
  }

  /** Findings on an item. `row.row` is the number of the row, in the order of `add`. */
  findings(item: MapItem): MapFinding[] {
    if ("fault" in item) {
      const { line, column, fault: message, source: from = "" } = item;
      return [{ kind: "unreadable", severity: MAP_FINDINGS.unreadable, line, column, from, message }];
    }
    if ("omitted" in item) {
      const { line, column, wildcard } = item;
      const message = loopOf(item, this.#base);
      if (message === undefined || !wildcard) return [];
      return [
        { kind: "loop", severity: MAP_FINDINGS.loop, line, column, from: `${wildcard.from}*`, message },
      ];
    }
    const row = item.row - 1;
    const found: MapFinding[] = [];
    const { line, column, from } = item;
    const add = (kind: MapFindingKind, message: string) =>
      found.push({ kind, severity: MAP_FINDINGS[kind], line, column, from, message });
    const source = sourceUrl(from, this.#base);
    const target = source && targetUrl(item.to, source);
    const first = this.#first(row);
    const similar = firstOf(this.#byLoose, this.#loose, row);
    const next = this.#next(row);
    const firstLine = this.#lines[first];
    // All other findings are reported only for the first of the duplicates.
    if (first !== row && this.isDuplicate(item)) {
      add("duplicate", `the same redirect is on line ${firstLine}`);
      return found;
    }
    if (first !== row) add("conflict", `line ${firstLine} has another target or status for this source`);
    else if (similar !== row)
      add(
        "similar-source",
        `differs from line ${this.#lines[similar]} only in case, a final slash or encoding`,
      );
    if (next >= 0 && this.#lengths[row] === 0) add("loop", this.#path(row));
    else if (next >= 0 && !this.#hasTarget(next))
      add("target-gone", `the target is the source of line ${this.#lines[next]}, which has no target`);
    else if (next >= 0) add("chain", `${this.#lengths[row]} redirects in a row: ${this.#path(row)}`);
    if (source && source.hash !== "")
      add("source-fragment", `browsers do not send ${source.hash} to servers`);
    if (
      source &&
      target &&
      target.host !== source.host &&
      (this.#base !== undefined || /^https?:/i.test(from))
    )
      add("other-host", `the target is on ${target.host}`);
    return found;
  }

  /** Whether an earlier row has the same source, target and status. */
  isDuplicate({ row: number }: RedirectRow): boolean {
    const row = number - 1;
    const first = this.#first(row);
    const isSame = this.#wanted[row] === this.#wanted[first];
    return first !== row && isSame && this.#targets[row] === this.#targets[first];
  }

  /** Number of the last row of the chain; undefined if the chain has a single row or is a loop. */
  endOfChain({ row }: RedirectRow): number | undefined {
    if ((this.#lengths[row - 1] ?? 0) < 2) return undefined;
    let at = row - 1;
    for (let next = this.#next(at); next >= 0 && this.#hasTarget(next); next = this.#next(at)) at = next;
    return at + 1;
  }

  #path(row: number): string {
    const lines: (number | string)[] = [];
    const seen = new Set<number>();
    for (let at = row; at >= 0 && !seen.has(at); at = this.#next(at)) {
      seen.add(at);
      lines.push(this.#lines[at] ?? 0);
      if (lines.length > SHOWN_LINES) return `lines ${lines.slice(0, SHOWN_LINES).join(" → ")} → …`;
    }
    return lines.length === 1 ? `line ${lines[0]} redirects to itself` : `lines ${lines.join(" → ")}`;
  }
}

/** Index of the first row with the same hash as `row`, or -1. */
function firstOf(rows: ReadonlyMap<number, number>, hashes: readonly number[], row: number): number {
  return rows.get(hashes[row] ?? 0) ?? -1;
}

/** Reason why a wildcard rule is a loop; undefined if that is not certain. */
function loopOf({ wildcard }: Omission, base: string | undefined): string | undefined {
  const source = wildcard && sourceUrl(wildcard.from, base);
  const target = source && targetUrl(wildcard.to || "/", source);
  // A source that is a path matches any scheme; a source that is a URL matches one scheme.
  const part = wildcard?.from.startsWith("/") ? "host" : "origin";
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
  if (loop === undefined || !("omitted" in item) || !item.wildcard) return [];
  const { line, column, wildcard } = item;
  const row = { row: 0, line, column, from: `${wildcard.from}*`, to: `${wildcard.to}*` };
  return [{ row, known: { ...failedRow(row, loop), outcome: "loop" } }];
}

/** Hash of the expected status and fragment. Never 0, which means a row without a target. */
function wantedOf(status: number | undefined, fragment: string): number {
  return fragment === "" ? (status ?? 1) : Bun.hash.xxHash32(`${status ?? ""}${fragment}`) || 1;
}

/** Length of the chain by row; 0 for loops, and for chains that end in a loop. */
function lengthsOf(
  rows: number,
  nextOf: (row: number) => number,
  hasTarget: (row: number) => boolean,
): Uint8Array<ArrayBuffer> {
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
      at = nextOf(at);
    }
    const isLoop = at >= 0 && (state[at] === 1 || (lengths[at] === 0 && hasTarget(at)));
    let length = at >= 0 && !isLoop ? (lengths[at] ?? 0) : 0;
    for (const row of walked.reverse()) {
      if (!isLoop && hasTarget(row)) length = Math.min(255, length + 1);
      lengths[row] = isLoop ? 0 : length;
      state[row] = 2;
    }
  }
  return lengths;
}
