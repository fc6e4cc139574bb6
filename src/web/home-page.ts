/** The home page. Pure. */

import { renderForm } from "./forms.ts";
import { type Html, html } from "./html.ts";

/** `address` and `agent` are the caller's own; the address is absent where it is not known. */
export function homeView(address: Html | undefined, agent: Html): Html {
  return html`<h1>Which user agent, where is this address, what does this HTTP response do?</h1>
${renderForm("http")}
${renderForm("headers")}
<div class="pair">
<section class="card" aria-labelledby="you-address"><h2 id="you-address">Your address</h2>
${address ?? html`<p>Your address is not known here.</p>`}
</section>
<section class="card" aria-labelledby="you-agent"><h2 id="you-agent">Your user agent</h2>
${agent}
</section>
</div>
<div class="pair">
${renderForm("address")}
${renderForm("useragent")}
</div>`;
}
