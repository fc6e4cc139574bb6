/** Requests for pages → responses. */

import type { Attribution } from "../../data/geo/attributions.ts";
import { contentOf, DEFAULT_FIELDS, respond } from "../content.ts";
import { spend } from "../cost.ts";
import { readQuery } from "../endpoint.ts";
import { ERRORS, NetlensError } from "../errors.ts";
import { decoding } from "../http/decode.ts";
import { lookupHttp } from "../http/lookup.ts";
import { loadFromText } from "../http/questions.ts";
import { DECODE_COST, LOOKUP_COST, lookupQuery } from "../http/routes.ts";
import { lookupIp } from "../ip/lookup.ts";
import { inSlices } from "../slices.ts";
import { HINT_FIELDS, readClientHints } from "../useragent/client-hints.ts";
import { lookupUserAgent } from "../useragent/lookup.ts";
import { addressFacts, addressLead } from "./address-view.ts";
import { agentFacts, agentLead } from "./agent-view.ts";
import { type FormName, renderForm, type Values } from "./forms.ts";
import { homeView } from "./home-page.ts";
import { type Html, html } from "./html.ts";
import { type Page, renderPage } from "./page.ts";
import { reportView } from "./report-view.ts";
import { PAGE_FIELDS, wantsHtml } from "./response.ts";
import type { WebDeps } from "./routes.ts";

/** What one lookup shows. */
interface Outcome {
  readonly title: string;
  readonly body: Html;
  readonly credits?: readonly Attribution[];
}

interface Lookup {
  /** Query parameter that asks for it. */
  readonly parameter: string;
  readonly form: FormName;
  readonly answer: (query: URLSearchParams, request: Request, deps: WebDeps) => Outcome | Promise<Outcome>;
}

const lookups: readonly Lookup[] = [
  { parameter: "url", form: "http", answer: answerUrl },
  { parameter: "ip", form: "address", answer: answerAddress },
  { parameter: "useragent", form: "useragent", answer: answerAgent },
];

/** `GET /`: a lookup where the query asks for one, else the home page, or one line for command-line clients. */
export async function answerHome(request: Request, deps: WebDeps): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const query = withoutEmpty(asked);
  const lookup = lookups.find(({ parameter }) => asked.has(parameter));
  if (lookup)
    return lookupPage(lookup.form, Object.fromEntries(query), request, deps, () =>
      lookup.answer(query, request, deps),
    );
  if (!wantsHtml(request.headers.get("accept"))) return addressLine(request, deps);
  return pageResponse(homePage(request, deps), request, deps, HOME_FIELDS);
}

/** The page names the user agent, which client hints refine; it is not stored, so only the choice of format varies it. */
const HOME_FIELDS = {
  vary: "Accept",
  "accept-ch": HINT_FIELDS.join(", "),
};

function addressLine(request: Request, deps: WebDeps): Response {
  const caller = deps.ip.caller(request);
  if (!caller) throw new NetlensError("invalid-ip", "The caller's address is not known.");
  return new Response(`${caller.ip}\n`, {
    headers: { ...DEFAULT_FIELDS, "content-type": "text/plain; charset=utf-8", vary: "Accept" },
  });
}

function homePage(request: Request, deps: WebDeps): Page {
  const caller = deps.ip.caller(request);
  const hints = Object.fromEntries([...request.headers].filter(([name]) => name.startsWith("sec-ch-ua")));
  const address = () => {
    if (!caller) return html`<p>Your address is not known here.</p>`;
    const result = { ...lookupIp(caller.ip, deps.ip.geo()), source: caller.source };
    return html`${addressLead(result)}${folded(addressFacts(result))}`;
  };
  const agent = () => {
    const result = lookupUserAgent(request.headers.get("user-agent") ?? "", readClientHints(hints));
    return html`${agentLead(result)}${folded(agentFacts(result))}`;
  };
  return { credits: deps.ip.attributions?.() ?? [], body: homeView(orMessage(address), orMessage(agent)) };
}

function folded(facts: Html | undefined): Html | undefined {
  return facts && html`<details><summary>All that is known</summary>${facts}</details>`;
}

/** What cannot be told of the caller is said in its place; the page still serves. */
function orMessage(view: () => Html): Html {
  try {
    return view();
  } catch (error) {
    if (error instanceof NetlensError) return html`<p>${error.message}</p>`;
    throw error;
  }
}

