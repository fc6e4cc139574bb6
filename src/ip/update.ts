/** IO: downloads a newer database and puts it in place. */

import { fileReason } from "../api/file-reason.ts";
import { putInPlace, UpdateError, updating } from "../platform/replace-file.ts";
import { embeddedAsn, embeddedCountry } from "./mmdb/bundled.ts";
import { type Database, DatabaseError, embeddedDatabase, type Kind, openDatabase } from "./mmdb/database.ts";
import { buildDate } from "./mmdb/database-info.ts";
import { movedAddresses } from "./mmdb/oracle.ts";
import {
  checksumOf,
  type DownloadOptions,
  downloadFirst,
  publishedChecksum,
  verifyChecksum,
} from "./update/download.ts";
import { type DownloadSource, downloads } from "./update/source.ts";
import { unpack } from "./update/unpack.ts";
import { verifyAll } from "./verify-records.ts";

export { request as requestPublished } from "./update/download.ts";
export { type DbIpEdition, type IpLocationFile, parseMaxmindKey } from "./update/source.ts";

export interface UpdateOptions extends DownloadOptions {
  /** File to replace, such as `/var/lib/netlens/city.mmdb`. Its folder is created. */
  readonly target: string;
  readonly source: DownloadSource;
  /** Used if `source` cannot be downloaded or is damaged. */
  readonly fallback?: DownloadSource;
  /** Unix time in milliseconds: DB-IP's URLs contain the month. */
  readonly now: number;
  /** Accept a database of another kind or from the future, older than the current one, half its size, or of other content. */
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
    let what = "the download";
    const got = await soundFile(source, fresh, options).catch((error: unknown) => {
      signal?.throwIfAborted();
      // Errors of system calls on files, such as a full disk: another source would fail as well.
      if (fallback === undefined || !(error instanceof Error) || "syscall" in error) throw error;
      what = `${error.message}; the fallback`;
      return soundFile(fallback, fresh, options).catch((second: unknown) => {
        throw new UpdateError(`${error.message}; ${fileReason(second)}`);
      });
    });
    const { database, ...result } = got;
    try {
      if (!got.unchanged && options.force !== true) compareWithCurrent(what, database, options);
    } finally {
      database.close();
    }
    if (!got.unchanged) await putInPlace(fresh, target);
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

/** Minimum size, as a fraction of the current file of the same type. */
const LEAST_SIZE = 0.5;
/**
 * Maximum fraction of sampled addresses that may move to another country or autonomous system. Publishers
 * differ from each other: DB-IP City Lite from the built-in countries by 6 % in IPv4 and 20 % in IPv6.
 */
const MOST_MOVED = { samePublisher: 0.05, otherPublisher: 0.25 } as const;

/** Milliseconds by which a publisher's clock may be ahead. */
const MOST_AHEAD = 86_400_000;

/** Kind of data in a publisher's file; undefined for any URL. */
function kindOf(source: DownloadSource): Kind | undefined {
  if (source.kind === "db-ip") return source.edition;
  if (source.kind !== "ip-location-db") return undefined;
  return source.file === "origin-asn" ? "asn" : source.file === "user-country" ? "country" : "city";
}

/** Compares the download with the current file, else with the built-in table. @throws UpdateError */
function compareWithCurrent(what: string, fresh: Database, options: UpdateOptions): void {
  const before = current(options.target);
  const tables = before ? [before] : options.source.kind === "ip-location-db" ? builtIn(fresh) : [];
  try {
    const reason = reasonAgainst(fresh, before, tables, options);
    if (reason !== undefined) throw new UpdateError(`${what} ${reason}: --force accepts it anyway`);
  } finally {
    for (const table of tables) table.close();
  }
}

/** First difference in kind, address families, date, size or content that is too large. */
function reasonAgainst(
  fresh: Database,
  before: Database | undefined,
  tables: readonly Database[],
  { source, now }: UpdateOptions,
): string | undefined {
  const kind = before?.kind ?? kindOf(source) ?? fresh.kind;
  if (fresh.kind !== kind) return `has data of the kind ${fresh.kind}, not ${kind}`;
  const lost = before?.families.find((family) => !fresh.families.includes(family));
  if (lost !== undefined) return `has no IPv${lost} addresses`;
  const [built = "", was = ""] = [fresh, ...tables.filter((table) => table.kind === kind)].map(buildDate);
  if (built > new Date(now + MOST_AHEAD).toISOString())
    return `was built on ${built.slice(0, 10)}, after the date of this machine`;
  if (built !== "" && built < was)
    return `was built on ${built.slice(0, 10)}, before the ${before ? "database in place" : "built-in table"} (${was.slice(0, 10)})`;
  const sameType = before?.metadata.type === fresh.metadata.type;
  if (sameType && fresh.bytes < before.bytes * LEAST_SIZE)
    return `has ${fresh.bytes} bytes, and the database in place ${before.bytes}`;
  const most = sameType ? MOST_MOVED.samePublisher : MOST_MOVED.otherPublisher;
  const { known, moved } = movedAddresses(tables, fresh);
  return moved > known * most
    ? `moves ${((100 * moved) / known).toFixed(1)} % of ${known} sampled addresses (at most ${100 * most} %)`
    : undefined;
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
