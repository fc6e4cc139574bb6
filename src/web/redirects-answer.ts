/** A pasted or uploaded redirect map, checked for the page. */

import { yieldToEventLoop } from "../api/cooperative.ts";
import { costOfBytes, spend, spendAllLookups } from "../api/cost.ts";
import { NetlensError } from "../api/errors.ts";
import { sourceUrl } from "../http/redirects/addresses.ts";
import { rowChecker } from "../http/redirects/check.ts";
import type { Judged } from "../http/redirects/check-redirect.ts";
import {
  type Fault,
  MapError,
  type MapItem,
  type Omission,
  type RedirectRow,
} from "../http/redirects/map/item.ts";
import { openMap } from "../http/redirects/map/read.ts";
import { MapCheck } from "../http/redirects/map-check.ts";
import { checkRedirects, POLITENESS } from "../http/redirects/run.ts";
import { Summary } from "../http/redirects/summary.ts";
import { trailOf } from "../http/redirects/trail.ts";
import { LOOKUP_COST } from "../http/routes.ts";
import { type LookupDeps, serveLookup } from "../http/serve-lookup.ts";
import { MOST_ROWS, resultEnd, resultStart } from "./redirects-page.ts";
import { judgedRow } from "./redirects-view.ts";
import type { Work } from "./unfolding.ts";

export interface PastedMap {
  /** The pasted text, to be shown again. */
  readonly map: string;
  readonly base: string | undefined;
  readonly bytes: Uint8Array;
  /** The name of an uploaded file. */
  readonly name: string;
}

/** Bytes that are read before others get their turn: a fraction of a millisecond's worth to a few. @perf */
const MAP_A_TURN = 4096;
/** Rows, lines that are left out and faults that are read: no map of a page has more. */
const MOST_ITEMS = 2 * MOST_ROWS;
/** Faults that are listed. */
const MOST_FAULTS = 10;

/**
 * Reads the map, pays for its check, and gives the check itself.
 * @throws NetlensError for a map that cannot be read or has too many rows
 */
export async function checkPastedMap(
  { base, bytes, name }: PastedMap,
  request: Request,
  deps: LookupDeps,
): Promise<Work> {
  if (base !== undefined && !URL.canParse(base)) throw invalid(`The site is not a URL: "${base}".`);
  const bySize = costOfBytes(bytes.length);
  spend(request, bySize);
  const { description, items, isWhole } = await readAll(bytes, name, base);
  const rows = items.filter((item): item is RedirectRow => "from" in item);
  const omitted = items.filter((item): item is Omission => "omitted" in item);
  const faults = items.flatMap((item) => faultOf(item, base) ?? []);
  if (faults.length > 0) throw invalid(faultsText(faults));
  if (rows.length + omitted.length === 0) throw invalid("The map has no redirects.");
  if (rows.length > MOST_ROWS || !isWhole)
    throw invalid(
      `The map has more than ${MOST_ROWS} redirects; a page checks at most ${MOST_ROWS}. The command line takes any number: netlens redirects --base ${base ?? "URL"} FILE`,
    );
  const check = new MapCheck(base);
  for (const row of rows) check.add(row);
  check.finish();
  spend(request, bySize + rows.length * LOOKUP_COST);
  await spendAllLookups(request, rows.length);
  const expected = { base, mostRedirects: POLITENESS.page.mostRedirects };
  const look = rowChecker(
    async (url, method) => trailOf(await serveLookup(request, url, { method }, deps)),
    "auto",
    expected,
  );
  const findings = rows.flatMap((row) => check.findings(row));
  return async ({ part }) => {
    const summary = new Summary();
    const judged: Judged[] = [];
    part(resultStart(rows.length));
    for await (const each of checkRedirects(works(rows), look, { ...POLITENESS.page, base })) {
      request.signal.throwIfAborted();
      summary.add(each);
      judged.push(each);
      part(judgedRow(each));
    }
    const body = resultEnd({ judged, summary, omitted, description, findings });
    const hasUser = rows.some(({ from }) => {
      const source = sourceUrl(from, base);
      return source !== undefined && (source.username !== "" || source.password !== "");
    });
    const outcomes = Object.fromEntries(summary.counts);
    const json = { redirects: judged, summary: { total: summary.total, wrong: summary.wrong, outcomes } };
    return { title: "Redirects", body, ...(!hasUser && { keep: { json, again: "" } }) };
  };
}

async function* works(rows: readonly RedirectRow[]) {
  yield rows.map((row) => ({ row }));
}

async function readAll(bytes: Uint8Array, name: string, base: string | undefined) {
  try {
    const { description, items } = await openMap(() => once(bytes), { name, base });
    const read: MapItem[] = [];
    for await (const some of items()) {
      read.push(...some);
      if (read.length > MOST_ITEMS) return { description, items: read.slice(0, MOST_ITEMS), isWhole: false };
    }
    return { description, items: read, isWhole: true };
  } catch (error) {
    if (error instanceof MapError) throw invalid(faultsText([{ ...error, fault: error.message }]));
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += MAP_A_TURN) {
    if (at > 0) await yieldToEventLoop();
    yield bytes.subarray(at, at + MAP_A_TURN);
  }
}

function faultOf(item: MapItem, base: string | undefined): Fault | undefined {
  if ("fault" in item) return item;
  if (base !== undefined || !("from" in item) || /^https?:/i.test(item.from)) return undefined;
  return { line: item.line, column: item.column, fault: `${item.from} is a path, which needs a base URL` };
}

function faultsText(faults: readonly Fault[]): string {
  const listed = faults
    .slice(0, MOST_FAULTS)
    .map(({ line, column, fault }) => `Line ${line}, column ${column}: ${fault}.`);
  if (faults.length > MOST_FAULTS) listed.push(`And ${faults.length - MOST_FAULTS} more.`);
  return listed.join("\n");
}

function invalid(message: string): NetlensError {
  return new NetlensError("invalid-param", message);
}
