/** Requests for pages → responses: home page, forms, lookups. */

import { HINT_FIELDS } from "../../../data/agents/hint-fields.ts";
import { Answer, DEFAULT_FIELDS } from "../../api/answer.ts";
import { needRight, spend, spendAllLookups } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { LOOKUP_COST } from "../../http/routes.ts";
import { hasCredentials, serveLookup } from "../../http/serve.ts";
import { loadFromText } from "../../http/settings.ts";
import { lookupIp } from "../../ip/lookup.ts";
import { compareSides } from "../../jobs/compare/sides.ts";
import { readClientHints } from "../../useragent/client-hints.ts";
import { lookupUserAgent } from "../../useragent/lookup.ts";
import { viewComparison } from "../../view/comparison.ts";
import { parseQuestion } from "../../view/parse-question.ts";
import { type Html, html } from "../html.ts";
import type { Page } from "../page.ts";
import { compareForm, comparisonView } from "../pages/compare-page.ts";
import { renderForm } from "../pages/forms.ts";
import { formsView, homeView } from "../pages/home-page.ts";
import { errorPage, outcomePage, pageResponse } from "../pages/outcome-page.ts";
import { auditForm, auditOutcome } from "../pages/page-audit.ts";
import { redirectsAgain, redirectsForm } from "../pages/redirects-page.ts";
import { searchBox } from "../pages/search-box.ts";
import { siteForm, siteOutcome } from "../pages/site-page.ts";
import type { Work } from "../pages/streamed-page.ts";
import { wantsHtml } from "../response.ts";
import { addressFacts, addressLead, addressMap } from "../views/address-view.ts";
import { agentFacts, agentLead, LEAD_FACTS } from "../views/agent-view.ts";
import { formOf, formOfLink, linesLink } from "../views/lines-link.ts";
import type { WebDeps } from "./deps.ts";
import { answerLines, hopLine, type Lookup, lookups } from "./lookups.ts";
import { checkPastedMap, type PastedMap } from "./redirects-answer.ts";

/** `GET /`: a lookup if the query has one, else the home page, or the address alone for command-line clients. */
export async function answerHome(request: Request, deps: WebDeps): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const isLookup = lookupIn(query) !== undefined;
  if (!isLookup && !wantsHtml(request.headers.get("accept"))) return addressLine(request, deps);
  return answerLookup(query, request, deps);
}

/** `POST /`: like `GET /`, for several lines, which may be too long for a link. */
export async function answerHomeForm(request: Request, deps: WebDeps): Promise<Response> {
  return answerLookup(await formIn(request), request, deps);
}

/** Finds the lookup of a query. An empty search box starts none; an empty form reports an error. */
function lookupIn(given: URLSearchParams): Lookup | undefined {
  const query = withoutEmpty(given);
  return lookups.find(({ parameter, form }) => (form ? given : query).has(parameter));
}

/** Page of a lookup if the query has one, else the home page. */
export async function answerLookup(
  given: URLSearchParams,
  request: Request,
  deps: WebDeps,
): Promise<Response> {
  const query = withoutEmpty(given);
  const lookup = lookupIn(given);
  if (!lookup) return pageResponse(homePage(request, deps), request, deps, HOME_FIELDS);
  return outcomePage(
    request,
    deps,
    (progress) => lookup.answer(query, request, deps, progress),
    (error) => formAgain(lookup, query, error),
    query.get(lookup.parameter) ?? "",
  );
}

/** Search box with the question, or for an invalid question the form that it came from. */
function formAgain({ form, parameter }: Lookup, query: URLSearchParams, error: string | undefined): Html {
  if (error !== undefined && form) return renderForm(form, { values: Object.fromEntries(query), error });
  const more = query.size > 0 && parameter !== "q" ? { more: `/forms?${query}` } : {};
  const value = query.get(parameter) ?? "";
  const isList = parameter === "q" && parseQuestion(value).kind === "list";
  return searchBox({
    value: isList && !/[\r\n]/.test(value) ? value.trim().replace(/\s+/g, "\n") : value,
    ...more,
    ...(error !== undefined && { error }),
  });
}

/** Requests client hints for the visitor's user agent. The page is not cached, so Vary needs only Accept. */
const HOME_FIELDS = { vary: "Accept", "accept-ch": HINT_FIELDS.join(", ") };

function addressLine(request: Request, deps: WebDeps): Response {
  needRight(request, "ip");
  const caller = deps.ip.caller(request);
  if (!caller) throw new NetlensError("invalid-ip", "Your address is unknown here.");
  return new Answer(`${caller.ip}\n`, {
    headers: { ...DEFAULT_FIELDS, "content-type": "text/plain; charset=utf-8", vary: "Accept" },
  });
}

