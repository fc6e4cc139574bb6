/** Rows of CSV (RFC 4180). Pure. */

/** A row without its line end; no cell is run by a spreadsheet. */
export function csvRow(cells: readonly string[]): string {
  return cells.map((cell) => csvField(spreadsheetSafe(cell))).join(",");
}

export function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Characters that start a formula in spreadsheets, also as wide ones (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The text with an apostrophe before it where a spreadsheet would run it; a number stays one. */
export function spreadsheetSafe(value: string): string {
  return FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
}
