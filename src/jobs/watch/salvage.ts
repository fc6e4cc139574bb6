/** IO: copies the readable rows of a damaged state file to a new one. */

import { type Database, SQLiteError } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { openSqlite, type Tables } from "../../platform/sqlite.ts";

export interface Salvaged {
  readonly db: Database;
  /** URLs of targets some of whose rows were unreadable. */
  readonly damaged: Set<string>;
  /** Whether all targets could be read; then a URL without a row is new. */
  readonly hasAll: boolean;
}

/** Suffixes of a SQLite file: database, log, and index of the log. */
const PARTS = ["", "-wal", "-shm"];

export const damagedName = (path: string): string => `${path}.damaged`;

/** Whether an error is due to a damaged file: a corrupt page, or a missing table or column. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof SQLiteError)) return false;
  return (
    /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code ?? "") || /no such (?:table|column)/.test(error.message)
  );
}

/**
 * Replaces the file at `path` by a copy of its readable rows; the original becomes `PATH.damaged`. @throws
 * Error for a full disk
 */
export function salvage(old: Database, path: string, tables: Tables): Salvaged {
  const made = `${path}.new`;
  for (const part of PARTS) rmSync(`${made}${part}`, { force: true });
  const { db } = openSqlite(made, tables);
  const result = copyRows(old, db);
  old.close();
  db.close();
  // Moves the log too, because SQLite would apply it to the new file.
  for (const part of PARTS)
    if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${damagedName(path)}${part}`);
  renameSync(made, path);
  return { ...result, db: openSqlite(path, tables).db };
}

function copyRows(old: Database, db: Database): Omit<Salvaged, "db"> {
  const damaged = new Set<string>();
  const targets = readableRows<{ id: number; url: unknown }>(old, "SELECT id, url FROM target ORDER BY id");
  const copy = db.transaction(() => {
    for (const { id, url } of targets.rows) {
      if (typeof url !== "string") continue;
      const parts = [
        copied(old, db, "target", "id = ?", id),
        copied(old, db, "alarm", "target = ?", id),
        copied(old, db, "event", "target = ?", id),
        copied(old, db, "day", "target = ?", id),
      ];
      db.run("INSERT OR IGNORE INTO target(id, url) VALUES(?, ?)", [id, url]);
      if (parts.includes(false)) damaged.add(url);
    }
    for (const { id } of readableRows<{ id: number }>(old, "SELECT id FROM message ORDER BY id").rows)
      copied(old, db, "message", "id = ?", id);
    copied(old, db, "meta", "true");
  });
  copy.immediate();
  return { damaged, hasAll: targets.isWhole };
}

/** Reads rows from the first on and from the last on, each up to the first unreadable one. */
function readableRows<Row extends { readonly id: number }>(db: Database, sql: string) {
  const rows = new Map<number, Row>();
  let isWhole = true;
  for (const order of ["ASC", "DESC"])
    try {
      for (const row of db.query<Row, []>(`${sql} ${order}`).iterate()) rows.set(row.id, row);
    } catch {
      isWhole = false;
    }
  return { rows: rows.values(), isWhole };
}

/** Copies all rows or none. Returns whether all rows could be read. */
function copied(
  old: Database,
  db: Database,
  table: string,
  where: string,
  ...values: readonly number[]
): boolean {
  try {
    const rows = old.query(`SELECT * FROM ${table} WHERE ${where}`).values(...values);
    for (const row of rows)
      db.query(`INSERT OR IGNORE INTO ${table} VALUES(${row.map(() => "?")})`).run(
        ...(row as (string | number | Uint8Array | null)[]),
      );
    return true;
  } catch (error) {
    if (isDamage(error) || /constraint|datatype/.test(String(error))) return false;
    throw error;
  }
}
