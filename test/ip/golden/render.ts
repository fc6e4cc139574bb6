/**
 * Results for a database record as readable text. A case is `> `, the language of names and the record as
 * JSON, then place, operator and kinds, indented; a blank line ends it.
 */

import { namesFor } from "../../../src/ip/names/names.ts";
import { kindsIn, readAsn, readPlace } from "../../../src/ip/names/record.ts";

/** Case with the results for its record. */
export function renderRecord([line = ""]: readonly string[]): string {
  const [, locale = "en", json = "null"] = /^> (\S+) (.*)$/.exec(line) ?? [];
  const record = JSON.parse(json);
  const place = readPlace(record, namesFor(locale));
  const output = [
    ...(place === undefined ? ["no place"] : []),
    ...Object.entries(place ?? {}).map(([name, value]) => `${name} ${value}`.trim()),
    ...Object.entries(readAsn(record) ?? {}).map(([name, value]) => `AS ${name} ${value}`.trim()),
    `kinds ${kindsIn(record).join(" ") || "none"}`,
  ];
  return [line, ...output.map((one) => `  ${one}`)].join("\n");
}
