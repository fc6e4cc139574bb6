/** IO: stores state, history and undelivered messages of watched targets in a SQLite file. */

import { statSync } from "node:fs";
import { constants, zstdCompressSync } from "node:zlib";
import type { HttpReport } from "../../http/schema.ts";
import { openSqlite } from "../../platform/sqlite.ts";
import type { Alert } from "./judge.ts";
import { isDamage, salvage } from "./salvage.ts";
import { isSeen, type OpenAlert } from "./settle.ts";

const SQL = `
CREATE TABLE target(id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, baseline BLOB, last BLOB,
  accepted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE alarm(target INTEGER NOT NULL, key TEXT NOT NULL, wrong TEXT NOT NULL, since INTEGER NOT NULL, calm INTEGER NOT NULL,
  begins INTEGER NOT NULL, PRIMARY KEY(target, key)) WITHOUT ROWID;
CREATE TABLE event(id INTEGER PRIMARY KEY, target INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
  title TEXT NOT NULL);
CREATE INDEX event_of ON event(target, id);
CREATE TABLE day(target INTEGER NOT NULL, day INTEGER NOT NULL, rounds INTEGER NOT NULL, wrong INTEGER NOT NULL, down INTEGER NOT NULL,
  ms REAL NOT NULL DEFAULT 0, timed INTEGER NOT NULL DEFAULT 0, slowest REAL NOT NULL DEFAULT 0, certificate INTEGER,
  PRIMARY KEY(target, day)) WITHOUT ROWID;
CREATE TABLE message(id INTEGER PRIMARY KEY, channel TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL);`;
const TO_2 = `
ALTER TABLE target ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE day ADD COLUMN ms REAL NOT NULL DEFAULT 0;
ALTER TABLE day ADD COLUMN timed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE day ADD COLUMN slowest REAL NOT NULL DEFAULT 0;
ALTER TABLE day ADD COLUMN certificate INTEGER;`;
const TABLES = { sql: SQL, version: 2, upgrades: [TO_2] };

export const DAY = 86_400_000;
const MOST_EVENTS = 1000;
/** Maximum number of undelivered messages per channel. */
const MOST_MESSAGES = 1000;
/** Recorded changes after which a difference that came back is flipping. */
const FLIPS = 3;
/** Maximum days of history deleted per round, in case the clock jumps ahead. */
const DAYS_A_ROUND = 2;

type Kind = "began" | "over" | "changed";

/** Entry of a target's history. */
export interface Event {
  readonly at: number;
  readonly kind: Kind;
  readonly key: string;
  readonly title: string;
}

/** Result of a round to record. */
export interface Round {
  readonly isDown: boolean;
  readonly open: readonly OpenAlert[];
  readonly events: readonly Omit<Event, "at">[];
  /** New baseline; absent: the stored baseline stays. */
  readonly baseline?: HttpReport | undefined;
  readonly last?: HttpReport | undefined;
  /** Whether the user accepted the baseline. */
  readonly accepts?: boolean;
  /** Milliseconds of the lookup; absent if it failed. */
  readonly ms?: number | undefined;
  readonly certificateDays?: number | undefined;
  /** JSON message to queue for each of `channels`. */
  readonly message: string | undefined;
  readonly channels: readonly string[];
}

export interface DayRow {
  /** Day as number of days since the epoch, in UTC. */
  readonly day: number;
  readonly rounds: number;
  /** Number of rounds with problems, and of rounds in which the target was down. */
  readonly wrong: number;
  readonly down: number;
  /** Average and maximum milliseconds of the lookups that did not fail; null if all failed. */
  readonly ms: number | null;
  readonly slowest: number;
  /** Days that the certificate was still valid at the last lookup of the day. */
  readonly certificate: number | null;
}

export type WatchStore = ReturnType<typeof openWatchStore>;

/**
 * Opens the state file. Replaces a damaged file by its readable rows; skips damaged rows.
 * @param isRead whether the file is only read: it must exist, and damage is an error
 * @throws Error for another kind of file or a newer version
 */
