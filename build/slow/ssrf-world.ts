/**
 * Plays the whole Internet for a service in another network namespace: every address responds here, so
 * forbidden addresses could be reached. Prints the dialled addresses as JSON.
 *
 *   bun build/slow/ssrf-world.ts FOLDER NETLENS…
 */

import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { join } from "node:path";
import { dnsServer } from "../../test/http/dns-server.ts";
import {
  HINTS,
  HOSTS,
  NAMES,
  OWN4,
  OWN6,
  PORTS,
  PUBLIC,
  PUBLIC4,
  PUBLIC6,
  RESOLVER,
  redirectMap,
  WAYS,
} from "./ssrf-inputs.ts";
import { countPackets, loopbackPackets, type Packets } from "./ssrf-packets.ts";

const [folder = "", ...netlens] = process.argv.slice(2);
const GATE4 = "45.33.32.155";
const GATE6 = "2600:3c01::1";

/** @throws Error with the command's output */
async function run(...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${err.trim()}`);
  return out;
}
const ip = (command: string) => run("ip", ...command.split(" "));

/** Assigns all addresses except the service's own. */
async function openWorld(): Promise<void> {
  await ip("link set lo up");
  for (const address of [PUBLIC4, RESOLVER]) await ip(`addr add ${address}/32 dev lo`);
  await ip(`-6 addr add ${PUBLIC6}/128 dev lo nodad`);
  for (const family of ["-4", "-6"]) {
    await ip(`${family} route add local default dev lo table 100`);
    await ip(`${family} rule add pref 40000 lookup 100`);
  }
}

/** Flags for the DNS server; without them the service uses the system's configuration. */
const BY_SETTING = ["--dns", `${RESOLVER}:53`];

/** Starts a service in a namespace with one link, which ends here; the command waits until the link is up. */
async function openService(number: number, ...more: readonly string[]) {
  const link = `world${number}`;
  const unix = join(folder, `${number}.sock`);
  const serve = ["serve", "--listen", `unix:${unix}`, "--mcp", "--log-level", "error"];
  const timeouts = ["--http-connect-timeout", "2s", "--http-tls-timeout", "2s", "--http-timeout", "6s"];
  const command = [...netlens, ...serve, ...timeouts, ...more];
  const begin = 'mount --bind "$0" /etc/resolv.conf && read -r go && exec "$@"';
  const child = Bun.spawn(["unshare", "-n", "-m", "sh", "-c", begin, resolvConf, ...command], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "inherit",
  });
  const inside = (line: string) => run("nsenter", "-t", String(child.pid), "-n", "ip", ...line.split(" "));
  // Waits until the service runs in its own namespace.
  const own = await run("readlink", "/proc/self/ns/net");
  while ((await run("readlink", `/proc/${child.pid}/ns/net`)) === own) await Bun.sleep(20);
  await ip(`link add ${link} type veth peer name uplink netns ${child.pid}`);
  await ip(`addr add ${GATE4} peer ${OWN4} dev ${link}`);
  await ip(`-6 addr add ${GATE6}/64 dev ${link} nodad`);
  await ip(`link set ${link} up`);
  await inside("link set lo up");
  await inside(`addr add ${OWN4} peer ${GATE4} dev uplink`);
  await inside(`-6 addr add ${OWN6}/64 dev uplink nodad`);
  await inside("link set uplink up");
  await inside(`route add default via ${GATE4}`);
  await inside(`-6 route add default via ${GATE6} dev uplink onlink`);
  const packets = countPackets(link);
  const loopback = loopbackPackets(child.pid);
  child.stdin.write("\n");
  child.stdin.flush();
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`http://service.test${path}`, { ...init, unix });
  for (let tries = 0; tries < 100; tries++) {
    if (
      await send("/healthz").then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await Bun.sleep(100);
  }
  return {
    send,
    inside: (...args: readonly string[]) => ["nsenter", "-t", String(child.pid), "-n", ...args],
    dialled: () => dialled(packets),
    loopback: () => loopbackPackets(child.pid) - loopback,
    async stop() {
      child.kill();
      await child.exited;
      // The link disappears some time after the service's namespace.
      while ((await ip("-o link")).includes(`${link}@`)) await Bun.sleep(20);
    },
  };
}

/** Destinations of packets, except the resolver. */
function dialled(packets: Packets): string[] {
  return [...packets.counts().keys()].filter((place) => place !== `udp ${RESOLVER} 53`).toSorted();
}

/** Redirects to the URL in the query, for any host. */
function answer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://world.test");
  const to = searchParams.get("to") ?? "";
  const kind = pathname.slice(1);
  // Values that headers cannot contain are sent as raw bytes.
  const value = Buffer.from(to)
    .toString("latin1")
    .replace(/[\r\n]/g, "");
  if (/^30\d$/.test(kind)) {
    response.statusCode = Number(kind);
    response.setHeader("Location", value);
  } else if (kind === "refresh") response.setHeader("Refresh", `0; url=${value}`);
  else if (kind === "alt") response.setHeader("Alt-Svc", value);
  response.setHeader("Content-Type", "text/html");
  const escaped = to.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  response.end(kind === "meta" ? `<meta http-equiv="refresh" content="0; url=${escaped}">` : "<p>reached");
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../test/http/fixtures/${name}.pem`, import.meta.url));

async function openServers(): Promise<void> {
  const secret = { key: fixture("server-key"), cert: fixture("good") };
  for (const port of [80, 8080]) http.createServer(answer).listen(port, "::");
  https.createServer(secret, answer).listen(443, "::");
  // QUIC servers at the public and at a private address.
  for (const hostname of [PUBLIC4, "10.0.0.1"]) {
    if (hostname !== PUBLIC4) await ip(`addr add ${hostname}/32 dev lo`);
    const server = { port: 8443, hostname, tls: secret, http3: true, fetch: () => new Response("reached") };
    Bun.serve(server as Bun.Serve.Options<undefined>);
  }
  const publicAnswer = { a: [[PUBLIC4]], aaaa: [[PUBLIC6]] };
  await dnsServer(
    (type, name, count) => {
      if (type !== "A" && type !== "AAAA") return { code: 0 };
      const base = name.replace(/^www\./, "");
      const known = base === PUBLIC ? publicAnswer : NAMES.get(base);
      if (!known) return { code: 3 };
      const sets = type === "A" ? known.a : known.aaaa;
      return sets[Math.min(count, sets.length - 1)] ?? [];
    },
    { host: RESOLVER, port: 53 },
  );
}

/** Number of concurrent lookups. */
const AT_ONCE = 24;

async function requestAll(
  paths: readonly string[],
  send: (path: string) => Promise<Response>,
): Promise<string[]> {
  const outcomes: string[] = [];
  const waiting = [...paths.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const response = await send(next[1]);
      const text = await response.text();
      outcomes[next[0]] = `${response.status} ${/"code":"([a-z-]+)"/.exec(text)?.[1] ?? ""}`.trim();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** Calls of each tool that looks up URLs, for each host in each way. */
function toolCalls(hosts: readonly string[]): string[] {
  const calls = hosts.flatMap((host) => {
    const url = `http://${host}/`;
    const led = `http://${PUBLIC}/301?to=${q(url)}`;
    const headers = { headers: ["Age: 1"] };
    return [
      ...[url, led].map((each) => ({ name: "check_url", arguments: { url: each } })),
      ...[url, led].map((each) => ({ name: "audit_page", arguments: { url: each } })),
      ...[url, led].map((each) => ({ name: "compare_responses", arguments: { a: each, b: headers } })),
      { name: "check_redirects", arguments: { base: url, redirects: [{ from: "/a", to: led }] } },
    ];
  });
  return calls.map((params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
}

await openWorld();
await openServers();
const resolvConf = join(folder, "resolv.conf");
await Bun.write(resolvConf, `nameserver ${RESOLVER}\n`);

const guarded = await openService(0, ...BY_SETTING);
const hosts = [...HOSTS, ...NAMES.keys()];
const paths = [
  ...Object.values(WAYS).flatMap((way) => hosts.map((host) => way(host))),
  ...HINTS,
  ...PORTS,
  `/v1/http?url=${PUBLIC}`,
  `/v1/http?url=https://${PUBLIC4}:8443/&version=3`,
];
const outcomes = await requestAll(paths, (path) =>
  guarded.send(path, { headers: { Accept: "application/json" } }),
);
const pairs = hosts.map((host) => JSON.stringify({ a: `http://${host}/`, b: { headers: [] } }));
await requestAll(pairs, (body) =>
  guarded.send("/v1/http/compare", { method: "POST", body, headers: { "Content-Type": "application/json" } }),
);
const mcp = await requestAll(toolCalls(hosts), (body) =>
  guarded.send("/mcp", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  }),
);
const table = redirectMap(hosts);
for (let at = 1, rows = table.split("\n"); at < rows.length; at += 20) {
  const map = [rows[0], ...rows.slice(at, at + 20)].join("\n");
  const body = new URLSearchParams({ map, base: `http://${PUBLIC}/` });
  await (await guarded.send("/redirects", { method: "POST", body })).text();
}
const file = join(folder, "map.csv");
await Bun.write(file, table);
const guard = ["--public-only", "--dns", `${RESOLVER}:53`, "--per-host", "50", "--format", "ndjson", file];
const child = Bun.spawn(guarded.inside(...netlens, "redirects", ...guard), {
  stdout: "pipe",
  stderr: "ignore",
});
const mapRows = (await child.stdout.text()).trimEnd().split("\n").length;
await Bun.sleep(300);
const kept = { dialled: guarded.dialled(), loopback: guarded.loopback() };
await guarded.stop();

