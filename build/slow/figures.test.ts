/** Pages of `bun run bench --all`, made from known rows. */

import { describe, expect, test } from "bun:test";
import { basisOf, capacityPage, needOfRedirects, needOfRequests } from "../measure/bench/capacity.ts";
import { figuresOf, linesOf } from "../measure/bench/capacity-table.ts";
import { changesInOneRun, changesOf, changesText } from "../measure/bench/changes-table.ts";
import { costsOf, driftLines, readRuns } from "../measure/bench/earlier-runs.ts";
import { type Figure, Rounds, type Row, shown, withLog } from "../measure/bench/figures.ts";
import { figuresPage } from "../measure/bench/figures-page.ts";
import { LADDER, ladderLines } from "../measure/bench/ladder-table.ts";

const row = (measure: string, who: string, value: number, unit: Figure["unit"] = "ms"): Figure => ({
  ...{ measure, who, value, unit },
});
const ROWS: readonly Row[] = [
  row("request of one process", "netlens, 1 process", 10, "µs of CPU"),
  row("request of one process", "netlens, 1 process, --shared", 35, "µs of CPU"),
  row("answer with its header section", "netlens", 625, "bytes"),
  row("Redis calls of a request with --rate-limit", "netlens", 1, "Redis calls"),
  row("resident with all loaded", "netlens, 1 process", 100, "MB"),
  row("resident with all loaded", "netlens, each further process", 40, "MB"),
  row("redirect checked", "netlens", 1.26, "ms of CPU"),
  row("lookup of a target 20 ms away", "netlens", 22),
  row("Redis calls of a lookup with --http-cache", "netlens", 3, "Redis calls"),
  row("call of a limit", "Redis", 8, "µs of CPU"),
  row("requests", "netlens, 1 process", 40_000, "a second"),
  row("requests", "netlens, 2 processes", 60_000, "a second"),
  row("requests", "netlens, 4 processes", 50_000, "a second"),
  row("idle connection", "netlens", 4000, "bytes"),
];
const LINES = [
  { name: "kept", rate: 50_000, p99: 1.5, service: 10, log: 0 },
  { name: "TLS, a connection each", rate: 900, p99: 40, service: 30, front: 970, log: 110 },
];

describe("capacity", () => {
  const basis = basisOf(ROWS);
  test("a million requests a second", () => {
    expect(needOfRequests(basis, 1e6)).toEqual({
      // 35 µs × a million = 35 cores, planned at 70 % load.
      replicas: 50,
      memory: 5e9,
      redisCalls: 1e6,
      redisServers: 12,
      egress: 5e9,
      sockets: 3200,
    });
  });
  test("a million redirects an hour", () => {
    const need = needOfRedirects(basis, 1_000_000);
    // 278 a second × 1.26 ms = 0.35 of a core.
    expect(need.replicas).toBe(1);
    expect(need.redisCalls).toBeCloseTo(833.3, 1);
    expect(need.redisServers).toBe(1);
    // 278 × 2 × 22 ms = 12.2 lookups in flight, with three sockets each.
    expect(need.sockets).toBe(37);
  });
  test("a benchmark's line can be read back", () => expect(linesOf(LINES.flatMap(figuresOf))).toEqual(LINES));
  test("the page has all of it and names a missing figure", () => {
    const page = capacityPage(basis, LINES, "2026-11-22T00:00:00Z", false);
    expect(page).toContain("| replicas of one process and one core | 50 | 1 |");
    expect(page).toContain("| egress | 5 Gbit/s |");
    expect(page).toContain("40,000, 60,000 and 50,000 requests a second: 1, 1.50, 1.25 times");
    expect(page).toContain("| TLS, a connection each | 900 | 40 ms | 30 µs | 970 µs | 100 | 110 bytes |");
    // 970 µs × a million = 970 cores, planned at 70 % load.
    expect(page).toContain(
      "- **TLS, a connection each**: 43 cores of the service and 1,386 in front, 110 MB of log a second; the proxy breaks first.",
    );
    expect(page).toContain("take 40 MB");
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    for (const missing of ROWS)
      expect(() => basisOf(ROWS.filter((each) => each !== missing))).toThrow((missing as Figure).measure);
  });
});

