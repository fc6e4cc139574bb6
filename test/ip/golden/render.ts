/**
 * The reading of a database's record, as text that a person can read. A case is the record as JSON behind `> ` and the
 * language of names, then place, operator and kinds, indented; a blank line ends it.
 */

import { namesFor } from "../../../src/ip/names/names.ts";
import { contentOf, readAsn, readPlace } from "../../../src/ip/names/record.ts";

/** A case with the record's values. */
export function renderRecord([line = ""]: readonly string[]): string {
  const [, locale = "en", json = "null"] = /^> (\S+) (.*)$/.exec(line) ?? [];
  const record = JSON.parse(json);
  const kinds = Object.entries(contentOf(record)).filter(([, has]) => has);
  const place = readPlace(record, namesFor(locale));
  const output = [
    ...(place === undefined ? ["no place"] : []),
    ...Object.entries(place ?? {}).map(([name, value]) => `${name} ${value}`.trim()),
    ...Object.entries(readAsn(record) ?? {}).map(([name, value]) => `AS ${name} ${value}`.trim()),
    `kinds ${kinds.map(([kind]) => kind).join(" ") || "none"}`,
  ];
  return [line, ...output.map((one) => `  ${one}`)].join("\n");
}
