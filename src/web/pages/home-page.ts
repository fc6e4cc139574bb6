/** The home page and the page of all forms. Pure. */

import examples from "../../../data/api-examples.json" with { type: "json" };
import { type Html, html } from "../html.ts";
import { linesLink } from "../views/lines-link.ts";
import { compareForm } from "./compare-page.ts";
import { renderForm, type Values } from "./forms.ts";
import { auditForm } from "./page-audit.ts";
import { redirectsForm } from "./redirects-page.ts";
import { searchBox } from "./search-box.ts";
import { siteForm } from "./site-page.ts";

const EXAMPLES = ["http://github.com", "1.1.1.1", "curl/8.5.0", "421"];

const JOBS = [
  [
    "/#q",
    "Look up",
    "Every redirect of a URL, its timing and each header explained; or an address or user agent.",
  ],
  ["/page", "Page", "What a page loads: what browsers block, what is slow, and a policy that fits."],
  ["/redirects", "Redirects", "Check the redirect map of a move, before and after it."],
  ["/site", "Site", "Check all pages of a site: dead links, redirects, what is hidden from search."],
  ["/headers", "Headers", "Paste header lines: what each does, and the corrected line."],
  ["/compare", "Compare", "Two responses, such as staging and live: what changes for browsers and caches."],
] as const;

/** @param address the caller's address @param agent the caller's user agent */
export function homeView(address: Html, agent: Html): Html {
  return html`<div class="hero"><div>
<h1>See what a URL really does</h1>
<p>Redirects, timing, headers, cookies and what browsers block. Each problem comes with its fix.</p>
${searchBox()}
<p class="examples">Try: ${EXAMPLES.map((example) => html`<a href="/?q=${encodeURIComponent(example)}">${example}</a> `)}<a href="/forms#list">a list</a></p>
</div>
${exampleView(EXAMPLE)}</div>
<ul class="jobs">
${JOBS.map(([href, title, text]) => html`<li class="card"><h2><a href="${href}">${title}</a></h2><p>${text}</p></li>\n`)}</ul>
<div class="pair own">
<section aria-labelledby="own-address"><h2 id="own-address">Your address</h2>
${address}
</section>
<section aria-labelledby="own-agent"><h2 id="own-agent">Your user agent</h2>
${agent}
</section>
</div>`;
}

function exampleView({ verdict, sentence, finding, fix, ...form }: typeof EXAMPLE): Html {
  return html`<section class="example" aria-labelledby="example"><h2 id="example">Example: <span class="url">${form.url}</span></h2>
<p><span class="status s2">${form.status}</span> <span class="verdict">${verdict}</span></p>
<p>${sentence}</p>
<p class="worst"><span class="mark error">error</span> ${finding}</p>
<p class="better">Better: <code class="value">${fix}</code></p>
<p><a href="${linesLink(new URLSearchParams(form))}">Open this example</a></p>
</section>`;
}

/** Example of a result, and the header lines that give it. @internal for tests: they compare it with the real result */
export const EXAMPLE = examples.result;

/** Every job with all inputs. */
export function formsView(values: Values = {}, isSiteServed = false): Html {
  return html`<h1>All lookups</h1>
${renderForm("http", { values })}
${auditForm(values["url"] ?? "", undefined, "h2")}
${renderForm("list", { values })}
${renderForm("headers", { values })}
${compareForm(values, "h2")}
${siteForm({ url: values["url"] ?? "", isServed: isSiteServed }, "h2")}
${redirectsForm({}, "h2")}
<div class="pair">
${renderForm("address", { values })}
${renderForm("useragent", { values })}
</div>`;
}
