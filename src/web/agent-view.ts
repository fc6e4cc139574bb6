/** A user agent as a page shows it. Pure. */

import type { UserAgentResult } from "../useragent/schema.ts";
import { viewAgent } from "../view/agent.ts";
import { externalLink, type Html, html } from "./html.ts";
import { factTable } from "./page.ts";

/** The user agent in a few words, and as it was sent. */
export function agentLead(result: UserAgentResult): Html {
  return html`<p class="headline">${viewAgent(result).title}</p>
<p><code class="value">${result.agent === "" ? "(empty)" : result.agent}</code></p>`;
}

/** All that is known of a user agent, and how sure that is. */
export function agentFacts(result: UserAgentResult, hinted = false): Html | undefined {
  const { facts, notes } = viewAgent(result, hinted);
  const table = factTable([...facts, ["More", result.url && externalLink(result.url, result.url)]]);
  return (
    table &&
    html`${table}${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}`
  );
}
