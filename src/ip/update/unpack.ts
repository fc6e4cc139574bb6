/** IO: unpacks gzip and tar. */

import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
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
  const magic = await head(part);
  const plain = `${part}.plain`;
  try {
    if (magic[0] === 0x1f && magic[1] === 0x8b) await gunzip(part, plain, allowed);
    else await rename(part, plain);
    const inside = isTar(await head(plain)) ? await findInTar(plain) : undefined;
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

async function head(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAR_BLOCK), 0, TAR_BLOCK, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isTar(block: Buffer): boolean {
  return block.subarray(257, 262).toString("latin1") === "ustar";
}

/** First `.mmdb` file of a tar archive (POSIX.1-1988 ustar). */
async function findInTar(file: string): Promise<{ start: number; size: number }> {
  const handle = await open(file, "r");
  try {
    for (let at = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAR_BLOCK), 0, TAR_BLOCK, at);
      if (bytesRead < TAR_BLOCK || !isTar(buffer)) throw new UpdateError("the archive has no .mmdb file");
      const name = buffer.subarray(0, 100).toString("utf8").replace(/\0.*$/s, "");
      const size = Number.parseInt(buffer.subarray(124, 136).toString("latin1"), 8);
      if (!(size >= 0)) throw new UpdateError("the archive is damaged");
      if (name.endsWith(".mmdb") && size > 0) return { start: at + TAR_BLOCK, size };
      at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
    }
  } finally {
    await handle.close();
  }
}
