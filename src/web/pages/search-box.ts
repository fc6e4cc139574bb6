/** The search box, with one line or several. Pure. */

import { type Html, html } from "../html.ts";

export interface SearchBoxState {
  readonly value?: string;
  readonly error?: string;
  /** Link to the forms, with the current query. */
  readonly more?: string;
  /** Job with a URL of its own. */
  readonly job?: "page" | "site";
}

/** Links to what a URL answers and to what its page loads. */
export function viewTabs(url: string, current: "Response" | "Page"): Html {
  const link = (name: "Response" | "Page", path: string) =>
    html`<a href="${path}url=${encodeURIComponent(url)}"${name === current && html` aria-current="page"`}>${name}</a>`;
  return html`<nav class="views" aria-label="Views">${link("Response", "/?")}${link("Page", "/page?")}</nav>`;
}

export function searchBox({ value = "", error, more = "/forms", job }: SearchBoxState = {}): Html {
  const isLong = /[\r\n]/.test(value);
  const common = html`autocomplete="off" autocapitalize="none" spellcheck="false"${error !== undefined && html` aria-invalid="true" aria-describedby="q-error" autofocus`}`;
  // Many lines may exceed the URL length that proxies accept.
  if (job)
    return html`<form class="box" action="/${job}#result" method="get" role="search">
<label class="hidden" for="q">URL of a ${job}</label>
<input id="q" name="url" value="${value}" required maxlength="8192" ${common}>
<button>${job === "page" ? "Audit" : "Check"}</button>
<a href="${more}">More options</a>
</form>`;
  return html`<form class="box" action="/#result" method="${isLong ? "post" : "get"}" role="search">
<label class="hidden" for="q">URL, address, user agent or header lines</label>
${
  isLong
    ? linesInput(value, common)
    : html`<input id="q" name="q" value="${value}" placeholder="URL, IP address, user agent or header lines" required maxlength="16000" ${common}>`
}
<button>Look up</button>
<a href="${more}">More options</a>
${error !== undefined && html`<p class="alert" role="alert" id="q-error">${error}</p>`}
</form>`;
}

/** HTML ignores the first line break in a textarea, so this adds one. */
export function linesInput(value: string | undefined, more: Html): Html {
  return html`<textarea id="q" name="q" rows="6" required maxlength="65536" ${more}>
${value?.replaceAll("\r\n", "\n")}</textarea>`;
}
