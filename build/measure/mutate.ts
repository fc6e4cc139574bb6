/**
 * Mutation testing. Makes small faults (mutants) in the sources and runs the tests that reach the file,
 * nearest first, golden tests last. Prints surviving mutants, and for each room how many were killed, and how
 * many of those by golden tests alone.
 *
 *   bun build/measure/mutate.ts [--room NAME] [--kind logic|text] [--sample 40] [--seed 1] [--seconds 600]
 *   bun build/measure/mutate.ts --since REV      only lines that changed since that revision
 *   … --need 90                          exits with 1 if a room has a lower percentage killed
 *
 * It works on a copy of the tree.
 */

import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Glob } from "bun";
import { type Mutant, mutantsOf } from "./mutate/mutants.ts";
import { importersIn, nearestTests } from "./mutate/nearest-tests.ts";
import { ROOMS } from "./mutate/rooms.ts";

const root = join(import.meta.dir, "../..");

/** Golden tests. */
const GOLDEN = /golden[\w-]*\.test\.ts$/;

/**
 * CPU seconds per command: stops endless mutants even on a busy machine, where wall-clock time would be
 * wrong.
 */
const MOST_PROCESSOR_SECONDS = 90;

const { values: flags } = parseArgs({
  options: {
    room: { type: "string" },
    kind: { type: "string" },
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "600" },
    since: { type: "string" },
    need: { type: "string", default: "0" },
  },
});

const rooms = Object.entries(ROOMS).filter(([name]) => flags.room === undefined || name === flags.room);
if (rooms.length === 0) throw new Error(`--room is one of ${Object.keys(ROOMS).join(", ")}`);
const deadline = Date.now() + Number(flags.seconds) * 1000;
const changed = flags.since === undefined ? undefined : changedLines(flags.since);
const copy = copyTree();
/** Process group of the running command. */
let group: number | undefined;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    endGroup();
    rmSync(copy, { recursive: true, force: true });
    process.exit(1);
  });
