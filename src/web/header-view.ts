/** Header lines as a table: what was sent, what it means, what is wrong with it. Pure. */

import type { HeaderObject, Item } from "../headers/schema.ts";
import { count, linkLabel } from "../view/units.ts";
import { externalLink, type Html, html } from "./html.ts";
import { fieldId, problemList } from "./problem-view.ts";

/** All lines of a step, in wire order. */
export function headerTable(headers: readonly HeaderObject[], step: number): Html {
  if (headers.length === 0) return html`<p>No header lines.</p>`;
  return html`<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">Value and meaning</th></tr></thead>
<tbody>
${headers.map((header, line) => headerRow(header, fieldId(step, line), headers.findIndex(({ name }) => name === header.name) < line))}</tbody></table>`;
}

/** One line. A field that was described above (`repeated`) is not described again. */
export function headerRow(header: HeaderObject, id?: string, repeated = false): Html {
  const { name, sent, value, alternate, description, link, details, problems } = header;
  return html`<tr${id && html` id="${id}"`}>
<th scope="row"><code>${sent ?? name}</code></th>
<td><p><code class="value">${value === "" ? "(empty)" : value}</code></p>
${alternate && html`<p class="alternate">${alternate}</p>`}
${problemList([...problems, ...(details.problems ?? [])])}
${partsOf(details.items ?? [], header)}
${!repeated && html`<p class="description">${description || "No catalogue knows this field."} ${links(link)}</p>`}
</td></tr>
`;
}

const OPEN_PARTS = 4;

/** Long lists are folded, unless something in them is wrong. */
function partsOf(items: readonly Item[], header: HeaderObject): Html | undefined {
  const [first] = items;
  if (!first || (items.length === 1 && saysNothingNew(first, header))) return undefined;
  const open = items.length <= OPEN_PARTS || items.some(({ problems }) => problems?.length);
  return html`<details class="parts"${open && html` open`}><summary>${count(items.length, "part")}</summary>
<table><tbody>
${items.map(itemRow)}</tbody></table></details>`;
}

/** The only part of a value often repeats the value and its meaning. */
function saysNothingNew({ value, alternate, description, problems }: Item, header: HeaderObject): boolean {
  const known = ["", undefined, header.value, header.alternate];
  return !problems && known.includes(value) && known.includes(alternate) && known.includes(description);
}

function itemRow({ name, value, alternate, description, problems }: Item): Html {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${value !== "" && html`<code class="value">${value}</code> `}${alternate && alternate !== value && html`<span class="alternate">${alternate}</span> `}${description && html`<span class="description">${description}</span>`}${problemList(problems ?? [])}</td></tr>
`;
}

function links(all: readonly string[]): Html | undefined {
  if (all.length === 0) return undefined;
  const byLabel = new Map(all.map((url) => [linkLabel(url), url]));
  return html`<span class="sources">${[...byLabel].map(([label, url], index) => html`${index > 0 && " · "}${externalLink(url, label)}`)}</span>`;
}