function homePage(request: Request, deps: WebDeps): Page {
  const caller = deps.ip.caller(request);
  const hints = Object.fromEntries([...request.headers].filter(([name]) => name.startsWith("sec-ch-ua")));
  const address = () => {
    needRight(request, "ip");
    if (!caller) return html`<p>Your address is unknown here.</p>`;
    const result = { ...lookupIp(caller.ip, deps.ip.geo()), source: caller.source };
    return html`${addressLead(result)}${addressMap(result)}${folded(addressFacts(result, Date.now()))}`;
  };
  const agent = () => {
    needRight(request, "useragent");
    const result = lookupUserAgent(request.headers.get("user-agent") ?? "", readClientHints(hints));
    return html`${agentLead(result)}${folded(agentFacts(result, Object.keys(hints).length > 0, LEAD_FACTS))}`;
  };
  return { credits: deps.ip.credits?.() ?? [], body: homeView(orMessage(address), orMessage(agent)) };
}

function folded(facts: Html | undefined): Html | undefined {
  return facts && html`<details><summary>Details</summary>${facts}</details>`;
}

/** Shows an expected error in place of the view. */
function orMessage(view: () => Html): Html {
  try {
    return view();
  } catch (error) {
    if (error instanceof NetlensError) return html`<p>${error.message}</p>`;
    throw error;
  }
}

/** `GET /forms`: every lookup with all inputs, filled in from the query. */
export function answerForms(request: Request, deps: WebDeps): Response {
  const values = Object.fromEntries(new URL(request.url).searchParams);
  return pageResponse(
    { title: "All lookups", body: formsView(values, deps.siteChecks !== undefined) },
    request,
    deps,
  );
}

/** `GET /headers`: the form, or the result for lines in the link. */
export async function answerHeadersForm(request: Request, deps: WebDeps): Promise<Response> {
  const query = new URL(request.url).searchParams;
  try {
    const form = formOfLink(query);
    if (form) return await answerLinesOf(withoutEmpty(form), request, deps);
    const body = renderForm("headers", { values: Object.fromEntries(query) }, "h1");
    return pageResponse({ title: "Headers", body }, request, deps);
  } catch (error) {
    return errorPage(error, (message) => renderForm("headers", { error: message }, "h1"), request, deps);
  }
}

export async function answerHeaders(request: Request, deps: WebDeps): Promise<Response> {
  return answerLinesOf(await formIn(request), request, deps);
}

/** Result for pasted lines, with a link that contains them. */
function answerLinesOf(form: URLSearchParams, request: Request, deps: WebDeps): Promise<Response> {
  // Forms send line breaks as CRLF (HTML, "form data set").
  const lines = form.get("headers")?.replaceAll("\r\n", "\n") ?? "";
  if (form.has("headers")) form.set("headers", lines);
  const values = Object.fromEntries(form);
  const lead = html`<details class="again"><summary>Edit header lines</summary>
${renderForm("headers", { values })}</details>${linkView(form)}`;
  return outcomePage(
    request,
    deps,
    () => {
      const status = form.get("status");
      const url = form.get("url");
      const again = form.get("again");
      return answerLines(request, {
        headers: [lines],
        ...(status !== null && { status: Number(status) }),
        ...(url !== null && { url }),
        ...(form.has("request") && { requestHeaders: linesIn(form, "request") }),
        ...(form.has("loads") && { loads: linesIn(form, "loads").map(loadFromText) }),
        ...(form.has("framedBy") && { framedBy: linesIn(form, "framedBy") }),
        ...(again !== null && { again: { after: Number(again) } }),
      });
    },
    (error) => (error === undefined ? lead : renderForm("headers", { values, error })),
    "Headers",
    "Explaining the header lines …",
  );
}

function linkView(form: URLSearchParams): Html {
  const link = linesLink(form);
  return link === undefined
    ? html`<p class="json">These lines are too long for a link.</p>`
    : html`<p class="json"><a class="copy" href="${link}">Link to this result</a> (it contains the lines, including any cookies and tokens; the server stores nothing)</p>`;
}

