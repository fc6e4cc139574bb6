import { expect, test } from "bun:test";
import { NetlensError } from "../../src/api/errors.ts";
import { openQueue } from "../../src/http/queue.ts";
import { countedQueue } from "../../src/server/metrics/metrics.ts";

const failedAt = (phase: string) => ({ report: { steps: [{}, { error: { phase } }] } });

test.each<[string, () => Promise<unknown>, boolean, string[]]>([
  ["done", async () => ({ report: { steps: [{ error: { phase: "dns" } }, {}] } }), false, ["done "]],
  ["done without a report", async () => undefined, false, ["done "]],
  ["done without a step", async () => ({ report: { steps: [] } }), false, ["done "]],
  ["failed", async () => failedAt("dns"), false, ["failed dns"]],
  ["refused", () => Promise.reject(new NetlensError("too-busy", "")), false, ["refused "]],
  ["left", () => Promise.reject(new Error("gone")), true, ["left "]],
  ["a bug", () => Promise.reject(new Error("bug")), false, []],
  ["wrong", () => Promise.reject(new NetlensError("invalid-url", "")), false, []],
])("a lookup that is %s", async (_, work, aborts, expected) => {
  const counted: string[] = [];
  const controller = new AbortController();
  const queue = countedQueue(openQueue(2, 2), (outcome, phase) => void counted.push(`${outcome} ${phase}`));
  const run = queue.run(() => {
    if (aborts) controller.abort();
    return work();
  }, controller.signal);
  await run.catch(() => {});
  expect(counted).toEqual(expected);
});

test("reports running and queued lookups", async () => {
  const queue = countedQueue(openQueue(1, 1), () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const both = [queue.run(() => promise, signal), queue.run(async () => {}, signal)];
  expect([queue.running, queue.waiting]).toEqual([1, 1]);
  resolve();
  await Promise.all(both);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});
