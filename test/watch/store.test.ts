import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Alarm } from "../../src/watch/settle.ts";
import { DAY, openWatchStore, type Round } from "../../src/watch/store.ts";
import { answered } from "./reports.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-watch-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fresh = () => join(folder, `${++files}.sqlite`);

const A = "https://a.example/";
const B = "https://b.example/";
const NOON = 20_000 * DAY + DAY / 2;
const alarm: Alarm = { key: "x ", word: "x", title: "X.", problem: "x", since: NOON, calm: 1, begins: 2 };
const round = (given: Partial<Round> = {}): Round => ({
  isDown: false,
  open: [],
  events: [],
  message: undefined,
  channels: [],
  ...given,
});
const began = (key: string) => ({ kind: "began" as const, key, title: key });

test("what a round records is there after the file is opened again, for its owner alone", () => {
  const path = fresh();
  const store = openWatchStore(path);
  const report = answered(200, 'ETag: "1"');
  store.record(
    A,
    NOON,
    round({ open: [alarm], events: [began("x ")], baseline: report, last: report, isDown: true }),
  );
  store.record(A, NOON + 1, round({ open: [alarm] }));
  store.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openWatchStore(path);
  expect(again.known(A)).toEqual({ baseline: report, last: report });
  expect(again.alarms(A)).toEqual([alarm]);
  expect(again.days(A, 0)).toEqual([{ day: 20_000, rounds: 2, wrong: 2, down: 1 }]);
  expect(again.events(A, 5)).toEqual([{ at: NOON, ...began("x ") }]);
  expect([again.known(B), again.alarms(B), again.days(B, 0)]).toEqual([{}, [], []]);
  again.close();
});

test("how often something has begun is counted since a time, and for each target", () => {
  const store = openWatchStore(fresh());
  store.record(A, 100, round({ events: [began("x")] }));
  store.record(A, 101, round({ events: [began("x"), { kind: "over", key: "x", title: "x" }] }));
  store.record(B, 101, round({ events: [began("x")] }));
  expect([99, 100, 101].map((since) => store.begins(A, "x", since))).toEqual([2, 1, 0]);
  expect(store.begins(A, "y", 0)).toBe(0);
});

test("each channel takes its messages in order, once", () => {
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

describe("what is let go of", () => {
  test("days and events that are older than is kept, to the day", () => {
    const store = openWatchStore(fresh());
    for (const back of [0, 90, 91]) store.record(A, NOON - back * DAY, round({ events: [began(`${back}`)] }));
    store.prune(NOON, 90, [A], []);
    expect(store.days(A, 0).map(({ day }) => day)).toEqual([20_000 - 90, 20_000]);
    expect(store.events(A, 9).map(({ key }) => key)).toEqual(["90", "0"]);
  });
  test("a clock that jumps ahead by ten years takes two days a round, and one that jumps back none", () => {
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
  test("alarms and answers of targets that the file no longer names, whose history stays", () => {
    const store = openWatchStore(fresh());
    for (const url of [A, B]) store.record(url, NOON, round({ open: [alarm], last: answered(200) }));
    store.prune(NOON, 90, [B], []);
    expect([store.alarms(A), store.known(A), store.days(A, 0).length]).toEqual([[], {}, 1]);
    expect([store.alarms(B).length, store.days(B, 0).length]).toEqual([1, 1]);
  });
  test("messages of channels that the file no longer names, and more than a thousand of one", () => {
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

test("a full disk leaves what was there, and what comes after it is written", () => {
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

test("a file of another program, and one of a newer version, are refused", () => {
  const path = fresh();
  const db = new Database(path);
  db.run("CREATE TABLE theirs(x)");
  expect(() => openWatchStore(path)).toThrow("it is a database of another program");
  const newer = fresh();
  openWatchStore(newer).close();
  new Database(newer).run("PRAGMA user_version = 2");
  expect(() => openWatchStore(newer)).toThrow("it was written by a newer version of netlens");
});