// With the system's resolver, which reads the hosts file too.
const bySystem = await openService(1);
const systemRequests = (
  await requestAll(
    Object.values(WAYS).flatMap((way) => [...NAMES.keys(), "localhost", PUBLIC].map((host) => way(host))),
    (path) => bySystem.send(path, { headers: { Accept: "application/json" } }),
  )
).length;
await Bun.sleep(300);
const system = { dialled: bySystem.dialled(), loopback: bySystem.loopback() };
await bySystem.stop();

// Control: packets to addresses that are permitted here are counted.
const open = await openService(2, ...BY_SETTING, "--http-allow", "10.0.0.0/8,127.0.0.0/8");
for (const url of ["http://10.0.0.1/", "http://127.0.0.1/", `http://${PUBLIC}/301?to=http://10.0.0.2/`])
  await open.send(`/v1/http?url=${q(url)}`);
await open.send(`/v1/http?url=${q("https://10.0.0.1:8443/")}&version=3`);
await Bun.sleep(300);
const seen = { dialled: open.dialled(), loopback: open.loopback() };
await open.stop();

function q(text: string): string {
  return encodeURIComponent(text);
}

const tally: Record<string, number> = {};
for (const outcome of [...outcomes, ...mcp.map((each) => `mcp ${each}`)])
  tally[outcome] = (tally[outcome] ?? 0) + 1;
const requested = { paths: outcomes.length, tools: mcp.length, bySystem: systemRequests };
process.stdout.write(JSON.stringify({ requested, mapRows, tally, kept, system, seen }));
process.exit(0);
