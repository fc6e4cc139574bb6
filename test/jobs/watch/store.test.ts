import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenAlert } from "../../../src/jobs/watch/settle.ts";
import { DAY, openWatchStore, type Round, type WatchStore } from "../../../src/jobs/watch/store.ts";
import { answered } from "./reports.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-watch-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fresh = () => join(folder, `${++files}.sqlite`);

const A = "https://a.example/";
const B = "https://b.example/";
const NOON = 20_000 * DAY + DAY / 2;
const alarm: OpenAlert = { key: "x ", word: "x", title: "X.", problem: "x", since: NOON, calm: 1, begins: 2 };
const round = (given: Partial<Round> = {}): Round => ({
  isDown: false,
  open: [],
  events: [],
  message: undefined,
  channels: [],
  ...given,
});
const began = (key: string) => ({ kind: "began" as const, key, title: key });

test("a recorded round is there after the file is reopened, readable by its owner only", () => {
  const path = fresh();
  const store = openWatchStore(path);
  const report = answered(200, 'ETag: "1"');
  store.record(
    A,
    NOON,
    round({
      open: [{ ...alarm, calm: 0 }],
      events: [began("x ")],
      baseline: report,
      last: report,
      isDown: true,
    }),
  );
  store.record(A, NOON + 1, round({ open: [alarm] }));
  store.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openWatchStore(path);
  expect(again.known(A)).toEqual({ baseline: report, last: report });
  expect(again.alarms(A)).toEqual([alarm]);
  expect(again.days(A, 0)).toEqual([
    { day: 20_000, rounds: 2, wrong: 1, down: 1, ms: null, slowest: 0, certificate: null },
  ]);
  expect(again.events(A, 5)).toEqual([{ at: NOON, ...began("x ") }]);
  expect([again.known(B), again.alarms(B), again.days(B, 0)]).toEqual([{}, [], []]);
  again.close();
});

test("starts of a problem are counted since a time, for each target", () => {
  const store = openWatchStore(fresh());
  store.record(A, 100, round({ events: [began("x")] }));
  store.record(A, 101, round({ events: [began("x"), { kind: "over", key: "x", title: "x" }] }));
  store.record(B, 101, round({ events: [began("x")] }));
  expect([99, 100, 101].map((since) => store.begins(A, "x", since))).toEqual([2, 1, 0]);
  expect(store.begins(A, "y", 0)).toBe(0);
});

test("each channel receives its messages in order, once", () => {
  const store = openWatchStore(fresh());
  store.record(A, 1, round({ message: "1", channels: ["c", "d"] }));
  store.record(A, 2, round({ message: "2", channels: ["c"] }));
  const takeAll = (channel: string) => {
    const taken: string[] = [];
    for (let next = store.nextMessage(channel); next; next = store.nextMessage(channel)) {
      taken.push(next.text);
      store.taken(next.id);
    }
    return taken;
  };
  expect([takeAll("c"), takeAll("c"), takeAll("d")]).toEqual([["1", "2"], [], ["1"]]);
});

describe("deleted rows", () => {
  test("days and events older than the retention time, to the day", () => {
    const store = openWatchStore(fresh());
    for (const back of [0, 90, 91]) store.record(A, NOON - back * DAY, round({ events: [began(`${back}`)] }));
    store.prune(NOON, 90, [A], []);
    expect(store.days(A, 0).map(({ day }) => day)).toEqual([20_000 - 90, 20_000]);
    expect(store.events(A, 9).map(({ key }) => key)).toEqual(["90", "0"]);
  });
  test("a clock that jumps ten years ahead deletes two days a round, and one that jumps back none", () => {
    const store = openWatchStore(fresh());
    for (let back = 89; back >= 0; back--) store.record(A, NOON - back * DAY, round());
    store.prune(NOON, 90, [A], []);
    expect(store.days(A, 0)).toHaveLength(90);
    store.prune(NOON + 3650 * DAY, 90, [A], []);
    store.prune(NOON + 3650 * DAY, 90, [A], []);
    expect(store.days(A, 0)).toHaveLength(87);
    store.prune(0, 90, [A], []);
    store.prune(NOON, 90, [A], []);
    expect(store.days(A, 0)).toHaveLength(87);
  });
  test("alarms and answers of targets that the file no longer names, but not their history", () => {
    const store = openWatchStore(fresh());
    for (const url of [A, B]) store.record(url, NOON, round({ open: [alarm], last: answered(200) }));
    store.prune(NOON, 90, [B], []);
    expect([store.alarms(A), store.known(A), store.days(A, 0).length]).toEqual([[], {}, 1]);
    expect([store.alarms(B).length, store.days(B, 0).length]).toEqual([1, 1]);
  });
  test("messages of channels that the file no longer names, and more than a thousand of one channel", () => {
    const store = openWatchStore(fresh());
    for (let count = 1; count <= 1001; count++)
      store.record(A, NOON, round({ message: `${count}`, channels: count < 3 ? ["c", "d"] : ["c"] }));
    store.prune(NOON, 90, [A], ["c"]);
    expect([store.nextMessage("c")?.text, store.nextMessage("d")]).toEqual(["2", undefined]);
  });
  test("more than a thousand events of one target", () => {
    const store = openWatchStore(fresh());
    const events = Array.from({ length: 1001 }, (_, index) => began(`${index}`));
    store.record(A, NOON, round({ events }));
    store.record(B, NOON, round({ events: [began("b")] }));
    store.prune(NOON, 90, [A, B], []);
    expect(store.events(A, 2000)).toHaveLength(1000);
    expect(store.events(A, 2000).at(-1)?.key).toBe("1");
    expect(store.events(B, 9)).toHaveLength(1);
  });
});

