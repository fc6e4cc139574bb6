/** Check of a site. */

import { SERVED_SITE } from "../../api/limits.ts";
import { OFF, serveSite } from "../../jobs/site/serve-site.ts";
import { siteView } from "../../view/site.ts";
import type { WebDeps } from "../answers/deps.ts";
import { type Html, html } from "../html.ts";
import { siteReportView } from "../site-report.ts";
import type { Outcome, Progress } from "./streamed-page.ts";

/** `GET /site?url=…`. @throws NetlensError like `serveSite` */
export async function siteOutcome(
  url: string,
  request: Request,
  deps: WebDeps,
  { step }: Progress,
): Promise<Outcome> {
  const events = serveSite(request, url, deps);
  let next = await events.next();
  for (; !next.done; next = await events.next()) {
    const { done, found, left } = next.value;
    step(html`<p class="now">${done} pages checked, ${found} found, ${left} left</p>\n`);
  }
  return {
    title: `Site ${next.value.url}`,
    body: html`<section class="result" aria-label="Report">${siteReportView(siteView(next.value))}</section>`,
    keep: { json: next.value, again: `/site?url=${encodeURIComponent(url)}` },
  };
}

interface SiteForm {
  readonly url: string;
  /** Whether the service has `--site`. */
  readonly isServed: boolean;
  readonly error?: string;
}

export function siteForm({ url, isServed, error }: SiteForm, heading: "h1" | "h2" = "h1"): Html {
  return html`<section class="card" aria-labelledby="site-title">
<${heading} id="site-title">Check a site</${heading}>
<p class="description">Its pages, found by robots.txt, sitemaps and links: dead links, redirects, what is hidden from search, unsafe or slow. One report to send.</p>
${error !== undefined && html`<p class="alert" role="alert">${error}</p>`}
${
  isServed
    ? html`<form action="/site#result" method="get"><div class="ask">
<div class="wide"><label for="site-url">URL of a site</label>
<input id="site-url" name="url" value="${url}" placeholder="https://example.com/" required maxlength="8192" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Check</button></div></form>
<p>At most ${SERVED_SITE.pages} pages; the command line takes any number:</p>`
    : html`<p>${OFF} On your own machine:</p>`
}
<pre class="copy" tabindex="0">netlens site --output html=report.html ${url || "https://example.com/"}</pre>
<p><a href="/guide/site">How a site is checked</a></p>
</section>`;
}
