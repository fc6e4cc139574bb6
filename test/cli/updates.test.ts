/** `serve --update daily`: when it runs, and what it logs. The update itself is a process of its own. */

import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { type UpdateSettings, updateDaily } from "../../src/cli/serve/updates.ts";
import { settingsFrom } from "../../src/settings/settings.ts";

const HOUR = 3_600_000;
const settings = (update: "daily" | "off"): UpdateSettings =>
  settingsFrom((name) => (name === "update" ? update : ""));

let logged: unknown[] = [];
let outputs: ({ files: string; failures: string } | Error)[] = [];
let runs = 0;
const start = (update: "daily" | "off", random: number) =>
  updateDaily(
    settings(update),
    (level, message, facts) => logged.push([level, message, facts]),
    async () => {
      const output = outputs[runs++] ?? { files: "", failures: "" };
      if (output instanceof Error) throw output;
      return output;
    },
    () => random,
  );
const after = async (ms: number) => {
  jest.advanceTimersByTime(ms);
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

beforeEach(() => {
  [logged, outputs, runs] = [[], [], 0];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("is off by default", async () => {
  start("off", 0)();
  await after(48 * HOUR);
  expect(runs).toBe(0);
});

test.each([
  [0, 0, 24 * HOUR],
  [1, 60_000, 26 * HOUR],
])("random %d: first after %d ms, then after %d ms", async (random, first, every) => {
  const stop = start("daily", random);
  await after(Math.max(first - 1, 0));
  expect(runs).toBe(first === 0 ? runs : 0);
  await after(1);
  expect(runs).toBe(1);
  await after(every - 2);
  expect(runs).toBe(1);
  await after(2);
  expect(runs).toBe(2);
  stop();
  await after(48 * HOUR);
  expect(runs).toBe(2);
});

test("one line for each file, and one warning for all failures", async () => {
  outputs = [
    {
      files:
        '{"file":"/a/c.mmdb","buildDate":"2026-11-28T01:00:00.000Z","unchanged":true,"records":1}\n{"file":"/a/n.mmdb"}\n{"file":"/a/agents.json","built":"2026-11-28T00:00:00Z"}\n',
      failures: "",
    },
    { files: "", failures: `netlens: a: no network\nnetlens: b: no network\n${"x".repeat(2000)}\n` },
  ];
  const stop = start("daily", 0);
  await after(1);
  expect(logged).toEqual([
    ["info", "data updated", { file: "/a/c.mmdb", built: "2026-11-28", unchanged: true }],
    ["info", "data updated", { file: "/a/n.mmdb" }],
    ["info", "data updated", { file: "/a/agents.json", built: "2026-11-28" }],
  ]);
  await after(24 * HOUR);
  const [level, message, facts] = logged.slice(3).flat();
  expect([logged.length, level, message]).toEqual([4, "warn", "data not updated"]);
  const { reason } = facts as { reason: string };
  expect([reason.slice(0, 33), reason.length]).toEqual(["a: no network; b: no network; xxx", 2000]);
  stop();
});

test("a process that does not start, or ends within a line, is a warning, and the next day counts", async () => {
  outputs = [new Error("out of memory"), { files: '{"file":"/a/c', failures: "" }];
  const stop = start("daily", 0);
  await after(1);
  expect(logged).toEqual([["warn", "data not updated", { reason: "out of memory" }]]);
  await after(24 * HOUR);
  expect(logged).toHaveLength(2);
  expect(logged[1]).toMatchObject(["warn", "data not updated", {}]);
  await after(24 * HOUR);
  expect(runs).toBe(3);
  stop();
});
