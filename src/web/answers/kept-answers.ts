/** `GET` and `POST /r/ID`: results that are offered and kept. */

import { Answer, contentOf, DEFAULT_FIELDS, JSON_FIELDS, respond } from "../../api/answer.ts";
import { needRight } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { query, queryOf, word } from "../../api/query.ts";
import { restOfPath } from "../../api/request-path.ts";
import { type Html, html, rawHtml } from "../html.ts";
import type { KeptResult, KeptResults } from "../kept-results.ts";
import { renderPage } from "../page.ts";
import type { Outcome } from "../pages/unfolding.ts";
import { savedPage } from "../report-file.ts";
import { PAGE_FIELDS, prefersHtml } from "../response.ts";
import type { WebDeps } from "../routes.ts";

/** Nobody else finds them, and nothing on the way stores them. */
const FIELDS = { "cache-control": "no-store", "x-robots-tag": "noindex", vary: "Accept" } as const;

const keptQuery = query({ format: word("format", "The representation", "html", "json", "file") });

/** The answer of before: as a page, as JSON, or as a file that needs nothing else. @throws NetlensError where it is gone */
export async function answerKept(request: Request, { kept, site }: WebDeps): Promise<Response> {
  needRight(request, "http");
  const id = nameIn(request);
  const asked = queryOf(keptQuery, new URL(request.url).searchParams).format;
  const result = await kept?.find(id);
  if (!result)
    throw new NetlensError("unknown-endpoint", "No result is kept here: its time is over, or it never was.", {
      vary: "Accept",
    });
  const format = asked ?? (prefersHtml(request.headers.get("accept")) ? "html" : "json");
  if (format === "json") return respond(request, contentOf(result.json), { ...JSON_FIELDS, ...FIELDS });
  if (format === "html")
    return respond(
      request,
      contentOf(renderPage({ title: result.title, body: keptView(result, id) }, site)),
      {
        ...PAGE_FIELDS,
        ...FIELDS,
      },
    );
  const name = result.title.replace(/[^\w.-]+/g, "-").slice(0, 80);
  return respond(request, contentOf(savedPage(result, site.version)), {
    ...PAGE_FIELDS,
    ...FIELDS,
    "content-disposition": `attachment; filename="netlens-${name}.html"`,
  });
}

function keptView({ title, made, markup, again }: KeptResult, id: string): Html {
  // The very answer as JSON, not one of now.
  const own = markup.replace(
    /<a href="\/v1\/[^"]*">View as JSON<\/a>/g,
    `<a href="/r/${id}?format=json">View as JSON</a>`,
  );
  return html`<h1>${title}</h1>
<p class="json">As it was on <time datetime="${new Date(made).toISOString()}">${new Date(made).toUTCString()}</time>. ${again !== "" && html`<a href="${again}">Look again</a> · `}<a href="/r/${id}?format=file">Save as page</a></p>
${rawHtml(own)}`;
}

function nameIn({ url }: Request): string {
  return restOfPath(url, "/r/", "name", "invalid-param").replace(/\/$/, "");
}

/** Keeps what a page has offered, and leads to it. @throws NetlensError where it is gone */
export async function answerKeep(request: Request, deps: WebDeps): Promise<Response> {
  needRight(request, "http");
  const id = nameIn(request);
  if (!(await deps.kept?.keep(id)))
    throw new NetlensError("unknown-endpoint", "This result is gone: it was not kept in time.");
  return new Answer(null, {
    status: 303,
    headers: { ...DEFAULT_FIELDS, location: `${deps.site.base}/r/${id}` },
  });
}

/** The ways to keep a result: it is offered, and kept where `?keep=1` asks for that. */
export function keepView(
  { title, keep }: Outcome,
  markup: string,
  request: Request,
  kept: KeptResults | undefined,
): Html | undefined {
  // A result that a token's owner may see is not for anybody with a link.
  if (!kept || !keep || request.headers.has("authorization")) return undefined;
  const isAsked = ["1", "true"].includes(new URL(request.url).searchParams.get("keep") ?? "");
  const made = Date.now();
  const result = { title, made, markup, json: JSON.stringify(keep.json), again: keep.again };
  const id = kept.offer(result, isAsked);
  const way = isAsked
    ? html`<a class="copy" href="/r/${id}">Kept until ${new Date(made + kept.life).toUTCString()}</a>`
    : html`<button class="copier">Keep this result</button>`;
  return html`<form class="ways keep" action="/r/${id}" method="post">${way} <a href="/r/${id}?format=file">Save as page</a></form>`;
}
