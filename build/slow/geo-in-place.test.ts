/**
 * A database that is overwritten in place under load: no request fails, and no answer mixes old and new data.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeLarge } from "../../test/ip/large-database.ts";

const DEPTH = 14;
const TIMES = 20;
const CALLERS = 4;
const main = new URL("../../src/main.ts", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "netlens-in-place-"));
const file = join(folder, "used.mmdb");
const [a, b] = [join(folder, "a"), join(folder, "b")];

let child: ReturnType<typeof Bun.spawn>;
let base = "";
let metrics = "";
const seen = { requests: 0, failed: 0, misled: 0, a: 0, b: 0, below: 0, reasons: 0 };
let stopped = false;
let load: Promise<unknown>;

beforeAll(async () => {
  writeLarge(a, "a", DEPTH);
  writeLarge(b, "b", DEPTH);
  copyFileSync(a, file);
  child = Bun.spawn(
    [
      process.execPath,
      main,
      "serve",
      "--listen",
      "127.0.0.1:0",
      "--metrics-listen",
      "127.0.0.1:0",
      "--log-format",
      "json",
      "--geo-city",
      file,
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  for await (const chunk of child.stderr as ReadableStream<Uint8Array>) {
    log += new TextDecoder().decode(chunk);
    const found = /"address":"([^"]+)".*"metrics":"([^"]+)"/.exec(log);
    if (!found) continue;
    base = `http://${found[1]}`;
    metrics = `http://${found[2]}/metrics`;
    break;
  }
  // The first requests come before the guard is installed.
  await Bun.sleep(500);
  load = Promise.all(Array.from({ length: CALLERS }, caller));
});

afterAll(async () => {
  stopped = true;
  await load;
  child.kill();
  await child.exited;
  rmSync(folder, { recursive: true });
});

/** Requests one address after another and checks the answers. */
async function caller(): Promise<void> {
  for (let i = 0; !stopped; i++) {
    const block = Math.imul(i, 0x9e3779b1) >>> (32 - DEPTH);
    // First octets 1 to 9, which have no private addresses.
    const first = 1 + ((block >>> 6) % 9);
    const ip = `${first}.${(block & 63) << 2}.7.9`;
    try {
      const response = await fetch(`${base}/v1/ip/${ip}`);
      const answer = (await response.json()) as Record<"city" | "countryCode" | "regionName", string>;
      seen.requests++;
      if (response.status === 200) judge(answer, (first << 24) | (((block & 63) << 2) << 16) | 0x0709);
      else seen.failed++;
    } catch {
      seen.failed++;
    }
  }
}

function judge(
  { city, countryCode, regionName }: Record<"city" | "countryCode" | "regionName", string>,
  address: number,
): void {
  const number = String(address >>> (32 - DEPTH)).padStart(9, "0");
  const is = (letter: string, country: string) =>
    city === `${letter}${number}` && regionName === `of ${letter}${number}` && countryCode === country;
  if (is("a", "DE")) seen.a++;
  else if (is("b", "FR")) seen.b++;
  else if (city === "") seen.below++;
  else seen.misled++;
}

/** Resolves when the service reports no problem. */
async function settled(): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const { reasons } = (await (await fetch(`${base}/readyz`)).json()) as { reasons: readonly string[] };
    // Reasons about the age of the data are not about the file.
    if (reasons.every((reason) => reason.startsWith("data more than")) && i > 0) return;
    if (reasons.some((reason) => reason.includes("modified while in use"))) seen.reasons++;
    await Bun.sleep(25);
  }
  throw new Error("the service did not recover");
}

async function overwrite(
  from: string,
  { truncate, pause }: { truncate: boolean; pause: number },
): Promise<void> {
  const bytes = readFileSync(from);
  const fd = openSync(file, truncate ? "w" : "r+");
  try {
    for (let at = 0; at < bytes.length; at += 65_536) {
      writeSync(fd, bytes, at, Math.min(65_536, bytes.length - at), at);
      await Bun.sleep(pause);
    }
  } finally {
    closeSync(fd);
  }
}

const ways: readonly (readonly [string, (from: string) => Promise<void> | void])[] = [
  ["cp", (from) => overwrite(from, { truncate: true, pause: 0 })],
  ["curl -o, slowly", (from) => overwrite(from, { truncate: true, pause: 5 })],
  ["rsync --inplace", (from) => overwrite(from, { truncate: false, pause: 5 })],
  [
    "truncate, and a whole file by renaming",
    async (from) => {
      truncateSync(file, 0);
      await Bun.sleep(100);
      copyFileSync(from, `${file}.new`);
      renameSync(`${file}.new`, file);
    },
  ],
];

test.each(ways)(
  `%s, ${TIMES} times`,
  async (_name, replace) => {
    const before = { ...seen };
    for (let round = 0; round < TIMES; round++) {
      await replace(round % 2 === 0 ? b : a);
      await Bun.sleep(50);
      await settled();
    }
    const difference = Object.fromEntries(
      Object.entries(seen).map(([key, value]) => [key, value - (before[key as keyof typeof seen] ?? 0)]),
    );
    console.log(JSON.stringify(difference));
    expect(difference).toMatchObject({ failed: 0, misled: 0 });
    expect(difference["a"]).toBeGreaterThan(0);
    expect(difference["b"]).toBeGreaterThan(0);
    expect(child.exitCode).toBeNull();
  },
  180_000,
);

test("the metric counts, and the log was read", async () => {
  const text = await (await fetch(metrics)).text();
  const count = Number(/geo_changed_in_place\S* (\d+)/.exec(text)?.[1]);
  console.log(`dropped ${count} times`);
  expect(count).toBeGreaterThanOrEqual(TIMES * 3);
  expect(seen.reasons).toBeGreaterThan(0);
});
