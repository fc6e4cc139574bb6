/** Formats of a download: the file itself, gzip, tar, and tar in gzip. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpack } from "../../../src/ip/update/unpack.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-unpack-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One file of a ustar archive; `size` may be wrong on purpose. */
function tarFile(name: string, bytes: Buffer, size = bytes.length.toString(8).padStart(11, "0")): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(size, 124);
  header.write("ustar\x0000", 257);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

async function unpacked(download: Buffer, allowed?: number): Promise<string> {
  const part = join(folder, "a.part");
  writeFileSync(part, download);
  writeFileSync(`${part}.json`, "{}");
  await unpack(part, join(folder, "fresh"), allowed);
  expect([part, `${part}.plain`, `${part}.json`].filter((file) => existsSync(file))).toEqual([]);
  return readFileSync(join(folder, "fresh"), "latin1");
}

const gzip = (bytes: Buffer) => Buffer.from(Bun.gzipSync(new Uint8Array(bytes)));
const city = Buffer.from("city".repeat(100));
const END = Buffer.alloc(1024);

test.each([
  ["the file", city],
  ["gzip", gzip(city)],
  ["tar", Buffer.concat([tarFile("a/city.mmdb", city), END])],
  ["tar and gzip", gzip(Buffer.concat([tarFile("a/city.mmdb", city), END]))],
  ["tar with a name that fills its place", Buffer.concat([tarFile(`${"a".repeat(95)}.mmdb`, city), END])],
  ["tar with a name that is nothing more", Buffer.concat([tarFile(".mmdb", city), END])],
  [
    "tar with other files before it, of whole blocks and not, and an empty one of its name",
    Buffer.concat([
      tarFile("a/", Buffer.alloc(0)),
      tarFile("a/b.mmdb", Buffer.alloc(0)),
      tarFile("a/b.txt", Buffer.alloc(512, "x")),
      tarFile("a/c.txt", Buffer.alloc(513, "x")),
      tarFile("a/city.mmdb", city),
    ]),
  ],
])("%s", async (_name, download) => {
  expect(await unpacked(download)).toBe(city.toString());
});

test.each([
  ["half a mark of gzip is not gzip", Buffer.from([0x1f, 0x41])],
  ["nor is its other half", Buffer.from([0x41, 0x8b])],
])("%s", async (_name, download) => {
  expect(await unpacked(download)).toBe(download.toString("latin1"));
});

test.each([
  ["an archive without a database", Buffer.concat([tarFile("a.txt", city), END]), "no .mmdb file"],
  ["one that ends early", tarFile("a.txt", city), "no .mmdb file"],
  ["a size that is not a number", tarFile("a.mmdb", city, "soon"), "is damaged"],
  ["a negative size", tarFile("a.mmdb", city, "-1"), "is damaged"],
])("%s is refused", async (_name, download, message) => {
  await expect(unpacked(download)).rejects.toThrow(message);
});

test("a file that unpacks to more than the limit is refused", async () => {
  const most = 100_000;
  const [just, bomb] = [most, most + 1].map((size) => gzip(Buffer.alloc(size)));
  if (!just || !bomb) throw new Error("two of them");
  expect(await unpacked(just, most)).toHaveLength(most);
  await expect(unpacked(bomb, most)).rejects.toThrow(`more than ${most} bytes, from ${bomb.length}`);
});

test("64 times its size is the limit for a database", async () => {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(400)));
  const packed = (zeros: number) => gzip(Buffer.concat([random, Buffer.alloc(zeros)]));
  const growth = (zeros: number) => (random.length + zeros) / packed(zeros).length;
  const [fits, bursts] = [20_000, 40_000];
  expect([growth(fits) < 64, growth(bursts) > 64]).toEqual([true, true]);
  expect(await unpacked(packed(fits), 1)).toHaveLength(random.length + fits);
  await expect(unpacked(packed(bursts), 1)).rejects.toThrow("the download unpacks to more than");
});
