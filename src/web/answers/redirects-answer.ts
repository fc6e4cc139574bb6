/** Checks a pasted or uploaded redirect map for the page. */

import { makeBudget } from "../../api/budget.ts";
import { yieldToEventLoop } from "../../api/cooperative.ts";
import { costOfBytes, spend, spendAllLookups } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { mapBudget } from "../../api/limits.ts";
import { plural } from "../../headers/wording.ts";
import type { Exchange } from "../../http/exchange.ts";
import { LOOKUP_COST } from "../../http/routes.ts";
import { type LookupDeps, serveLookup } from "../../http/serve.ts";
import type { Detour } from "../../http/settings.ts";
import { hostOf } from "../../http/target.ts";
import { sourceUrl } from "../../jobs/redirects/addresses.ts";
import { type Follow, rowChecker } from "../../jobs/redirects/check.ts";
import type { Judged } from "../../jobs/redirects/check-redirect.ts";
import { faultOf, MapCheck, workOf } from "../../jobs/redirects/map-check.ts";
import {
  type Fault,
  faultAt,
  MapError,
  type MapItem,
  type Omission,
  type RedirectRow,
} from "../../jobs/redirects/map-item.ts";
import { type MapOptions, openMap } from "../../jobs/redirects/map-read.ts";
import { factsOfPage } from "../../jobs/redirects/page-facts.ts";
import { POLITENESS } from "../../jobs/redirects/politeness.ts";
import { checkRedirects } from "../../jobs/redirects/run.ts";
import { Summary } from "../../jobs/redirects/summary.ts";
import { type PageFacts, trailOf } from "../../jobs/redirects/trail.ts";
import { parseAddress } from "../../syntax/ip-address.ts";
import { summaryJson, uncheckedMember, withKind } from "../../view/redirects.ts";
import { MOST_ROWS, type RedirectsState, resultEnd } from "../pages/redirects-page.ts";
import type { Work } from "../pages/streamed-page.ts";
import { judgedRow, progressRow, resultStart } from "../redirects-view.ts";

export interface PastedMap extends RedirectsState {
  readonly bytes: Uint8Array;
  /** Name of an uploaded file. */
  readonly name: string;
}

/** Bytes read before yielding. @perf Read at once, a map of empty lines blocks 14 times as long, 472 ms (`longest-block`). */
const MAP_A_TURN = 4096;
/** Milliseconds between progress rows. */
const PROGRESS_MS = 1000;
/** Maximum parsed rows and skipped lines, and maximum errors. */
const MOST_ITEMS = 2 * MOST_ROWS;
const MOST_FAULTS = 10;

