/**
 * Measured rows → CAPACITY.md: what a million requests a second, and a million redirects an hour, need. Pure.
 */

import { firstToBreak, type Line, linesTable } from "./capacity-table.ts";
import { type Figure, type Row, shown } from "./figures.ts";

/** Inputs of the plan: measure and program of one figure each. */
const NEEDED = {
  requestCpu: ["request of one process", "netlens, 1 process"],
  requestLimited: ["request of one process", "netlens, 1 process, --shared"],
  requestBytes: ["answer with its header section", "netlens"],
  requestCalls: ["Redis calls of a request with --rate-limit", "netlens"],
  firstMemory: ["resident with all loaded", "netlens, 1 process"],
  nextMemory: ["resident with all loaded", "netlens, each further process"],
  redirectCpu: ["redirect checked", "netlens"],
  lookupTime: ["lookup of a target 20 ms away", "netlens"],
  lookupCalls: ["Redis calls of a lookup with --http-cache", "netlens"],
  redisCpu: ["call of a limit", "Redis"],
  rate1: ["requests", "netlens, 1 process"],
  rate2: ["requests", "netlens, 2 processes"],
  rate4: ["requests", "netlens, 4 processes"],
  idleBytes: ["idle connection", "netlens"],
} as const;

export type Basis = Readonly<Record<keyof typeof NEEDED, number>>;

/** Planned load per core; the rest is a reserve for failed servers and peaks. */
const PLANNED = 0.7;
/** Number of sockets of a running lookup: to the target, to `fetch`, and to a DNS server. */
const LOOKUP_SOCKETS = 3;
const MILLION = 1_000_000;

/** @throws Error that names a missing figure */
export function basisOf(rows: readonly Row[]): Basis {
  const figures = rows.filter((row): row is Figure => "measure" in row);
  const found = Object.entries(NEEDED).map(([name, [measure, who]]) => {
    const value = figures.find((each) => each.measure === measure && each.who === who)?.value;
    if (value === undefined)
      throw new Error(`CAPACITY.md needs "${measure}: ${who}", which was not measured`);
    return [name, value] as const;
  });
  return Object.fromEntries(found) as unknown as Basis;
}

export interface Need {
  readonly replicas: number;
  /** Bytes. */
  readonly memory: number;
  /** Per second. */
  readonly redisCalls: number;
  readonly redisServers: number;
  /** Bits per second. */
  readonly egress: number;
  readonly sockets: number;
}

/** Resources for requests about addresses, user agents or status codes, each counted in a shared limit. */
export function needOfRequests(a: Basis, rate: number): Need {
  const replicas = Math.ceil((rate * a.requestLimited) / 1e6 / PLANNED);
  const redisCalls = rate * a.requestCalls;
  return {
    replicas,
    memory: replicas * a.firstMemory * 1e6,
    redisCalls,
    redisServers: Math.ceil((redisCalls * a.redisCpu) / 1e6 / PLANNED),
    egress: rate * a.requestBytes * 8,
    // A proxy keeps a few connections to each replica: a request takes far less than a millisecond.
    sockets: replicas * 64,
  };
}

/** Resources for redirects checked per hour, each with two requests to a target 20 ms away. */
export function needOfRedirects(a: Basis, hourly: number): Need {
  const rate = hourly / 3600;
  const cores = (rate * a.redirectCpu) / 1000;
  const inFlight = (rate * 2 * a.lookupTime) / 1000;
  const replicas = Math.ceil(cores / PLANNED);
  const redisCalls = rate * a.lookupCalls;
  return {
    replicas,
    memory: replicas * a.firstMemory * 1e6,
    redisCalls,
    redisServers: redisCalls > 0 ? Math.max(1, Math.ceil((redisCalls * a.redisCpu) / 1e6 / PLANNED)) : 0,
    // Each request has some 300 bytes of header section, and as many for handshake and acknowledgements.
    egress: rate * 2 * 600 * 8,
    sockets: Math.ceil(inFlight * LOOKUP_SOCKETS),
  };
}

/** Bottleneck of requests. With leases one Redis is usually enough; otherwise several share the limits. */
function boundOfRequests(a: Basis, { redisCalls, redisServers, replicas }: Need): string {
  if (redisServers <= 1)
    return `the ${shown(replicas)} cores; one Redis is enough for its ${shown(redisCalls)} calls a second`;
  const unlimited = needOfRequests({ ...a, requestLimited: a.requestCpu, requestCalls: 0 }, MILLION);
  return `Redis. ${shown(redisCalls)} calls a second need ${shown(redisServers)} servers, and each limit is on one of them: let proxies limit and disable \`--rate-limit\`; then the ${shown(unlimited.replicas)} cores are the limit`;
}

