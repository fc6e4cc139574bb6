/** IO: stores the queue and results of a crawl in a SQLite file, so that memory does not grow with the site. */

import type { Database } from "bun:sqlite";
import { KEPT_SITE } from "../../api/limits.ts";
import { copyInMemory, openSqlite } from "../../platform/sqlite.ts";

const VERSION = 1;

/** State of a URL. */
export const STATE = {
  waiting: 0,
  underWay: 1,
  done: 2,
  disallowed: 3,
  skipped: 4,
  outside: 5,
  beyond: 6,
  trapped: 7,
  excluded: 8,
} as const;
/** Sources of a URL, as bit flags. `elsewhere`: a link of a page whose URL has another shape. */
export const SOURCE = {
  start: 1,
  sitemap: 2,
  link: 4,
  redirect: 8,
  canonical: 16,
  alternate: 32,
  elsewhere: 64,
} as const;
/** Kinds of URLs: page of the site, listed sitemap, guessed sitemap, page of another site. */
export const KIND = { page: 0, sitemap: 1, guess: 2, foreign: 3 } as const;

const TABLES = `
CREATE TABLE url(id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL, depth INTEGER NOT NULL,
  state INTEGER NOT NULL, source INTEGER NOT NULL, pattern TEXT, status INTEGER, told TEXT, target INTEGER, canonical INTEGER,
  noindex TEXT, page INTEGER NOT NULL DEFAULT 0, fault TEXT);
CREATE INDEX waiting ON url(kind DESC, depth, id) WHERE state = 0;
CREATE TABLE link(target INTEGER NOT NULL, page INTEGER NOT NULL, line INTEGER NOT NULL, PRIMARY KEY(target, page)) WITHOUT ROWID;
CREATE TABLE foreign_load(host TEXT NOT NULL, kind TEXT NOT NULL, page INTEGER NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY(host, kind, page)) WITHOUT ROWID;
CREATE TABLE insecure_load(url TEXT NOT NULL, kind TEXT NOT NULL, page INTEGER NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY(url, page)) WITHOUT ROWID;
CREATE TABLE kind(id INTEGER PRIMARY KEY, name TEXT NOT NULL, severity TEXT NOT NULL, title TEXT NOT NULL, link TEXT,
  UNIQUE(name, severity, title));
CREATE TABLE found(kind INTEGER NOT NULL, url INTEGER NOT NULL, fails INTEGER NOT NULL, line INTEGER, PRIMARY KEY(kind, url)) WITHOUT ROWID;
CREATE TABLE ignored(reason TEXT PRIMARY KEY, count INTEGER NOT NULL);
CREATE TABLE fact(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE holds(fact INTEGER NOT NULL, url INTEGER NOT NULL, PRIMARY KEY(fact, url)) WITHOUT ROWID;
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);`;

/** Tables that files of earlier versions lack. `content` has a row for each page that was read. */
const LATER = `
CREATE TABLE IF NOT EXISTS content(page INTEGER PRIMARY KEY, title TEXT, h1 TEXT, description TEXT, hash TEXT NOT NULL, ids TEXT);
CREATE TABLE IF NOT EXISTS fragment(target INTEGER NOT NULL, fragment TEXT NOT NULL, page INTEGER NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY(target, fragment, page)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS alternate(page INTEGER NOT NULL, target INTEGER NOT NULL, lang TEXT NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY(page, target, lang)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS flaw(kind TEXT NOT NULL, text TEXT NOT NULL, page INTEGER NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY(kind, text, page)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS click(page INTEGER PRIMARY KEY, clicks INTEGER NOT NULL);`;

export interface Row {
  readonly id: number;
  readonly url: string;
  readonly kind: number;
  readonly depth: number;
  /** See `SOURCE`. */
  readonly source: number;
}

/** Response as stored; other URLs are referenced by id. */
interface Answer {
  /** Status code; 0 if there was no response. */
  readonly status: number;
  /** Response in words: `404 Not Found`. */
  readonly told: string;
  readonly target?: number | undefined;
  readonly canonical?: number | undefined;
  readonly noindex?: string | undefined;
  /** Whether the response is HTML with a 2xx status. */
  readonly isPage: boolean;
}

/** Tables of what pages contain. */
type Detail = "link" | "foreign_load" | "insecure_load" | "content" | "fragment" | "alternate" | "flaw";

interface Finding {
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  readonly link?: string | undefined;
  /** Failure level. 0: no failure; 1: a failure in reports; 2: sets the exit code. */
  readonly fails: number;
  /** Number of the line in the page. */
  readonly line?: number | undefined;
}

export type Store = ReturnType<typeof openStore>;

/**
 * Opens an existing or new file.
 * @param isTemporary whether to unlink the file at once, so that it disappears with the process
 * @throws Error for another kind of file or a newer version
 */
export function openStore(path: string, isTemporary = false) {
  return storeOf(openSqlite(path, { sql: TABLES, version: VERSION }, isTemporary));
}

/** Copies the store to memory, for the report if the file can no longer be written. @throws Error */
export const copyOfStore = ({ db }: Store): Store =>
  storeOf({ db: copyInMemory(db, KEPT_SITE), isOld: true });

