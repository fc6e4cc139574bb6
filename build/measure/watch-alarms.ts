/**
 * `bun build/measure/watch-alarms.ts [ROUNDS]`: alerts of `netlens watch`, right and false, in rounds of five
 * simulated minutes against targets on loopback with planted faults and quiet periods. `--plain` leaves out the
 * settings that choose per target (content, patience, maintenance), to compare with the defaults.
 */

import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "../../test/cli/fake-io.ts";

const ROUNDS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 500);
const isPlain = process.argv.includes("--plain");
const START = Date.parse("2026-11-20T10:00:00Z");
const MINUTES = 5;
// Confirming lookups and retries need no real wait here.
Bun.sleep = () => Promise.resolve();

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
type Span = readonly [from: number, until: number];
interface Target {
  readonly about: string;
  /** Answer in a round; `look` counts the requests of the round from 0. */
  readonly answer: (round: number, look: number) => Answer;
  /** Rounds with a fault that must be reported once. */
  readonly faults?: readonly Span[];
  /** Settings of its `[[watch.for]]` row. */
  readonly settings?: string;
}

const within = (round: number, [from, until]: Span) => round >= from && round < until;
const fault = (...faults: readonly Span[]) => ({
  faults,
  now: (round: number) => faults.some((span) => within(round, span)),
});
/** Repeatable numbers from 0 to 1. */
const random = (seed: number) => Number((BigInt(seed + 1) * 2_654_435_761n) % 4_294_967_296n) / 4_294_967_296;
const during = (spans: readonly Span[], usual: Answer, faulty: Answer) => ({
  ...fault(...spans),
  answer: (round: number): Answer => (fault(...spans).now(round) ? faulty : usual),
});
const PAGE = "<!doctype html><html lang=en><title>Shop</title><h1>Lamp</h1><button>Add to cart</button>";

const targets: Readonly<Record<string, Target>> = {
  quiet: { about: "never changes", answer: () => ({}) },
  cache: {
    about: "X-Cache, CF-Cache-Status, X-Served-By, Via, Retry-After, X-RateLimit-Remaining",
    answer: (round) => ({
      headers: {
        "x-cache": random(round >> 2) > 0.5 ? "HIT" : "MISS",
        "cf-cache-status": ["HIT", "MISS", "EXPIRED", "DYNAMIC"][Math.floor(random(round >> 1) * 4)] ?? "",
        "x-served-by": `cache-fra-${Math.floor(random(round) * 90)}`,
        via: `1.1 varnish-${Math.floor(random(round >> 3) * 9)}`,
        ...(round % 9 < 4 && { "retry-after": String(round % 60) }),
        "x-ratelimit-remaining": String(1000 - (round % 100)),
        "x-rate-limit-remaining": String(1000 - (round % 100)),
      },
    }),
    settings: 'wake-for = ["down", "change"]',
  },
  pool: {
    about: "a header of the operator's own that flips between two values",
    answer: (round) => ({ headers: { "x-pool": random(round >> 3) > 0.5 ? "blue" : "green" } }),
    settings: 'wake-for = ["down", "change"]',
  },
  change: {
    about: "a header changes for good, twice, under change",
    answer: (round) => ({ headers: { "x-app": round < 150 ? "1" : round < 350 ? "2" : "3" } }),
    faults: [
      [150, 350],
      [350, 500],
    ],
    settings: 'wake-for = ["down", "change"]',
  },
  missing: { about: "404 from the start", ...during([[0, 250]], {}, { status: 404 }) },
  forbidden: { about: "403 from the start", ...during([[0, 500]], {}, { status: 403 }) },
  starting: { about: "503 from the start", ...during([[0, 20]], {}, { status: 503 }) },
  empty: { about: "empty content", ...during([[100, 130]], {}, { body: "" }) },
  parked: {
    about: "redirects to another site",
    ...during([[200, 230]], {}, { status: 302, headers: { location: "http://parked.example/" } }),
  },
  refresh: {
    about: "a page that leads to another site by meta refresh",
    ...during(
      [[220, 240]],
      {},
      { body: `${PAGE}<meta http-equiv=refresh content="0; url=http://parked.example/">` },
    ),
  },
  database: {
    about: "an error page with status 200",
    ...during(
      [[150, 170]],
      {},
      { body: "<!doctype html><title>Error</title>Error establishing a database connection" },
    ),
    settings: 'not-body = "(?i)database (error|connection)"',
  },
  button: {
    about: "a page without its button",
    ...during([[300, 320]], {}, { body: "<!doctype html><html lang=en><title>Shop</title><h1>Lamp</h1>" }),
    settings: 'body = "Add to cart"',
  },
  sniff: {
    about: "a new warning",
    ...during([[50, 80]], {}, { headers: { "set-cookie": "sid=1; SameSite=None" } }),
  },
  flapping: {
    about: "down in every other round",
    answer: (round) => (within(round, [100, 140]) && round % 2 === 0 ? { status: 503 } : {}),
    faults: [[100, 140]],
  },
  blips: {
    about: "one request in thirty fails",
    answer: (round, look) => (look === 0 && random(round * 7) < 1 / 30 ? { status: 502 } : {}),
  },
  short: {
    about: "outages of one and two rounds, which its owner does not want to hear of, and one of twenty",
    answer: (round) => (round % 60 < 1 + (round % 2) || within(round, [410, 430]) ? { status: 503 } : {}),
    faults: [[410, 430]],
    settings: "for = 3",
  },
  release: {
    about: "down in its maintenance window each night, and once outside",
    answer: (round) =>
      within((round * MINUTES + 600) % 1440, [120, 150]) || within(round, [300, 310]) ? { status: 503 } : {},
    faults: [[300, 310]],
  },
};

