/** IO: keeps the rows of violation reports in a SQLite file. Writes are batched, so that a request costs none. */

import { REPORT_TYPES } from "../../../data/violation-advice.ts";
import { fileReason } from "../../api/file-reason.ts";
import { REPORTS } from "../../api/limits.ts";
import { isSqliteError, openSqlite } from "../../platform/sqlite.ts";
import { merged, OTHER_TYPE, type Row, type RowKind } from "./read-post.ts";

const SQL = `
CREATE TABLE row(kind TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, count INTEGER NOT NULL, last INTEGER NOT NULL,
  row TEXT NOT NULL, PRIMARY KEY(kind, name, key)) WITHOUT ROWID;`;
const KINDS = Object.keys(REPORTS.rows) as RowKind[];

/** Milliseconds. */
const KEPT_FOR = REPORTS.keptDays * 86_400_000;
const SWEEP_EVERY = 3_600_000;

export type ReportStore = ReturnType<typeof openReportStore>;

/**
 * @param clock milliseconds since the epoch @param onFailure gets the reason when writing starts to fail
 * @throws Error with the reason if the file cannot be used
 */
export function openReportStore(
  path: string,
  clock: () => number,
  later: (work: () => void, ms: number) => void,
  onFailure: (reason: string) => void,
) {
  const db = open(path);
  /** By name, kind and key. */
  const waiting = new Map<string, readonly [name: string, row: Row]>();
  const taken = new Map([...REPORT_TYPES, OTHER_TYPE].map((type) => [type, 0]));
  let isScheduled = false;
  let isFailing = false;
  let lost = 0;
  let swept = Number.NEGATIVE_INFINITY;

  const known = db.query<{ row: string }, [string, string, string]>(
    "SELECT row FROM row WHERE kind = ? AND name = ? AND key = ?",
  );
  // Each report has a row of its type, so these rows have the total of a name.
  const beyond = db.query<{ name: string }, [number]>(
    "SELECT name FROM row WHERE kind = 'type' GROUP BY name ORDER BY sum(count) DESC, max(last) DESC LIMIT -1 OFFSET ?",
  );
  const write = db.transaction((batch: readonly (readonly [name: string, row: Row])[]) => {
    for (const [name, row] of batch) {
      const { kind, key } = row;
      const old = rowIn(known.get(kind, name, key)?.row);
      const { count, last, ...more } = old ? merged(old, row) : row;
      const text = JSON.stringify({ count, last, ...more });
      db.run("INSERT OR REPLACE INTO row VALUES(?, ?, ?, ?, ?, ?)", [kind, name, key, count, last, text]);
    }
    for (const name of new Set(batch.map(([name]) => name)))
      for (const kind of KINDS)
        db.run(
          "DELETE FROM row WHERE kind = ?1 AND name = ?2 AND key IN (SELECT key FROM row WHERE kind = ?1 AND name = ?2 ORDER BY count DESC, last DESC LIMIT -1 OFFSET ?3)",
          [kind, name, REPORTS.rows[kind]],
        );
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
      for (const [, { kind, count }] of batch) if (kind === "type") lost += count;
      if (!isFailing) onFailure(`${path}: ${error.message}`);
      isFailing = true;
    }
  };

  return {
    /** Reports taken, by type. */
    taken: taken as ReadonlyMap<string, number>,
    /** Reports that could not be written. */
    lost: () => lost,
    take(name: string, rows: readonly Row[]): void {
      for (const row of rows) {
        if (row.kind === "type") taken.set(row.key, (taken.get(row.key) ?? 0) + 1);
        const key = `${name} ${row.kind} ${row.key}`;
        const [, old] = waiting.get(key) ?? [];
        waiting.set(key, [name, old ? merged(old, row) : row]);
      }
      if (waiting.size >= REPORTS.waiting) flush();
      else if (!isScheduled) later(flush, REPORTS.writeAfter);
      isScheduled = waiting.size > 0;
    },
    /** Rows of a name, the most frequent first, including those that are not written yet. */
    read(name: string): Row[] {
      flush();
      const rows = db.query<{ row: string }, [string, string, number]>(
        "SELECT row FROM row WHERE kind = ? AND name = ? AND last >= ? ORDER BY count DESC, last DESC",
      );
      const since = clock() - KEPT_FOR;
      return KINDS.flatMap((kind) => rows.all(kind, name, since).flatMap(({ row }) => rowIn(row) ?? []));
    },
    close(): void {
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
    throw new Error(`--reports ${path}: ${fileReason(error)}; name another file, or move this one away`);
  }
}

/** Undefined for no row or a damaged one. */
function rowIn(text = ""): Row | undefined {
  try {
    const row = JSON.parse(text) as Row;
    return [row.pages, row.browsers, row.urls, row.samples].every(Array.isArray) ? row : undefined;
  } catch {
    return undefined;
  }
}
