/**
 * Reads redirect maps in any supported format, in chunks. A file goes in; numbered rows, rules that are not
 * checked, and faults come out. Never keeps the whole file. Pure.
 */

import { DELIMITERS, FORMAT_NAMES } from "../../../data/redirect-maps.ts";
import { yieldToEventLoop } from "../../api/cooperative.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { readApache } from "./map/apache.ts";
import { readCaddy } from "./map/caddy.ts";
import { csvRecords } from "./map/csv.ts";
import { linesOf, readLines } from "./map/lines.ts";
import { readNginx } from "./map/nginx.ts";
import { serversApart, surveyNginx } from "./map/nginx-survey.ts";
import { openSamples } from "./map/rules.ts";
import { decodeText } from "./map/text.ts";
import { delimiterOf, detectFormat, type MapFormat, sampleRecords } from "./map-detect.ts";
import { type Found, isAddress, isRelative, MapError, type MapItem, START } from "./map-item.ts";
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
  /** URLs or paths that check rules with many sources. */
  readonly samples?: readonly string[];
}

export interface RedirectMap {
  /** Note for the user. */
  readonly description: string;
  /** Returns all items from the start of the file, with row numbers. @throws MapError */
  readonly items: () => AsyncGenerator<MapItem[]>;
}

/** Characters used to detect the format. */
const SAMPLE = 65_536;
/** Maximum characters of JSON and XML, which are parsed as a whole. */
const LONGEST_WHOLE = 64 << 20;

/** @param file returns all bytes of the file, on each call. @throws MapError */
export async function openMap(
  file: () => AsyncIterable<Uint8Array>,
  { name, format, columns, ...options }: MapOptions,
): Promise<RedirectMap> {
  const bytes = () => inTurns(file());
  const sample = await firstOf(decodeText(bytes()), SAMPLE);
  const kind = format ?? (columns ? "csv" : detectFormat(sample, name));
  const text = () => decodeText(bytes());
  const { description, read } = await readerOf(kind, name, sample, columns, text, options.base);
  return { description, items: () => numbered(read(text()), options) };
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

async function readerOf(
  kind: MapFormat,
  name: string,
  sample: string,
  columns: ColumnChoice | undefined,
  text: () => AsyncIterable<string>,
  base: string | undefined,
): Promise<Reader> {
  if (kind === "csv") return tableReader(sample, columns);
  const description = FORMAT_NAMES[kind];
  switch (kind) {
    case "nginx": {
      const survey = await surveyNginx(text());
      const servers = serversApart(survey, base);
      const single = survey.servers.length === 1 ? (survey.servers[0]?.split("//")[1] ?? "") : undefined;
      const count = new Set(servers.filter((server) => server !== undefined)).size;
      return {
        description: `${description}${count > 0 ? `, at the names of ${count} servers` : ""}`,
        read: (whole) => readNginx(whole, { ...survey, servers, single }),
      };
    }
    case "apache": {
      const isApart = await areApart(text(), /^\s*ServerName\s+([\w.-]+\.[\w-]+)/i, base);
      return { description, read: (whole) => readApache(whole, isApart, /(?:^|\/)\.htaccess/.test(name)) };
    }
    case "caddy": {
      const isApart = await areApart(text(), /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)\b/i, base);
      return { description, read: (whole) => readCaddy(whole, isApart) };
    }
    case "json":
      return { description, read: asWhole((await import("./map/json.ts")).readJsonMap) };
    case "xml":
      return { description, read: asWhole((await import("./map/xml.ts")).readXml) };
    case "toml":
      return { description, read: (await import("./map/blocks.ts")).readToml };
    case "yaml":
      return { description, read: (await import("./map/blocks.ts")).readYaml };
    case "lines":
      return { description, read: readLines };
  }
}

/** Whether rules are requested at the names of their servers. @param name pattern of the line with a name */
async function areApart(
  text: AsyncIterable<string>,
  name: RegExp,
  base: string | undefined,
): Promise<boolean> {
  const names: string[] = [];
  for await (const lines of linesOf(text))
    names.push(...lines.flatMap((line) => name.exec(line.text)?.[1] ?? []));
  return serversApart({ servers: names.map((each) => `http://${each}`) }, base).length > 0;
}

function tableReader(sample: string, choice: ColumnChoice | undefined): Reader {
  const delimiter = delimiterOf(sample) ?? ",";
  // Without the last record if the sample was cut.
  const records = sampleRecords(sample.length < SAMPLE ? `${sample}\n` : sample, delimiter);
  const form = tableForm(records, choice);
  const description = `table separated by ${DELIMITERS[delimiter]}s: ${form.description}`;
  async function* read(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
    let header = form.header;
    for await (const records of csvRecords(text, delimiter)) {
      const at = header ? records.findIndex(({ fault }) => !fault) : -1;
      header &&= at < 0;
      yield records.flatMap((record, index) => (index === at ? [] : readRecord(record, form)));
    }
  }
  return { description, read };
}

function asWhole(read: (whole: string) => Found[]): Reader["read"] {
  return async function* (text) {
    const whole = await firstOf(text, LONGEST_WHOLE);
    if (whole.length >= LONGEST_WHOLE) throw new MapError(START, "a file of more than 64 MiB must be a CSV");
    yield read(whole);
  };
}

async function firstOf(text: AsyncIterable<string>, most: number): Promise<string> {
  let all = "";
  for await (const piece of text) {
    all += piece;
    if (all.length >= most) break;
  }
  return all;
}

/**
 * Numbers rows and resolves their URLs; rows of sample URLs are the last. If the file cannot be read to its end, an
 * item has the reason.
 */
async function* numbered(
  pieces: AsyncIterable<Found[]>,
  { base, toBase, samples = [] }: Omit<MapOptions, "name">,
): AsyncGenerator<MapItem[]> {
  let row = 0;
  const sampled = openSamples(samples, base);
  const directory = base === undefined ? undefined : `${trimEndOf(base, /\//)}/`;
  const whole = (text: string) =>
    isRelative(text) ? (URL.parse(text, directory)?.href ?? `/${text}`) : text;
  const complete = (item: Found): MapItem => {
    if (!("from" in item)) return item;
    const to =
      item.to === "" || toBase === undefined ? whole(item.to) : (URL.parse(item.to, toBase)?.href ?? item.to);
    return { row: ++row, ...item, from: whole(item.from), to };
  };
  try {
    for await (const found of pieces) {
      const items = found.map(complete);
      for (const item of items) sampled.add(item);
      yield items;
    }
  } catch (error) {
    if (!(error instanceof MapError) || row === 0) throw error;
    const { line, column, message } = error;
    yield [{ line, column, fault: `${message}; the file is not read any further` }];
  }
  yield sampled.found().map(complete);
}

/** Maximum number of sample URLs. */
const MOST_SAMPLES = 100_000;

/** URLs and paths of a list, or of an access log in the common or combined format; other lines are skipped. */
export async function readSamples(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const found = new Set<string>();
  for await (const lines of linesOf(decodeText(bytes)))
    for (const { text } of lines) {
      const [, requested] = /"(?:GET|HEAD) (\S+)/.exec(text) ?? [];
      const [sample = ""] = (requested ?? text.trim()).split(/\s/, 1);
      if (isAddress(sample) && found.size < MOST_SAMPLES) found.add(sample);
    }
  return [...found];
}
