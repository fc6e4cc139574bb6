/** Formats numbers, names of specifications and CSV cells. Pure. */

import names from "../../data/specification-names.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";

const DOCUMENTS = rowsIn(names);

/** Label of a link to a specification: `RFC 9110, section 8.3`, a document's name, else the host. */
export function linkLabel(url: string): string {
  const rfc = /\/rfc(\d+)(?:\.html)?(?:#section-([\d.]+[a-z]?|[A-Z][\d.]*))?/i.exec(url);
  if (rfc) return `RFC ${rfc[1]}${rfc[2] ? `, section ${rfc[2]}` : ""}`;
  const [, name] = DOCUMENTS.find(([part = ""]) => url.includes(part)) ?? [];
  return name ?? URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}

/** CSV row without line end, escaped so that no cell is a formula. */
export function csvRow(cells: readonly string[]): string {
  return cells.map((cell) => csvField(spreadsheetSafe(cell))).join(",");
}

export function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Characters that start a formula in spreadsheets, full-width forms included (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Prefixes an apostrophe to formulas; numbers stay numbers. */
export function spreadsheetSafe(value: string): string {
  return FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
}
