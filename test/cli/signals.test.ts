/** Signals go to a process, so these tests run the whole program. */

import { expect, test } from "bun:test";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

const start = (...args: string[]) =>
  Bun.spawn([process.execPath, main, ...args], { stdin: "pipe", stdout: "pipe", stderr: "pipe" });

test("SIGINT ends a command that waits for a line", async () => {
  const child = start("ip", "-");
  child.stdin.write("10.0.0.1\n");
  child.stdin.flush();
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toContain("private");
  child.kill("SIGINT");
  await child.exited;
  expect(child.signalCode).toBe("SIGINT");
  expect(await new Response(child.stderr).text()).toBe("");
});

test("the service shuts down cleanly", async () => {
  const child = start("serve", "--listen", "127.0.0.1:0");
  const reader = child.stderr.getReader();
  let log = "";
  const decoder = new TextDecoder();
  while (!log.includes("listening")) log += decoder.decode((await reader.read()).value);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});
