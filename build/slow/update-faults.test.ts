/**
 * `netlens update geo` killed at any moment, and on a full disk: the file is the old or the new one, never a
 * damaged one.
 */

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, verifyDatabase } from "../../src/ip/mmdb/database.ts";
import { writeLarge } from "../../test/ip/large-database.ts";

const root = new URL("../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "netlens-faults-"));
const target = join(folder, "city.mmdb");

/** City database with a record for each block of `depth` bits. */
function made(letter: string, depth: number): Buffer {
  writeLarge(target, letter, depth);
  return readFileSync(target);
}
const older = made("a", 12);
const newer = made("b", 15);
const packed = Bun.gzipSync(new Uint8Array(newer));

/** Server of the update, slow enough that kills occur in every stage. */
const publisher = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) =>
    url.endsWith("/slow")
      ? new Response(
          new ReadableStream({
            async start(controller) {
              for (let at = 0; at < packed.length; at += 65_536) {
                controller.enqueue(packed.subarray(at, at + 65_536));
                await Bun.sleep(5);
              }
              controller.close();
            },
          }),
        )
      : new Response(packed),
});
afterAll(async () => {
  await publisher.stop(true);
  rmSync(folder, { recursive: true });
});

const sum = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const OLD = sum(older);
const NEW = sum(newer);

function update(path: string, shell = "") {
  const command = `${shell}exec "$0" src/main.ts update geo --force --to "$1" --url "$2"`;
  return Bun.spawn(
    ["sh", "-c", command, process.execPath, target, `http://127.0.0.1:${publisher.port}${path}`],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
}

const inPlace = () => sum(readFileSync(target));

test("SIGKILL at any moment leaves the old file or the new one, and the next update succeeds", async () => {
  const began = performance.now();
  writeFileSync(target, older);
  const child = update("/slow");
  expect(await child.exited).toBe(0);
  const whole = performance.now() - began;
  expect(inPlace()).toBe(NEW);

  const found = { old: 0, new: 0, part: 0 };
  const ROUNDS = 30;
  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(target, older);
    const child = update("/slow");
    // 10 % longer than an update, so some kills come after its end.
    await Bun.sleep(((round + Math.random()) / ROUNDS) * whole * 1.1);
    child.kill("SIGKILL");
    await child.exited;
    const is = inPlace();
    expect([OLD, NEW]).toContain(is);
    found[is === OLD ? "old" : "new"]++;
    if (existsSync(`${target}.part`)) found.part++;
  }
  console.log(
    `killed ${ROUNDS} times: ${found.old} old, ${found.new} new, ${found.part} with a part to go on from`,
  );
  expect(found.old).toBeGreaterThan(5);
  // Files left by killed runs, such as their lock, do not matter.
  const last = update("/slow");
  expect(await last.exited).toBe(0);
  expect(inPlace()).toBe(NEW);
  expect(readdirSync(folder)).toEqual(["city.mmdb"]);
}, 300_000);

test("a disk that is full: the old file stays, the error has the reason, and nothing else remains", async () => {
  // Limits the file size to this many blocks of 512 bytes. SIGXFSZ is ignored, so writing fails as on a full
  // disk.
  for (const blocks of [64, Math.floor(packed.length / 512) + 64]) {
    writeFileSync(target, older);
    const child = update("/", `trap '' XFSZ; ulimit -f ${blocks}; `);
    const reported = await child.stderr.text();
    expect(await child.exited).toBe(1);
    expect(reported).toMatch(/EFBIG|ENOSPC|too large|No space|disk/i);
    expect(inPlace()).toBe(OLD);
    expect(readdirSync(folder)).toEqual(["city.mmdb"]);
  }
  const last = update("/");
  expect(await last.exited).toBe(0);
  expect(inPlace()).toBe(NEW);
  const database = openDatabase(target, "map");
  await verifyDatabase(database);
  database.close();
}, 120_000);
