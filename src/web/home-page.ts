/** The home page, and the forms for what the one box does not ask. Pure. */

import { renderForm, type Values } from "./forms.ts";
import { type Html, html } from "./html.ts";
import { searchBox } from "./search-box.ts";

const EXAMPLES = [
  "example.com",
  "1.1.1.1",
  "2001:4860:4860::8888",
  "curl/8.5.0",
  "Cache-Control: public, max-age=3600, no-cache",
  "421",
];

/** `address` and `agent` are what is known of the caller. */
export function homeView(address: Html, agent: Html): Html {
  return html`<section class="hero">
<h1>What does the network see?</h1>
<p>Enter a <b>URL</b> to see every redirect, its timing and each header explained, or an <b>IP address</b>, <b>user agent</b>, status code or <b>header lines</b>.</p>
${searchBox()}
<p class="examples">Try: ${EXAMPLES.map((example, index) => html`${index > 0 && " "}<a href="/?q=${encodeURIComponent(example)}">${example}</a>`)}</p>
<p class="examples bookmarklet" hidden>Drag to your bookmarks: <a href="/">Explain this page</a></p>
<p class="examples">Works in Chrome, blocked in Safari? <a href="/differences">What browsers do differently</a></p>
</section>
<div class="pair">
<section class="card" aria-labelledby="own-address"><h2 id="own-address">Your address</h2>
${address}
</section>
<section class="card" aria-labelledby="own-agent"><h2 id="own-agent">Your user agent</h2>
${agent}
</section>
</div>`;
}

/** All lookups with all their inputs. */
export function formsView(values: Values = {}): Html {
  return html`<h1>All lookups</h1>
${renderForm("http", { values })}
${renderForm("headers", { values })}
<div class="pair">
${renderForm("address", { values })}
${renderForm("useragent", { values })}
</div>`;
}
