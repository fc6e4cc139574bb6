/** The API page: every endpoint with an example request, and every error, generated from the routes. */

import { failureKinds } from "../../data/failures.ts";
import { type Endpoint, pathWith, TAGS, type Tag } from "../api/endpoint.ts";
import { ERRORS } from "../api/errors.ts";
import { type Html, html } from "./html.ts";

export interface ApiOperation {
  readonly method: string;
  /** Path pattern of the router. */
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** Placeholder for the service's own URL; no description contains it. */
export const ORIGIN = "\ue000";

/** Maximum length of an example, in characters. */
const LONGEST_EXAMPLE = 1500;

export async function apiView(operations: readonly ApiOperation[]): Promise<Html> {
  // Aliases are not listed.
  const all = operations.filter(({ path }) => !path.startsWith("/v2/"));
  const tags = (Object.keys(TAGS) as Tag[]).filter((tag) =>
    all.some(({ endpoint }) => endpoint.tags[0] === tag),
  );
  const groups = await Promise.all(
    tags.map(async (tag) => ({
      tag,
      cards: await Promise.all(all.filter(({ endpoint }) => endpoint.tags[0] === tag).map(operationView)),
    })),
  );
  return html`<h1>API</h1>
<p>JSON over HTTP; no key is needed. Success is always 200; an invalid request gets problem details (RFC 9457) with a stable <code>error</code>. Programs can read the description as <a href="/openapi.json">OpenAPI 3.1</a>. Every page is also available as JSON, by the link below its result. Verdicts are Chromium’s; Firefox’s and Safari’s are added where they <a href="/differences">differ</a>.</p>
<ul class="inline">${groups.map(({ tag }) => html`<li><a href="#tag-${tag}">${TAGS[tag]}</a></li>`)}<li><a href="#errors">Errors</a></li><li><a href="#failures">Failed lookups</a></li></ul>
${groups.map(({ tag, cards }) => part(`tag-${tag}`, TAGS[tag], html`${cards}`))}
${errorsView()}
${failuresView()}`;
}

/** Folded section; a link into it opens it. */
function part(id: string, title: string, content: Html): Html {
  return html`<details class="card part"><summary><h2>${title}</h2></summary>
<div id="${id}">${content}</div></details>
`;
}

async function operationView({ method, path, endpoint }: ApiOperation): Promise<Html> {
  const { operationId, summary, description, query = {}, content, answer } = endpoint;
  const given = await content?.example?.();
  const shown = await answer.example?.();
  const target = exampleTarget(path, endpoint);
  const curl =
    given === undefined
      ? `curl '${ORIGIN}${target}'`
      : `curl '${ORIGIN}${target}' -H 'Content-Type: application/json' -d '${JSON.stringify(given)}'`;
  return html`<article class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}"><code>${method} ${pathWith(path, endpoint.path, (name) => `{${name}}`)}</code></h3>
<p>${summary}. ${withCode(description)}</p>
${
  Object.keys(query).length > 0 &&
  html`<dl class="parameters">${Object.entries(query).map(
    ([name, { description, required, schema }]) =>
      html`<div><dt><code>${name}</code>${required && " (required)"}</dt> <dd>${withCode(description)}${wordsOf(schema)}</dd></div>\n`,
  )}</dl>`
}
<pre tabindex="0">${curl}</pre>
<p>${method === "GET" && html`<a href="${target}">Try it</a>`}</p>
${shown !== undefined && html`<details><summary>Example answer</summary><pre tabindex="0">${cut(JSON.stringify(shown, null, 2))}</pre></details>`}
</article>
`;
}

/** Values of an enum parameter. */
function wordsOf(schema: object): Html | undefined {
  const words: unknown = "enum" in schema ? schema.enum : undefined;
  return Array.isArray(words)
    ? html`: ${words.map((one, at) => html`${at > 0 && ", "}<code>${one}</code>`)}`
    : undefined;
}

/** Renders backticks as code. */
function withCode(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Path and query of an example request. */
function exampleTarget(route: string, { path: parts, query = {} }: Endpoint): string {
  const path = pathWith(route, parts, (_, { example }) => encodeURIComponent(example));
  const parameters = Object.entries(query)
    .filter(([, { required, example }]) => required && example !== undefined)
    .map(([name, { example }]) => `${name}=${encodeURIComponent(String(example))}`);
  return `${path}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
}

function cut(text: string): string {
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}\n…` : text;
}

function errorsView(): Html {
  const rows = Object.entries(ERRORS).toSorted(([, a], [, b]) => a.status - b.status);
  return part(
    "errors",
    "Errors",
    html`<p>Errors are <code>application/problem+json</code>; <code>detail</code> names the part at fault.</p>
<table class="facts codes"><tbody>
${rows.map(([code, { status, title }]) => html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status} ${title}</td></tr>\n`)}</tbody></table>`,
  );
}

function failuresView(): Html {
  return part(
    "failures",
    "Failed lookups",
    html`<p>A target that cannot be fetched is a result: <code>status</code> is <code>error</code>, and the step’s <code>error</code> has <code>phase</code>, <code>code</code>, <code>message</code> and <code>hint</code>.</p>
<table class="facts codes"><tbody>
${Object.entries(failureKinds).map(([code, { phase, title, hint }]) => html`<tr><th scope="row"><code>${code}</code></th><td>${title} (${phase}). ${hint}</td></tr>\n`)}</tbody></table>`,
  );
}
