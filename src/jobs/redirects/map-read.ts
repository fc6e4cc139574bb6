/**
 * Reads redirect maps in any supported format, in chunks. A file goes in; numbered rows, rules that are not
 * checked, and faults come out. Never keeps the whole file. Pure.
 */

import { yieldToEventLoop } from "../../api/cooperative.ts";
import { readApache } from "./map/apache.ts";
import { csvRecords } from "./map/csv.ts";
import { readJsonMap } from "./map/json.ts";
import { readLines } from "./map/lines.ts";
import { readNginx } from "./map/nginx.ts";
import { type NginxSurvey, serversApart, surveyNginx } from "./map/nginx-survey.ts";
import { decodeText } from "./map/text.ts";
import { delimiterOf, detectFormat, type MapFormat, sampleRecords } from "./map-detect.ts";
import { type Found, MapError, type MapItem } from "./map-item.ts";
import { type ColumnChoice, readRecord, tableForm } from "./map-table.ts";

export interface MapOptions {
  /** Name of the file; the name `_redirects` determines the format. */
  readonly name: string;
  readonly format?: MapFormat | undefined;
  readonly columns?: ColumnChoice | undefined;
  /** URL against which sources that are paths are resolved. */
  readonly base?: string | undefined;
  /** URL against which targets that are paths are resolved; default: the URL of the source. */
  readonly toBase?: string | undefined;
}

export interface RedirectMap {
  /** Note for the user. */
  readonly description: string;
  /** Returns all items from the start of the file, with row numbers. @throws MapError */
  readonly items: () => AsyncGenerator<MapItem[]>;
}

/** Characters used to detect the format. */
const SAMPLE = 65_536;
/** Maximum characters of JSON, which is parsed as a whole. */
const LONGEST_JSON = 64 << 20;

/** @param file returns all bytes of the file, on each call. @throws MapError */
export async function openMap(
  file: () => AsyncIterable<Uint8Array>,
  { name, format, columns, base, toBase }: MapOptions,
): Promise<RedirectMap> {
  const bytes = () => inTurns(file());
  const sample = await firstOf(decodeText(bytes()), SAMPLE);
  const kind = format ?? (columns ? "csv" : detectFormat(sample, name));
  const { description, read } =
    kind === "nginx"
      ? nginxReader(await surveyNginx(decodeText(bytes())), base)
      : readerOf(kind, sample, columns);
  return { description, items: () => numbered(read(decodeText(bytes())), toBase) };
}

/** Bytes per turn. */
const TURN = 65_536;

async function* inTurns(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += TURN) {
      yield piece.subarray(at, at + TURN);
      await yieldToEventLoop();
    }
}

interface Reader {
  readonly description: string;
  readonly read: (text: AsyncIterable<string>) => AsyncIterable<Found[]>;
}

function nginxReader(survey: NginxSurvey, base: string | undefined): Reader {
  const servers = serversApart(survey, base);
  const count = new Set(servers.filter((server) => server !== undefined)).size;
  return {
    description: `nginx directives${count > 0 ? `, at the names of ${count} servers` : ""}`,
    read: (text) => readNginx(text, { ...survey, servers }),
  };
}

function readerOf(
  kind: Exclude<MapFormat, "nginx">,
  sample: string,
  columns: ColumnChoice | undefined,
): Reader {
  switch (kind) {
    case "csv":
      return tableReader(sample, columns);
    case "lines":
      return { description: "lines of FROM TO [STATUS]", read: readLines };
    case "apache":
      return { description: "Apache directives", read: readApache };
    case "json":
      return { description: "JSON", read: readWholeJson };
  }
}

const DELIMITER_NAMES: ReadonlyMap<string, string> = new Map([
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "vertical bar"],
]);

function tableReader(sample: string, choice: ColumnChoice | undefined): Reader {
  const delimiter = delimiterOf(sample) ?? ",";
  const form = tableForm(firstRecords(sample, delimiter), choice);
  const description = `table separated by ${DELIMITER_NAMES.get(delimiter)}s: ${form.description}`;
  async function* read(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
    let first = form.header;
    for await (const records of csvRecords(text, delimiter)) {
      const rows = first ? records.slice(1) : records;
      first &&= records.length === 0;
      yield rows.map((record) => readRecord(record, form));
    }
  }
  return { description, read };
}

/** First records of a sample, without the last one if the sample was cut. */
function firstRecords(sample: string, delimiter: string) {
  return sampleRecords(sample.length < SAMPLE ? `${sample}\n` : sample, delimiter);
}

async function* readWholeJson(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
  const whole = await firstOf(text, LONGEST_JSON);
  if (whole.length >= LONGEST_JSON)
    throw new MapError({ line: 1, column: 1 }, "JSON must be smaller than 64 MiB; CSV may have any size");
  yield readJsonMap(whole);
}

async function firstOf(text: AsyncIterable<string>, most: number): Promise<string> {
  let all = "";
  for await (const piece of text) {
    all += piece;
    if (all.length >= most) break;
  }
  return all;
}

/** Numbers rows and resolves their targets. If the file cannot be read to its end, the last item has the reason. */
async function* numbered(
  pieces: AsyncIterable<Found[]>,
  toBase: string | undefined,
): AsyncGenerator<MapItem[]> {
  let row = 0;
  try {
    for await (const found of pieces)
      yield found.map((item) => {
        if (!("from" in item)) return item;
        const to = item.to === "" ? "" : (URL.parse(item.to, toBase)?.href ?? item.to);
        return { row: ++row, ...item, ...(toBase !== undefined && { to }) };
      });
  } catch (error) {
    if (!(error instanceof MapError) || row === 0) throw error;
    const { line, column, message } = error;
    yield [{ line, column, fault: `${message}; the file is not read any further` }];
  }
}
