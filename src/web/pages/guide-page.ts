/** Pages of the guide. */

import { contentOf, respond } from "../../api/answer.ts";
import { NetlensError } from "../../api/errors.ts";
import { restOfPath } from "../../api/request-path.ts";
import type { Site } from "../../api/site.ts";
import { homepage } from "../../version.ts";
import { excerptOf, searchGuide, TOPIC_LINK, type Topic, topicNamed, topics } from "../../view/guide.ts";
import { externalLink, Html, html } from "../html.ts";
import { renderPage } from "../page.ts";
import { PAGE_FIELDS } from "../response.ts";
import { keptPage } from "./kept-page.ts";

const FIELDS = { ...PAGE_FIELDS, "cache-control": "public, max-age=3600" };

/** Maximum length of a search, in characters. */
const LONGEST_QUERY = 200;

/** `GET /guide?q=`: topics, or the sections with all these words. */
export function answerGuide(request: Request, site: Site): Response {
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST_QUERY);
  if (query === "")
    return keptPage(request, site, "guide", () => ({ title: "Guide", body: contentsView("") }));
  const page = renderPage({ title: "Guide", body: contentsView(query) }, site);
  return respond(request, contentOf(page), FIELDS);
}

/** `GET /guide/{topic}`. @throws NetlensError `unknown-endpoint` for an unknown topic */
export function answerTopic(request: Request, site: Site): Response {
  const name = restOfPath(request.url, "/guide/", "topic", "unknown-endpoint").replace(/\/$/, "");
  const topic = topicNamed(name);
  if (!topic)
    throw new NetlensError("unknown-endpoint", "The guide has no such topic; /guide lists them all.");
  return keptPage(request, site, `guide/${name}`, () => ({ title: topic.title, body: topicView(topic) }));
}

function contentsView(query: string): Html {
  const found = searchGuide(query);
  return html`<h1>Guide</h1>
<form class="card" action="/guide" role="search"><label for="q">Search the guide</label> <input id="q" name="q" type="search" value="${query}"> <button>Search</button></form>
${
  query !== "" &&
  html`<section class="card" aria-label="Found"><h2>${found.length === 0 ? `No section has “${query}”` : `Sections with “${query}”`}</h2>
<ul>
${found.map((section) => html`<li><a href="/guide/${section.topic.name}#${section.id}">${section.topic.title}: ${section.heading}</a><br>${excerptOf(section, query)}</li>\n`)}</ul></section>`
}
<section class="card" aria-label="Topics"><ul class="topics">
${topics.map(({ name, title, about }) => html`<li><a href="/guide/${name}">${title}</a><br>${about}</li>\n`)}</ul></section>
<section class="card" aria-labelledby="reference"><h2 id="reference">Reference</h2><ul class="topics">
${REFERENCE.map(([href, title, about]) => html`<li><a href="${href}">${title}</a><br>${about}</li>\n`)}</ul></section>`;
}

const REFERENCE = [
  ["/problems", "Problems", "Every kind of finding: why it matters and how to fix it."],
  [
    "/differences",
    "Differences",
    "Works in Chrome, blocked in Safari? What browsers do with the same response.",
  ],
  ["/api", "API", "Every endpoint with a request to try, and every error."],
  ["/settings", "Settings", "For operators: each option of the service, with its default."],
] as const;

function topicView({ text }: Topic): Html {
  const markup = Bun.markdown
    .html(text, { headings: { ids: true } })
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, url: string, label: string) => linkOf(url, label));
  return html`<p class="crumbs"><a href="/guide">Guide</a></p>
<article class="card guide">${new Html(markup)}</article>`;
}

/** Rewrites links between Markdown files to pages. */
function linkOf(url: string, label: string): string {
  const [, name, fragment = ""] = TOPIC_LINK.exec(url) ?? [];
  if (name !== undefined) return `<a href="/guide/${name}${fragment}">${label}</a>`;
  if (url.startsWith("#")) return `<a href="${url}">${label}</a>`;
  const file = url.replace(/^(?:\.\.\/)+/, `${homepage}/blob/main/`);
  return externalLink(file, new Html(label)).markup;
}
