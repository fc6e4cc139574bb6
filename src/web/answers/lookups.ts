/** Runs lookups and renders their results for pages. */

import type { Fields } from "../../api/answer.ts";
import { runYielding } from "../../api/cooperative.ts";
import { needRight, spend, spendAllLookups } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { queryOf } from "../../api/query.ts";
import { isBusy, waitOf } from "../../api/responses.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import { decoding } from "../../http/decode.ts";
import type { Exchange } from "../../http/exchange.ts";
import { costOf, DECODE_COST, LOOKUP_COST, lookupQuery, optionsOf } from "../../http/routes.ts";
import type { HttpReport } from "../../http/schema.ts";
import { hasCredentials, servedFields, serveLookup } from "../../http/serve.ts";
import { isPublic } from "../../ip/hostname.ts";
import { lookupIp } from "../../ip/lookup.ts";
import { isPrefix, lookupPrefix } from "../../ip/prefix.ts";
import { oneAddressQuery, PREFIX_COST, withExternal } from "../../ip/routes.ts";
import { type Checked, POLITENESS, politely } from "../../jobs/redirects/politeness.ts";
import { VISITOR_COST, verifiedAgent } from "../../jobs/visitor/routes.ts";
import { visitorOf } from "../../jobs/visitor/visitor.ts";
import { explainStatus, practiceRows } from "../../status/practice.ts";
import { pastedAddress } from "../../syntax/ip-address.ts";
import { lookupUserAgent } from "../../useragent/lookup.ts";
import { briefOf } from "../../view/brief.ts";
import {
  type Hint,
  type Listed,
  MOST_LISTED,
  parseQuestion,
  type Question,
  type SeenTogether,
  unknownWord,
} from "../../view/parse-question.ts";
import { viewReport } from "../../view/report.ts";
import { externalLink, type Html, html } from "../html.ts";
import { factTable } from "../page.ts";
import type { FormName } from "../pages/forms.ts";
import { viewTabs } from "../pages/search-box.ts";
import type { Outcome, Progress, Result } from "../pages/streamed-page.ts";
import { resultStart } from "../redirects-view.ts";
import { addressFacts, addressLead, addressMap, addressParts } from "../views/address-view.ts";
import { agentFacts, agentLead } from "../views/agent-view.ts";
import {
  COLUMNS,
  failedRow,
  type ListRow,
  listEnd,
  listRow,
  rowOfAddress,
  rowOfReport,
} from "../views/list-view.ts";
import { reportView } from "../views/report-view.ts";
import { visitorView } from "../views/visitor-view.ts";
import { statusBadge } from "../views/waterfall-view.ts";
import type { WebDeps } from "./deps.ts";

export interface Lookup {
  /** Query parameter that starts the lookup. */
  readonly parameter: string;
  /** Form with further inputs; absent for the search box. */
  readonly form?: FormName;
  readonly answer: (query: URLSearchParams, request: Request, deps: WebDeps, progress: Progress) => Result;
}

export const lookups: readonly Lookup[] = [
  { parameter: "q", answer: answerQuestion },
  { parameter: "url", form: "http", answer: answerUrl },
  { parameter: "ip", form: "address", answer: answerAddress },
  { parameter: "useragent", form: "useragent", answer: (query, request) => answerAgent(query, request) },
  { parameter: "status", answer: (query, request) => answerStatus(query.get("status") ?? "", request) },
];

/** Lookup by the text of the search box. */
function answerQuestion(query: URLSearchParams, request: Request, deps: WebDeps, progress: Progress): Result {
  const question = parseQuestion(query.get("q") ?? "");
  const others: {
    readonly [K in Question["kind"]]: (question: Extract<Question, { kind: K }>) => Result;
  } = {
    url: ({ text }) => answerUrl(new URLSearchParams({ url: text }), request, deps, progress),
    address: ({ text }) => answerAddress(new URLSearchParams({ ip: text }), request, deps),
    agent: ({ text }) => answerAgent(new URLSearchParams({ useragent: text }), request, true),
    hint: answerHint,
    headers: ({ text }) => answerLines(request, { headers: [text] }),
    status: ({ code }) => answerStatus(String(code), request),
    visitor: ({ seen }) => answerVisitor(seen, request, deps),
    list: ({ items, text }) => answerList(items, text, request, deps, progress),
  };
  const answer = others[question.kind] as (question: Question) => Result;
  return answer(question);
}

