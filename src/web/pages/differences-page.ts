/** Tables of what browsers do differently with the same response. Pure. */

import {
  type Behaviour,
  type BrowserDifference,
  browserDifferences,
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from "../../../data/browsers/differences.ts";
import { SHOP } from "../../view/how.ts";
import { type Html, html } from "../html.ts";
import { linesLink } from "../views/lines-link.ts";

const KINDS = Object.keys(DIFFERENCE_KINDS) as DifferenceKind[];

export function differencesView(kind?: DifferenceKind): Html {
  return html`<h1>What browsers do differently</h1>
<p>What Chrome, Firefox and Safari do with the same response: what works in one and fails in another. Observed in the browsers’ engines, and checked against the verdicts of this service. A cross: the lines do not work as intended. A dash: not observed.</p>
<nav class="kinds" aria-label="Kinds">${kindLink(undefined, kind)}${KINDS.map((one) => kindLink(one, kind))}</nav>
${KINDS.filter((one) => kind === undefined || one === kind).map(kindTable)}`;
}

/** Kind in the query; undefined for all. */
export function kindIn(query: URLSearchParams): DifferenceKind | undefined {
  return KINDS.find((one) => one === query.get("kind"));
}

function kindLink(kind: DifferenceKind | undefined, chosen: DifferenceKind | undefined): Html {
  const href = kind === undefined ? "/differences" : `/differences?kind=${kind}`;
  return html`<a href="${href}"${kind === chosen && html` aria-current="page"`}>${kind === undefined ? "All" : DIFFERENCE_KINDS[kind]}</a> `;
}

function kindTable(kind: DifferenceKind): Html {
  const rows = browserDifferences.filter((row) => row.kind === kind);
  return html`<section class="card" aria-labelledby="${kind}"><h2 id="${kind}">${DIFFERENCE_KINDS[kind]}</h2>
${differencesTable(rows)}</section>
`;
}

export function differencesTable(rows: readonly BrowserDifference[]): Html {
  return html`<table class="differences"><thead><tr><th scope="col">Response</th><th scope="col">Chrome</th><th scope="col">Firefox</th><th scope="col">Safari</th></tr></thead><tbody>
${rows.map(rowView)}</tbody></table>`;
}

function rowView(row: BrowserDifference): Html {
  const { title, lines, chrome, firefox, safari } = row;
  const link = tryLink(row);
  return html`<tr><th scope="row"><span class="what">${title}</span>
${lines.map((line) => html`<code class="value">${line}</code>\n`)}${link !== undefined && html`<a class="try" href="${link}">Try it<span class="hidden">: ${title}</span></a>`}</th>
${cell("Chrome", chrome)}${cell("Firefox", firefox)}${cell("Safari", safari)}</tr>
`;
}

function cell(browser: string, behaviour: Behaviour | undefined): Html {
  if (!behaviour)
    return html`<td data-browser="${browser}"><span class="no-verdict">–<span class="hidden"> not observed</span></span></td>`;
  const { works, does } = behaviour;
  return html`<td data-browser="${browser}" class="${works ? "works" : "fails"}">${does}</td>`;
}

/** Link that explains the row's response; undefined without header lines. @internal for tests: they parse the links */
export function tryLink(row: BrowserDifference): string | undefined {
  const { lines, status = 200, url = SHOP, loads, framedBy, transfer } = row;
  if (transfer) return undefined;
  const questions = loads?.map(({ as, url: target, ...more }) =>
    [as, target, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)]
      .filter(Boolean)
      .join(" "),
  );
  return linesLink(
    new URLSearchParams({
      headers: lines.join("\n"),
      status: String(status),
      url,
      ...(questions && { loads: questions.join("\n") }),
      ...(framedBy && { framedBy: framedBy.join("\n") }),
    }),
  );
}
