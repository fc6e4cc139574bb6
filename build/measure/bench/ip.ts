/**
 * Lookup of addresses:
 *
 * - text to JSON in one process, compared with libmaxminddb with snprintf, and mmdb-lib;
 * - CPU time per request of the executable, quiet and with its default log, compared with nginx with the
 * geoip2 module (quiet and with an access log), a bare Bun.serve and Elysia with a constant answer, Go and
 * fastify, with a busy client on the same core and with one on another core;
 * - opening, memory, and reloads under load.
 *
 * All use the same file. The addresses are random; with `--cold` each is requested once. Missing peers are
 * skipped (Debian: nginx libnginx-mod-http-geoip2 libmaxminddb-dev wrk golang-go
 * golang-github-oschwald-maxminddb-golang-dev).
 */

import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { developmentCity } from "../../../src/ip/mmdb/bundled.ts";
import { absent, figure, Rounds, short, withLog } from "./figures.ts";
import { cpuSeconds } from "./ip/processes.ts";
import { compareCold } from "./ip-cold.ts";
import {
  addressFile,
  built,
  city,
  end,
  inTurns,
  publicAddresses,
  randomAddresses,
  type Server,
  startPair,
  startServer,
  work,
} from "./ip-servers.ts";

const here = new URL("./ip/", import.meta.url).pathname;
const main = new URL("../../../../src/main.ts", import.meta.url).pathname;

const MICRO_ROUNDS = short ? 1 : 5;
const next = publicAddresses();
const pool = Array.from({ length: 200_000 }, next);
const random = addressFile("random.txt", pool);
const hot = addressFile(
  "hot.txt",
  Array.from({ length: 200_000 }, (_, index) => pool[(Math.imul(index, 0x9e3779b1) >>> 8) % 1000] ?? ""),
);

// --- text to JSON -----------------------------------------------------------------------------------------------------

async function compareLookups(): Promise<void> {
  const c = join(work, "lookup-c");
  const libmaxminddb = await built($`cc -O2 ${here}lookup.c -lmaxminddb -o ${c}`, c);
  if (libmaxminddb === undefined) absent("libmaxminddb", "libmaxminddb-dev or a compiler is not installed");
  const bun = (which: string) => (file: string) => [
    process.execPath,
    `${here}lookup.ts`,
    which,
    city,
    file,
    "4",
  ];
  const peers: Readonly<Record<string, (file: string) => string[]>> = {
    netlens: bun("netlens"),
    ...(libmaxminddb === undefined
      ? {}
      : { "libmaxminddb + snprintf": (file) => [libmaxminddb, city, file, "4"] }),
    "mmdb-lib + JSON.stringify": bun("mmdb-lib"),
  };
  for (const [what, file] of [
    ["random IPv4", random],
    ["a hot set of 1000", hot],
  ] as const) {
    const seen = new Rounds();
    for (let round = 0; round < MICRO_ROUNDS; round++) {
      for (const [name, command] of Object.entries(peers)) {
        const output = await $`${command(file)}`.quiet().text();
        seen.add(name, Number(output.split(" ")[0]));
      }
    }
    seen.print(`address to JSON, ${what}`, "ns of CPU");
  }
}

// --- requests ---------------------------------------------------------------------------------------------------------

async function startServers(): Promise<readonly Server[]> {
  const go = await buildGo();
  if (go === undefined) absent("Go net/http", "golang-go or its maxminddb package is not installed");
  const hello = (which: string) => (own: number) => [process.execPath, `${here}hello.ts`, which, String(own)];
  const more = [
    await startServer("bare Bun.serve, one answer", hello("bare")),
    await startServer("Elysia, one answer", hello("elysia")),
    go === undefined ? undefined : await startServer("Go net/http", (own) => [go, city, String(own)]),
    await startServer("fastify + maxmind", (own) => ["node", `${here}fastify.cjs`, city, String(own)]),
  ];
  return [...(await startPair()), ...more.filter((server) => server !== undefined)];
}

async function buildGo(): Promise<string | undefined> {
  const folder = join(work, "go");
  mkdirSync(folder);
  copyFileSync(`${here}server.go`, join(folder, "main.go"));
  const file = join(work, "server-go");
  const environment = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
  return built($`go build -o ${file} main.go`.cwd(folder).env(environment), file);
}

async function compareServers(): Promise<void> {
  const servers = await startServers();
  await randomAddresses(servers, random, "request for a random address");
  await fromAnotherCore(servers);
}

