/** IO: opens or creates SQLite files of netlens, and refuses those of other programs. */

import { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, unlinkSync } from "node:fs";

export interface Tables {
  /** Statements that create the tables of a new file. */
  readonly sql: string;
  readonly version: number;
  /** Statements that bring an older file to version 2, 3 and so on. */
  readonly upgrades?: readonly string[];
}

/** Whether a statement failed, for example since the disk is full or the file damaged. */
export const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && error.name === "SQLiteError";

/** Milliseconds to wait for another writer. */
const PATIENCE = 5000;

/** Path of a database in memory. */
export const IN_MEMORY = ":memory:";

/**
 * Opens an existing file, or creates one readable by its owner only.
 * @param isTemporary deletes the name at once, so that the file ends with the process
 * @throws Error for another program's file, or a newer version
 */
export function openSqlite(path: string, { sql, version, upgrades = [] }: Tables, isTemporary = false) {
  if (path !== IN_MEMORY && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const db = new Database(path);
  db.run(`PRAGMA busy_timeout = ${PATIENCE}`);
  // Survives a process crash; a power loss may drop the last transactions.
  db.run(`PRAGMA journal_mode = ${isTemporary ? "MEMORY" : "WAL"}`);
  db.run("PRAGMA synchronous = NORMAL");
  db.run("PRAGMA temp_store = FILE");
  const versionOf = () => (db.query("PRAGMA user_version").get() as { user_version: number }).user_version;
  const found = versionOf();
  if (found > version) throw new Error("it was written by a newer version of netlens");
  const make = db.transaction(() => {
    // Another process may have created the tables.
    const now = versionOf();
    if (now === 0 && db.query("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== null)
      throw new Error("it is a database of another program");
    const missing = now === 0 ? [sql] : upgrades.slice(now - 1);
    db.run(`${missing.join("\n")}\nPRAGMA user_version = ${version};`);
  });
  if (found < version) make.immediate();
  if (isTemporary) unlinkSync(path);
  return { db, isOld: found > 0 };
}

/**
 * Copies a database into memory once its file is unwritable. @throws Error if it is unreadable, or larger
 * than `most` bytes
 */
export function copyInMemory(db: Database, most: number): Database {
  if (sizeOf(db) > most) throw new Error(`the database has more than ${most} bytes`);
  const bytes = db.serialize();
  // A copy has no write-ahead log (https://www.sqlite.org/fileformat.html#file_format_version_numbers).
  bytes[18] = bytes[19] = 1;
  return Database.deserialize(bytes);
}

/** Bytes of a database. */
export function sizeOf(db: Database): number {
  const sql = "SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()";
  return db.query<{ size: number }, []>(sql).get()?.size ?? 0;
}
