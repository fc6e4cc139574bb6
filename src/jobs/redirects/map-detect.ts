/** Detects the format of a map from its name and first characters. Pure. */

import { DELIMITERS, FOREIGN_FORMATS, FORMAT_NAMES, MAP_SIGNS } from "../../../data/redirect-maps.ts";
import { type CsvRecord, recordsIn } from "./map/csv.ts";
import { columnsOf } from "./map/names.ts";
import { isAddress, MapError, START } from "./map-item.ts";

export type MapFormat = "csv" | keyof typeof FORMAT_NAMES;
export const MAP_FORMATS = ["csv", ...Object.keys(FORMAT_NAMES)] as readonly MapFormat[];

type Delimiter = keyof typeof DELIMITERS;

// Not a header row such as Shopify's `Redirect from,Redirect to`. Does not use `\s*`, which at each line would scan all empty lines that follow.
const APACHE =
  /^[^\S\n\r\u2028\u2029]*(?:redirect(?:match|permanent|temp)?|rewrite(?:rule|engine|cond|base))\s(?![a-z]+,)/im;
/** Signs of nginx: a block, a directive with a semicolon, or a line of a `map`. */
const NGINX =
  /^[^\S\n\r\u2028\u2029]*(?:map\s+\$\S+\s+\$\w+\s*\{|(?:location|server)\b[^;]{0,200}\{|(?:rewrite\s.*|return\s+\d{3}\b.*|(?:~\*?)?\S+\s+\S+\s*);\s*(?:#.*)?$)/m;

/**
 * @param sample first characters of the map; ends with a whole line if the map is longer
 * @throws MapError for formats that are not read
 */
export function detectFormat(sample: string, name: string): MapFormat {
  const start = sample.slice(0, 4096);
  const isJson = /^\s*[[{]/.test(start);
  const foreign = FOREIGN_FORMATS.find(
    (each) => (each.file.test(name) && !isJson) || each.content.test(start),
  );
  if (foreign)
    throw new MapError(START, `this is ${foreign.name}, which netlens does not read; ${foreign.instead}`);
  const signs: readonly { format: MapFormat; file: RegExp; content?: RegExp }[] = MAP_SIGNS;
  const sign = signs.find(({ file }) => file.test(name)) ?? signs.find(({ content }) => content?.test(start));
  if (sign) return sign.format;
  const lines = sample.replace(/^[^\S\n\r\u2028\u2029]*#.*$/gm, "");
  if (APACHE.test(lines)) return "apache";
  if (NGINX.test(lines) && !/^[^\s;]+;[^\s;](?:[^;\n]*|[^\s;]*;[^;\n]*)$/m.test(lines)) return "nginx";
  return delimiterOf(sample) === undefined ? "lines" : "csv";
}

/** Delimiter of a table; undefined if the text is not a table. */
export function delimiterOf(sample: string): Delimiter | undefined {
  const scored = (Object.keys(DELIMITERS) as Delimiter[]).map((delimiter) => ({
    delimiter,
    score: scoreOf(sample, delimiter),
  }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.delimiter : undefined;
}

/** First records of a sample; the last may be cut. */
export function sampleRecords(sample: string, delimiter: string): readonly CsvRecord[] {
  return recordsIn(sample, 1, delimiter, false).found;
}

/** Score of a delimiter; 0 if the records do not form a table. */
function scoreOf(sample: string, delimiter: string): number {
  const records = sampleRecords(sample, delimiter).filter(({ fault }) => !fault);
  const [first] = records;
  if (!first) return 0;
  const { from, to } = columnsOf(first.cells);
  const isHeader = !first.cells.some(isAddress);
  if (isHeader && from.length > 0 && (to.length > 0 || first.cells.length === 1))
    return 1000 + first.cells.length;
  if (first.cells.length < 2) return 0;
  const rows = isHeader ? records.slice(1) : records;
  const several = rows.filter(({ cells }) => cells.length > 1).length;
  if (several < rows.length * 0.9 || several === 0) return 0;
  const addresses = rows.reduce(
    (sum, { cells }) => sum + cells.filter((cell) => isAddress(cell) && !/\s/.test(cell)).length,
    0,
  );
  return addresses / rows.length;
}
