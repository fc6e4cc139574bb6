/** IO: keeps the rows of violation reports in a SQLite file. Writes are batched, so that a request costs none. */

import { REPORT_TYPES } from "../../../data/violation-advice.ts";
import { fileReason } from "../../api/file-reason.ts";
import { REPORTS } from "../../api/limits.ts";
import { isSqliteError, openSqlite } from "../../platform/sqlite.ts";
import { merged, OTHER_TYPE, type Row, type RowKind } from "./read-post.ts";

const SQL = `
CREATE TABLE row(kind TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, count INTEGER NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL, found TEXT NOT NULL, PRIMARY KEY(kind, name, key)) WITHOUT ROWID;`;
const KINDS = Object.keys(REPORTS.rows) as RowKind[];

/** Milliseconds. */
const KEPT_FOR = REPORTS.keptDays * 86_400_000;
const SWEEP_EVERY = 3_600_000;

export interface ReportStore {
  take(name: string, rows: readonly Row[]): void;
  /** Rows of a name, the most frequent first, including those that are not written yet. */
  read(name: string): Row[];
  /** Reports taken, by type. */
  readonly taken: ReadonlyMap<string, number>;
  /** Reports that could not be written. */
  readonly lost: () => number;
  close(): void;
}

type Stored = Pick<Row, "kind" | "key" | "count" | "first" | "last"> & { readonly found: string };

/**
 * @param clock milliseconds since the epoch @param onFailure gets the reason when writing starts to fail
 * @throws Error with the reason if the file cannot be used
 */
export function openReportStore(
  path: string,
  clock: () => number,
  later: (work: () => void, ms: number) => void,
  onFailure: (reason: string) => void,
): ReportStore {
  const db = open(path);
  /** By name, kind and key. */
  const waiting = new Map<string, { readonly name: string; readonly row: Row }>();
  const taken = new Map([...REPORT_TYPES, OTHER_TYPE].map((type) => [type, 0]));
  let isScheduled = false;
  let isFailing = false;
  let lost = 0;
  let swept = Number.NEGATIVE_INFINITY;

  const find = db.query<Stored, [string, string, string]>(
    "SELECT kind, key, count, first, last, found FROM row WHERE kind = ? AND name = ? AND key = ?",
  );
  const put = db.query("INSERT OR REPLACE INTO row VALUES(?, ?, ?, ?, ?, ?, ?)");
  const trim = db.query(
    "DELETE FROM row WHERE kind = ?1 AND name = ?2 AND key IN (SELECT key FROM row WHERE kind = ?1 AND name = ?2 ORDER BY count DESC, last DESC LIMIT -1 OFFSET ?3)",
  );
  // Each report has a row of its type, so these rows have the total of a name.
  const beyond = db.query<{ name: string }, [number]>(
    "SELECT name FROM row WHERE kind = 'type' GROUP BY name ORDER BY sum(count) DESC, max(last) DESC LIMIT -1 OFFSET ?",
  );
  const write = db.transaction((batch: readonly { readonly name: string; readonly row: Row }[]) => {
    const grown = new Map<string, readonly [kind: RowKind, name: string]>();
    for (const { name, row } of batch) {
      const known = find.get(row.kind, name, row.key);
      const old = known && rowOf(known);
      const { kind, key, count, first, last, ...found } = old ? merged(old, row) : row;
      put.run(kind, name, key, count, first, last, JSON.stringify(found));
      if (!old) grown.set(`${kind} ${name}`, [kind, name]);
    }
    for (const [kind, name] of grown.values()) trim.run(kind, name, REPORTS.rows[kind]);
    for (const { name } of beyond.all(REPORTS.names))
      for (const kind of KINDS) db.run("DELETE FROM row WHERE kind = ? AND name = ?", [kind, name]);
    if (clock() - swept < SWEEP_EVERY) return;
    swept = clock();
    db.run("DELETE FROM row WHERE last < ?", [swept - KEPT_FOR]);
  });
  const flush = (): void => {
    isScheduled = false;
    const batch = [...waiting.values()];
    waiting.clear();
    if (batch.length === 0) return;
    try {
      write.immediate(batch);
      isFailing = false;
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      lost += batch.reduce((sum, { row }) => sum + (row.kind === "type" ? row.count : 0), 0);
      if (!isFailing) onFailure(`${path}: ${error.message}`);
      isFailing = true;
    }
  };

  return {
    taken,
    lost: () => lost,
    take(name, rows) {
      for (const row of rows) {
        if (row.kind === "type") taken.set(row.key, (taken.get(row.key) ?? 0) + 1);
        const key = `${name} ${row.kind} ${row.key}`;
        const known = waiting.get(key);
        waiting.set(key, { name, row: known ? merged(known.row, row) : row });
      }
      if (waiting.size >= REPORTS.waiting) return flush();
      if (!isScheduled) later(flush, REPORTS.writeAfter);
      isScheduled = true;
    },
    read(name) {
      flush();
      const since = clock() - KEPT_FOR;
      const rows = db.query<Stored, [string, string, number]>(
        "SELECT kind, key, count, first, last, found FROM row WHERE kind = ? AND name = ? AND last >= ? ORDER BY count DESC, last DESC",
      );
      return KINDS.flatMap((kind) => rows.all(kind, name, since).flatMap((row) => rowOf(row) ?? []));
    },
    close() {
      flush();
      db.close();
    },
  };
}

function open(path: string) {
  try {
    const { db } = openSqlite(path, { sql: SQL, version: 1 });
    const row = db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get();
    if (row?.quick_check !== "ok") throw new Error("the file is damaged");
    return db;
  } catch (error) {
    const reason = fileReason(error);
    throw new Error(`--reports ${path}: ${reason}; name another file, or move this one away`);
  }
}

/** Undefined for a damaged row. */
function rowOf({ found, ...row }: Stored): Row | undefined {
  try {
    const more = JSON.parse(found) as Pick<Row, "enforced" | "pages" | "browsers" | "urls" | "samples">;
    const isWhole = [more.pages, more.browsers, more.urls, more.samples].every(Array.isArray);
    return isWhole ? { ...more, ...row } : undefined;
  } catch {
    return undefined;
  }
}
