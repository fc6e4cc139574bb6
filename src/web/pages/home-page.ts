/** The home page and the page of all forms. Pure. */

import { type Html, html } from "../html.ts";
import { renderForm, type Values } from "./forms.ts";
import { searchBox } from "./search-box.ts";

const EXAMPLES = ["1.1.1.1", "2606:4700::1111", "curl/8.5.0", "421"];

/** @param address card of the caller's address @param agent card of the caller's user agent */
export function homeView(address: Html, agent: Html): Html {
  return html`<section class="hero">
<h1>What does the network see?</h1>
<p>Enter a URL to see every redirect, its timing and each header explained, or an IP address, user agent, status code or header lines. Or <a href="/forms#list">a list</a>.</p>
${searchBox()}
<p class="examples">Try: ${EXAMPLES.map((example, index) => html`${index > 0 && " "}<a href="/?q=${encodeURIComponent(example)}">${example}</a>`)}</p>
<p class="examples">Works in Chrome, blocked in Safari? <a href="/differences">What browsers do differently</a></p>
</section>
<div class="pair">
<section class="card" aria-labelledby="own-address"><h2 id="own-address">Your address</h2>
${address}
</section>
<section class="card" aria-labelledby="own-agent"><h2 id="own-agent">Your user agent</h2>
${agent}
</section>
${SAMPLES.map(sampleView)}</div>`;
}

function sampleView({ title, question, mark, sentence, finding }: (typeof SAMPLES)[number]): Html {
  return html`<section class="card" aria-labelledby="${mark}"><h2 id="${mark}">${title}</h2>
<p><a href="/?q=${encodeURIComponent(question)}"><code>${question}</code></a></p>
<p>${sentence}</p>
<p class="worst"><span class="mark ${mark}">${mark}</span> ${finding}</p>
</section>
`;
}

/** Example results. @internal for tests: they compare the sentences with real results */
export const SAMPLES = [
  {
    title: "A URL",
    question: "example.com",
    mark: "warning",
    sentence: "Serves an HTML page cacheable for 5 minutes.",
    finding: "Strict-Transport-Security is missing, so attackers can intercept visits that start over HTTP.",
  },
  {
    title: "Header lines",
    question: "Cache-Control: public, max-age=3600, no-cache",
    mark: "info",
    sentence: "Carries content that caches must check with the server before each use.",
    finding: "Cache-Control: no-cache makes max-age=3600 pointless: caches revalidate before each use.",
  },
] as const;

export function formsView(values: Values = {}): Html {
  return html`<h1>All lookups</h1>
${renderForm("http", { values })}
${renderForm("list", { values })}
${renderForm("headers", { values })}
<div class="pair">
${renderForm("address", { values })}
${renderForm("useragent", { values })}
</div>`;
}
