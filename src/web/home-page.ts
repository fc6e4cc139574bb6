/** The home page. Pure. */

import { renderForm } from "./forms.ts";
import { type Html, html } from "./html.ts";

/** `address` and `agent` are what is known of the caller. */
export function homeView(address: Html, agent: Html): Html {
  return html`<h1>Which user agent, where is this address, what does this HTTP response do?</h1>
<div class="pair">
<section class="card" aria-labelledby="own-address"><h2 id="own-address">Your address</h2>
${address}
</section>
<section class="card" aria-labelledby="own-agent"><h2 id="own-agent">Your user agent</h2>
${agent}
</section>
</div>
${renderForm("http")}
${renderForm("headers")}
<div class="pair">
${renderForm("address")}
${renderForm("useragent")}
</div>`;
}
