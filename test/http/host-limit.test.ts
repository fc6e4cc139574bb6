import { expect, test } from "bun:test";
import { openHostLimit } from "../../src/http/queue.ts";

test("each host has a number of places, assigned in order", async () => {
  const limited = openHostLimit(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (host: string, name: string) =>
    limited(host, () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      return promise;
    });
  const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => work(name.charAt(0), name));
  await Bun.sleep(0);
  expect(begun).toEqual(["a1", "a2", "b1"]);
  ends.get("a2")?.();
  await all[1];
  await Bun.sleep(0);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3"]) ends.get(name)?.();
  await all[0];
  await Bun.sleep(0);
  for (const name of ["a4", "b1"]) ends.get(name)?.();
  await Promise.all(all);
  const failing = limited("a", () => Promise.reject(new Error("no")));
  expect(failing).rejects.toThrow("no");
  await failing.catch(() => {});
  expect(await limited("a", async () => 1)).toBe(1);
});