/** Reads the map, charges for its check and returns the check. @throws NetlensError for an invalid or too long map */
export async function checkPastedMap(
  { bytes, name, ...options }: PastedMap,
  request: Request,
  deps: LookupDeps,
): Promise<Work> {
  const { base, toBase } = options;
  for (const url of [base, toBase])
    if (url !== undefined && !/^https?:/i.test(URL.parse(url)?.protocol ?? ""))
      throw invalid(`The base URL is invalid: "${url}".`);
  const { politeness, expected, detours } = optionsOf(options);
  const bySize = costOfBytes(bytes.length);
  spend(request, bySize);
  const { description, items, isWhole } = await readAll(bytes, { name, base, toBase });
  const rows = items.filter((item): item is RedirectRow => "from" in item);
  const omitted = items.filter((item): item is Omission => "omitted" in item);
  const faults = items.flatMap((item) => {
    const fault = faultOf(item, base);
    return fault === undefined ? [] : [faultAt(item, fault)];
  });
  if (faults.length === items.length && faults.length > 0) throw invalid(faultsText(faults));
  if (items.length === 0) throw invalid("The map has no redirects.");
  if (rows.length > MOST_ROWS || !isWhole)
    throw invalid(
      `The map has more than ${MOST_ROWS} redirects; a page checks at most ${MOST_ROWS}. The command line takes any number: netlens redirects --base ${base ?? "URL"} FILE`,
    );
  const check = new MapCheck(base);
  for (const item of items) check.add(item);
  check.finish();
  spend(request, bySize + rows.length * LOOKUP_COST);
  await spendAllLookups(request, rows.length);
  const isRead = options.content !== undefined;
  const settings = detours.length > 0 ? { ...deps.settings, detours } : deps.settings;
  // No cache if content is read: cached results have none.
  const lookupDeps = { ...deps, settings, cache: isRead ? undefined : deps.cache };
  const budget = makeBudget(mapBudget(rows.length));
  const follow: Follow = async (url, method) => {
    let last: Exchange | undefined;
    const onHop = (hop: Exchange) => {
      budget.charge("requests");
      last = hop;
    };
    const trail = trailOf(await serveLookup(request, url, { method }, lookupDeps, undefined, onHop));
    return isRead && trail.stop === "done" && last ? { ...trail, content: factsOfExchange(last) } : trail;
  };
  const look = rowChecker(follow, isRead ? "GET" : "auto", expected);
  const findings = items.flatMap((item) => ("fault" in item ? [] : check.findings(item)));
  return async ({ part }) => {
    const summary = new Summary(check.unchecked.list());
    const judged: Judged[] = [];
    const begun = performance.now();
    let noted = begun;
    part(resultStart(`Checking ${plural(rows.length, "redirect")}…`));
    for await (const each of checkRedirects(works(items, base), look, { ...politeness, base, budget })) {
      request.signal.throwIfAborted();
      summary.add(each);
      judged.push(each);
      part(judgedRow(each));
      const now = performance.now();
      if (now - noted < PROGRESS_MS) continue;
      noted = now;
      part(progressRow(judged.length, rows.length, now - begun));
    }
    const body = resultEnd({ judged, summary, omitted, description, findings });
    const hasUser = rows.some(({ from }) => {
      const source = sourceUrl(from, base);
      return source !== undefined && (source.username !== "" || source.password !== "");
    });
    const json = {
      redirects: judged.map(withKind),
      summary: summaryJson(summary),
      ...uncheckedMember(summary),
    };
    return { title: "Redirects", body, ...(!hasUser && { keep: { json, again: "" } }) };
  };
}

/** @throws NetlensError `invalid-param` */
function optionsOf({ base, chains, rate, origin, sameSite }: RedirectsState) {
  const { mostRedirects, delay, ...politeness } = POLITENESS.page;
  const perSecond = numberIn("rate", rate, 1, MOST_A_SECOND);
  return {
    politeness: { ...politeness, delay: perSecond === undefined ? delay : 1000 / perSecond },
    expected: {
      base,
      mostRedirects: numberIn("chains", chains, 0, MOST_CHAINED) ?? mostRedirects,
      sameSite: sameSite !== undefined,
    },
    detours: origin === undefined ? [] : [detourTo(origin, base)],
  };
}

/** Limits of the form: lookups per second, and redirects in a row. */
const MOST_A_SECOND = 100;
const MOST_CHAINED = 20;

function numberIn(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw invalid(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
}

/** Sends requests for the base's host to another server, under the usual address rules. */
function detourTo(origin: string, base: string | undefined): Detour {
  const isAddress = parseAddress(origin) !== undefined;
  const to = URL.parse(isAddress && origin.includes(":") ? `http://[${origin}]` : `http://${origin}`);
  const isPlain = to?.pathname === "/" && to.username === "" && !/[/?#@]/.test(origin);
  if (!to || !isPlain) throw invalid(`The server must be a host or an address, not "${origin}".`);
  if (base === undefined) throw invalid("Another server needs a base URL, whose host it replaces.");
  const port = /:(\d+)$/.exec(isAddress ? "" : origin)?.[1];
  return {
    host: hostOf(new URL(base)),
    port: undefined,
    to: { host: hostOf(to), ...(port !== undefined && { port: Number(port) }) },
  };
}

function factsOfExchange({ head, content, url }: Exchange): PageFacts {
  const { status = 0, lines = [] } = head ?? {};
  const markup = status >= 200 && status <= 299 ? content?.opening : undefined;
  return factsOfPage(lines, markup && new TextDecoder().decode(markup), url.href);
}

async function* works(items: readonly MapItem[], base: string | undefined) {
  yield items.flatMap((item) => workOf(item, base));
}

async function readAll(bytes: Uint8Array, options: MapOptions) {
  try {
    const { description, items } = await openMap(() => once(bytes), options);
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