/** Progress line for an answered request of a chain. */
export function hopLine({ url, head, stages }: Exchange): Html {
  return html`<p>${statusBadge(head?.status ?? 0)} <span class="url">${url.href}</span> ${milliseconds(stages.total)}</p>\n`;
}

async function answerUrl(
  query: URLSearchParams,
  request: Request,
  { http }: WebDeps,
  { step }: Progress,
): Promise<Outcome> {
  const options = optionsOf(queryOf(lookupQuery, query), query);
  spend(request, costOf(options, http.settings));
  let fields: Fields = {};
  const report = await serveLookup(
    request,
    query.get("url") ?? "",
    { ...options, how: "all" },
    http,
    (served) => {
      fields = servedFields(served);
    },
    (hop) => step(hopLine(hop)),
  );
  return {
    title: report.url,
    body: html`${tabsOf(report)}${reportView(viewReport(report, undefined, options.agent), asJson("/v1/http", query))}`,
    fields,
    // Header values of the request may be credentials.
    ...(!query.has("header") &&
      !hasCredentials(query.get("url") ?? "") && { keep: { json: report, again: `/?${query}` } }),
  };
}

/** Tab with the page audit, which costs a lookup for each resource. */
function tabsOf({ status, steps }: HttpReport): Html | undefined {
  const last = steps.at(-1);
  if (status === "error" || last?.verdicts?.content?.type !== "text/html") return undefined;
  return viewTabs(last.request.url, "Response");
}

/** Explains pasted header lines, like `POST /v1/http`. */
export async function answerLines(
  request: Request,
  content: { readonly headers: readonly string[] },
): Promise<Outcome> {
  needRight(request, "http");
  spend(request, DECODE_COST);
  const report = await runYielding(decoding(content, Date.now(), { partialRequest: true, how: "all" }));
  if (report.headers.length === 0)
    throw new NetlensError("invalid-headers", 'No header lines were given; paste lines such as "Age: 60".');
  return { title: "Headers", body: reportView(viewReport(report)) };
}

async function answerAddress(query: URLSearchParams, request: Request, { ip }: WebDeps): Promise<Outcome> {
  needRight(request, "ip");
  const options = queryOf(oneAddressQuery, query);
  const given = pastedAddress(query.get("ip") ?? "");
  if (isPrefix(given)) return answerPrefix(given, options.locale, request, ip);
  const result = await withExternal(lookupIp(given, ip.geo(), options.locale), options, ip, request);
  const more = [
    ...(result.hostname === undefined && ip.hostnameOf
      ? [["reverse", "Look up the host name"] as const]
      : []),
    ...(result.abuse === undefined && ip.abuseOf ? [["abuse", "Look up the abuse contact"] as const] : []),
  ];
  const name =
    isPublic(result) && more.length > 0
      ? html`<p>${more.map(
          ([parameter, label], index) =>
            html`${index > 0 && " · "}<a href="/?ip=${encodeURIComponent(result.ip)}&amp;${parameter}=true">${label}</a>`,
        )}</p>`
      : undefined;
  const others = [...query].filter(([name]) => Object.hasOwn(oneAddressQuery.properties, name));
  return {
    title: result.ip,
    body: html`${resultCard(html`${addressLead(result)}<div class="beside">${addressFacts(result, Date.now())}${addressMap(result)}</div>${name}`)}${asJson(`/v1/ip/${encodeURIComponent(result.ip)}`, new URLSearchParams(others))}`,
    credits: ip.credits?.() ?? [],
  };
}

async function answerPrefix(
  prefix: string,
  locale: string | undefined,
  request: Request,
  { geo, credits }: WebDeps["ip"],
): Promise<Outcome> {
  spend(request, PREFIX_COST);
  const result = await lookupPrefix(prefix, geo, locale);
  const view = !("ip" in result)
    ? addressParts(result)
    : html`${addressLead(result, prefix)}<div class="beside">${addressFacts(result, Date.now())}${addressMap(result)}</div>`;
  return {
    title: prefix,
    body: html`${resultCard(view)}${asJson(`/v1/ip/${prefix}`)}`,
    credits: credits?.() ?? [],
  };
}

