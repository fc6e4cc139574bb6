/** IO: unpacks gzip and tar. */

import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { UpdateError } from "../../platform/replace-file.ts";
import { MOST_BYTES } from "./download.ts";

const TAR_BLOCK = 512;

/** Maximum ratio: databases compress to a third or fifth; more is a decompression bomb. */
const MOST_GROWTH = 64;
const ALWAYS_ALLOWED = 64 * 2 ** 20;

/**
 * Unpacks `part` to `fresh`, and removes `part`.
 * @param allowed bytes accepted at any ratio
 * @throws UpdateError for other content
 */
export async function unpack(part: string, fresh: string, allowed = ALWAYS_ALLOWED): Promise<void> {
  const magic = await blockAt(0, part);
  const plain = `${part}.plain`;
  try {
    if (magic[0] === 0x1f && magic[1] === 0x8b) await gunzip(part, plain, allowed);
    else await rename(part, plain);
    const inside = isTar(await blockAt(0, plain)) ? await findInTar(plain) : undefined;
    const range = inside === undefined ? {} : { start: inside.start, end: inside.start + inside.size - 1 };
    await pipeline(createReadStream(plain, range), createWriteStream(fresh));
  } finally {
    for (const file of [plain, part, `${part}.json`]) await rm(file, { force: true });
  }
}

async function gunzip(from: string, to: string, allowed: number): Promise<void> {
  const packed = (await stat(from)).size;
  const most = Math.min(MOST_BYTES, Math.max(allowed, packed * MOST_GROWTH));
  let unpacked = 0;
  await pipeline(
    createReadStream(from),
    createGunzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        unpacked += chunk.length;
        if (unpacked > most)
          throw new UpdateError(`the download unpacks to more than ${most} bytes, from ${packed}`);
        yield chunk;
      }
    },
    createWriteStream(to),
  );
}

async function blockAt(at: number, file: string): Promise<Buffer> {
  return Buffer.from(
    await Bun.file(file)
      .slice(at, at + TAR_BLOCK)
      .bytes(),
  );
}

function isTar(block: Buffer): boolean {
  return block.subarray(257, 262).toString("latin1") === "ustar";
}

/** First `.mmdb` file of a tar archive (POSIX.1-1988 ustar). */
async function findInTar(file: string): Promise<{ start: number; size: number }> {
  for (let at = 0; ; ) {
    const block = await blockAt(at, file);
    if (block.length < TAR_BLOCK || !isTar(block)) throw new UpdateError("the archive has no .mmdb file");
    const name = block.subarray(0, 100).toString("utf8").replace(/\0.*$/s, "");
    const size = Number.parseInt(block.subarray(124, 136).toString("latin1"), 8);
    if (!(size >= 0)) throw new UpdateError("the archive is damaged");
    if (name.endsWith(".mmdb") && size > 0) return { start: at + TAR_BLOCK, size };
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
}
