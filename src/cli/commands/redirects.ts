import { MAP_FORMATS } from "../../jobs/redirects/map-detect.ts";
import { POLITENESS } from "../../jobs/redirects/politeness.ts";
import { type Call, type Command, EXIT, type Io, notWith, onlyWith, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import { flagsOf } from "../input/flag-table.ts";
import { networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";
import { politeFlags } from "../input/polite-flags.ts";
import { openProject, projectFlags } from "../input/project.ts";
import type { PreparedMap } from "../redirects/check-map.ts";
import { FAIL_ON, type RedirectOptions, readOptions } from "../redirects/options.ts";
import type { CheckedMap } from "../redirects/read-map.ts";

const { mostRedirects } = POLITENESS.command;
const FORMATS = ["text", "csv", "tsv", "ndjson", "json", "junit", "github", "markdown", "html"];

export const redirects: Command = {
  name: "redirects",
  usage: "FILE",
  completes: "files",
  summary: "Check that every redirect of a map leads where it should",
  notes: [
    "Reads tables (comma, semicolon, tab; exports of Screaming Frog, Redirection, Yoast and others), lines of FROM TO [STATUS], configurations of Apache, nginx, Caddy and IIS, and the files of Netlify, Cloudflare, Vercel, Next.js, Firebase, Azure, S3 and Ghost; `netlens guide redirects` lists them. Rules without a single source, such as regular expressions, are checked by the URLs of --sample-urls, otherwise reported. An unreadable row is reported with its line and reason; the others are checked.",
    "The map itself is checked first for duplicates, loops, chains and sources with two targets. --dry-run stops there.",
    "The exit code is 4 if a redirect does not lead where it should, if a row is unreadable, or if nothing could be checked; 2 if no row is readable.",
  ],
  flags: {
    ...flagsOf("redirects", {
      "map-format": MAP_FORMATS,
      method: ["auto", "GET", "HEAD"],
      format: FORMATS,
      only: ["wrong"],
      "fail-on": FAIL_ON,
    }),
    ...politeFlags,
    "max-chain": {
      type: "string",
      value: "N",
      help: `maximum number of consecutive redirects to accept [redirects of the project file, else ${mostRedirects}]`,
    },
    ...projectFlags,
    ...networkFlags,
  },
  unused: [
    networkUnused,
    notWith("dry-run", [
      ...["method", "content", "same-site", "max-chain", "resume", "retry-failed", "only"],
      ...Object.keys({ ...politeFlags, ...projectFlags, ...networkFlags }),
    ]),
    notWith("content", ["method"]),
    onlyWith("resume", ["retry-failed"]),
    notWith("max-chain", Object.keys(projectFlags)),
  ],
  examples: [
    "netlens redirects --base https://example.com redirects.csv",
    "netlens redirects --dry-run --write-map repaired.csv redirects.csv",
    "netlens redirects --per-host 2 --delay 200 --resume done.ndjson map.txt",
    "netlens redirects --format github --only wrong --base https://staging.example _redirects",
  ],
  async run(call) {
    const options = readOptions(call, await openProject(call));
    const prepared = await prepare(options, call);
    if (typeof prepared === "number") return prepared;
    const { checkMap } = await import("../redirects/check-map.ts");
    const network = await readNetwork(call);
    const { summary, isRecorded } = await checkMap(prepared, options, network, call.io);
    const { wrong, total } = summary;
    return !isRecorded
      ? EXIT.failed
      : exitCode(options, wrong > 0 || total === 0, {
          map: prepared.isOdd,
          unchecked: prepared.unchecked.length > 0,
        });
  },
};

interface Prepared extends PreparedMap {
  /** True if the map itself has findings. */
  readonly isOdd: boolean;
}

/** Work before the first request; memory is freed afterwards. Returns an exit code if nothing follows. */
async function prepare(options: RedirectOptions, call: Call): Promise<Prepared | number> {
  const { readMap, reportFindings } = await import("../redirects/read-map.ts");
  const checked = await readMap(options, call.io);
  if (options.writeMap !== undefined) await writeRepaired(checked, options, options.writeMap, call.io);
  if (options.dryRun) return await dryRun(checked, options, call);
  const counts = await reportFindings(checked, options, call.io);
  const { map, check } = checked;
  return { map, rows: check.rows, unchecked: check.unchecked.list(), isOdd: counts.size > 0 };
}

async function dryRun(checked: CheckedMap, options: RedirectOptions, { io }: Call): Promise<number> {
  const { format, path } = options;
  const { FINDING_WRITERS } = await import("../redirects/map-writers.ts");
  const { outcomeOf, outcomeSentence, outcomeText } = await import("../../view/all-clear.ts");
  const { findingCounts, findingsOf } = await import("../redirects/read-map.ts");
  const writer = FINDING_WRITERS.get(format)?.({ colour: io.colour, path });
  if (!writer) throw new UsageError(`--dry-run has no ${format} output`);
  const counts = new Map<Parameters<typeof writer.finding>[0]["kind"], number>();
  let errors = 0;
  if (writer.begin) await io.out(writer.begin);
  for await (const finding of findingsOf(checked)) {
    counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
    if (finding.severity === "error") errors++;
    await io.out(writer.finding(finding));
  }
  const unchecked = checked.check.unchecked.list();
  const result = { checked: checked.check.rows, found: findingCounts(counts), unchecked };
  const outcome = { ...result, none: "no problems in the map itself" };
  await io.out(writer.end?.(unchecked, outcomeSentence(outcome)) ?? "");
  io.err(`netlens: ${outcomeText(outcome)}\n`);
  return exitCode(options, errors > 0 || outcomeOf(outcome) === "nothing-checked", {
    map: counts.size > 0,
    unchecked: unchecked.length > 0,
  });
}

/** @param isWrong a redirect is wrong @param has whether the map has findings, and unchecked rows */
function exitCode(
  { failOn }: RedirectOptions,
  isWrong: boolean,
  has: { readonly map: boolean; readonly unchecked: boolean },
): number {
  const fails = failOn !== "never" && (isWrong || (failOn !== "wrong" && has[failOn]));
  return fails ? EXIT.assertion : EXIT.done;
}

/** Maximum listed findings that could not be repaired. */
const MOST_LEFT = 10;

/** Writes the repaired map and reports what is left. */
async function writeRepaired(
  { map, check }: CheckedMap,
  { base }: RedirectOptions,
  path: string,
  io: Io,
): Promise<void> {
  const { repaired } = await import("../redirects/repaired.ts");
  const { plural } = await import("../../headers/wording.ts");
  let write = io.writeFile;
  let [duplicates, shortened, left] = [0, 0, 0];
  const named: string[] = [];
  try {
    for await (const piece of repaired(map.items, check, base)) {
      await write(path, piece.text);
      write = io.appendFile;
      duplicates += piece.duplicates;
      shortened += piece.shortened;
      left += piece.left.length;
      for (const { line, kind, message } of piece.left.slice(0, MOST_LEFT - named.length))
        named.push(`  line ${line}: ${kind}: ${message}\n`);
    }
  } catch (error) {
    throw fileError("--write-map", path, error);
  }
  const repairs = `${plural(shortened, "chain")} shortened, ${plural(duplicates, "duplicate")} removed`;
  const rest = left > named.length ? `  … and ${left - named.length} more\n` : "";
  io.err(
    `netlens: ${path}: ${repairs}; ${left === 0 ? "nothing" : left} left to repair by hand\n${named.join("")}${rest}`,
  );
}