function answerHint({ hint, url }: Hint): Outcome {
  const meant =
    url && html`<p>Did you mean <a href="/?${String(new URLSearchParams({ q: url }))}">${url}</a>?</p>`;
  return { title: "Not recognised", body: resultCard(html`<p class="headline">${hint}</p>${meant}`) };
}

/** @param isTyped whether the text is from the search box, where it may be something else */
function answerAgent(query: URLSearchParams, request: Request, isTyped = false): Outcome {
  needRight(request, "useragent");
  const agent = query.get("useragent") ?? "";
  const result = lookupUserAgent(agent);
  const hint = isTyped && unknownWord(agent, result);
  if (hint) return answerHint(hint);
  return {
    title: "User agent",
    body: html`${resultCard(html`${agentLead(result)}${agentFacts(result)}`)}${agent !== "" && asJson(`/v1/useragent/${encodeURIComponent(agent)}`)}`,
  };
}

async function answerVisitor(
  { ip, agent, time = Date.now() }: SeenTogether,
  request: Request,
  deps: WebDeps,
): Promise<Outcome> {
  needRight(request, "ip");
  needRight(request, "useragent");
  spend(request, VISITOR_COST);
  const seen = { ip, agent, time, timeZone: "", language: "", url: "" };
  const result = visitorOf(seen, deps.ip.geo(), await verifiedAgent(seen, deps.verify));
  return { title: ip, body: visitorView(result), credits: deps.ip.credits?.() ?? [] };
}

function answerStatus(text: string, request: Request): Outcome {
  needRight(request, "status");
  const code = Number(text);
  const meaning = /^\d{3}$/.test(text) ? explainStatus(code) : undefined;
  if (!meaning) throw new NetlensError("invalid-param", `"${text}" is not a status code from 100 to 999.`);
  const { message, description, sender, link, registered } = meaning;
  return {
    title: `${code} ${message}`,
    body: html`${resultCard(html`<p class="headline"><span class="status s${Math.floor(code / 100)}">${code}</span> ${message}${sender && html` (${sender})`}</p>
<p>${description}</p>
${factTable(practiceRows(meaning))}
<p>${externalLink(link, registered ? "Specification" : "Reference")}</p>`)}${asJson(`/v1/status/${code}`)}`,
  };
}

function resultCard(view: Html): Html {
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title" class="hidden">Result</h2>
${view}
</section>
`;
}

function asJson(path: string, query?: URLSearchParams): Html {
  const parameters = new URLSearchParams([...(query ?? []), ["format", "json"]]);
  return html`<p class="json"><a href="${path}?${String(parameters)}">View as JSON</a></p>`;
}

/** Maximum length of a link that proxies accept, in characters; a longer list needs the form. */
const LONGEST_LINK = 8000;

/** Each row costs as much as its lookup. @throws NetlensError for too many rows, or rows beyond the caller's limit */
async function answerList(
  items: readonly Listed[],
  text: string,
  request: Request,
  deps: WebDeps,
  { part }: Progress,
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

/** Same options as the row's own page, so that both show the same answer. */
const OPTIONS = { how: "all" } as const;

/** Looks up one row. A retry after a busy answer skips the cache. */
function rowLooker(
  request: Request,
  { http, ip, onBug }: WebDeps,
): (item: Listed) => Promise<Checked<ListRow>> {
  const tried = new Set<Listed>();
  return async (item) => {
    try {
      if (item.kind === "neither") return { judged: failedRow(item, "Neither a URL nor an address.") };
      if (item.kind === "address") return { judged: rowOfAddress(item, lookupIp(item.text, ip.geo())) };
      const deps = tried.has(item) ? { ...http, cache: undefined } : http;
      tried.add(item);
      const report = await serveLookup(request, item.text, OPTIONS, deps);
      return { judged: rowOfReport(item, report, briefOf(report)), ...busyOf(report) };
    } catch (error) {
      if (!(error instanceof NetlensError) && !request.signal.aborted) onBug?.(error);
      const why = error instanceof NetlensError ? error.message : "Internal error; see the log.";
      return { judged: failedRow(item, why) };
    }
  };
}

function busyOf({ steps }: HttpReport): { readonly busy?: { readonly wait: number | undefined } } {
  const last = steps.at(-1);
  if (!isBusy(last?.status)) return {};
  return { busy: { wait: waitOf(last?.headers.find(({ name }) => name === "retry-after")?.value) } };
}

/** Host of a row, for its rate limit. Addresses send no request. */
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
