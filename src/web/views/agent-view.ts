/** A user agent as HTML. Pure. */

import type { UserAgentResult } from "../../useragent/schema.ts";
import { viewAgent } from "../../view/agent.ts";
import { externalLink, type Html, html } from "../html.ts";
import { factTable } from "../page.ts";

export function agentLead(result: UserAgentResult): Html {
  const { title, sentence } = viewAgent(result);
  return html`<p class="headline">${title}</p>
<p>${sentence}</p>
<p><code class="value">${result.agent === "" ? "(empty)" : result.agent}</code></p>`;
}

/** Facts that the first paragraph already shows. */
export const LEAD_FACTS: readonly string[] = ["Type", "Released"];

/** Facts and notes. @param but labels to leave out */
export function agentFacts(
  result: UserAgentResult,
  hinted = false,
  but: readonly string[] = [],
): Html | undefined {
  const { facts, notes } = viewAgent(result, hinted);
  const shown = facts.filter(([label]) => !but.includes(label));
  const table = factTable([...shown, ["More", result.url && externalLink(result.url, result.url)]]);
  return (
    table &&
    html`<div class="beside"><div>${table}</div>${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}</div>`
  );
}
