/**
 * Addresses: text to JSON in one process beside libmaxminddb with snprintf and mmdb-lib; CPU time a request of the
 * executable, quiet and with its default log, beside nginx with the geoip2 module, quiet and with an access log, a bare
 * Bun.serve and Elysia with one answer, Go and fastify, all on one file; opening, memory, and reloads under load.
 * Rounds run forwards and backwards in turn, in lock step with a client on the same core; medians and ranges are
 * printed. Peers that are not installed are left out (Debian: nginx libnginx-mod-http-geoip2 libmaxminddb-dev wrk
 * golang-go golang-github-oschwald-maxminddb-golang-dev).
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { formatAddress, ipv4 } from "../../src/ip/address.ts";
import { developmentCity } from "../../src/ip/bundled.ts";
import { specialPurpose } from "../../src/ip/special-purpose.ts";
import { absent, figure, figureOf, short } from "./figures.ts";
import { cpuSeconds } from "./ip/processes.ts";

const here = new URL("./ip/", import.meta.url).pathname;
const root = new URL("../../", import.meta.url).pathname;
const binary = join(root, "dist/netlens");
const main = new URL("../../src/main.ts", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "netlens-bench-ip-"));
const [city = ""] = developmentCity();

const MICRO_ROUNDS = short ? 1 : 5;
const HTTP_ROUNDS = short ? 1 : 8;
const REQUESTS = short ? 5000 : 40_000;
/** Server and client alike: on one core, and neither interrupts the other. */
const PINNED = ["chrt", "-b", "0", "taskset", "-c", "0"];
const CONNECTIONS = 32;

/** A fixed sequence of public addresses; `distinct` of them come again and again. */
function addresses(count: number, distinct: number): string {
  let state = 12_345;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const pool: string[] = [];
  while (pool.length < distinct) {
    const address = ipv4(next());
    if (specialPurpose(address) === undefined) pool.push(formatAddress(address));
  }
  const lines =
    distinct === count ? pool : Array.from({ length: count }, () => pool[next() % distinct] ?? "");
  return `${lines.join("\n")}\n`;
}

const random = join(work, "random.txt");
const hot = join(work, "hot.txt");
writeFileSync(random, addresses(200_000, 200_000));
writeFileSync(hot, addresses(200_000, 1000));

/** Compiles with a tool that may not be there. */
async function built(command: ReturnType<typeof $>, file: string): Promise<string | undefined> {
  const { exitCode } = await command.nothrow().quiet();
  return exitCode === 0 && existsSync(file) ? file : undefined;
}

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
    const seen = new Map<string, number[]>();
    for (let round = 0; round < MICRO_ROUNDS; round++) {
      for (const [name, command] of Object.entries(peers)) {
        const output = await $`${command(file)}`.quiet().text();
        seen.set(name, [...(seen.get(name) ?? []), Number(output.split(" ")[0])]);
      }
    }
    for (const [who, values] of seen)
      figureOf(values, { measure: `address to JSON, ${what}`, who, unit: "ns of CPU" });
  }
}

// --- requests ---------------------------------------------------------------------------------------------------------

interface Server {
  readonly name: string;
  readonly port: number;
  readonly process: ReturnType<typeof Bun.spawn>;
}

function nginxConfig(port: number, log: string): string {
  const members = [
    ...Object.entries({
      countryCode: "country_code",
      regionName: "state1",
      city: "city",
      postCode: "postcode",
      timeZone: "timezone",
    }).map(([name, key]) => [name, key, true] as const),
    ["latitude", "latitude", false] as const,
    ["longitude", "longitude", false] as const,
  ];
  const variables = members.map(([, key]) => `$geo_${key} source=$ip ${key};`).join("\n    ");
  const json = members
    .map(([name, key, quoted]) => `"${name}":${quoted ? `"$geo_${key}"` : `$geo_${key}`}`)
    .join(",");
  return `
load_module /usr/lib/nginx/modules/ngx_http_geoip2_module.so;
worker_processes 1;
daemon off;
pid ${work}/nginx-${port}.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log ${log};
  keepalive_requests 100000000;
  client_body_temp_path ${work}/body; proxy_temp_path ${work}/proxy; fastcgi_temp_path ${work}/fastcgi;
  uwsgi_temp_path ${work}/uwsgi; scgi_temp_path ${work}/scgi;
  map $uri $ip { ~^/v1/ip/(?<text>.+)$ $text; }
  geoip2 ${city} {
    ${variables}
  }
  server {
    listen 127.0.0.1:${port};
    location /v1/ip/ {
      default_type application/json;
      return 200 '{"ip":"$ip","ipType":4,"code":"geoip",${json}}';
    }
  }
}
`;
}

