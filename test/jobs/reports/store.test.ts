/** The file of reports: batched, bounded, kept for a time; and clear about files that it cannot use. */

import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPORTS } from "../../../src/api/limits.ts";
import type { Row } from "../../../src/jobs/reports/read-post.ts";
import { openReportStore } from "../../../src/jobs/reports/store.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY = 86_400_000;
let files = 0;

/** A store with a clock and timers that the test moves. */
function opened(path = join(folder, `${++files}.sqlite`)) {
  const world = { now: 1_000_000, timers: [] as (() => void)[], failures: [] as string[] };
  const store = openReportStore(
    path,
    () => world.now,
    (work) => void world.timers.push(work),
    (reason) => void world.failures.push(reason),
  );
  const tick = () => {
    for (const work of world.timers.splice(0)) work();
  };
  return { ...world, world, store, tick, path };
}

const row = (kind: Row["kind"], key: string, at: number, found: Partial<Row> = {}): Row => ({
  ...{ kind, key, count: 1, first: at, last: at, enforced: 0 },
  ...{ pages: [], browsers: [], urls: [], samples: [] },
  ...found,
});
const countIn = (path: string) => {
  const db = new Database(path, { readonly: true });
  const { n } = db.query("SELECT count(*) AS n FROM row").get() as { n: number };
  db.close();
  return n;
};

test("equal rows are one, and written together after a second", () => {
  const { store, tick, world, path } = opened();
  store.take("shop", [row("violation", "img-src data:", 1, { pages: ["/a"], enforced: 1 })]);
  store.take("shop", [row("violation", "img-src data:", 5, { pages: ["/b", "/a"] })]);
  store.take("blog", [row("violation", "img-src data:", 5)]);
  expect([world.timers.length, countIn(path)]).toEqual([1, 0]);
  tick();
  expect(countIn(path)).toBe(2);
  store.take("shop", [row("violation", "img-src data:", 3, { pages: ["/c"] })]);
  expect(store.read("shop")).toEqual([
    row("violation", "img-src data:", 1, { count: 3, last: 5, enforced: 1, pages: ["/a", "/b", "/c"] }),
  ]);
  expect(store.read("nothing")).toEqual([]);
  store.close();
  expect(opened(path).store.read("shop")).toHaveLength(1);
});

test("many rows are written at once, without waiting", () => {
  const { store, path } = opened();
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => row("violation", `a ${index}`, 1));
  store.take("shop", rows(REPORTS.waiting - 1));
  expect(countIn(path)).toBe(0);
  store.take("shop", rows(REPORTS.waiting));
  expect(countIn(path)).toBe(REPORTS.rows.violation);
});

describe("limits", () => {
  test("rows of a name: those with the fewest reports, and of these the oldest, make room", () => {
    const { store } = opened();
    const most = REPORTS.rows.hash;
    store.take("shop", [row("hash", "often", 1, { count: 3 }), row("hash", "once", 1)]);
    store.take(
      "shop",
      Array.from({ length: most - 2 }, (_, index) => row("hash", `${index}`, 2)),
    );
    const keys = () => store.read("shop").map(({ key }) => key);
    expect(keys()).toHaveLength(most);
    store.take("shop", [row("hash", "new", 3)]);
    expect(keys()).toHaveLength(most);
    expect(keys()[0]).toBe("often");
    expect(keys()).toContain("new");
    expect(keys()).not.toContain("once");
  });
  test("names: those with the fewest reports make room", () => {
    const { store, path } = opened();
    const take = (name: string, count: number, at: number) =>
      store.take(name, [row("type", "crash", at, { count }), row("violation", "a b", at)]);
    take("shop", 5, 1);
    take("old", 1, 1);
    for (let index = 0; index < REPORTS.names - 2; index++) take(`name-${index}`, 1, 2);
    expect(store.read("old")).toHaveLength(2);
    take("new", 1, 3);
    expect(["shop", "new", "old"].map((name) => store.read(name).length)).toEqual([2, 2, 0]);
    expect(countIn(path)).toBe(2 * REPORTS.names);
  });
  test("a flood of distinct rows and names leaves a file of bounded size, and the real ones", () => {
    const { store, tick, path } = opened();
    const text = "x".repeat(REPORTS.url);
    const full = { pages: Array(REPORTS.distinct).fill(text), urls: Array(REPORTS.distinct).fill(text) };
    store.take("shop", [
      row("type", "csp-violation", 1, { count: 9 }),
      row("violation", "real", 1, { count: 9 }),
    ]);
    for (let post = 0; post < 40; post++) {
      store.take(
        post % 2 === 0 ? "shop" : `name-${post}`,
        Array.from({ length: 60 }, (_, index) => row("violation", `${text} ${post} ${index}`, post, full)),
      );
      tick();
    }
    expect(store.read("shop").map(({ key }) => key)).toContain("real");
    expect(store.read("shop").length).toBe(REPORTS.rows.violation + 1);
    store.close();
    expect(countIn(path)).toBe(2 + REPORTS.rows.violation - 1 + 20 * 60);
  });
  test("days", () => {
    const { store, world, path } = opened();
    store.take("shop", [row("violation", "old", world.now), row("violation", "both", world.now)]);
    expect(store.read("shop")).toHaveLength(2);
    world.now += REPORTS.keptDays * DAY;
    store.take("shop", [row("violation", "both", world.now)]);
    expect(store.read("shop").map(({ key }) => key)).toEqual(["both", "old"]);
    world.now += 1;
    expect(store.read("shop").map(({ key }) => key)).toEqual(["both"]);
    world.now += DAY / 24;
    store.take("blog", [row("violation", "new", world.now)]);
    store.close();
    expect(countIn(path)).toBe(2);
  });
});