function storeOf({ db, isOld }: { readonly db: Database; readonly isOld: boolean }) {
  db.run("PRAGMA cache_size = -16000");
  db.run(LATER);
  // Requeue URLs that were interrupted, excluded, or blocked by an unreachable robots.txt.
  db.run("UPDATE url SET state = 0 WHERE state IN (1, 8) OR (state = 3 AND told IS NOT NULL)");

  const known = db.query<{ id: number; source: number; depth: number; state: number }, [string]>(
    "SELECT id, source, depth, state FROM url WHERE url = ?",
  );
  const insert = db.query<{ id: number }, [string, number, number, number, number, string | null]>(
    "INSERT INTO url(url, kind, depth, state, source, pattern) VALUES(?, ?, ?, ?, ?, ?) RETURNING id",
  );
  const again = db.query("UPDATE url SET source = source | ?, depth = min(depth, ?), state = ? WHERE id = ?");
  const next = db.query<Row, [number, number, number]>(
    "SELECT id, url, kind, depth, source FROM url WHERE state = 0 AND kind >= ? AND depth <= ? ORDER BY kind DESC, depth, id LIMIT ?",
  );
  const told = db.query(
    `UPDATE url SET state = 2, status = ?2, told = ?3, target = ?4, canonical = coalesce(?5, canonical),
     noindex = coalesce(?6, noindex), page = ?7 WHERE id = ?1`,
  );
  const state = db.query("UPDATE url SET state = ? WHERE id = ?");
  const disallowed = db.query(`UPDATE url SET state = ${STATE.disallowed}, told = ? WHERE id = ?`);
  const kindOf = db.query<{ id: number }, [string, string, string]>(
    "SELECT id FROM kind WHERE name = ? AND severity = ? AND title = ?",
  );
  const newKind = db.query<{ id: number }, [string, string, string, string | null]>(
    "INSERT INTO kind(name, severity, title, link) VALUES(?, ?, ?, ?) RETURNING id",
  );
  const found = db.query("INSERT OR REPLACE INTO found VALUES(?, ?, ?, ?)");
  const passed = db.query(
    "INSERT INTO ignored VALUES(?, ?) ON CONFLICT(reason) DO UPDATE SET count = count + excluded.count",
  );
  const factOf = db.query<{ id: number }, [string]>("SELECT id FROM fact WHERE text = ?");
  const newFact = db.query<{ id: number }, [string]>("INSERT INTO fact(text) VALUES(?) RETURNING id");
  const holds = db.query("INSERT OR IGNORE INTO holds VALUES(?, ?)");

  /** Number of rows. @param from rest of a statement, from the name of the table on */
  const count = (from: string): number =>
    db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${from}`).get()?.n ?? 0;
  let size = count("url");
  return {
    db,
    count,
    size: () => size,
    /** Whether the file existed before. */
    isOld,
    /** Adds a URL and returns its id. An existing URL keeps its kind; its depth may shrink, and it may be queued. */
    add(
      url: string,
      given: Omit<Row, "id" | "url"> & { state: number },
      pattern: () => string | null,
    ): number {
      const before = known.get(url);
      if (!before) size++;
      if (!before)
        return insert.get(url, given.kind, given.depth, given.state, given.source, pattern())?.id ?? 0;
      const isNearer = before.state === STATE.beyond && given.state === STATE.waiting;
      if ((before.source | given.source) !== before.source || given.depth < before.depth || isNearer)
        again.run(given.source, given.depth, isNearer ? given.state : before.state, before.id);
      return before.id;
    },
    /** Returns and marks the next URLs up to a depth: sitemaps first, then by depth. */
    take(count: number, depth: number, leastKind: number): Row[] {
      return db.transaction(() => {
        const rows = next.all(leastKind, depth, count);
        for (const { id } of rows) state.run(STATE.underWay, id);
        return rows;
      })();
    },
    setState: (id: number, to: number) => void state.run(to, id),
    /** @param reason reason for not requesting the URL; absent if a rule of robots.txt matches */
    disallow: (id: number, reason: string | undefined) => void disallowed.run(reason ?? null, id),
    setResponse(id: number, { status, told: text, target, canonical, noindex, isPage }: Answer): void {
      told.run(id, status, text, target ?? null, canonical ?? null, noindex ?? null, isPage ? 1 : 0);
    },
    stateOf: (url: string) => known.get(url)?.state,
    /** Adds a row to a table, unless it is there. */
    put: (table: Detail, ...values: (string | number | null)[]) =>
      void db
        .query(`INSERT OR IGNORE INTO ${table} VALUES(${values.map(() => "?").join(", ")})`)
        .run(...values),
    setFault: (id: number, fault: string) =>
      void db.run("UPDATE url SET fault = ? WHERE id = ?", [fault, id]),
    find(url: number, { name, severity, title, link, fails, line }: Finding): void {
      const kind = kindOf.get(name, severity, title) ?? newKind.get(name, severity, title, link ?? null);
      if (kind) found.run(kind.id, url, fails, line ?? null);
    },
    ignore: (reason: string, count: number) => void passed.run(reason, count),
    hold(url: number, text: string): void {
      const fact = factOf.get(text) ?? newFact.get(text);
      if (fact) holds.run(fact.id, url);
    },
    get: (key: string) =>
      db.query<{ value: string }, [string]>("SELECT value FROM meta WHERE key = ?").get(key)?.value,
    set: (key: string, value: string) =>
      void db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [key, value]),
    close: () => db.close(),
  };
}