describe("cost of a change", () => {
  const before = [
    { ...row("request", "netlens", 12, "µs of CPU"), least: 10, most: 14 },
    row("request", "netlens", 11, "µs of CPU"),
    row("agents", "netlens", 1000, "a second of CPU"),
    row("agents", "ua-parser-js", 2000, "a second of CPU"),
    row("failed", "netlens, answered", 5, "of them"),
    row("gone", "netlens", 1, "MB"),
  ];
  const now = (request: number, agents: number) => [
    row("request", "netlens", request, "µs of CPU"),
    row("agents", "netlens", agents, "a second of CPU"),
    row("agents", "ua-parser-js", 1, "a second of CPU"),
    row("failed", "netlens, answered", 9, "of them"),
    row("new", "netlens", 1, "MB"),
  ];
  test("is computed from the best round of our figures that both revisions have", () => {
    expect(changesOf(before, now(11, 500)).map(({ measure, cost }) => [measure, cost])).toEqual([
      ["request", 1.1],
      ["agents", 2],
    ]);
  });
  test("is listed above 5 %, the largest first", () => {
    expect(changesText(changesOf(before, now(11, 500)))).toBe(
      "dearer 2 times: agents, netlens: 1,000 → 500 a second of CPU\ndearer 1.10 times: request, netlens: 10 → 11 µs of CPU\n0 of 2 figures within 5 %\n",
    );
    expect(changesText(changesOf(before, now(10.5, 1000)))).toBe("2 of 2 figures within 5 %\n");
    expect(changesText(changesOf(before, now(5, 1000)))).toStartWith("cheaper 0.50 times: request");
  });
});

test("one run of both revisions is listed round by round", () => {
  const of = (who: string, ...rounds: number[]) => ({ ...row("request", who, rounds[1] ?? 0), rounds });
  const rows = [
    of("netlens 1", 11, 33, 20),
    of("before, netlens 1", 10, 30, 40),
    of("netlens 2", 10),
    of("nginx", 1),
  ];
  expect(changesInOneRun(rows)).toEqual([
    { measure: "request", who: "netlens 1", unit: "ms", before: 30, now: 33, cost: 1.1 },
  ]);
});