test("a full disk keeps the previous state, and later changes are written", () => {
  const path = fresh();
  const store = openWatchStore(path);
  store.record(A, NOON, round({ open: [alarm] }));
  store.close();
  const full = openWatchStore(path);
  full.db.run("PRAGMA max_page_count = 1");
  const much = Array.from({ length: 2000 }, (_, index) => began(`${index}`.repeat(20)));
  expect(() => full.record(A, NOON, round({ events: much }))).toThrow("database or disk is full");
  expect([full.alarms(A), full.days(A, 0)[0]?.rounds, full.events(A, 9)]).toEqual([[alarm], 1, []]);
  full.close();
  const again = openWatchStore(path);
  again.record(A, NOON, round({ events: much }));
  expect(again.events(A, 5000)).toHaveLength(2000);
});

test("a file of another program, or of a newer version, is refused", () => {
  const path = fresh();
  const db = new Database(path);
  db.run("CREATE TABLE theirs(x)");
  expect(() => openWatchStore(path)).toThrow("it is a database of another program");
  const newer = fresh();
  openWatchStore(newer).close();
  new Database(newer).run("PRAGMA user_version = 3");
  expect(() => openWatchStore(newer)).toThrow("it was written by a newer version of netlens");
});

describe("damage", () => {
  const URLS = Array.from({ length: 6 }, (_, index) => `https://${index}.example/`);
  const report = answered(
    200,
    ...Array.from({ length: 100 }, () => `X-${crypto.randomUUID()}: ${crypto.randomUUID()}`),
  );
  const long = (key: string) => ({ ...began(key), title: crypto.randomUUID().repeat(20) });
  /** Path of a database with all kinds of rows. */
  function filled(): string {
    const path = fresh();
    const store = openWatchStore(path);
    for (const url of URLS)
      store.record(url, NOON, {
        ...round({ open: [{ ...alarm, title: crypto.randomUUID() }], events: [long("x "), long("y")] }),
        ...{ baseline: report, last: report, message: "{}", channels: ["c"] },
      });
    store.prune(NOON, 90, URLS, ["c"]);
    store.close();
    return path;
  }
  const read = (store: WatchStore) =>
    URLS.map((url) => {
      const [known, alarms, begins] = [store.known(url), store.alarms(url), store.begins(url, "x ", 0)];
      return { url, known, alarms, begins };
    });
  /**
   * Reads and writes everything in a damaged database. Rows of targets not reported as damaged must be
   * unchanged.
   */
  function roundOn(path: string, before: ReturnType<typeof read>) {
    const store = openWatchStore(path);
    const found = read(store);
    for (const url of URLS)
      store.record(
        url,
        NOON,
        round({ open: [alarm], baseline: report, last: report, message: "{}", channels: ["c"] }),
      );
    store.prune(NOON, 90, URLS, ["c"]);
    for (let next = store.nextMessage("c"); next; next = store.nextMessage("c")) store.taken(next.id);
    for (const url of URLS)
      expect(store.days(url, 0).length + store.events(url, 9).length).toBeGreaterThan(0);
    const changed = found.filter((_, at) => !Bun.deepEquals(found[at], before[at])).map(({ url }) => url);
    expect(changed.filter((url) => !store.isDamaged(url))).toEqual([]);
    store.close();
    const again = openWatchStore(path);
    expect(read(again).map(({ alarms }) => alarms.length)).toEqual(URLS.map(() => 1));
    expect([again.isSalvaged, URLS.some(again.isDamaged)]).toEqual([false, false]);
    again.close();
    return URLS.filter(store.isDamaged);
  }
  function original(path: string) {
    const store = openWatchStore(path);
    const before = read(store);
    store.close();
    return { before, bytes: readFileSync(path) };
  }

  test("of any page leaves what can be read", () => {
    const path = filled();
    const { before, bytes } = original(path);
    const pages = bytes.length / 4096;
    const counts: number[] = [];
    for (let page = 2; page <= pages; page++) {
      writeFileSync(path, Uint8Array.from(bytes).fill(0xaa, (page - 1) * 4096, page * 4096));
      counts.push(roundOn(path, before).length);
    }
    // A page of the file may have data of one target (overflow page) or of several (b-tree page).
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(pages / 2);
  });
  test.each(["target", "alarm", "event", "day", "message", "meta"])(
    "a missing table %s is created again",
    (table) => {
      const path = filled();
      const { before } = original(path);
      const db = new Database(path);
      db.run(`DROP TABLE ${table}`);
      db.close();
      const all = ["message", "meta"].includes(table) ? [] : URLS;
      expect(roundOn(path, before)).toEqual(all);
      expect(existsSync(`${path}.damaged`)).toBe(true);
    },
  );
  test.each([["not json"], ["5"], ["null"], ["{}"], ['{"word":"x","title":"X.","severity":{}}']])(
    "an alarm %j is that of one target",
    (wrong) => {
      const path = filled();
      const { before } = original(path);
      const db = new Database(path);
      db.run("UPDATE alarm SET wrong = ? WHERE target = 3", [wrong]);
      db.close();
      expect(roundOn(path, before)).toEqual([URLS[2] ?? ""]);
    },
  );
  test.each(["since = 'x'", "since = 9e15", "calm = -1", "begins = 'x'", "calm = 0.5"])(
    "an alarm with %s is that of one target",
    (set) => {
      const path = filled();
      const { before } = original(path);
      const db = new Database(path);
      db.run(`UPDATE alarm SET ${set} WHERE target = 3`);
      db.close();
      expect(roundOn(path, before)).toEqual([URLS[2] ?? ""]);
    },
  );
  test.each(["baseline", "last"])("a changed bit of a %s is detected, and an invalid BLOB", (column) => {
    for (const change of ["flipped", "text", "number"]) {
      const path = filled();
      const { before } = original(path);
      const db = new Database(path);
      const row = db.query(`SELECT ${column} AS blob FROM target WHERE id = 3`).get() as {
        blob: Uint8Array;
      };
      const blob = row.blob.with(row.blob.length - 20, (row.blob.at(-20) ?? 0) ^ 1);
      const values = { flipped: blob, text: "x", number: 5 };
      db.run(`UPDATE target SET ${column} = ? WHERE id = 3`, [values[change as "text"]]);
      db.close();
      expect(roundOn(path, before)).toEqual([URLS[2] ?? ""]);
    }
  });
  test("is an error for a reader, which does not change the file", () => {
    const path = filled();
    new Database(path).run("DROP TABLE alarm");
    const bytes = readFileSync(path);
    const store = openWatchStore(path, true);
    expect(() => store.alarms(A)).toThrow("no such table");
    store.close();
    expect([readFileSync(path).equals(bytes), existsSync(`${path}.damaged`)]).toEqual([true, false]);
  });
});

