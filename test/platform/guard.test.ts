/**
 * A memory-mapped file that is truncated reads as zeros. Runs in separate processes, since SIGBUS would end
 * the process.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mapping = new URL("../../src/platform/mapping.ts", import.meta.url).pathname;
const guard = new URL("../../src/platform/guard.ts", import.meta.url).pathname;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-guard-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of a program, and the signal that ended it, if any. */
async function run(lines: string) {
  const file = join(folder, "cut.bin");
  const program = join(folder, "program.ts");
  const imports = [
    'import { truncateSync, writeFileSync } from "node:fs";',
    `import { fileMemory } from ${JSON.stringify(mapping)};`,
    `import { installGuard } from ${JSON.stringify(guard)};`,
    `const file = ${JSON.stringify(file)};`,
    "const opened = () => { writeFileSync(file, Buffer.alloc(20_000, 7)); return fileMemory(file, 'map'); };",
  ];
  writeFileSync(program, [...imports, lines].join("\n"));
  const child = Bun.spawn([process.execPath, program], { stdout: "pipe", stderr: "ignore" });
  await child.exited;
  return [await child.stdout.text(), child.signalCode] as const;
}

const CUT = "truncateSync(file, 0); console.log(memory.u32(8), memory.u32(16_384));";

test.skipIf(process.platform !== "linux").each([
  ["mapped before the guard was there", "const memory = opened(); console.log(installGuard());"],
  ["and after", "console.log(installGuard()); const memory = opened();"],
  [
    "and with the guard asked for twice",
    "const memory = opened(); installGuard(); console.log(installGuard());",
  ],
])("%s", async (_name, lines) => {
  expect(await run(lines + CUT)).toEqual(["true\n0 0\n", null]);
});

test.skipIf(process.platform !== "linux")("without the guard the process ends", async () => {
  const [printed, signal] = await run(`const memory = opened();${CUT}`);
  expect([printed, signal === null]).toEqual(["", false]);
});

test.skipIf(process.platform !== "linux")("a released mapping is no longer guarded", async () => {
  const [printed, signal] = await run(
    `import { guard, unguard } from ${JSON.stringify(guard)};
    const memory = opened(); installGuard();
    unguard(memory.start); ${CUT}`,
  );
  expect([printed, signal === null]).toEqual(["", false]);
});
