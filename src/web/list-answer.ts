/** Several URLs and addresses in one table, each with the way to its whole result. */

import { needRight, spend, spendAllLookups } from "../api/cost.ts";
import { readQuery } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { plural } from "../headers/wording.ts";
import { type Checked, isBusy, politely, waitOf } from "../http/politely.ts";
import { LOOKUP_COST, lookupQuery } from "../http/routes.ts";
import type { HttpReport } from "../http/schema.ts";
import { hasCredentials, serveLookup } from "../http/serve-lookup.ts";
import { lookupIp } from "../ip/lookup.ts";
import { POLITENESS } from "../jobs/redirects/politeness.ts";
import { briefOf } from "../view/brief.ts";
import { type Listed, MOST_LISTED } from "../view/parse-question.ts";
import {
  COLUMNS,
  failedRow,
  type ListRow,
  listEnd,
  listRow,
  rowOfAddress,
  rowOfReport,
} from "./list-view.ts";
import { resultStart } from "./redirects-view.ts";
import type { WebDeps } from "./routes.ts";
import type { Outcome, Tell } from "./unfolding.ts";

/** Characters of a link that servers on the way take; a longer list is a form. */
const LONGEST_LINK = 8000;

/** Each row costs what its lookup does. @throws NetlensError for too many, or where the caller may not look up as many */
export async function answerList(
  items: readonly Listed[],
  text: string,
  request: Request,
  deps: WebDeps,
  { part }: Tell,
): Promise<Outcome> {
  const beyond = items[MOST_LISTED];
  if (beyond)
    throw new NetlensError(
      "invalid-param",
      `Line ${beyond.line}: a page looks up at most ${MOST_LISTED} URLs and addresses. The command line takes any number: netlens http - and netlens ip -`,
    );
  const urls = items.filter(({ kind }) => kind === "url");
  const addresses = items.filter(({ kind }) => kind === "address");
  if (addresses.length > 0) needRight(request, "ip");
  spend(request, urls.length * LOOKUP_COST + addresses.length);
  if (urls.length > 0) await spendAllLookups(request, urls.length);
  part(resultStart(`Looking up ${items.length} entries…`, COLUMNS));
  const rows: ListRow[] = [];
  for await (const row of politely(works(items), rowLooker(request, deps), hostOf, POLITENESS.page)) {
    request.signal.throwIfAborted();
    rows.push(row);
    part(listRow(row));
  }
  const link = `/?${new URLSearchParams({ q: text })}`;
  const again = link.length > LONGEST_LINK ? "" : link;
  const isPrivate = urls.some((item) => namesUser(item.text));
  return {
    title: plural(items.length, "lookup"),
    body: listEnd(rows),
    ...(addresses.length > 0 && { credits: deps.ip.credits?.() ?? [] }),
    ...(!isPrivate && {
      keep: { json: { rows: rows.map(({ line, asked, json }) => ({ line, asked, ...json })) }, again },
    }),
  };
}

async function* works(items: readonly Listed[]) {
  yield items.map((row) => ({ row }));
}

/** As the row's own page asks, which then has the same answer. */
const OPTIONS = { ...readQuery(new URLSearchParams(), lookupQuery), how: "all" } as const;

/** Looks up one row; a host that asks to wait is asked again itself, not what is kept of its answer. */
function rowLooker(
  request: Request,
  { http, ip, onBug }: WebDeps,
): (item: Listed) => Promise<Checked<ListRow>> {
  const asked = new Set<Listed>();
  return async (item) => {
    try {
      if (item.kind === "neither") return { judged: failedRow(item, "Neither a URL nor an address.") };
      if (item.kind === "address") return { judged: rowOfAddress(item, lookupIp(item.text, ip.geo())) };
      const deps = asked.has(item) ? { ...http, cache: undefined } : http;
      asked.add(item);
      const report = await serveLookup(request, item.text, OPTIONS, deps);
      return { judged: rowOfReport(item, report, briefOf(report)), ...busyOf(report) };
    } catch (error) {
      if (!(error instanceof NetlensError) && !request.signal.aborted) onBug?.(error);
      const why = error instanceof NetlensError ? error.message : "The log says why.";
      return { judged: failedRow(item, why) };
    }
  };
}

function busyOf({ steps }: HttpReport): { readonly busy?: { readonly wait: number | undefined } } {
  const last = steps.at(-1);
  if (!isBusy(last?.status)) return {};
  return { busy: { wait: waitOf(last?.headers.find(({ name }) => name === "retry-after")?.value) } };
}

/** The host of a row, which is asked politely. An address asks nobody. */
function hostOf({ kind, text }: Listed): string {
  if (kind !== "url") return text;
  return URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`)?.host ?? text;
}

function namesUser(url: string): boolean {
  try {
    return hasCredentials(url);
  } catch {
    return url.includes("@");
  }
}