/** Non-empty lines of a textarea. */
function linesIn(form: URLSearchParams, name: string): string[] {
  const lines = (form.get(name) ?? "").split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** Empty inputs count as absent. */
function withoutEmpty(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}

/** `GET /compare?a=&b=`: compares two URLs; without them the form. */
export async function answerCompare(request: Request, deps: WebDeps): Promise<Response> {
  const query = withoutEmpty(new URL(request.url).searchParams);
  const [a, b] = [query.get("a"), query.get("b")];
  const state = { ...(a !== null && { a }), ...(b !== null && { b }) };
  const form = (error?: string) => compareForm({ ...state, ...(error !== undefined && { error }) });
  if (a === null || b === null) return pageResponse({ title: "Compare", body: form() }, request, deps);
  const work: Work = async ({ step }) => {
    spend(request, 2 * LOOKUP_COST);
    await spendAllLookups(request, 2);
    const look = async (url: string) => {
      const report = await serveLookup(request, url, {}, deps.http, undefined, (hop) => step(hopLine(hop)));
      step(html`<p>${url}: ${report.intent}</p>`);
      return report;
    };
    const comparison = await compareSides({ a, b }, look);
    return {
      title: `${a} compared with ${b}`,
      body: comparisonView(viewComparison(comparison)),
      ...(![a, b].some(hasCredentials) && {
        keep: { json: comparison, again: `/compare?${new URLSearchParams({ a, b })}` },
      }),
    };
  };
  return outcomePage(request, deps, work, form, `${a} compared with ${b}`, `Looking up ${a} and ${b} …`);
}

/** `GET /page?url=`: audits a page; without a URL the form. */
export function answerPageAudit(request: Request, deps: WebDeps): Response | Promise<Response> {
  const query = withoutEmpty(new URL(request.url).searchParams);
  const url = query.get("url") ?? "";
  const form = (error?: string) =>
    error === undefined && url !== ""
      ? searchBox({ value: url, job: "page", more: `/forms?${query}` })
      : auditForm(url, error, "h1", deps.http.settings.browser !== "off");
  if (!query.has("url")) return pageResponse({ title: "What a page loads", body: form() }, request, deps);
  const work: Work = (progress) => auditOutcome(query, request, deps, progress);
  return outcomePage(request, deps, work, form, `What ${url} loads`, `Looking up ${url} …`);
}

/** `GET /site?url=`: checks a site; without a URL, or where the service does not allow it, the form. */
export function answerSite(request: Request, deps: WebDeps): Response | Promise<Response> {
  const url = new URL(request.url).searchParams.get("url")?.trim() ?? "";
  const isServed = deps.siteChecks !== undefined;
  if (url === "" || !isServed || request.method === "HEAD")
    return pageResponse({ title: "Check a site", body: siteForm({ url, isServed }) }, request, deps);
  const form = (error?: string) =>
    error === undefined ? searchBox({ value: url, job: "site" }) : siteForm({ url, isServed, error });
  const work: Work = (progress) => siteOutcome(url, request, deps, progress);
  return outcomePage(request, deps, work, form, `Site ${url}`, `Checking ${url} …`);
}

/** Non-empty inputs of a form. @throws NetlensError `unsupported-media-type`, `invalid-param` */
async function formIn(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new NetlensError("unsupported-media-type", "This URL accepts only the form of its page.");
  return withoutEmpty(formOf(await request.text()));
}

/** `GET /redirects`: the form for a redirect map. */
export function answerRedirectsForm(request: Request, deps: WebDeps): Response {
  return pageResponse({ title: "Redirects", body: redirectsForm({}, "h1") }, request, deps);
}

/** `POST /redirects`: checks each redirect of the map. */
export async function answerRedirects(request: Request, deps: WebDeps): Promise<Response> {
  const pasted = await mapIn(request);
  const form = (error?: string) =>
    error === undefined ? redirectsAgain(pasted) : redirectsForm(pasted, "h1", error);
  try {
    // Throws for an invalid map before the page is sent.
    const work = await checkPastedMap(pasted, request, deps.http);
    return await outcomePage(request, deps, work, form, "Redirects", "Checking the redirects …");
  } catch (error) {
    return errorPage(error, form, request, deps);
  }
}

/** Map of the form: an uploaded file, else the pasted text. @throws NetlensError `unsupported-media-type` */
async function mapIn(request: Request): Promise<PastedMap> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const form = type === "multipart/form-data" ? await multipartIn(request) : await formIn(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  // Forms send line breaks as CRLF (HTML, "form data set").
  const map = text("map")?.replaceAll("\r\n", "\n") ?? "";
  const file = form.get("file");
  const upload = file instanceof Blob && file.size > 0 ? await file.bytes() : undefined;
  const name = file instanceof File ? file.name : "";
  const [base, toBase, chains, rate, origin] = ["base", "toBase", "chains", "rate", "origin"].map((each) =>
    text(each)?.trim(),
  );
  const options = {
    base,
    toBase,
    chains,
    rate,
    origin,
    content: text("content"),
    sameSite: text("sameSite"),
  };
  return { map, ...options, bytes: upload ?? new TextEncoder().encode(map), name };
}

async function multipartIn(request: Request) {
  try {
    return await request.formData();
  } catch {
    throw new NetlensError("invalid-param", "The content is not a submitted form.");
  }
}
