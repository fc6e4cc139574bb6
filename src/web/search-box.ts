/** The one box. Pure. */

import { type Html, html } from "./html.ts";

export interface SearchBoxState {
  /** The question. */
  readonly value?: string;
  /** The fault of the question. */
  readonly error?: string;
  /** The forms with further inputs; filled in where it has a query. */
  readonly more?: string;
}

export function searchBox({ value = "", error, more = "/forms" }: SearchBoxState = {}): Html {
  return html`<form class="box" action="/" method="get" role="search">
<label class="hidden" for="q">URL, address, user agent or header lines</label>
<input id="q" name="q" value="${value}" placeholder="URL, IP address, user agent or header lines" required maxlength="16000" autocomplete="off" autocapitalize="none" spellcheck="false"${error !== undefined && html` aria-invalid="true" aria-describedby="q-error" autofocus`}>
<button>Look up</button>
<a href="${more}">More options</a>
${error !== undefined && html`<p class="alert" role="alert" id="q-error">${error}</p>`}
</form>`;
}