export function openWatchStore(path: string, isRead = false) {
  if (isRead) statSync(path);
  let { db } = openSqlite(path, TABLES);
  const damaged = new Set<string>();
  let salvaged: { readonly hasAll: boolean } | undefined;
  const safely = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (isRead || salvaged || !isDamage(error)) throw error;
      const found = salvage(db, path, TABLES);
      salvaged = found;
      db = found.db;
      for (const url of found.damaged) damaged.add(url);
      return work();
    }
  };
  const transact = (work: () => void) => safely(() => db.transaction(work).immediate());
  /** Reads a stored value; undefined if it is damaged. */
  const intact = <T>(url: string, read: () => T | undefined): T | undefined => {
    try {
      const value = read();
      if (value !== undefined) return value;
    } catch {}
    damaged.add(url);
    return undefined;
  };
  const idOf = (url: string): number =>
    db.query<{ id: number }, [string]>("SELECT id FROM target WHERE url = ?").get(url)?.id ?? 0;

  return {
    get db() {
      return db;
    },
    /** Whether the file was damaged and has been replaced. */
    get isSalvaged() {
      return salvaged !== undefined;
    },
    /** Whether stored data of a target was lost because it was damaged. */
    isDamaged: (url: string): boolean => damaged.has(url),
    /** Baseline and last response of a target. A baseline of 4xx must have been accepted. */
    known: (url: string): { readonly baseline?: HttpReport; readonly last?: HttpReport } =>
      safely(() => {
        const row = db
          .query<{ baseline: unknown; last: unknown; accepted: unknown }, [string]>(
            "SELECT baseline, last, accepted FROM target WHERE url = ?",
          )
          .get(url);
        if (!row && salvaged?.hasAll === false) damaged.add(url);
        const [baseline, last] = [row?.baseline ?? null, row?.last ?? null].map((packed) =>
          packed === null ? undefined : intact(url, () => unpacked(packed)),
        );
        const isValid = row?.accepted === 1 || Number(baseline?.status) < 400;
        return { ...(baseline && isValid && { baseline }), ...(last && { last }) };
      }),
    alarms: (url: string): OpenAlert[] =>
      safely(() => {
        const rows = db.query<AlarmRow, [number]>(
          "SELECT key, wrong, since, calm, begins FROM alarm WHERE target = ? ORDER BY since, key",
        );
        return rows.all(idOf(url)).flatMap((row) => intact(url, () => alarmOf(row)) ?? []);
      }),
    /** Names of differences that changed often, at least once back to an earlier value. */
    flipping: (url: string): ReadonlySet<string> =>
      safely(() => {
        const rows = db.query<{ key: string }, [number]>(
          `SELECT key FROM event WHERE target = ? AND kind = 'changed' GROUP BY key HAVING count(*) >= ${FLIPS} AND count(DISTINCT title) < count(*)`,
        );
        return new Set(rows.all(idOf(url)).map(({ key }) => key));
      }),
    /** Number of times an alert started since a time. */
    begins: (url: string, key: string, since: number): number =>
      safely(
        () =>
          db
            .query<{ n: number }, [number, string, number]>(
              "SELECT count(*) AS n FROM event WHERE target = ? AND kind = 'began' AND key = ? AND at > ?",
            )
            .get(idOf(url), key, since)?.n ?? 0,
      ),
    /** Records a round completely or not at all. @throws Error for a full disk */
    record(url: string, now: number, { isDown, open, events, ...given }: Round): void {
      transact(() => {
        db.run("INSERT OR IGNORE INTO target(url) VALUES(?)", [url]);
        const id = idOf(url);
        const wrong = Number(open.some(isSeen));
        db.run(
          `INSERT INTO day VALUES(?1, ?2, 1, ?3, ?4, ?5, ?6, ?5, ?7) ON CONFLICT DO UPDATE SET rounds = rounds + 1,
             wrong = wrong + ?3, down = down + ?4, ms = ms + ?5, timed = timed + ?6, slowest = max(slowest, ?5),
             certificate = coalesce(?7, certificate)`,
          [
            ...[id, Math.floor(now / DAY), wrong, Number(isDown)],
            ...[given.ms ?? 0, Number(given.ms !== undefined), given.certificateDays ?? null],
          ],
        );
        db.run("DELETE FROM alarm WHERE target = ?", [id]);
        for (const { since, calm, begins, ...what } of open)
          db.query("INSERT INTO alarm VALUES(?, ?, ?, ?, ?, ?)").run(
            ...[id, what.key, JSON.stringify(what), since, calm, begins],
          );
        for (const { kind, key, title } of events)
          db.query("INSERT INTO event(target, at, kind, key, title) VALUES(?, ?, ?, ?, ?)").run(
            ...[id, now, kind, key, title],
          );
        if (given.baseline)
          db.run("UPDATE target SET baseline = ?, accepted = ? WHERE id = ?", [
            packed(given.baseline),
            Number(given.accepts ?? false),
            id,
          ]);
        if (given.last) db.run("UPDATE target SET last = ? WHERE id = ?", [packed(given.last), id]);
        for (const channel of given.message === undefined ? [] : given.channels)
          db.run("INSERT INTO message(channel, text) VALUES(?, ?)", [channel, given.message ?? ""]);
      });
    },
    /** Oldest undelivered message of a channel; damaged messages are deleted. */
    nextMessage: (channel: string): { readonly id: number; readonly text: string } | undefined =>
      safely(() => {
        const rows = db.query<{ id: number; text: unknown; isValid: number }, [string]>(
          "SELECT id, text, json_valid(text) AS isValid FROM message WHERE channel = ? ORDER BY id LIMIT 1",
        );
        for (let row = rows.get(channel); row; row = rows.get(channel)) {
          const { id, text, isValid } = row;
          if (typeof text === "string" && isValid === 1) return { id, text };
          db.run("DELETE FROM message WHERE id = ?", [id]);
        }
        return undefined;
      }),
    taken: (id: number) => void safely(() => db.run("DELETE FROM message WHERE id = ?", [id])),
    /** Deletes state of removed targets and channels, and old history. */
    prune(now: number, keepDays: number, urls: readonly string[], channels: readonly string[]): void {
      transact(() => {
        const list = JSON.stringify(urls);
        // Keeps the history of removed targets, in case they are added again.
        const gone = "url NOT IN (SELECT value FROM json_each(?))";
        db.run(`DELETE FROM alarm WHERE target IN (SELECT id FROM target WHERE ${gone})`, [list]);
        db.run(`UPDATE target SET baseline = NULL, last = NULL WHERE ${gone}`, [list]);
        db.run("DELETE FROM message WHERE channel NOT IN (SELECT value FROM json_each(?))", [
          JSON.stringify(channels),
        ]);
        for (const channel of channels)
          db.run(
            `DELETE FROM message WHERE channel = ?1 AND id <= (SELECT id FROM message WHERE channel = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_MESSAGES})`,
            [channel],
          );
        for (const { id } of db.query<{ id: number }, []>("SELECT id FROM target").all())
          db.run(
            `DELETE FROM event WHERE target = ?1 AND id <= (SELECT id FROM event WHERE target = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_EVENTS})`,
            [id],
          );
        const first = Math.floor(now / DAY) - keepDays;
        const before = db
          .query<{ value: unknown }, []>("SELECT value FROM meta WHERE key = 'first day'")
          .get()?.value;
        const day =
          typeof before === "number" ? Math.max(before, Math.min(first, before + DAYS_A_ROUND)) : first;
        db.run("INSERT OR REPLACE INTO meta VALUES('first day', ?)", [day]);
        db.run("DELETE FROM day WHERE day < ?", [day]);
        db.run("DELETE FROM event WHERE at < ?", [day * DAY]);
      });
    },
    days: (url: string, from: number): DayRow[] =>
      safely(() =>
        db
          .query<DayRow, [number, number]>(
            // A cast turns damaged values into numbers.
            `SELECT day, CAST(rounds AS INTEGER) AS rounds, CAST(wrong AS INTEGER) AS wrong, CAST(down AS INTEGER) AS down,
               CAST(ms AS REAL) / nullif(CAST(timed AS INTEGER), 0) AS ms, CAST(slowest AS REAL) AS slowest,
               CAST(certificate AS INTEGER) AS certificate FROM day WHERE target = ? AND day >= ? ORDER BY day`,
          )
          .all(idOf(url), from),
      ),
    /** Returns events, the newest first. */
    events: (url: string, most: number): Event[] =>
      safely(() =>
        db
          .query<Event, [number, number]>(
            "SELECT at, kind, key, title FROM event WHERE target = ? ORDER BY id DESC LIMIT ?",
          )
          .all(idOf(url), most)
          .filter(({ at, title }) => isTime(at) && typeof title === "string"),
      ),
    close: () => db.close(),
  };
}

