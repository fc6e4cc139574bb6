/**
 * The program `netlens watch`: killed at any moment, on a full disk, with a clock that jumps, and two
 * instances at once.
 */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const binary = join(root, "dist/netlens");
if (!existsSync(binary)) throw new Error("dist/netlens is missing: run `bun run build` first");
const place = mkdtempSync(join(tmpdir(), "netlens-watch-"));
const KILLS = Number(process.env["NETLENS_WATCH_KILLS"] ?? 200);
const TARGETS = 12;
const GOLDEN = 0.618_034;

/** Whether each target responds correctly. */
const works: boolean[] = Array.from({ length: TARGETS }, () => true);
interface Message {
  readonly id: string;
  readonly url: string;
  readonly state: string;
}
const received: Message[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/hook")
      return new Response("", { status: works[Number(pathname.slice(1))] ? 200 : 503 });
    received.push((await request.json()) as Message);
    return new Response("");
  },
});
const base = `http://127.0.0.1:${server.port}`;
const file = join(place, "watch.toml");
const state = join(place, "watch.sqlite");
beforeAll(() => {
  const urls = works.map((_, index) => `"${base}/${index}"`);
  writeFileSync(
    file,
    `[watch]\ntargets = [${urls}]\nlooks = 1\nwake-for = ["down"]\n[[watch.notify]]\nwebhook = "${base}/hook"\nprivate = true\n`,
  );
});
afterAll(async () => {
  await server.stop(true);
  rmSync(place, { recursive: true, force: true });
});

const start = (shell = "", ...args: readonly string[]) =>
  Bun.spawn(["sh", "-c", `${shell} exec "$0" watch "$@"`, binary, ...args, file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
async function round(shell = "", ...args: readonly string[]) {
  const child = start(shell, ...args);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}
/** Runs rounds until no problem is open or held back. */
async function settle(): Promise<void> {
  for (let calm = 0, alarms = 1; alarms > 0; calm++) {
    expect(calm).toBeLessThan(70);
    await round();
    const db = new Database(state, { readonly: true });
    ({ alarms } = db.query("SELECT count(*) AS alarms FROM alarm").get() as { alarms: number });
    db.close();
  }
}
function integrity(): string {
  const db = new Database(state, { readonly: true });
  try {
    return (db.query("PRAGMA integrity_check").get() as { integrity_check: string }).integrity_check;
  } finally {
    db.close();
  }
}

test(`killed ${KILLS} times at any moment, no change is lost, and none is sent twice unless the kill came in between`, async () => {
  const times: number[] = [];
  for (let each = 0; each < 4; each++) {
    const began = performance.now();
    expect((await round()).code).toBe(0);
    times.push(performance.now() - began);
  }
  const whole = Math.min(...times);
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const index = kill % TARGETS;
    works[index] = !works[index];
    const child = start();
    // Spreads kills evenly over 1.3 times the duration of a round.
    await Bun.sleep(((kill * GOLDEN) % 1) * whole * 1.3);
    if (child.exitCode === null) killed++;
    child.kill("SIGKILL");
    await child.exited;
    if (kill % 10 === 0) expect(integrity()).toBe("ok");
  }
  // A recurring problem is reported late; enough rounds without it end that.
  works.fill(true);
  await settle();
  expect(integrity()).toBe("ok");
  const byId = Map.groupBy(received, ({ id }) => id);
  const twice = [...byId.values()].filter((all) => all.length > 1);
  for (const all of byId.values()) expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
  // Messages of each target without duplicates: problem and ok alternate, and ok is last.
  const wrong: string[] = [];
  for (const url of works.map((_, index) => `${base}/${index}`)) {
    const reported = [...byId.values()].flatMap(([one]) => (one?.url === url ? [one.state] : []));
    const isInTurns = reported.every((each, at) => each === (at % 2 === 0 ? "down" : "fine"));
    if (!isInTurns || reported.at(-1) === "down") wrong.push(`${url}: ${reported}`);
  }
  expect(wrong).toEqual([]);
  console.log(
    `${killed} of ${KILLS} killed while running; ${byId.size} messages, ${twice.length} of them sent again; a round takes ${whole.toFixed(0)} ms`,
  );
  expect(killed).toBeGreaterThan(KILLS / 4);
  expect(byId.size).toBeGreaterThan(TARGETS);
  expect(twice.length).toBeLessThan(killed / 4);
}, 900_000);

test("on a full disk the round fails with a message, and the next one with space continues", async () => {
  works.fill(true);
  works[0] = false;
  // Limits the file size to this many blocks of 512 bytes. SIGXFSZ is ignored, so writing fails as on a full
  // disk.
  for (const blocks of [0, 8]) {
    const { code, err } = await round(`trap '' XFSZ; ulimit -f ${blocks};`);
    expect([code, err]).toEqual([1, expect.stringMatching(/disk|full|I\/O|too large/)]);
    expect(integrity()).toBe("ok");
  }
  received.length = 0;
  expect((await round()).code).toBe(4);
  expect(received).toMatchObject([{ url: `${base}/0`, state: "down" }]);
}, 120_000);

test("a clock that jumps ten years ahead and back sends no alert, and loses next to nothing", async () => {
  works.fill(true);
  await settle();
  received.length = 0;
  /** Number of rounds today, and all events. */
  const history = () => {
    const db = new Database(state, { readonly: true });
    const today = Math.floor(Date.now() / 86_400_000);
    const { rounds } = db.query("SELECT sum(rounds) AS rounds FROM day WHERE day = ?").get(today) as {
      rounds: number;
    };
    const { events } = db.query("SELECT count(*) AS events FROM event WHERE kind <> 'changed'").get() as {
      events: number;
    };
    db.close();
    return { rounds, events };
  };
  const before = history();
  for (const jump of ["+3650d", "-3650d", "+0d"]) {
    const { code, err } = await round(
      `export LD_PRELOAD=${FAKETIME} FAKETIME=${jump} DONT_FAKE_MONOTONIC=1;`,
    );
    expect([code, err]).toEqual([0, ""]);
  }
  expect(received).toEqual([]);
  expect(history()).toEqual({ ...before, rounds: before.rounds + TARGETS });
}, 120_000);

const [FAKETIME = ""] = [...new Bun.Glob("/usr/lib/*/faketime/libfaketime.so.1").scanSync("/")];

test("of two rounds at once one runs, and the other reports why it does not", async () => {
  works.fill(true);
  received.length = 0;
  works[1] = false;
  const both = await Promise.all(Array.from({ length: 6 }, () => round()));
  const left = both.filter(({ code }) => code === 1);
  expect(both.filter(({ code }) => code === 4).length + left.length).toBe(6);
  for (const { err } of left) expect(err).toContain("another round is under way");
  expect(received).toHaveLength(1);
}, 60_000);

test("--every ends at SIGTERM, within a round too", async () => {
  works.fill(true);
  const child = start("", "--every", "50ms");
  const reader = child.stdout.getReader();
  await reader.read();
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(readFileSync(state).length).toBeGreaterThan(0);
  expect(await child.stderr.text()).toBe("");
}, 60_000);
