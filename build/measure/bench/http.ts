/**
 * CPU time and rate of an HTTP lookup, compared with peers that report the same facts, with new connections.
 * Stages compared with `curl -w` against a server with known delays, alone and with 64 lookups at once. Each
 * round runs every subject once, in its own process. Over https every subject verifies the certificate with
 * the same single authority.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { lookupHttp } from "../../../src/http/lookup.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";
import { absent, figureOf, short } from "./figures.ts";

const ROUNDS = short ? 1 : 3;
const IN_FLIGHT = 32;
const here = (name: string) => new URL(`http/${name}`, import.meta.url).pathname;
const authority = new URL("../../../../test/http/fixtures/authority.pem", import.meta.url).pathname;
const built = mkdtempSync(join(tmpdir(), "netlens-bench-"));
const target = Bun.spawn([process.execPath, here("target.ts")], { stdout: "pipe" });

interface Subject {
  readonly name: string;
  /** Command without the final arguments: URL, number of requests, concurrency, file of the authority. */
  readonly command: readonly string[];
}

interface Figures {
  /** Milliseconds per request. */
  readonly cpu: number;
  /** Per second. */
  readonly rate: number;
}

async function firstLine(
  stream: ReadableStream<Uint8Array>,
): Promise<{ http: number; https: number; h2: number; slow: number }> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes("\n")) break;
  }
  return JSON.parse(text);
}

/** Compiles a peer; prints the reason and returns nothing if that fails. */
async function compiled(name: string, command: readonly string[]): Promise<Subject[]> {
  const { exitCode, stderr } = await $`${command}`.nothrow().quiet();
  if (exitCode === 0) return [{ name, command: [join(built, name)] }];
  const reason = stderr.toString().trim().split("\n", 1)[0];
  absent(name, reason || `${command[0]} is not installed`);
  return [];
}

async function subjects(): Promise<Subject[]> {
  const ours = (name: string) => ({ name, command: [process.execPath, here("ours.ts"), name] });
  const curl = ["gcc", "-O2", "-o", join(built, "libcurl"), here("libcurl.c"), "-lcurl"];
  const go = ["go", "build", "-o", join(built, "httptrace"), here("httptrace.go")];
  return [
    ours("exchange"),
    ours("certificate"),
    ours("lookup"),
    ...(await compiled("libcurl", curl)),
    ...(await compiled("httptrace", go)),
    ours("node"),
    ours("fetch"),
  ];
}

const NAMES = new Map([
  ["exchange", "netlens, the exchange alone"],
  ["certificate", "netlens, the exchange with what it tells of TLS"],
  ["lookup", "netlens, a lookup with its report"],
  ["node", "node:http in Bun"],
  ["fetch", "a bare fetch in Bun"],
  ["httptrace", "Go's httptrace"],
]);

async function compare(
  all: readonly Subject[],
  url: string,
  count: number,
  version: "1.1" | "2" = "1.1",
): Promise<void> {
  const figures = new Map<Subject, Figures[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const subject of all) {
      const text = await $`${subject.command} ${url} ${count} ${IN_FLIGHT} ${authority} ${version}`.text();
      figures.set(subject, [...(figures.get(subject) ?? []), JSON.parse(text)]);
    }
  const scheme = `${new URL(url).protocol.slice(0, -1)}${version === "2" ? ", HTTP/2" : ""}`;
  for (const [{ name }, rounds] of figures) {
    const who = NAMES.get(name) ?? name;
    figureOf(
      rounds.map(({ cpu }) => cpu),
      { measure: `a request by ${scheme}`, who, unit: "ms of CPU" },
    );
    figureOf(
      rounds.map(({ rate }) => rate),
      { measure: `requests by ${scheme}, ${IN_FLIGHT} at once`, who, unit: "a second" },
    );
  }
}

const settings = httpSettings(loadConfig({ "http-allow": "127.0.0.0/8" }, {}).settings, []);
const STAGES = ["tcp", "tls", "firstByte", "download", "total"] as const;
const BUILT_IN = [0, 100, 200, 300, 600];
const FORM = "%{time_connect} %{time_appconnect} %{time_starttransfer} %{time_total}\n";

/** Stages of one transfer in ms, from the times of `curl -w`. */
function stagesOf(line: string): number[] {
  const [connect = 0, app = 0, start = 0, total = 0] = line.split(" ").map((text) => Number(text) * 1000);
  return [connect, app - connect, start - app, total - start, total];
}

/** Prints a row per stage: the server's delay, and results of curl and netlens with `width` lookups at once. */
async function compareStages(url: string, width: number): Promise<void> {
  const outputs = Array.from({ length: width }, () => ["-o", "/dev/null", url]).flat();
  const text = await $`curl -skZ --parallel-immediate --parallel-max ${width} -w ${FORM} ${outputs}`.text();
  const theirs = text.trim().split("\n").map(stagesOf);
  const reports = await Promise.all(Array.from({ length: width }, () => lookupHttp(url, {}, settings)));
  const ours = reports.map(({ timeStages }) => STAGES.map((stage) => timeStages[stage] ?? Number.NaN));
  for (const [index, stage] of STAGES.entries()) {
    const measure = `stage ${stage} where ${BUILT_IN[index]} ms are built in, ${width} at once`;
    const seen = { netlens: ours, "curl -w": theirs };
    for (const [who, rows] of Object.entries(seen))
      figureOf(
        rows.map((row) => row[index] ?? Number.NaN),
        { measure, who, unit: "ms" },
      );
  }
}

try {
  const ports = await firstLine(target.stdout);
  const slow = `https://127.0.0.1:${ports.slow}/`;
  // The first lookup of a process also loads code.
  await lookupHttp(slow, {}, settings);
  for (const width of [1, 64]) await compareStages(slow, width);
  const all = await subjects();
  const plain = all.filter(({ name }) => name !== "certificate");
  await compare(plain, `http://127.0.0.1:${ports.http}/`, short ? 200 : 4000);
  await compare(all, `https://127.0.0.1:${ports.https}/`, short ? 100 : 2000);
  const both = all.filter(({ name }) => ["exchange", "lookup", "httptrace"].includes(name));
  await compare(both, `https://127.0.0.1:${ports.h2}/`, short ? 100 : 1000, "2");
} finally {
  target.kill();
  rmSync(built, { recursive: true, force: true });
}
process.exit();