/** CPU time with a client on another core, where the server wakes up for a few requests at a time. */
async function fromAnotherCore(servers: readonly Server[]): Promise<void> {
  if (cpus().length < 2) return absent("requests from another core", "there is one alone");
  const seen = new Rounds();
  await inTurns(servers, async ({ name, port, process: child }) => {
    await load(port, 1);
    const before = cpuSeconds(child.pid);
    const { requests } = await load(port, short ? 1 : 5);
    seen.add(name, ((cpuSeconds(child.pid) - before) / requests) * 1e6);
  });
  seen.print(withLog("request for a random address, from another core"), "µs of CPU");
}

interface Load {
  readonly requests: number;
  readonly errors: number;
  readonly p99: string;
}

async function load(port: number, seconds: number): Promise<Load> {
  const url = `http://127.0.0.1:${port}/`;
  const apart = cpus().length > 1 ? ["taskset", "-c", "1"] : [];
  const output = await $`${apart} wrk -t1 -c50 -d${seconds}s --latency -s ${here}wrk.lua ${url}`
    .env({ ...process.env, ADDRESSES: random })
    .quiet()
    .text();
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? "0";
  const sockets = [...(/Socket errors: (.*)/.exec(output)?.[1] ?? "").matchAll(/\d+/g)].map(Number);
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    errors: Number(bad) + sockets.reduce((a, b) => a + b, 0),
    p99: /99%\s+(\S+)/.exec(output)?.[1] ?? "",
  };
}

// --- reloads and memory -----------------------------------------------------------------------------------------------

async function serve(file: string, port: number): Promise<ReturnType<typeof Bun.spawn>> {
  const child = Bun.spawn(
    [
      process.execPath,
      main,
      "serve",
      "--geo-city",
      file,
      "--log-level",
      "error",
      "--listen",
      `127.0.0.1:${port}`,
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  for (let i = 0; i < 100; i++) {
    if (
      await fetch(`http://127.0.0.1:${port}/v1/ip/8.8.8.8`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    await Bun.sleep(50);
  }
  return child;
}

/** Twenty reloads under load, two of them with a corrupt file. */
async function reloadUnderLoad(): Promise<void> {
  const file = join(work, "city.mmdb");
  copyFileSync(city, file);
  const child = await serve(file, 18_500);
  const reloads = short ? 2 : 20;
  const quiet = await load(18_500, 3);
  const during = load(18_500, reloads + 2);
  for (let i = 0; i < reloads; i++) {
    if (i % 10 === 9) writeFileSync(`${file}.tmp`, readFileSync(city).subarray(0, 30_000_000));
    else copyFileSync(city, `${file}.tmp`);
    renameSync(`${file}.tmp`, file);
    await Bun.sleep(1000);
  }
  const { requests, errors, p99 } = await during;
  console.log(`p99 ${p99}, without reloads ${quiet.p99}`);
  const measure = `requests while a database is replaced ${reloads} times, some of them corrupt`;
  figure({ measure, who: "netlens, answered", value: requests, unit: "of them" });
  figure({ measure, who: "netlens, failed", value: errors, unit: "of them" });
  child.kill();
  await child.exited;
}

function privateDirty(pid: number): number {
  return (
    Number(/^Private_Dirty:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024
  );
}

/** Private memory of a process after load, with a city database and with a tiny one. */
async function memory(): Promise<void> {
  const [, city6 = ""] = developmentCity();
  const tiny = join(work, "tiny.mmdb");
  const { writeDatabase } = await import("../../../test/ip/mmdb-writer.ts");
  writeFileSync(
    tiny,
    writeDatabase(
      { "0.0.0.0/1": { country_code: "US" }, "128.0.0.0/1": { country_code: "FR" } },
      { type: "city" },
    ),
  );
  const own: number[] = [];
  for (const [index, files] of [tiny, `${city},${city6}`].entries()) {
    const child = await serve(files, 18_510 + index);
    await load(18_510 + index, 4);
    await Bun.sleep(500);
    own.push(privateDirty(child.pid));
    child.kill();
    await child.exited;
  }
  const [without = Number.NaN, withCity = Number.NaN] = own;
  const measure = "private memory after load";
  figure({ measure, who: "netlens, both city files", value: withCity, unit: "MB" });
  figure({ measure, who: "netlens, a tiny database", value: without, unit: "MB" });
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  lookups: compareLookups,
  servers: compareServers,
  cold: compareCold,
  memory,
  reload: reloadUnderLoad,
};

// `bun build/measure/bench/ip.ts servers memory` runs only these parts.
const parts = process.argv.slice(2);
try {
  if (city === "") absent("all of ip", "the city database of development is not installed");
  for (const [name, run] of Object.entries(PARTS)) {
    if (city === "" || (parts.length > 0 && !parts.includes(name))) continue;
    if (name !== "lookups" && Bun.which("wrk") === null) absent(`all of ${name}`, "wrk is not installed");
    else await run();
  }
} finally {
  await end();
}