const importers = await importersIn(copy);
let isShort = false;
try {
  for (const [name, room] of rooms) isShort = (await measure(name, room)) < Number(flags.need) || isShort;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = isShort ? 1 : 0;

/** Percentage of the room's sampled mutants that tests kill; 100 without mutants. */
async function measure(name: string, room: (typeof ROOMS)[string]): Promise<number> {
  const mutants: Mutant[] = [];
  for (const file of sourcesOf(name, room.sources)) {
    const text = await Bun.file(join(root, file)).text();
    const wanted = changed?.get(file);
    if (changed && !wanted) continue;
    const isMeant = ({ line, kind }: Mutant) =>
      (!wanted || wanted.has(line)) && kind === (flags.kind ?? kind);
    mutants.push(...mutantsOf(file, text).filter(isMeant));
  }
  const chosen = sample(mutants, Number(flags.sample), Number(flags.seed));
  const seconds = chosen.length > 0 ? await secondsOf(room.tests) : new Map<string, number>();
  if (!seconds) {
    console.log(`${name}: its tests fail or take too long without any mutant; nothing measured`);
    return 0;
  }
  let tried = 0;
  let killed = 0;
  let alone = 0;
  let refused = 0;
  for (const mutant of chosen) {
    if (Date.now() > deadline) break;
    const fate = await fateOf(mutant, seconds);
    if (fate === "refused") refused++;
    else tried++;
    if (fate === "killed" || fate === "killed by golden text") killed++;
    if (fate === "killed by golden text") alone++;
    const { file, line, from, to } = mutant;
    if (fate === "survived") console.log(`  ${file}:${line}  ${from}  →  ${to}`);
  }
  const score = tried === 0 ? 100 : (100 * killed) / tried;
  if (mutants.length > 0)
    console.log(
      `${name}: ${score.toFixed(1)} % of ${tried} killed, ${alone} by golden text alone (of ${mutants.length} possible; ${refused} more do not compile)`,
    );
  return score;
}

function sourcesOf(name: string, globs: readonly string[]): string[] {
  const files = globs.flatMap((glob) => [...new Glob(glob).scanSync(root)]).sort();
  if (files.length === 0) throw new Error(`${name} has no sources`);
  return files;
}

/** Runs the tests with a mutant. Mutants that do not compile count neither as killed nor as survivors. */
async function fateOf({ file, text, compiles }: Mutant, seconds: ReadonlyMap<string, number>) {
  const tests = nearestTests(importers, seconds, file);
  const golden = tests.filter((test) => GOLDEN.test(test));
  const others = tests.filter((test) => !GOLDEN.test(test));
  const path = join(copy, file);
  const before = await Bun.file(path).text();
  await Bun.write(path, text);
  try {
    if (await notice(others, seconds)) return "killed";
    if (await notice(golden, seconds)) return "killed by golden text";
    return compiles || (await pass(["node_modules/.bin/tsc", "--noEmit"])) ? "survived" : "refused";
  } finally {
    await Bun.write(path, before);
  }
}

/** Whether one of the tests fails or takes more than three times its usual time. */
async function notice(tests: readonly string[], seconds: ReadonlyMap<string, number>): Promise<boolean> {
  if (tests.length === 0) return false;
  const usual = tests.reduce((sum, test) => sum + (seconds.get(test) ?? 0), 0);
  const command = ["bun", "test", "--timeout", "30000", "--bail", ...paths(tests)];
  return !(await pass(command, Math.ceil(10 + 3 * usual)));
}

/** Duration of each test file without mutants; undefined if tests fail. */
async function secondsOf(tests: readonly string[]): Promise<ReadonlyMap<string, number> | undefined> {
  const report = join(copy, "tests.xml");
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  if (!(await pass(["bun", "test", "--timeout", "30000", ...reporter, ...paths(tests)]))) return undefined;
  const suites = (await Bun.file(report).text()).matchAll(
    /<testsuite name="([^"]*)" file="\1".*? time="([^"]*)"/g,
  );
  return new Map([...suites].map(([, file = "", seconds]) => [file, Number(seconds)]));
}

function paths(tests: readonly string[]): string[] {
  return tests.filter((test) => existsSync(join(root, test))).map((test) => `./${test}`);
}

/** Whether a command succeeds. */
async function pass(command: readonly string[], seconds = MOST_PROCESSOR_SECONDS): Promise<boolean> {
  const limited = ["sh", "-c", `ulimit -t ${seconds}; exec "$@"`, "sh", ...command];
  const run = Bun.spawn(limited, {
    cwd: copy,
    stdout: "ignore",
    stderr: "ignore",
    // Wall-clock limit, for tests that wait forever and use no CPU.
    timeout: 600_000,
    killSignal: "SIGKILL",
    detached: true,
  });
  group = run.pid;
  const code = await run.exited;
  endGroup();
  return code === 0;
}

/** Kills the process group, with all programs that a failed test has started. */
function endGroup(): void {
  try {
    if (group !== undefined) process.kill(-group, "SIGKILL");
  } catch {
    // The group has ended already.
  }
  group = undefined;
}

function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "netlens-mutants-"));
  for (const part of [
    "src",
    "data",
    "test",
    "build",
    "package.json",
    "tsconfig.json",
    "bunfig.toml",
    "README.md",
    "NOTICE",
  ])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  for (const packages of ["node_modules", "build/node_modules"])
    symlinkSync(join(root, packages), join(folder, packages));
  return folder;
}

/** A random sample, the same for the same seed (Fisher and Yates, with a linear congruential generator). */
function sample(mutants: readonly Mutant[], most: number, seed: number): Mutant[] {
  const shuffled = [...mutants];
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [shuffled[last], shuffled[other]];
    if (a && b) {
      shuffled[last] = b;
      shuffled[other] = a;
    }
  }
  return shuffled.slice(0, most);
}

/** Lines of each source file that were added or changed since a revision. */
function changedLines(revision: string): ReadonlyMap<string, ReadonlySet<number>> {
  const { stdout } = Bun.spawnSync(["git", "diff", "--unified=0", revision, "--", "src"], { cwd: root });
  const lines = new Map<string, Set<number>>();
  let current = new Set<number>();
  for (const line of stdout.toString().split("\n")) {
    const file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (file !== undefined) {
      current = new Set();
      lines.set(file, current);
    }
    const [, start, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let at = 0; start !== undefined && at < Number(count); at++) current.add(Number(start) + at);
  }
  return lines;
}