/** `POST /headers` with the fields of its form. */
export async function answerHeaders(request: Request, deps: WebDeps): Promise<Response> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new NetlensError("unsupported-media-type", "This is where the form of the page is sent.");
  const form = withoutEmpty(new URLSearchParams(await request.text()));
  // Forms send line breaks as CRLF (HTML, "form data set"), and the textarea is to show what was typed.
  const lines = form.get("headers")?.replaceAll("\r\n", "\n") ?? "";
  if (form.has("headers")) form.set("headers", lines);
  return lookupPage("headers", Object.fromEntries(form), request, deps, async () => {
    spend(request, DECODE_COST);
    const status = form.get("status");
    const url = form.get("url");
    const given = {
      headers: [lines],
      ...(status !== null && { status: Number(status) }),
      ...(url !== null && { url }),
      ...(form.has("request") && { requestHeaders: linesIn(form, "request") }),
      ...(form.has("loads") && { loads: linesIn(form, "loads").map(loadFromText) }),
      ...(form.has("framedBy") && { framedBy: linesIn(form, "framedBy") }),
    };
    const report = await inSlices(decoding(given, Date.now()));
    if (report.headers.length === 0)
      throw new NetlensError("invalid-headers", 'There are no header lines; paste lines such as "Age: 60".');
    return { title: "Headers", body: reportView(report) };
  });
}

/** The lines of a textarea that say something. */
function linesIn(form: URLSearchParams, name: string): string[] {
  const lines = (form.get(name) ?? "").split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

async function answerUrl(query: URLSearchParams, request: Request, { http }: WebDeps): Promise<Outcome> {
  spend(request, LOOKUP_COST);
  const report = await lookupHttp(
    query.get("url") ?? "",
    readQuery(query, lookupQuery),
    http.settings,
    request.signal,
    http.queue,
  );
  return {
    title: report.request.host,
    body: html`${reportView(report)}${asJson("/v1/http", query)}`,
  };
}

function answerAddress(query: URLSearchParams, _: Request, { ip }: WebDeps): Outcome {
  const result = lookupIp((query.get("ip") ?? "").trim(), ip.geo(), query.get("locale") ?? undefined);
  const path = `/v1/ip/${encodeURIComponent(result.ip)}`;
  return {
    title: result.ip,
    body: html`${resultCard(html`${addressLead(result)}${addressFacts(result)}`)}${asJson(path)}`,
    credits: ip.attributions?.() ?? [],
  };
}

function answerAgent(query: URLSearchParams): Outcome {
  const agent = query.get("useragent") ?? "";
  const path = `/v1/useragent/${encodeURIComponent(agent)}`;
  const result = lookupUserAgent(agent);
  return {
    title: "User agent",
    body: html`${resultCard(html`${agentLead(result)}${agentFacts(result)}`)}${agent !== "" && asJson(path)}`,
  };
}

function resultCard(view: Html): Html {
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title">Result</h2>
${view}
</section>
`;
}

function asJson(path: string, query?: URLSearchParams): Html {
  return html`<p><a href="${path}${query && `?${query}`}">The same as JSON</a></p>`;
}

/** Form and result; bad input stands beside the form with its message. */
async function lookupPage(
  form: FormName,
  values: Values,
  request: Request,
  deps: WebDeps,
  work: () => Outcome | Promise<Outcome>,
): Promise<Response> {
  try {
    const { title, body, credits = [] } = await work();
    return pageResponse(
      { title, credits, body: html`${renderForm(form, { values }, "h1")}\n${body}` },
      request,
      deps,
    );
  } catch (error) {
    if (!(error instanceof NetlensError)) throw error;
    const body = renderForm(form, { values, error: error.message }, "h1");
    const { status, title } = ERRORS[error.code];
    return pageResponse({ title, body }, request, deps, { ...error.headers }, status);
  }
}

function pageResponse(
  page: Page,
  request: Request,
  deps: WebDeps,
  fields: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  const content = contentOf(renderPage(page, deps.version));
  return respond(request, content, { ...PAGE_FIELDS, "cache-control": "no-store", ...fields }, status);
}

/** An input left empty is one not given. */
function withoutEmpty(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}
