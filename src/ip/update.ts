/** IO: downloads a newer database and puts it in place. */

import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { fileReason } from "../api/file-reason.ts";
import { embeddedAsn, embeddedCountry } from "./mmdb/bundled.ts";
import {
  type Database,
  DatabaseError,
  embeddedDatabase,
  type Kind,
  openDatabase,
  verifyDatabase,
} from "./mmdb/database.ts";
import { compareWithOracle, movedAddresses } from "./mmdb/oracle.ts";
import {
  checksumOf,
  type DownloadOptions,
  downloadFirst,
  publishedChecksum,
  UpdateError,
  verifyChecksum,
} from "./update/download.ts";
import { updating } from "./update/lock.ts";
import { type DownloadSource, downloads } from "./update/source.ts";
import { unpack } from "./update/unpack.ts";
import { verifyRecords } from "./verify-records.ts";

export { type DbIpEdition, type IpLocationFile, parseMaxmindKey } from "./update/source.ts";
export { UpdateError };

export interface UpdateOptions extends DownloadOptions {
  /** File to replace, such as `/var/lib/netlens/city.mmdb`. Its folder is created. */
  readonly target: string;
  readonly source: DownloadSource;
  /** Used if `source` cannot be downloaded or is damaged. */
  readonly fallback?: DownloadSource;
  /** Unix time in milliseconds: DB-IP's URLs contain the month. */
  readonly now: number;
  /** Accept a database that is older than the current one, half its size, or differs from the tables in use. */
  readonly force?: boolean;
}

export interface UpdateResult {
  readonly file: string;
  readonly url: string;
  readonly kind: Kind;
  readonly type: string;
  readonly buildDate: string | undefined;
  readonly bytes: number;
  /** Number of records that were decoded; absent if unchanged. */
  readonly records?: number;
  /** Verified checksum of the publisher. The checksum inside gzip is always verified. */
  readonly checksum: "sha256" | "none published";
  /** The published file is already in place. */
  readonly unchanged: boolean;
}

/**
 * Downloads to `target.part` (resumable), verifies the checksum, unpacks gzip and tar, checks the whole
 * database, compares it with the tables in use, syncs it and renames it into place. Downloads nothing if the
 * published checksum is that of the current file. A running netlens keeps its mapping and reloads.
 * @throws UpdateError
 */
export function updateGeo(options: UpdateOptions): Promise<UpdateResult> {
  const { target, source, fallback, signal } = options;
  return updating(target, async (fresh) => {
    const got = await soundFile(source, fresh, options).catch((error: unknown) => {
      signal?.throwIfAborted();
      // Errors of system calls on files, such as a full disk: another source would fail as well.
      if (fallback === undefined || !(error instanceof Error) || "syscall" in error) throw error;
      return soundFile(fallback, fresh, options).catch((second: unknown) => {
        throw new UpdateError(`${error.message}; ${fileReason(second)}`);
      });
    });
    const { database, ...result } = got;
    try {
      if (!got.unchanged && options.force !== true) compareWithCurrent(database, options);
    } finally {
      database.close();
    }
    if (!got.unchanged) await syncAndRename(fresh, target);
    return { ...result, file: target };
  });
}

/** Downloads to `fresh`, and decodes the whole file. @throws UpdateError */
async function soundFile(source: DownloadSource, fresh: string, options: UpdateOptions) {
  const part = `${options.target}.part`;
  const candidates = downloads(source, options.now);
  const published = candidates[0] && (await publishedChecksum(candidates[0], options));
  const unchanged = published !== undefined && published === (await checksumOf(options.target));
  const { url = "" } = unchanged ? (candidates[0] ?? {}) : await downloadFirst(candidates, part, options);
  if (!unchanged) {
    if (published !== undefined) await verifyChecksum(published, part);
    await unpack(part, fresh);
  }
  try {
    const database = openDatabase(unchanged ? options.target : fresh, "map");
    try {
      const { kind, bytes, metadata } = database;
      const records = unchanged ? undefined : await verifyAll(database);
      return {
        ...{ database, url, unchanged, kind, bytes, type: metadata.type },
        ...(records !== undefined && { records }),
        buildDate: buildDate(database),
        checksum: published === undefined ? ("none published" as const) : ("sha256" as const),
      };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new UpdateError(`the download is not a usable database: ${error.message}`);
  }
}

async function verifyAll(database: Database): Promise<number> {
  await verifyDatabase(database);
  compareWithOracle(database);
  return verifyRecords(database);
}

function buildDate({ metadata: { buildEpoch } }: Database): string | undefined {
  return buildEpoch === undefined ? undefined : new Date(buildEpoch * 1000).toISOString();
}

/** Minimum size, as a fraction of the current file of the same type. */
const LEAST_SIZE = 0.5;
/**
 * Maximum fraction of sampled addresses that may move to another country or autonomous system. Publishers
 * differ from each other: DB-IP City Lite from the built-in countries by 6 % in IPv4 and 20 % in IPv6.
 */
const MOST_MOVED = { samePublisher: 0.05, otherPublisher: 0.25 } as const;

/** Compares date, size and content with the current file, else the content with the built-in table. @throws UpdateError */
function compareWithCurrent(fresh: Database, { target, source }: UpdateOptions): void {
  const before = current(target);
  const tables = before ? [before] : source.kind === "ip-location-db" ? builtIn(fresh) : [];
  try {
    const [built, was] = [buildDate(fresh), before && buildDate(before)];
    const sameType = before?.metadata.type === fresh.metadata.type;
    const most = sameType ? MOST_MOVED.samePublisher : MOST_MOVED.otherPublisher;
    const { known, moved } = movedAddresses(tables, fresh);
    const reason =
      built !== undefined && was !== undefined && built < was
        ? `was built on ${built.slice(0, 10)}, before the database in place (${was.slice(0, 10)})`
        : sameType && fresh.bytes < before.bytes * LEAST_SIZE
          ? `has ${fresh.bytes} bytes, and the database in place ${before.bytes}`
          : moved > known * most
            ? `moves ${((100 * moved) / known).toFixed(1)} % of ${known} sampled addresses (at most ${100 * most} %)`
            : undefined;
    if (reason !== undefined) throw new UpdateError(`the download ${reason}: --force accepts it anyway`);
  } finally {
    for (const table of tables) table.close();
  }
}

function builtIn({ kind }: Database): readonly Database[] {
  return kind === "asn"
    ? embeddedAsn.map((file) => embeddedDatabase(file, "asn"))
    : embeddedCountry.map((file) => embeddedDatabase(file, "country"));
}

/** Undefined if missing or unreadable. */
function current(file: string): Database | undefined {
  try {
    return openDatabase(file, "map");
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}

/** Syncs the bytes before the rename, and the rename before returning. */
async function syncAndRename(fresh: string, target: string): Promise<void> {
  await sync(fresh);
  await rename(fresh, target);
  await sync(dirname(target));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
