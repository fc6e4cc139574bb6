/** Layout of all pages. Pure. */

import type { Site } from "../api/site.ts";
import type { Credit } from "../ip/deps.ts";
import { homepage } from "../version.ts";
import { favicon, script, stylesheet } from "./assets/assets.ts";
import { escapeHtml, externalLink, type Html, html } from "./html.ts";

export interface Page {
  /** Without the product name. */
  readonly title?: string;
  readonly body: Html;
  /** Attributions of the data. */
  readonly credits?: readonly Credit[];
}

export function renderPage({ title, body, credits = [] }: Page, site: Site): string {
  const { start, end } = pageFrame(title, site);
  return `${start}${withBase(body, site.base)}${end(credits)}`;
}

/** Markup before and after the body. */
export function pageFrame(title: string | undefined, { version, base }: Site) {
  const start = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title && `${title} · `}netlens</title>
<meta name="description" content="See what a URL really does: redirects, timing, headers, cookies and what browsers block.">
<link rel="stylesheet" href="${stylesheet.href}">
<script src="${script.href}" defer></script>
<link rel="icon" type="image/svg+xml" href="${favicon.href}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/"><img src="${favicon.href}" alt="" width="20" height="20">netlens</a>
<nav aria-label="Pages">${LINKS.map(([href, label]) => html`<a href="${href}">${label}</a> `)}</nav>
</header>
<main id="content">
`;
  const end = (credits: readonly Credit[]) =>
    html`
</main>
<footer>
${credits.map((credit) => html`<p>${creditLine(credit)}</p>\n`)}
<p>${externalLink(homepage, `netlens ${version}`)}, MIT licence.</p>
</footer>
</body>
</html>
`.markup;
  return { start: withBase(start, base), end };
}

/** Prefixes root-relative links with the base URL. Text cannot match: its quotes are escaped. */
export function withBase({ markup }: Html, base: string): string {
  return base === ""
    ? markup
    : markup.replace(/ (href|src|action|formaction)="(?=\/)/g, ` $1="${escapeHtml(base)}`);
}

/** Links the URL within the licence's wording. */
export function creditLine({ text, url }: Credit): Html | string {
  if (url === undefined) return text;
  const [before = "", after] = text.split(url);
  return after === undefined ? externalLink(url, text) : html`${before}${externalLink(url, url)}${after}`;
}

const LINKS = [
  ["/", "Look up"],
  ["/page", "Page"],
  ["/redirects", "Redirects"],
  ["/compare", "Compare"],
  ["/guide", "Guide"],
] as const;

/** Table of facts without empty rows; undefined if all are empty. */
export function factTable(
  rows: readonly (readonly [label: string, value: Html | string | undefined | false])[],
) {
  const known = rows.filter(([, value]) => value !== undefined && value !== false && value !== "");
  if (known.length === 0) return undefined;
  return html`<table class="facts"><tbody>
${known.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n`)}</tbody></table>`;
}
