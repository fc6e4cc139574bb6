/**
 * Servers for `GET /v1/ip/{ip}`, measured alternately and in lock step with a client on the same core: an
 * idle server would have to wake up for each request, so a faster one would seem slower, and other work on
 * the machine slows down client and server alike.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { developmentCity } from "../../../src/ip/mmdb/bundled.ts";
import { specialPurpose } from "../../../src/ip/special-purpose.ts";
import { formatAddress, ipv4 } from "../../../src/syntax/ip-address.ts";
import { absent, type Figure, Rounds, short, withLog } from "./figures.ts";
import { children, cpuSeconds } from "./ip/processes.ts";

const here = new URL("./ip/", import.meta.url).pathname;
const root = new URL("../../../", import.meta.url).pathname;
const binary = join(root, "dist/netlens");

/** Folder with files of this run; `end` removes it. */
export const work = mkdtempSync(join(tmpdir(), "netlens-bench-ip-"));
/** City database for IPv4; `""` if it is not installed. */
export const [city = ""] = developmentCity();

/** Command prefix that runs server and client on one core, without preempting each other. */
const PINNED = ["chrt", "-b", "0", "taskset", "-c", "0"];
const CONNECTIONS = 32;
export const ROUNDS = short ? 4 : 8;
/** Requests per server and round. */
export const REQUESTS = short ? 5000 : 40_000;

export interface Server {
  readonly name: string;
  readonly port: number;
  readonly process: ReturnType<typeof Bun.spawn>;
}

/** Random public addresses, the same in each run. */
export function publicAddresses(): () => string {
  let state = 12_345;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return () => {
    for (;;) {
      const address = ipv4(next());
      if (specialPurpose(address) === undefined) return formatAddress(address);
    }
  };
}

/** Writes addresses to a file, one per line. */
export function addressFile(name: string, addresses: readonly string[]): string {
  const file = join(work, name);
  writeFileSync(file, `${addresses.join("\n")}\n`);
  return file;
}

/** Runs a compiler; undefined if it is missing or fails. */
export async function built(command: ReturnType<typeof $>, file: string): Promise<string | undefined> {
  const { exitCode } = await command.nothrow().quiet();
  return exitCode === 0 && existsSync(file) ? file : undefined;
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

let port = 18_400;
const running: Server[] = [];

/** Starts a server and resolves when it answers; undefined if it does not. */
export async function startServer(
  name: string,
  command: (port: number) => readonly string[],
): Promise<Server | undefined> {
  const own = ++port;
  // Logs go to a file, as with systemd.
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
      const server = { name, port: own, process: child };
      running.push(server);
      return server;
    }
    await Bun.sleep(50);
  }
  child.kill();
  absent(name, "it does not start, or is not installed");
  return undefined;
}

/** Command of a netlens executable, with or without its log. */
export function netlens(executable: string, log: "quiet" | "log"): (port: number) => readonly string[] {
  const more = log === "quiet" ? ["--log-level", "warn"] : [];
  return (own) => [executable, "serve", "--geo-city", city, "--listen", `127.0.0.1:${own}`, ...more];
}

/** Starts the built netlens, and nginx with its geoip2 module, each with and without a log. */
export async function startPair(): Promise<readonly Server[]> {
  await $`${process.execPath} ${root}build/compile.ts`.quiet();
  const nginx = (log: string) => (own: number) => {
    const file = join(work, `nginx-${own}.conf`);
    writeFileSync(file, nginxConfig(own, log));
    return ["nginx", "-p", work, "-c", file];
  };
  const servers = [
    await startServer("netlens, quiet", netlens(binary, "quiet")),
    await startServer("netlens, default log", netlens(binary, "log")),
    await startServer("nginx + geoip2, quiet", nginx("off")),
    await startServer("nginx + geoip2, access log", nginx(join(work, "access.log"))),
  ];
  return servers.filter((server) => server !== undefined);
}

let client: string | undefined;

/** Compiles the client in C; undefined, with a message, without a compiler. */
export async function buildClient(): Promise<string | undefined> {
  client ??= await built($`cc -O2 ${here}load.c -o ${join(work, "load")}`, join(work, "load"));
  if (client === undefined) absent("all servers for addresses", "there is no C compiler for their client");
  return client;
}

/** Cost of a request on a server. */
export interface Cost {
  /** Microseconds of CPU. */
  readonly micros: number;
  /** Page faults, from memory or from disk. */
  readonly faults: number;
}

/** Requests a file's addresses from a server, one after the other, repeatedly. */
export async function cost(
  client: string,
  { port, process: child, name }: Server,
  file: string,
  requests: number,
): Promise<Cost> {
  const [seconds, faults] = [cpuSeconds(child.pid), faultsOf(child.pid)];
  const output = await $`${PINNED} ${client} ${port} ${CONNECTIONS} ${requests} ${file}`.quiet().text();
  const [sent = 0, bad = 0] = output.split(" ").map(Number);
  if (bad > 0) console.log(`${name}: ${bad} failed requests`);
  return {
    micros: ((cpuSeconds(child.pid) - seconds) / sent) * 1e6,
    faults: (faultsOf(child.pid) - faults) / sent,
  };
}

/** Page faults of a process and its children since their start, of both kinds (proc_pid_stat(5)). */
function faultsOf(pid: number): number {
  const ids = [pid, ...children(pid)];
  return ids.reduce((sum, id) => {
    // The name, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return sum + Number(fields[7]) + Number(fields[9]);
  }, 0);
}

/** Runs all servers in order, then in reverse order, alternately. */
export async function inTurns(
  servers: readonly Server[],
  measure: (server: Server, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++)
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) await measure(server, round);
}

/** Cost of a request on each server, for a file's addresses repeatedly; empty without a client. */
export async function randomAddresses(
  servers: readonly Server[],
  file: string,
  measure: string,
): Promise<readonly Figure[]> {
  const client = await buildClient();
  if (client === undefined) return [];
  for (const server of servers) await cost(client, server, file, 5 * REQUESTS);
  const seen = new Rounds();
  await inTurns(servers, async (server) => {
    // Warm-up for every run: a server that runs twice in a row would otherwise find its memory in the CPU
    // caches.
    await cost(client, server, file, REQUESTS / 8);
    seen.add(server.name, (await cost(client, server, file, REQUESTS)).micros);
  });
  return seen.print(withLog(measure), "µs of CPU");
}

/** Stops every server and removes the files. */
export async function end(): Promise<void> {
  for (const { process: child } of running) {
    child.kill();
    await child.exited;
  }
  rmSync(work, { recursive: true });
}