/** The page. `date` is RFC 3339. @param lines cost of requests by condition, the plain one first */
export function capacityPage(a: Basis, lines: readonly Line[], date: string, short: boolean): string {
  const requests = needOfRequests(a, MILLION);
  const redirects = needOfRedirects(a, MILLION);
  const rows: readonly (readonly [string, (need: Need) => string])[] = [
    ["replicas of one process and one core", (need) => shown(need.replicas)],
    ["memory", (need) => `${shown(need.memory / 1e9)} GB`],
    ["Redis calls a second", (need) => shown(need.redisCalls)],
    ["Redis servers", (need) => shown(need.redisServers)],
    ["egress", (need) => `${shown(need.egress / 1e9)} Gbit/s`],
    ["open sockets", (need) => shown(need.sockets)],
  ];
  const scale = [a.rate1, a.rate2, a.rate4].map((rate) => shown(rate / a.rate1));
  return `# Capacity on paper

Computed by \`bun run bench --all\` on ${date.slice(0, 10)} from FIGURES.md of the same run; the formulas are in \`build/measure/bench/capacity.ts\`.${short ? " **Rounds were short: do not quote.**" : ""}

| | a million requests a second | a million redirects an hour |
| --- | --- | --- |
${rows.map(([name, of]) => `| ${name} | ${of(requests)} | ${of(redirects)} |`).join("\n")}

## Input

| figure | |
| --- | --- |
| CPU of a request for an address | ${shown(a.requestCpu)} µs; counted against a shared limit ${shown(a.requestLimited)} µs |
| its answer with header section | ${shown(a.requestBytes)} bytes |
| memory of a replica | ${shown(a.firstMemory)} MB; each further process of one machine ${shown(a.nextMemory)} MB, because they share the databases |
| CPU of a redirect checked | ${shown(a.redirectCpu)} ms, both its requests |
| a lookup of a target 20 ms away | ${shown(a.lookupTime)} ms |
| Redis calls | ${shown(a.requestCalls)} a request with \`--rate-limit\`, ${shown(a.lookupCalls)} a lookup with \`--http-cache\` |

Planned load per core: ${PLANNED * 100} %; a Redis, which has one core, takes ${shown(a.redisCpu)} µs per call.

## What breaks first

- **A million requests a second**: ${boundOfRequests(a, requests)}, and after them ${shown(requests.egress / 1e9)} Gbit/s of network.
- **A million redirects an hour**: not the service (${shown((MILLION / 3600) * 2)} requests a second) but the targets and the DNS server, limited by \`--http-max-lookups\` of each replica: 64 of ${shown(a.lookupTime)} ms are ${shown((64 * 1000) / a.lookupTime)} lookups a second, and with slow targets of a second 64.

## What makes a request more expensive

One process and one proxy, 32 connections, the service and the load on separate processors; CPU is that of the processes.

${linesTable(lines)}

A million of these requests a second, with load per core of ${PLANNED * 100} %:

${firstToBreak(lines, PLANNED)}

An idle connection takes ${shown(a.idleBytes / 1000)} kB: the 10,000 of \`--max-connections\` take ${shown((a.idleBytes * 10_000) / 1e6)} MB. The limit of open files comes first (\`LimitNOFILE\` of the unit), or the 500 of \`--max-connections-per-address\`. The fleet of \`build/deploy/compose.yaml\` under load for a minute, in the same table: \`bun build/measure/bench/fleet-minute.ts\`.

## What a replica costs

Cost of a month = replicas × (price of a core + memory in GB × price of a GB) + egress in GB × price of a GB; per million requests a replica-second is worth ${shown((PLANNED * 1e6) / a.requestLimited)} requests, so they take ${shown((MILLION * a.requestLimited) / 1e6 / PLANNED / 3600)} core hours and ${shown((MILLION * a.requestBytes) / 1e9)} GB of egress.

## Checked at small scale

1, 2 and 4 processes on the machine of FIGURES.md answered ${shown(a.rate1)}, ${shown(a.rate2)} and ${shown(a.rate4)} requests a second: ${scale.join(", ")} times one process. The load runs on the same processors, so the machine is the limit; the plan is computed from the CPU of a request.
`;
}
