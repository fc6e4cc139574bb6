/** `GET` and `POST /r/ID`: kept results. */

import { Answer, contentOf, DEFAULT_FIELDS, JSON_FIELDS, respond } from "../../api/answer.ts";
import { needRight } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { query, queryOf, word } from "../../api/query.ts";
import { restOfPath } from "../../api/request-path.ts";
import { type Html, html, rawHtml } from "../html.ts";
import type { KeptResult, KeptResults } from "../kept-results.ts";
import { renderPage } from "../page.ts";
import type { Outcome } from "../pages/streamed-page.ts";
import { savedPage } from "../report-file.ts";
import { PAGE_FIELDS, prefersHtml } from "../response.ts";
import type { WebDeps } from "./deps.ts";

/** Excludes the page from search engines and caches. */
const FIELDS = { "cache-control": "no-store", "x-robots-tag": "noindex", vary: "Accept" } as const;

const keptQuery = query({ format: word("format", "The representation", "html", "json", "file") });

/** Serves a kept result as a page, as JSON or as one self-contained file. @throws NetlensError if it has expired */
export async function answerKept(request: Request, { kept, site }: WebDeps): Promise<Response> {
  needRight(request, "http");
  const id = nameIn(request);
  const chosen = queryOf(keptQuery, new URL(request.url).searchParams).format;
  const result = await kept?.find(id);
  if (!result)
    throw new NetlensError("unknown-endpoint", "This result has expired or never existed.", {
      vary: "Accept",
    });
  const format = chosen ?? (prefersHtml(request.headers.get("accept")) ? "html" : "json");
  if (format === "json") return respond(request, contentOf(result.json), { ...JSON_FIELDS, ...FIELDS });
  if (format === "html") {
    const page = renderPage({ title: result.title, body: keptView(result, id, site.version) }, site);
    return respond(request, contentOf(page), { ...PAGE_FIELDS, ...FIELDS });
  }
  const name = result.title.replace(/[^\w.-]+/g, "-").slice(0, 80);
  return respond(
    request,
    contentOf(savedPage(result.title, result.markup, { made: result.made, version: site.version })),
    {
      ...PAGE_FIELDS,
      ...FIELDS,
      "content-disposition": `attachment; filename="netlens-${name}.html"`,
    },
  );
}

function keptView({ title, made, until, markup, again }: KeptResult, id: string, version: string): Html {
  // Links to the kept JSON, not to a new lookup.
  const own = markup.replace(
    /<a href="\/v1\/[^"]*">View as JSON<\/a>/g,
    `<a href="/r/${id}?format=json">View as JSON</a>`,
  );
  return html`<h1>${title}</h1>
<p class="json">Result of ${timeView(made)} by netlens ${version}${until !== undefined && html`; this link lives until ${timeView(until)}`}. ${again !== "" && html`<a href="${again}">Look up again</a> · `}<a href="/r/${id}?format=file">Save as page</a></p>
${rawHtml(own)}`;
}

function timeView(at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${new Date(at).toUTCString()}</time>`;
}

function nameIn({ url }: Request): string {
  return restOfPath(url, "/r/", "name", "invalid-param").replace(/\/$/, "");
}

/** Keeps an offered result and redirects to it. @throws NetlensError if it has expired */
export async function answerKeep(request: Request, deps: WebDeps): Promise<Response> {
  needRight(request, "http");
  const id = nameIn(request);
  if (!(await deps.kept?.keep(id, Date.now())))
    throw new NetlensError("unknown-endpoint", "This result has expired; look it up again.");
  return new Answer(null, {
    status: 303,
    headers: { ...DEFAULT_FIELDS, location: `${deps.site.base}/r/${id}` },
  });
}

/** Links to keep or save a result, which is stored for 15 minutes, or with `?keep=1` for the full life. */
export function keepView(
  { title, keep }: Outcome,
  markup: string,
  request: Request,
  kept: KeptResults | undefined,
): Html | undefined {
  // A result that needed a token must not become readable by link.
  if (!kept || !keep || request.headers.has("authorization")) return undefined;
  const isKept = ["1", "true"].includes(new URL(request.url).searchParams.get("keep") ?? "");
  const made = Date.now();
  const result = { title, made, markup, json: JSON.stringify(keep.json), again: keep.again };
  const id = kept.offer(result, isKept);
  const way = isKept
    ? html`<a class="copy" href="/r/${id}">Kept until ${new Date(made + kept.life).toUTCString()}</a>`
    : html`<button class="copier">Keep this result</button>`;
  return html`<form class="ways keep" action="/r/${id}" method="post">${way} <a href="/r/${id}?format=file">Save as page</a></form>`;
}
