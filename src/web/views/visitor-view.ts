/** An address and a user agent together, as HTML. Pure. */

import { connectionText, uncheckedKinds } from "../../jobs/visitor/address-text.ts";
import type { Visitor } from "../../jobs/visitor/schema.ts";
import { viewAgent } from "../../view/agent.ts";
import { outcomeSentence } from "../../view/all-clear.ts";
import { type Html, html } from "../html.ts";
import { factTable } from "../page.ts";
import { addressLead, addressMap } from "./address-view.ts";
import { agentLead } from "./agent-view.ts";

const SURE = { sure: "certain", likely: "likely", hint: "a hint" } as const;

/** The most useful fact: a contradiction, else what is outdated, else what it is. */
function titleOf({ ip, useragent, support, contradictions }: Visitor): string {
  const [first] = contradictions;
  if (first) return first.title.replace(/\.$/, "");
  const { browser, os } = useragent ?? {};
  const network = ip
    ? connectionText(ip)
        .replace(/[;(].*/s, "")
        .trim()
    : "";
  const from = network || (ip?.countryName ?? "");
  const year = (day: string | undefined) => (day ? ` (${day.slice(0, 4)})` : "");
  const system = os ? `${os.name} ${os.frozen === true ? "" : os.version}`.trim() : "";
  const outdated =
    support.engine === "outdated"
      ? `browser engine${year(support.engineReleased)}`
      : support.browser === "outdated" && `browser${year(browser ? browser.released : "")}`;
  const end = from === "" ? "" : `, from ${from}`;
  if (outdated) return `Outdated ${outdated}${system && ` on ${system}`}${end}`;
  if (support.os === "outdated") return `Outdated system, ${system}${end}`;
  const { bot, device } = useragent ?? {};
  const isKnown = Boolean(browser || os || bot || device);
  const none =
    useragent && isKnown ? `${viewAgent(useragent).title}${end}: no contradictions` : "no contradictions";
  const checked = Number(ip?.code === "geoip") + Number(isKnown);
  return outcomeSentence({ checked, found: "", none }).slice(0, -1);
}

/** Contradictions, text for a ticket, then both results with links. */
export function visitorView(visitor: Visitor): Html {
  const { ip, useragent, localTime, support, contradictions, text } = visitor;
  const count = contradictions.length;
  return html`<section class="result" aria-labelledby="result-title"><h2 id="result-title">${titleOf(visitor)}</h2>
${ip && uncheckedKinds(ip) && html`<p class="description">Not checked: ${uncheckedKinds(ip)}.</p>`}
${count > 0 && html`<ul>${contradictions.map(({ title, evidence, sure }, index) => html`<li>${index > 0 && `${title} `}<span class="description">${evidence} (${SURE[sure]})</span></li>\n`)}</ul>`}
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