async function startServers(): Promise<readonly Server[]> {
  let port = 18_400;
  const servers: Server[] = [];
  const start = async (name: string, command: (port: number) => string[]): Promise<void> => {
    const own = ++port;
    // Logs go to a file, as those of a unit do.
    const child = Bun.spawn([...PINNED, ...command(own)], {
      stdout: "ignore",
      stderr: Bun.file(join(work, `${own}.log`)),
    });
    for (let i = 0; i < 100; i++) {
      const up = await fetch(`http://127.0.0.1:${own}/v1/ip/8.8.8.8`).then(
        (response) => response.ok,
        () => false,
      );
      if (up) {
        servers.push({ name, port: own, process: child });
        return;
      }
      await Bun.sleep(50);
    }
    child.kill();
    absent(name, "it does not start, or is not installed");
  };
  const nginx = (log: string) => (own: number) => {
    const file = join(work, `nginx-${own}.conf`);
    writeFileSync(file, nginxConfig(own, log));
    return ["nginx", "-p", work, "-c", file];
  };
  await $`${process.execPath} ${root}build/compile.ts`.quiet();
  const args = ["serve", "--geo-city", city, "--listen"];
  await start("netlens, quiet", (own) => [binary, ...args, `127.0.0.1:${own}`, "--log-level", "warn"]);
  await start("netlens, default log", (own) => [binary, ...args, `127.0.0.1:${own}`]);
  await start("nginx + geoip2, quiet", nginx("off"));
  await start("nginx + geoip2, access log", nginx(join(work, "access.log")));
  await start("bare Bun.serve, one answer", (own) => [
    process.execPath,
    `${here}hello.ts`,
    "bare",
    String(own),
  ]);
  await start("Elysia, one answer", (own) => [process.execPath, `${here}hello.ts`, "elysia", String(own)]);
  const go = await buildGo();
  if (go === undefined) absent("Go net/http", "golang-go or its maxminddb package is not installed");
  else await start("Go net/http", (own) => [go, city, String(own)]);
  await start("fastify + maxmind", (own) => ["node", `${here}fastify.cjs`, city, String(own)]);
  return servers;
}

async function buildGo(): Promise<string | undefined> {
  const folder = join(work, "go");
  mkdirSync(folder);
  copyFileSync(`${here}server.go`, join(folder, "main.go"));
  const file = join(work, "server-go");
  const environment = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
  return built($`go build -o ${file} main.go`.cwd(folder).env(environment), file);
}

interface Load {
  readonly requests: number;
  readonly errors: number;
  readonly p99: string;
}

async function load(port: number, seconds: number): Promise<Load> {
  const url = `http://127.0.0.1:${port}/`;
  const output = await $`wrk -t1 -c${CONNECTIONS} -d${seconds}s --latency -s ${here}wrk.lua ${url}`
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

/**
 * Gives the number of answers. A server that is not kept busy wakes up for each request, so a faster one would seem
 * slower; and what else runs on the machine takes time from client and server alike.
 */
async function lockStep(client: string, port: number, requests: number): Promise<number> {
  const output = await $`${PINNED} ${client} ${port} ${CONNECTIONS} ${requests} ${random}`.quiet().text();
  const [sent = 0, bad = 0] = output.split(" ").map(Number);
  if (bad > 0) console.log(`port ${port}: ${bad} failed requests`);
  return sent;
}

async function compareServers(): Promise<void> {
  const client = join(work, "load");
  if ((await built($`cc -O2 ${here}load.c -o ${client}`, client)) === undefined)
    return absent("all servers for addresses", "there is no C compiler for their client");
  const servers = await startServers();
  try {
    for (const { port } of servers) await lockStep(client, port, 5 * REQUESTS);
    const seen = new Map<string, number[]>();
    for (let round = 0; round < HTTP_ROUNDS; round++) {
      for (const { name, port, process: child } of round % 2 === 0 ? servers : servers.toReversed()) {
        const before = cpuSeconds(child.pid);
        const requests = await lockStep(client, port, REQUESTS);
        const micros = ((cpuSeconds(child.pid) - before) / requests) * 1e6;
        seen.set(name, [...(seen.get(name) ?? []), micros]);
      }
    }
    for (const [who, micros] of seen)
      figureOf(micros, { measure: "request for a random address", who, unit: "µs of CPU" });
  } finally {
    for (const { process: child } of servers) {
      child.kill();
      await child.exited;
    }
  }
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

/** Twenty reloads, two of them corrupt, while requests come. */
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

/** What a process has of its own after a load, with a city database and with a tiny one. */
async function memory(): Promise<void> {
  const [, city6 = ""] = developmentCity();
  const tiny = join(work, "tiny.mmdb");
  const { writeDatabase } = await import("../../test/ip/mmdb-writer.ts");
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
  memory,
  reload: reloadUnderLoad,
};

// `bun build/bench/ip.ts servers memory` runs these parts only.
const parts = process.argv.slice(2);
try {
  if (city === "") absent("all of ip", "the city database of development is not installed");
  for (const [name, run] of Object.entries(PARTS)) {
    if (city === "" || (parts.length > 0 && !parts.includes(name))) continue;
    if (name !== "lookups" && Bun.which("wrk") === null) absent(`all of ${name}`, "wrk is not installed");
    else await run();
  }
} finally {
  rmSync(work, { recursive: true });
}
