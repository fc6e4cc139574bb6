/** IO: downloads a newer database and puts it in place. */

import { open, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Database, DatabaseError, type Kind, openDatabase, verifyDatabase } from "./mmdb/database.ts";
import { compareWithOracle } from "./mmdb/oracle.ts";
import { countryDatabase } from "./update/country-database.ts";
import { isDelegated, parseDelegated } from "./update/delegated.ts";
import { type DownloadOptions, downloadFirst, UpdateError, verifyChecksum } from "./update/download.ts";
import { updating } from "./update/lock.ts";
import { type ChecksumAlgorithm, type DownloadSource, downloads } from "./update/source.ts";
import { unpack } from "./update/unpack.ts";
import { verifyRecords } from "./verify-records.ts";

export { type DownloadSource, parseMaxmindKey } from "./update/source.ts";
export { UpdateError };

export interface UpdateOptions extends DownloadOptions {
  /** File to replace, such as `/var/lib/netlens/city.mmdb`. Its folder is created. */
  readonly target: string;
  readonly source: DownloadSource;
  /** Unix time in milliseconds: DB-IP's URLs contain the month. */
  readonly now: number;
  /** Accept a database older than the current one. */
  readonly force?: boolean;
}

export interface UpdateResult {
  readonly file: string;
  readonly url: string;
  readonly kind: Kind;
  readonly type: string;
  readonly buildDate: string | undefined;
  readonly bytes: number;
  /** Number of records that were decoded. */
  readonly records: number;
  /** Verified checksum of the publisher. The checksum inside gzip is always verified. */
  readonly checksum: ChecksumAlgorithm | "none published";
}

/**
 * Downloads to `target.part` (resumable), verifies the checksum, unpacks gzip and tar, converts registries'
 * statistics, checks the whole database, syncs it and renames it into place. A running netlens keeps its
 * mapping and reloads.
 * @throws UpdateError
 */
export function updateGeo(options: UpdateOptions): Promise<UpdateResult> {
  const { target } = options;
  const part = `${target}.part`;
  return updating(target, async (fresh) => {
    const from = await downloadFirst(downloads(options.source, options.now), part, options);
    const checksum = (await verifyChecksum(from, part, options)) ?? "none published";
    await unpack(part, fresh);
    await convertDelegated(fresh);
    const checked = await check(fresh, options.force === true ? undefined : target).catch(unusable);
    await syncAndRename(fresh, target);
    return { ...checked, file: target, url: from.url, checksum };
  });
}

function unusable(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error;
  throw new UpdateError(`the download is not a usable database: ${error.message}`);
}

/** Bytes at the start that contain the version line of registries' statistics, after comments. */
const HEAD = 4096;

async function convertDelegated(file: string): Promise<void> {
  if (!isDelegated(await Bun.file(file).slice(0, HEAD).text())) return;
  await writeFile(file, countryDatabase(parseDelegated(await readFile(file, "latin1"))));
}

function buildDate({ metadata: { buildEpoch } }: Database): string | undefined {
  return buildEpoch === undefined ? undefined : new Date(buildEpoch * 1000).toISOString();
}

/** Decodes the whole file, and compares its date with the current file. */
async function check(
  fresh: string,
  inPlace: string | undefined,
): Promise<Pick<UpdateResult, "kind" | "type" | "buildDate" | "bytes" | "records">> {
  const database = openDatabase(fresh, "map");
  try {
    const built = buildDate(database);
    const before = inPlace === undefined ? undefined : buildDateOf(inPlace);
    if (built !== undefined && before !== undefined && built < before)
      throw new UpdateError(
        `the download was built on ${built.slice(0, 10)}, before the database in place (${before.slice(0, 10)}): --force accepts it anyway`,
      );
    await verifyDatabase(database);
    compareWithOracle(database);
    const records = await verifyRecords(database);
    const { type } = database.metadata;
    return { kind: database.kind, type, buildDate: built, bytes: database.bytes, records };
  } finally {
    database.close();
  }
}

/** Undefined if missing or unreadable. */
function buildDateOf(file: string): string | undefined {
  try {
    const database = openDatabase(file, "map");
    try {
      return buildDate(database);
    } finally {
      database.close();
    }
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
