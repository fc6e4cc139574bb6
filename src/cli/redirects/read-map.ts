/** Reads and checks the map before the first request. */

import { plural } from "../../headers/wording.ts";
import { faultOf, MapCheck, type MapFinding, type MapFindingKind } from "../../jobs/redirects/map-check.ts";
import { MapError, type Place } from "../../jobs/redirects/map-item.ts";
import { openMap, type RedirectMap, readSamples } from "../../jobs/redirects/map-read.ts";
import { mapFindingCount } from "../../view/redirects.ts";
import { type Io, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import { printable } from "../render/text.ts";
import { findingText } from "./map-writers.ts";
import type { RedirectOptions } from "./options.ts";

export interface CheckedMap {
  readonly map: RedirectMap;
  readonly check: MapCheck;
}

/** Maximum listed places. */
const LISTED = 20;

/** @throws UsageError if no row is readable, after listing the errors */
export async function readMap(options: RedirectOptions, io: Io): Promise<CheckedMap> {
  const { path, base, toBase, mapFormat: format, columns, dryRun } = options;
  const at: PlaceText = ({ line, column }) => `${path}:${line}:${column}`;
  try {
    const samples = options.samples === undefined ? [] : await sampleUrls(options.samples, io);
    const map = await openMap(() => io.openBytes(path), {
      name: path,
      format,
      columns,
      base,
      toBase,
      samples,
    });
    const check = new MapCheck(base);
    const faults = await readItems({ map, check }, options, at, io);
    if (check.rows + check.omitted + faults === 0) throw new UsageError(`${path}: the map has no redirects`);
    if (faults === check.rows + check.unreadable && check.omitted === 0) {
      const hint = base === undefined && check.rows > 0 ? "; name the base URL with --base" : "";
      throw new UsageError(`${path}: no row is readable, so nothing was requested${hint}`);
    }
    check.finish();
    io.err(`netlens: ${path}: ${describe(map, check)}\n`);
    await listOmitted(map, check.omitted, at, dryRun, io);
    return { map, check };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof MapError) throw new UsageError(`${at(error)}: ${error.message}`);
    if (error instanceof Error && !("code" in error)) throw error;
    throw fileError("redirects", path, error);
  }
}

/** @throws UsageError */
async function sampleUrls(path: string, io: Io): Promise<string[]> {
  try {
    const found = await readSamples(io.openBytes(path));
    if (found.length > 0) return found;
  } catch (error) {
    throw fileError("--sample-urls", path, error);
  }
  throw new UsageError(`--sample-urls: ${path} has no URLs or paths`);
}

/** Adds all items to the check and lists the unreadable ones. @returns their number */
async function readItems(
  { map, check }: CheckedMap,
  { base, dryRun }: RedirectOptions,
  at: PlaceText,
  io: Io,
): Promise<number> {
  let faults = 0;
  for await (const items of frugal(map.items()))
    for (const item of items) {
      check.add(item);
      // Paths are compared with each other, so a dry run needs no base.
      const fault = faultOf(item, dryRun ? UNUSED_BASE : base);
      if (fault === undefined) continue;
      if (++faults <= LISTED) io.err(`netlens: ${at(item)}: ${printable(fault)}\n`);
    }
  if (faults > LISTED) io.err(`netlens: and ${(faults - LISTED).toLocaleString("en")} more\n`);
  return faults;
}

/** Items between garbage collections. */
const FRUGAL = 16_384;

/** Collects garbage regularly: a map of 400,000 rows takes 136 MB; without this 260 MB and 10 % less CPU time. */
export async function* frugal<T>(pieces: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  let count = 0;
  for await (const piece of pieces) {
    count += piece.length;
    if (count >= FRUGAL) Bun.gc(true);
    count %= FRUGAL;
    yield piece;
  }
}

/** Base URL for a dry run, where paths need none. */
const UNUSED_BASE = "http://map.invalid";

function describe({ description }: RedirectMap, { rows, omitted, unreadable, untargeted }: MapCheck): string {
  const parts = [plural(rows, "row")];
  if (untargeted > 0) parts.push(`${untargeted.toLocaleString("en")} of them without a target`);
  if (unreadable > 0) parts.push(`${unreadable.toLocaleString("en")} unreadable`);
  if (omitted > 0) parts.push(`${omitted.toLocaleString("en")} omitted`);
  return `${description}; ${parts.join(", ")}`;
}

type PlaceText = (place: Place) => string;

async function listOmitted(
  map: RedirectMap,
  count: number,
  at: PlaceText,
  all: boolean,
  io: Io,
): Promise<void> {
  if (count === 0) return;
  let listed = 0;
  for await (const items of map.items())
    for (const item of items) {
      if (!("omitted" in item)) continue;
      if (!all && listed === LISTED) {
        io.err(`netlens: and ${(count - listed).toLocaleString("en")} more\n`);
        return;
      }
      io.err(`netlens: ${at(item)}: omitted: ${item.omitted}\n`);
      listed++;
    }
}

/** All findings of a map, in row order. */
export async function* findingsOf({ map, check }: CheckedMap): AsyncGenerator<MapFinding> {
  for await (const items of frugal(map.items())) for (const item of items) yield* check.findings(item);
}

/** Maximum findings shown per kind before a check. */
const FIRST_FINDINGS = 3;

/** Prints the first findings of each kind and returns the counts. */
export async function reportFindings(
  checked: CheckedMap,
  { path }: RedirectOptions,
  io: Io,
): Promise<FindingCounts> {
  const counts: FindingCounts = new Map();
  for await (const finding of findingsOf(checked)) {
    // Listed by readMap, and a row of the report.
    if (finding.kind === "unreadable") continue;
    const count = (counts.get(finding.kind) ?? 0) + 1;
    counts.set(finding.kind, count);
    if (count <= FIRST_FINDINGS) io.err(`netlens: ${findingText(finding, path, false)}`);
  }
  if (counts.size > 0) io.err(`netlens: ${findingCounts(counts)} (list with --dry-run)\n`);
  return counts;
}

export type FindingCounts = Map<MapFindingKind, number>;

export function findingCounts(counts: FindingCounts): string {
  return [...counts].map(([kind, count]) => mapFindingCount(kind, count)).join(", ");
}
