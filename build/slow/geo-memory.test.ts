/** Private memory of each additional process, which must not depend on the size of the database. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeLarge } from "../../test/ip/large-database.ts";

const REQUESTS = 20_000;
const MOST_OWN = 20;
const main = new URL("../../src/main.ts", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "netlens-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Anonymous memory of a process in MB. */
function anonymous(pid: number): number {
  return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/**
 * Minimum within half a minute; ends after ten seconds if it is at most `enough`. Garbage is collected and
 * returned late, especially on a busy machine.
 */
async function settled(pid: number, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let second = 1; second <= 30 && (second <= 10 || least > enough); second++) {
    await Bun.sleep(1000);
    least = Math.min(least, anonymous(pid));
  }
  return least;
}

async function serve(file: string) {
  const child = Bun.spawn(
    [process.execPath, main, "serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--geo-city", file],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  for await (const chunk of child.stderr as ReadableStream<Uint8Array>) {
    log += new TextDecoder().decode(chunk);
    const address = /"address":"([^"]+)"/.exec(log)?.[1];
    if (address) return { child, base: `http://${address}/v1/ip/` };
  }
  throw new Error(log);
}

async function send(base: string): Promise<void> {
  for (let i = 0; i < REQUESTS; i += 20)
    await Promise.all(
      Array.from({ length: 20 }, async (_, k) => {
        const spread = Math.imul(i + k + 1, 0x9e3779b1) >>> 0;
        const ip = `${1 + (spread % 9)}.${(spread >>> 8) & 255}.${(spread >>> 16) & 255}.${spread >>> 24}`;
        const response = await fetch(base + ip);
        await response.arrayBuffer();
        expect(response.status).toBe(200);
      }),
    );
}

/** Private memory in MB of each process after the same work. Waits less if it is at most `enough`. */
async function measure(
  depth: number,
  processes: number,
  enough: number,
): Promise<{ size: number; own: number[] }> {
  const file = join(folder, `${depth}.mmdb`);
  if (!(await Bun.file(file).exists())) writeLarge(file, "a", depth);
  const own: number[] = [];
  const running = await Promise.all(Array.from({ length: processes }, () => serve(file)));
  for (const { base } of running) await send(base);
  own.push(...(await Promise.all(running.map(({ child }) => settled(child.pid, enough)))));
  for (const { child } of running) {
    child.kill();
    await child.exited;
  }
  return { size: statSync(file).size / 1e6, own };
}

test("20 MB in one process, 500 MB in four", async () => {
  const tiny = await measure(4, 1, Number.POSITIVE_INFINITY);
  const least = tiny.own[0] ?? Number.NaN;
  console.log(`a database of ${tiny.size.toFixed(3)} MB: ${least.toFixed(0)} MB anonymous`);
  for (const [depth, processes] of [
    [18, 1],
    [23, 4],
  ] as const) {
    // Repeated, since random growth is rare, and a copy of the file would appear each time.
    let { size, own } = await measure(depth, processes, least + MOST_OWN);
    for (let again = 0; again < 2 && Math.max(...own) > least + MOST_OWN; again++)
      ({ size, own } = await measure(depth, processes, least + MOST_OWN));
    const more = own.map((each) => each - least);
    console.log(
      `${size.toFixed(0)} MB, ${processes} process${processes > 1 ? "es" : ""}: ${own.map((each) => each.toFixed(0)).join(", ")} MB anonymous, ${more.map((each) => each.toFixed(0)).join(", ")} more`,
    );
    for (const each of more) expect(each).toBeLessThanOrEqual(MOST_OWN);
  }
}, 840_000);
