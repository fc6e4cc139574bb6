/** Exit codes and output if standard output is full, slow or closed. */

import { expect, test } from "bun:test";
import { closeSync, existsSync, openSync } from "node:fs";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

test.skipIf(!existsSync("/dev/full"))("a full device is reported as a failure", async () => {
  const full = openSync("/dev/full", "w");
  const child = Bun.spawn([process.execPath, main, "status", "404"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  expect(await new Response(child.stderr).text()).toBe(
    "netlens: standard output: ENOSPC: no space left on device, write\n",
  );
  expect(await child.exited).toBe(1);
});

test("a device without content is an empty file", async () => {
  const child = Bun.spawn([process.execPath, main, "headers", "/dev/null"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(await child.stderr.text()).toBe("netlens: headers: the input is empty\n");
  expect(await child.exited).toBe(2);
});

test("a late reader gets everything, and a closed pipe is not a failure", async () => {
  const command = [process.execPath, main, "ip", "-"];
  const lines = "192.168.1.1\n".repeat(20_000);
  const late = Bun.spawn(["sh", "-c", `"$@" | (sleep 0.5; wc -l)`, "sh", ...command], {
    stdio: [Buffer.from(lines), "pipe", "inherit"],
  });
  expect(Number(await new Response(late.stdout).text())).toBe(20_000);
  const gone = Bun.spawn(["sh", "-c", `("$@"; echo "ended with $?" >&2) | head -1`, "sh", ...command], {
    stdio: [Buffer.from(lines), "ignore", "pipe"],
  });
  expect(await new Response(gone.stderr).text()).toBe("ended with 0\n");
});
