/**
 * `bun run bench`: speed compared with peers, which it installs first (a separate package).
 *
 *   bun run bench                 all benchmarks, on the terminal
 *   bun run bench ip http         some of them
 *   bun run bench ip --cold       addresses that are requested once, among some that repeat
 *   bun run bench --all           all, and writes FIGURES.md, CAPACITY.md and a line in earlier-runs.jsonl
 *   bun run bench --against REV ip  this revision and another alternately; lists what costs 5 % more, with exit code 4
 *   bun run bench --short ladder  short rounds, to test the benchmark; with --all into the folder of --to
 */

import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { $, Glob } from "bun";
import { version } from "../../../src/version.ts";
import { compareWith } from "./against-revision.ts";
import { basisOf, capacityPage } from "./capacity.ts";
import { linesOf } from "./capacity-table.ts";
import { costsOf, driftLines, type EarlierRun, readRuns } from "./earlier-runs.ts";
import type { Row } from "./figures.ts";
import { figuresPage, type Machine, type Run } from "./figures-page.ts";
import peers from "./package.json" with { type: "json" };

const here = new URL(".", import.meta.url).pathname;
/** Files that are not benchmarks. A hyphen in the name marks a part of another benchmark. */
const PARTS = ["run.ts", "figures.ts", "capacity.ts"];
const names = [...new Glob("*.ts").scanSync(here)]
  .filter((file) => !file.includes("-") && !PARTS.includes(file))
  .map((file) => file.slice(0, -3))
  .sort();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    short: { type: "boolean" },
    to: { type: "string" },
    against: { type: "string" },
    cold: { type: "boolean" },
  },
});
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`unknown benchmark "${unknown}"; known are ${names.join(", ")}`);
  process.exit(2);
}
if (values.short === true && values.all === true && values.to === undefined) {
  console.error("--short needs --to FOLDER, because its figures are not to be quoted");
  process.exit(2);
}
const wanted = positionals.length > 0 ? positionals : names;
if (values.short === true) process.env["NETLENS_BENCH_SHORT"] = "1";
/** Selected parts of a benchmark; all by default. */
const optionsOf = (name: string): readonly string[] =>
  name === "ip" && values.cold === true ? ["cold"] : [];
await $`${process.execPath} install --frozen-lockfile`.cwd(here).quiet();

if (values.against !== undefined) process.exit(await compareWith(values.against, wanted, optionsOf));

const work = mkdtempSync(join(tmpdir(), "netlens-bench-"));
const runs: Run[] = [];
for (const name of wanted) {
  console.log(`\n== ${name}`);
  const file = join(work, `${name}.ndjson`);
  const env = { ...process.env, NETLENS_BENCH_ROWS: file };
  const { exitCode } = await $`${process.execPath} ${here}${name}.ts ${optionsOf(name)}`.env(env).nothrow();
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const rows = text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as Row);
  runs.push({ name, rows, ok: exitCode === 0 });
}
rmSync(work, { recursive: true });
if (values.all === true) {
  const date = new Date().toISOString();
  const short = values.short === true;
  const folder = values.to ?? here;
  const rows = runs.flatMap((run) => run.rows);
  const earlier = join(here, "earlier-runs.jsonl");
  const before = existsSync(earlier) ? readRuns(readFileSync(earlier, "utf8")).at(-1) : undefined;
  const measuredOn = await machine();
  await Bun.write(join(folder, "FIGURES.md"), figuresPage(runs, measuredOn, date, short, before));
  const costs = costsOf(rows);
  if (before !== undefined) {
    const moved = driftLines(before, costs);
    console.log(
      `\n== since ${before.date} (${before.commit})\n${moved.join("\n") || "nothing moved by over 5 %"}`,
    );
  }
  // Throws if a benchmark is missing, so that earlier-runs.jsonl has complete runs only.
  await Bun.write(join(folder, "CAPACITY.md"), capacityPage(basisOf(rows), linesOf(rows), date, short));
  if (!short) {
    const run: EarlierRun = { date, commit: await commitOf(), yardstick: measuredOn.yardstick, costs };
    appendFileSync(join(folder, "earlier-runs.jsonl"), `${JSON.stringify(run)}\n`);
  }
}
process.exit(runs.every(({ ok }) => ok) ? 0 : 1);

/** First line of a program's version output; undefined if it is not installed. */
async function versionOf(command: readonly string[]): Promise<string | undefined> {
  if (Bun.which(command[0] ?? "") === null) return undefined;
  const { stdout, stderr } = await $`${command}`.nothrow().quiet();
  return `${stdout}${stderr}`
    .split("\n")
    .find((line) => /\d\.\d/.test(line))
    ?.trim()
    .slice(0, 60);
}

/** The measured revision; "" outside of a checkout. */
async function commitOf(): Promise<string> {
  return (await $`git rev-parse --short HEAD`.cwd(here).nothrow().quiet().text()).trim();
}

/** CPU time of `bun -e 0` in ms: minimum of several runs, since other processes only add time. */
function yardstick(): number {
  const once = () => Bun.spawnSync([process.execPath, "-e", "0"]).resourceUsage.cpuTime.total;
  return Math.min(...Array.from({ length: 20 }, () => Number(once()))) / 1000;
}

async function machine(): Promise<Machine> {
  const commit = await commitOf();
  const programs: Readonly<Record<string, readonly string[]>> = {
    nginx: ["nginx", "-v"],
    wrk: ["wrk", "-v"],
    "redis-server": ["redis-server", "--version"],
    go: ["go", "version"],
    node: ["node", "--version"],
    curl: ["curl", "--version"],
  };
  const found = await Promise.all(
    Object.entries(programs).map(async ([name, command]) => [name, await versionOf(command)] as const),
  );
  return {
    yardstick: yardstick(),
    facts: [
      ["processor", cpus()[0]?.model ?? ""],
      ["cores", String(cpus().length)],
      ["memory", `${Math.round(totalmem() / 1e9)} GB`],
      ["system", `${process.platform} ${process.arch}, kernel ${release()}`],
    ],
    versions: [
      ["netlens", `${version}${commit === "" ? "" : ` (${commit})`}`],
      ["bun", Bun.version],
      ...found.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])),
      ...Object.entries(peers.dependencies),
    ],
  };
}