describe("earlier runs", () => {
  const run = (request: number, agents: number, peer = 10): readonly Row[] => [
    row("request", "netlens, quiet", request, "µs of CPU"),
    row("request", "nginx", peer, "µs of CPU"),
    row("request", "Go", 99, "µs of CPU"),
    row("agents", "netlens", agents, "a second of CPU"),
    row("agents", "ua-parser-js", 1000, "a second of CPU"),
    row("idle connection", "netlens", 4000, "bytes"),
    { who: "fastify", reason: "is not installed" },
  ];
  const kept = (rows: readonly Row[]) => ({
    date: "2026-11-22T00:00:00Z",
    commit: "abc",
    yardstick: 9,
    costs: costsOf(rows),
  });
  test("a run is kept as costs relative to the first peer of each measure", () =>
    expect(costsOf(run(12, 500))).toEqual({
      "request: netlens, quiet beside nginx": 1.2,
      "agents: netlens beside ua-parser-js": 2,
    }));
  test("changes above 5 % since are listed, the largest first", () => {
    const before = kept(run(10, 1000));
    expect(driftLines(before, costsOf(run(10.5, 960)))).toEqual([]);
    expect(driftLines(before, costsOf(run(10.6, 500)))).toEqual([
      "dearer: agents: netlens beside ua-parser-js: 1 → 2",
      "dearer: request: netlens, quiet beside nginx: 1 → 1.06",
    ]);
    // Not a drift: on a slower machine the peer is slower too.
    expect(driftLines(before, costsOf(run(20, 1000, 20)))).toEqual([]);
    expect(driftLines(before, costsOf(run(9, 1000)))).toEqual([
      "cheaper: request: netlens, quiet beside nginx: 1 → 0.90",
    ]);
    expect(driftLines({ ...before, costs: {} }, costsOf(run(99, 1)))).toEqual([]);
  });
  test("the file has a line per run; the page shows the last one", () => {
    const runs = [kept(run(1, 1)), kept(run(10, 1000))];
    expect(readRuns(`${runs.map((each) => JSON.stringify(each)).join("\n")}\n`)).toEqual(runs);
    expect(readRuns("")).toEqual([]);
    const page = (request: number) =>
      figuresPage(
        [{ name: "ip", ok: true, rows: run(request, 1000) }],
        { yardstick: 12, facts: [], versions: [] },
        "2026-11-23T00:00:00Z",
        false,
        runs[1],
      );
    expect(page(20)).toContain("The machine took 9 ms of CPU for `bun -e 0` then, and 12 now.");
    expect(page(20)).toContain("Of 2 costs relative to peers that the run of 2026-11-22 (abc) has too");
    expect(page(20)).toContain("- dearer: request: netlens, quiet beside nginx: 1 → 2");
    expect(page(10)).toMatch(/## Since the previous run\n\n.*\n\nNone\./);
  });
});

test("the median of several rounds comes first", () => {
  const rounds = new Rounds();
  for (const value of [5, 1, 9]) rounds.add("netlens", value);
  for (const value of [2, 4]) rounds.add("nginx, access log", value);
  expect(rounds.print("request", "ms")).toEqual([
    { ...row("request", "netlens", 5), least: 1, most: 9, rounds: [5, 1, 9] },
    { ...row("request", "nginx, access log", 4), least: 2, most: 4, rounds: [2, 4] },
  ]);
  const measures = rounds.print((who) => `of ${who}`, "ms").map(({ measure }) => measure);
  expect(measures).toEqual(["of netlens", "of nginx, access log"]);
});

describe("the ladder", () => {
  const log = `${LADDER.request}, with a log`;
  const figures: readonly Figure[] = [
    { ...row(LADDER.request, "netlens 1: one answer", 8, "µs of CPU"), least: 7, most: 9 },
    row(LADDER.request, "netlens 2: all of it", 10, "µs of CPU"),
    row(log, "netlens 3: and its log", 15, "µs of CPU"),
    row(LADDER.request, "nginx, quiet", 8, "µs of CPU"),
    row(log, "nginx, access log", 12, "µs of CPU"),
    row(LADDER.fields, "netlens 2: all of it", 8, "of them"),
    row(LADDER.fields, "nginx, quiet", 5, "of them"),
  ];
  test("each step has its added cost, and its pace relative to nginx", () =>
    expect(ladderLines(figures)).toEqual([
      ["netlens 1: one answer", "8", "7 to 9", "8", "1", ""],
      ["netlens 2: all of it", "10", "", "2", "0.80", "8"],
      ["netlens 3: and its log", "15", "", "5", "0.80", ""],
      ["nginx, quiet", "8", "", "", "", "5"],
      ["nginx, access log", "12", "", "", "", ""],
    ]));
  test("without nginx there is no pace; without steps no ladder", () => {
    expect(ladderLines(figures.slice(0, 1))).toEqual([["netlens 1: one answer", "8", "7 to 9", "8", "", ""]]);
    expect(ladderLines([row("request", "netlens", 1)])).toEqual([]);
  });
  test("the page has its table instead of the usual one", () => {
    const machine = { yardstick: 9, facts: [], versions: [] };
    const page = (rows: readonly Row[]) =>
      figuresPage([{ name: "ladder", ok: true, rows }], machine, "2026-11-22T00:00:00Z", false);
    expect(page(figures)).toContain("| netlens 3: and its log | 15 |  | 5 | 0.80 |  |");
    expect(page(figures)).not.toContain("| measure | who |");
    expect(page([...figures, row("other", "netlens", 7)])).toContain("| other | netlens | 7 ms |");
  });
  test("rows with a log are compared with each other", () => {
    const names = ["netlens, default log", "netlens, quiet", "nginx + geoip2, access log"];
    expect(names.map(withLog("request"))).toEqual(["request, with a log", "request", "request, with a log"]);
  });
});

describe("figures", () => {
  const page = figuresPage(
    [
      {
        name: "ip",
        ok: true,
        rows: [
          { ...row("request", "netlens", 12, "µs of CPU"), least: 11, most: 13 },
          row("request", "nginx | geoip2", 6, "µs of CPU"),
          { who: "Go net/http", reason: "golang-go is not installed" },
        ],
      },
      { name: "http", ok: false, rows: [] },
    ],
    { yardstick: 9, facts: [["cores", "2"]], versions: [["bun", "1.4.4"]] },
    "2026-11-22T00:00:00Z",
    false,
  );
  test("peers are listed together, with netlens' share of each", () => {
    expect(page).toContain("| request | netlens | 12 µs of CPU | 11 to 13 |  |");
    expect(page).toContain("|  | nginx \\| geoip2 | 6 µs of CPU |  | 2 |");
  });
  test("skipped peers and failed benchmarks are listed with the reason", () => {
    expect(page).toContain("| Go net/http | golang-go is not installed |");
    expect(page).toMatch(/## http\n\n\*\*This benchmark failed/);
  });
  test("machine, versions, date and command are listed", () => {
    for (const part of ["| cores | 2 |", "| bun | 1.4.4 |", "2026-11-22", "`bun run bench --all`"])
      expect(page).toContain(part);
    expect(page).not.toContain("short");
  });
  const numbers: readonly (readonly [value: number, text: string])[] = [
    [1234567, "1,234,567"],
    [99.94, "99.9"],
    [100.4, "100"],
    [12.34, "12.3"],
    [1.234, "1.23"],
    [0.1, "0.10"],
    [0.0994, "0.099"],
    [7, "7"],
  ];
  for (const [value, text] of numbers) test(`${value} is ${text}`, () => expect(shown(value)).toBe(text));
});