interface AlarmRow extends Pick<OpenAlert, "key" | "since" | "calm" | "begins"> {
  /** Further members as JSON. */
  readonly wrong: string;
}

/** Reads a stored alert; undefined for a damaged row. @throws SyntaxError */
function alarmOf({ wrong, ...row }: AlarmRow): OpenAlert | undefined {
  const value: unknown = JSON.parse(wrong);
  if (typeof value !== "object" || value === null) return undefined;
  const alarm: OpenAlert = { ...(value as Alert), ...row };
  const isWhole =
    [alarm.key, alarm.word, alarm.title].every((text) => typeof text === "string") &&
    [alarm.problem, alarm.field, alarm.severity].every(
      (text) => text === undefined || typeof text === "string",
    ) &&
    [alarm.calm, alarm.begins, alarm.rounds ?? 0, alarm.reminded ?? 0].every(
      (count) => Number.isSafeInteger(count) && count >= 0,
    ) &&
    isTime(alarm.since);
  return isWhole ? alarm : undefined;
}

/** Whether it is a valid time in milliseconds. */
const isTime = (ms: number): boolean => typeof ms === "number" && !Number.isNaN(new Date(ms).getTime());

/** Compresses a report with a checksum, without which zstd decodes many corrupt frames without an error. */
const packed = (report: HttpReport): Uint8Array =>
  zstdCompressSync(JSON.stringify(report), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

/** Decompresses a report; undefined for damaged bytes. @throws Error */
function unpacked(bytes: unknown): HttpReport | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const report = JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(bytes))) as HttpReport | null;
  return Array.isArray(report?.steps) ? report : undefined;
}