describe("files that cannot be used", () => {
  test.each([
    ["text", "file is not a database", (path: string) => writeFileSync(path, "x".repeat(5000))],
    [
      "another program's",
      "it is a database of another program",
      (path: string) => new Database(path).run("CREATE TABLE other(x)"),
    ],
    [
      "a newer version's",
      "it was written by a newer version of netlens",
      (path: string) => new Database(path).run("PRAGMA user_version = 9"),
    ],
    [
      "a damaged one",
      "the file is damaged",
      (path: string) => {
        const { store } = opened(path);
        const rows = Array.from({ length: 300 }, (_, index) =>
          row("violation", `${index} ${"x".repeat(99)}`, 1),
        );
        store.take("shop", rows);
        store.close();
        const bytes = new Uint8Array(readFileSync(path));
        bytes.fill(7, 3 * 4096, 6 * 4096);
        writeFileSync(path, bytes);
      },
    ],
  ])("%s: %s", (kind, reason, make) => {
    const path = join(folder, `${kind}.sqlite`.replaceAll(/[^\w.]/g, "-"));
    make(path);
    expect(() => opened(path)).toThrow(
      `--reports ${path}: ${reason}; name another file, or move this one away`,
    );
  });
  test("a missing folder", () => {
    expect(() => opened(join(folder, "none", "x.sqlite"))).toThrow("no such file");
  });
  test("one that fails later: reports are lost, counted, and logged once until it works again", () => {
    const { store, tick, world, path } = opened();
    store.take("shop", [row("violation", "a b", 1)]);
    tick();
    const other = new Database(path);
    other.run("ALTER TABLE row RENAME TO gone");
    for (let post = 0; post < 2; post++) {
      store.take("shop", [row("type", "crash", 1), row("violation", "a b", 1)]);
      tick();
    }
    expect([store.lost(), world.failures.length]).toEqual([2, 1]);
    expect(world.failures[0]).toStartWith(`${path}: `);
    other.run("ALTER TABLE gone RENAME TO row");
    store.take("shop", [row("type", "crash", 1), row("violation", "a b", 1)]);
    tick();
    expect([store.lost(), store.read("shop").length, store.taken.get("crash")]).toEqual([2, 2, 3]);
  });
  test("a damaged row is left out, and replaced by the next report", () => {
    const { store, path } = opened();
    store.take("shop", [row("violation", "a b", 1), row("violation", "a c", 1), row("violation", "a d", 1)]);
    store.read("shop");
    const other = new Database(path);
    other.run("UPDATE row SET row = '{' WHERE key = 'a b'");
    other.run("UPDATE row SET row = '{\"pages\": 1}' WHERE key = 'a c'");
    expect(store.read("shop").map(({ key }) => key)).toEqual(["a d"]);
    store.take("shop", [row("violation", "a b", 2)]);
    expect(store.read("shop").map(({ key }) => key)).toEqual(["a b", "a d"]);
  });
});
