/** An address and a user agent together, as a page shows them. Pure. */

import type { Visitor } from "../visitor/schema.ts";
import { addressLead, addressMap } from "./address-view.ts";
import { agentLead } from "./agent-view.ts";
import { type Html, html } from "./html.ts";
import { factTable } from "./page.ts";

/** How sure a contradiction is, in words. */
const SURE = { sure: "certain", likely: "likely", hint: "a hint" } as const;

/** The contradictions come first, then the text for a ticket, then both answers with links to all that is known. */
export function visitorView({ ip, useragent, localTime, support, contradictions, text }: Visitor): Html {
  const count = contradictions.length;
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title">${count === 0 ? "All fits together" : "What does not fit together"}</h2>
${count > 0 && html`<ul>${contradictions.map(({ title, evidence, sure }) => html`<li>${title} <span class="description">${evidence} (${SURE[sure]})</span></li>\n`)}</ul>`}
<pre class="copy" tabindex="0">${text}</pre>
${factTable([
  ["Local time there", localTime?.replace(/^([\d-]+)T(\d\d:\d\d).*([+-]\d\d:\d\d)$/, "$1 $2 (UTC$3)")],
  ["Browser", support.browser],
  ["Engine", support.engine && `${support.engine}, of ${support.engineReleased}`],
  ["System", support.os && `${support.os}${support.osEnded ? `, no fixes since ${support.osEnded}` : ""}`],
])}</section>
<div class="pair">
${ip && html`<section class="card" aria-labelledby="seen-address"><h2 id="seen-address">Address</h2>${addressLead(ip)}${addressMap(ip)}<p><a href="/?ip=${encodeURIComponent(ip.ip)}">All that is known of it</a></p></section>`}
${useragent && html`<section class="card" aria-labelledby="seen-agent"><h2 id="seen-agent">User agent</h2>${agentLead(useragent)}<p><a href="/?useragent=${encodeURIComponent(useragent.agent)}">All that is known of it</a></p></section>`}
</div>`;
}
