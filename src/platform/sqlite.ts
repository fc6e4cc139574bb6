/** IO: a SQLite file of ours, opened or made, and refused where it is another program's. */

import { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, unlinkSync } from "node:fs";

export interface Tables {
  /** Statements that make the tables of a new file. */
  readonly sql: string;
  readonly version: number;
}

/** Whether a statement failed: the disk is full, or the file is damaged. */
export const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && error.name === "SQLiteError";

/** Milliseconds for which another process may be writing. */
const PATIENCE = 5000;

/**
 * Opens the file of an earlier run, or a new one that its owner alone can read.
 * @param isTemporary the file has no name from now on, and is gone with the process
 * @throws Error for a file that is something else, or of a newer version
 */
export function openSqlite(path: string, { sql, version }: Tables, isTemporary = false) {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const db = new Database(path);
  db.run(`PRAGMA busy_timeout = ${PATIENCE}`);
  // A lost process loses nothing; a lost machine at most the last moment.
  db.run(`PRAGMA journal_mode = ${isTemporary ? "MEMORY" : "WAL"}`);
  db.run("PRAGMA synchronous = NORMAL");
  db.run("PRAGMA temp_store = FILE");
  const versionOf = () => (db.query("PRAGMA user_version").get() as { user_version: number }).user_version;
  const found = versionOf();
  if (found > version) throw new Error("it was written by a newer version of netlens");
  const make = db.transaction(() => {
    // Another process may have been faster.
    if (versionOf() > 0) return;
    if (db.query("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== null)
      throw new Error("it is a database of another program");
    db.run(`${sql}\nPRAGMA user_version = ${version};`);
  });
  if (found === 0) make.immediate();
  if (isTemporary) unlinkSync(path);
  return { db, isOld: found > 0 };
}

/** Copy in memory of a database whose file can no longer be written. @throws Error if it cannot be read, or is larger than `most` bytes */
export function copyInMemory(db: Database, most: number): Database {
  const { size } = db
    .query<{ size: number }, []>(
      "SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()",
    )
    .get() ?? { size: 0 };
  if (size > most) throw new Error(`the database has more than ${most} bytes`);
  const bytes = db.serialize();
  // A copy has no write-ahead log (https://www.sqlite.org/fileformat.html#file_format_version_numbers).
  bytes[18] = bytes[19] = 1;
  return Database.deserialize(bytes);
}
