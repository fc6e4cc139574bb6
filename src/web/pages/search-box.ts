/** The one box, of one line or of several. Pure. */

import { type Html, html } from "../html.ts";

export interface SearchBoxState {
  /** The question. */
  readonly value?: string;
  /** The fault of the question. */
  readonly error?: string;
  /** The forms with further inputs; filled in where it has a query. */
  readonly more?: string;
}

export function searchBox({ value = "", error, more = "/forms" }: SearchBoxState = {}): Html {
  const isLong = /[\r\n]/.test(value);
  const common = html`autocomplete="off" autocapitalize="none" spellcheck="false"${error !== undefined && html` aria-invalid="true" aria-describedby="q-error" autofocus`}`;
  // A link of many lines would be too long for servers on the way.
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

/** Lines as they are typed; the parser drops the first line break of a textarea, so one of ours stands there. */
export function linesInput(value: string | undefined, more: Html): Html {
  return html`<textarea id="q" name="q" rows="6" required maxlength="65536" ${more}>
${value?.replaceAll("\r\n", "\n")}</textarea>`;
}