let round = 0;
const looks = new Map<string, number>();
interface Message {
  readonly url: string;
  readonly began: readonly { readonly title: string }[];
}
const began: { readonly name: string; readonly round: number; readonly title: string }[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const name = new URL(request.url).pathname.slice(1);
    if (name === "hook") {
      const message = (await request.json()) as Message;
      for (const { title } of message.began)
        began.push({ name: new URL(message.url).pathname.slice(1), round, title });
      return new Response("");
    }
    const look = looks.get(name) ?? 0;
    looks.set(name, look + 1);
    const { status = 200, headers = {}, body = PAGE } = targets[name]?.answer(round, look) ?? {};
    return new Response(status === 200 ? body : "Error", {
      status,
      headers: { "content-type": "text/html; charset=utf-8", ...headers },
    });
  },
});

const folder = mkdtempSync(join(tmpdir(), "netlens-alarms-"));
const site = `http://shop.example:${server.port}`;
const rows = Object.entries(targets).flatMap(([name, { settings = "" }]) =>
  settings === "" || (isPlain && !settings.startsWith("wake-for"))
    ? []
    : [`[[watch.for]]\nurl = "${site}/${name}"\n${settings}\n`],
);
const windows = `[[watch.maintenance]]\nurl = "${site}/release"\nfrom = "02:00"\nuntil = "02:30"\n`;
writeFileSync(
  join(folder, "w.toml"),
  `[watch]\ntargets = [${Object.keys(targets).map((name) => `"${site}/${name}"`)}]
[[watch.notify]]\nwebhook = "http://127.0.0.1:${server.port}/hook"\nprivate = true
${rows.join("")}${isPlain ? "" : windows}`,
);
const resolve = ["shop", "parked"].flatMap((host) => [
  "--resolve",
  `${host}.example:${host === "shop" ? server.port : 80}:127.0.0.1`,
]);
/** Round after which a row of the state is damaged, and the errors of the round that follows. */
const DAMAGED = 260;
let failures = "";
const started = performance.now();
for (; round < ROUNDS; round++) {
  looks.clear();
  if (round === DAMAGED) {
    const db = new Database(join(folder, "w.sqlite"));
    db.run("UPDATE target SET baseline = x'00', last = 7 WHERE url LIKE '%/quiet'");
    db.run("UPDATE meta SET value = 'x'");
    db.run("UPDATE day SET rounds = x'ff' WHERE target = 1");
    db.close();
  }
  const { code, err } = await cli(["watch", ...resolve, join(folder, "w.toml")], {
    readFile: (path: string) => Bun.file(path).text(),
    clock: () => START + round * MINUTES * 60_000,
    directory: folder,
  });
  if (code !== 0 && code !== 4) failures += `round ${round}: ${code} ${err}`;
  if (code === 2) break;
}
const seconds = (performance.now() - started) / 1000;

/** Rounds after the start of a fault in which its alert must begin. */
const LATE = 5;
let [right, missed, wrong, faults] = [0, 0, 0, 0];
for (const [name, target] of Object.entries(targets)) {
  const all = began.filter((one) => one.name === name);
  const spans = (target.faults ?? []).filter(([from]) => from < ROUNDS);
  const firsts = spans.map(([from, until]) =>
    all.find((one) => within(one.round, [from, Math.min(until, from + LATE)])),
  );
  const found = firsts.filter((one) => one !== undefined).length;
  // Further alerts in the round of the first belong to the same message.
  const others = all.filter((one) => !firsts.some((first) => first?.round === one.round));
  const outside = new Set(others.map((one) => one.round)).size;
  faults += spans.length;
  right += found;
  missed += spans.length - found;
  wrong += outside;
  console.log(
    `${name.padEnd(10)} ${found}/${spans.length} faults, ${String(outside).padStart(3)} other alerts  ${target.about}`,
  );
  for (const one of others.slice(0, process.argv.includes("-v") ? 9 : 0))
    console.log(`             ${one.round}: ${one.title}`);
}
console.log(
  `${ROUNDS} rounds of ${Object.keys(targets).length} targets in ${seconds.toFixed(0)} s: ${right} of ${faults} faults reported, ${missed} missed, ${wrong} false alerts`,
);
if (failures !== "") console.log(failures);
await server.stop(true);
rmSync(folder, { recursive: true, force: true });
