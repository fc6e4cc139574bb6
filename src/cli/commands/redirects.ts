import { wordTable } from "../../../data/word-table.ts";
import type { Judged } from "../../http/redirects/judge.ts";
import type { RedirectRow } from "../../http/redirects/read.ts";
import { checkRedirects, POLITENESS } from "../../http/redirects/run.ts";
import { redirectsCsv } from "../../view/redirects.ts";
import { type Call, type Command, EXIT, type Io, UsageError } from "../command.ts";
import { lookupFlags, lookupSettings } from "../lookup-settings.ts";
import { progress } from "../progress.ts";
import { redirectsJunit, redirectsText } from "../render/redirects.ts";

const { width, perHost, delay, mostRedirects } = POLITENESS.command;

type Writer = (all: readonly Judged[], io: Io) => string;

const WRITERS = wordTable<Writer>({
  text: redirectsText,
  csv: redirectsCsv,
  junit: redirectsJunit,
  json: (all) => all.map((judged) => `${JSON.stringify(judged)}\n`).join(""),
});

export const redirects: Command = {
  name: "redirects",
  usage: "FILE",
  completes: "files",
  summary: "Check that each address of a redirect map leads where it should",
  notes: [
    "Reads CSV with named columns (as the Redirection plugin exports), lines of FROM TO [STATUS], Apache's Redirect and RewriteRule, and nginx's rewrite and map. Regular expressions are skipped and reported.",
    "The exit code is 4 where a redirect does not lead where it should.",
  ],
  flags: {
    base: { type: "string", value: "URL", help: "URL against which paths are resolved" },
    "per-host": { type: "string", value: "N", help: `simultaneous lookups per host [${perHost}]` },
    delay: { type: "string", value: "MS", help: `milliseconds between lookups of the same host [${delay}]` },
    "max-chain": {
      type: "string",
      value: "N",
      help: `most redirects in a row that are accepted [${mostRedirects}]`,
    },
    resume: {
      type: "string",
      value: "FILE",
      file: true,
      help: "record progress in this file, and continue from it",
    },
    format: { type: "string", words: [...WRITERS.keys()], help: "output format" },
    json: { type: "boolean", help: "print one JSON object per redirect" },
    ...lookupFlags,
  },
  examples: [
    "netlens redirects --base https://example.com redirects.csv",
    "netlens redirects --per-host 2 --delay 200 --resume done.ndjson map.txt",
  ],
  async run(call) {
    const { flags, io, positionals } = call;
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) throw new UsageError("redirects: name one file");
    const base = typeof flags["base"] === "string" ? flags["base"] : undefined;
    if (base !== undefined && !URL.canParse(base)) throw new UsageError(`--base: "${base}" is not a URL`);
    const { readRedirects } = await import("../../http/redirects/read.ts");
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { rows, bad } = readRedirects(await read(path, io));
    for (const { line, reason } of bad) io.err(`netlens: ${path}:${line}: left out: ${reason}\n`);
    const done = await doneBefore(flags["resume"], rows, io);
    const left = rows.filter((row) => !done.has(keyOf(row)));
    const settings = lookupSettings(call);
    const politeness = {
      width,
      perHost: numberOf(call, "per-host", perHost, 1),
      delay: numberOf(call, "delay", delay, 0),
      base,
      mostRedirects: numberOf(call, "max-chain", mostRedirects, 0),
    };
    const bar = progress(io, left.length);
    const checked = [...done.values()];
    for await (const judged of checkRedirects(left, (url) => lookupHttp(url, {}, settings), politeness)) {
      checked.push(judged);
      if (typeof flags["resume"] === "string")
        await io.appendFile(flags["resume"], `${JSON.stringify(judged)}\n`);
      bar.step();
    }
    bar.end();
    const write = WRITERS.get(flags["json"] === true ? "json" : String(flags["format"])) ?? redirectsText;
    const all = checked.toSorted((a, b) => a.line - b.line);
    await io.out(write(all, io));
    return all.every(({ outcome }) => outcome === "as-wanted") ? EXIT.done : EXIT.assertion;
  },
};

async function read(path: string, io: Io): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    throw new UsageError(`redirects: cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The same row of the same map, also where lines were added before it. */
function keyOf({ from, to, status }: Pick<RedirectRow, "from" | "to" | "status">): string {
  return `${from}\n${to}\n${status ?? ""}`;
}

/** What an earlier run has checked; the file need not exist yet, and its last line may be cut off. */
async function doneBefore(
  file: string | boolean | undefined,
  rows: readonly RedirectRow[],
  io: Io,
): Promise<Map<string, Judged>> {
  const done = new Map<string, Judged>();
  if (typeof file !== "string") return done;
  const wanted = new Map(rows.map((row) => [keyOf(row), row]));
  const text = await io.readFile(file).catch(() => "");
  for (const line of text.split("\n")) {
    const judged = parsed(line);
    const key = judged ? keyOf({ ...judged, status: judged.wantedStatus }) : "";
    const row = wanted.get(key);
    if (judged && row) done.set(key, { ...judged, line: row.line });
  }
  return done;
}

function parsed(line: string): Judged | undefined {
  try {
    const value = JSON.parse(line) as Judged | null;
    return typeof value?.from === "string" && typeof value.outcome === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function numberOf({ flags }: Call, name: string, otherwise: number, least: number): number {
  const value = flags[name];
  if (typeof value !== "string") return otherwise;
  if (!/^\d{1,6}$/.test(value) || Number(value) < least)
    throw new UsageError(`--${name}: expected a whole number of at least ${least}, not "${value}"`);
  return Number(value);
}