test("a file of version 1 keeps its rows; its baselines of 4xx were not accepted", () => {
  const path = fresh();
  const store = openWatchStore(path);
  for (const [url, status] of [
    [A, 404],
    [B, 200],
  ] as const)
    store.record(url, NOON, round({ baseline: answered(status), last: answered(status) }));
  store.close();
  const db = new Database(path);
  db.run("ALTER TABLE target DROP COLUMN accepted");
  for (const column of ["ms", "timed", "slowest", "certificate"])
    db.run(`ALTER TABLE day DROP COLUMN ${column}`);
  db.run("PRAGMA user_version = 1");
  db.close();
  const again = openWatchStore(path);
  expect([again.known(A).baseline, again.known(B).baseline]).toEqual([undefined, answered(200)]);
  again.record(A, NOON, round({ baseline: answered(404), accepts: true, ms: 30, certificateDays: 9 }));
  expect(again.known(A).baseline).toEqual(answered(404));
  expect(again.days(A, 0)).toEqual([
    { day: 20_000, rounds: 2, wrong: 0, down: 0, ms: 30, slowest: 30, certificate: 9 },
  ]);
  again.close();
});

test("milliseconds are averaged over lookups that did not fail; the last certificate counts", () => {
  const store = openWatchStore(fresh());
  for (const given of [{ ms: 10, certificateDays: 40 }, {}, { ms: 30, certificateDays: 39 }, { ms: 14 }])
    store.record(A, NOON, round(given));
  expect(store.days(A, 0)).toMatchObject([{ rounds: 4, ms: 18, slowest: 30, certificate: 39 }]);
  store.close();
});

test("a difference flips after three changes, at least one of them back", () => {
  const store = openWatchStore(fresh());
  const flipping = (...titles: readonly string[]) => {
    const events = titles.map((title) => ({ kind: "changed" as const, key: "x-pool", title }));
    const url = `https://${titles.length}${titles[0]}.example/`;
    store.record(url, NOON, round({ events }));
    return [...store.flipping(url)];
  };
  expect(flipping("a to b", "b to a")).toEqual([]);
  expect(flipping("a to b", "b to a", "a to b")).toEqual(["x-pool"]);
  expect(flipping("1 to 2", "2 to 3", "3 to 4")).toEqual([]);
  store.close();
});

test("damaged messages are deleted, and the others sent", () => {
  const path = fresh();
  const store = openWatchStore(path);
  for (const message of ['{"n":1}', '{"n":2}', '{"n":3}'])
    store.record(A, NOON, round({ message, channels: ["c"] }));
  const db = new Database(path);
  db.run("UPDATE message SET text = x'7b7d' WHERE id = 1");
  db.run("UPDATE message SET text = '{\"n\":' WHERE id = 2");
  db.close();
  expect(store.nextMessage("c")?.text).toBe('{"n":3}');
  store.close();
});
