/** An address and a user agent together, as HTML. Pure. */

import { listing } from "../../headers/wording.ts";
import { uncheckedKinds } from "../../jobs/visitor/address-text.ts";
import type { Visitor } from "../../jobs/visitor/schema.ts";
import { outcomeSentence } from "../../view/all-clear.ts";
import { type Html, html } from "../html.ts";
import { factTable } from "../page.ts";
import { addressLead, addressMap } from "./address-view.ts";
import { agentLead } from "./agent-view.ts";

const SURE = { sure: "certain", likely: "likely", hint: "a hint" } as const;

/** An outdated browser or system takes precedence over "no contradictions". */
function titleOf({ ip, useragent, support, contradictions }: Visitor): string {
  if (contradictions.length > 0) return "Contradictions";
  const old = (["browser", "engine", "os"] as const).filter((part) => support[part] === "outdated");
  if (old.length > 0) return `Outdated: ${listing(old.map((part) => (part === "os" ? "system" : part)))}`;
  const { browser, os, bot, device } = useragent ?? {};
  const checked = Number(ip?.code === "geoip") + Number(Boolean(browser || os || bot || device));
  return outcomeSentence({ checked, found: "", none: "no contradictions" }).slice(0, -1);
}

/** Contradictions, text for a ticket, then both results with links. */
export function visitorView(visitor: Visitor): Html {
  const { ip, useragent, localTime, support, contradictions, text } = visitor;
  const count = contradictions.length;
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title">${titleOf(visitor)}</h2>
${ip && uncheckedKinds(ip) && html`<p class="description">Not checked: ${uncheckedKinds(ip)}.</p>`}
${count > 0 && html`<ul>${contradictions.map(({ title, evidence, sure }) => html`<li>${title} <span class="description">${evidence} (${SURE[sure]})</span></li>\n`)}</ul>`}
<pre class="copy" tabindex="0">${text}</pre>
${factTable([
  ["Local time there", localTime?.replace(/^([\d-]+)T(\d\d:\d\d).*([+-]\d\d:\d\d)$/, "$1 $2 (UTC$3)")],
  ["Browser", support.browser],
  ["Engine", support.engine && `${support.engine}, of ${support.engineReleased}`],
  ["System", support.os && `${support.os}${support.osEnded ? `, no fixes since ${support.osEnded}` : ""}`],
])}</section>
<div class="pair">
${ip && html`<section class="card" aria-labelledby="seen-address"><h2 id="seen-address">Address</h2>${addressLead(ip)}${addressMap(ip)}<p><a href="/?ip=${encodeURIComponent(ip.ip)}">Details</a></p></section>`}
${useragent && html`<section class="card" aria-labelledby="seen-agent"><h2 id="seen-agent">User agent</h2>${agentLead(useragent)}<p><a href="/?useragent=${encodeURIComponent(useragent.agent)}">Details</a></p></section>`}
</div>`;
}
