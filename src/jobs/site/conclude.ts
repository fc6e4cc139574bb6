/** Findings across pages: links, redirects, canonical URLs and sitemaps. */

import type { Task } from "../../api/cooperative.ts";
import { finding } from "../../http/problem-kinds.ts";
import type { Patterns } from "./patterns.ts";
import * as row from "./problems.ts";
import { CONCLUDED, type Recorder } from "./record.ts";
import { KIND, SOURCE, STATE, type Store } from "./store.ts";

interface Seen {
  readonly id: number;
  readonly url: string;
  readonly status: number;
  readonly told: string;
  readonly target: number | null;
}

/** Maximum number of redirects in a title. */
const MOST_HOPS = 10;

/** Writes findings to the store and replaces those of an earlier run. */
export function* conclude(
  store: Store,
  patterns: Patterns,
  { judged }: Pick<Recorder, "judged">,
): Task<void> {
  for (const { id } of row.siteRows)
    store.db.run("DELETE FROM found WHERE kind IN (SELECT id FROM kind WHERE name = ?)", [id]);
  store.db.run("DELETE FROM ignored WHERE reason LIKE ?", [`${CONCLUDED}%`]);
  yield* notePatterns(store, patterns);
  const seen = openSeen(store);
  yield* checkLinkedRedirects(store, seen, judged);
  yield* checkLinks(store, seen, judged);
  yield* checkCanonicals(store, seen, judged);
  yield* checkSitemaps(store, seen, judged);
  yield* checkLoads(store, judged);
}

/** Updates patterns after the crawl, when all paths are known. */
function* notePatterns({ db }: Store, { patternOf }: Patterns): Task<void> {
  const all = db.query<{ id: number; url: string; pattern: string | null }, [number]>(
    `SELECT id, url, pattern FROM url WHERE kind = ${KIND.page} AND id > ? ORDER BY id LIMIT 1000`,
  );
  const write = db.query("UPDATE url SET pattern = ? WHERE id = ?");
  for (let last = 0; ; ) {
    const rows = all.all(last);
    for (const { id, url, pattern } of rows) {
      yield;
      const now = patternOf(new URL(url));
      if (now !== pattern) write.run(now, id);
    }
    last = rows.at(-1)?.id ?? 0;
    if (rows.length === 0) return;
  }
}

type SeenUrls = ReturnType<typeof openSeen>;

function openSeen({ db }: Store) {
  const one = db.query<Seen, [number]>(
    `SELECT id, url, status, told, target FROM url WHERE id = ? AND state = ${STATE.done}`,
  );
  const get = (id: number): Seen | undefined => one.get(id) ?? undefined;
  const isCircle = (found: readonly Seen[]): boolean =>
    found.length > 1 && found.findIndex(({ id }) => id === found.at(-1)?.id) < found.length - 1;
  /** URLs of a redirect chain as far as they were looked up. A loop ends with a repeated URL. */
  const way = (first: Seen): Seen[] => {
    const found = [first];
    for (let at: Seen | undefined = first; at?.target != null && found.length <= MOST_HOPS; ) {
      at = get(at.target);
      if (at) found.push(at);
      if (isCircle(found)) break;
    }
    return found;
  };
  return {
    get,
    way,
    isCircle,
    /** Reason why a URL fails; undefined if it works or has no result yet. */
    fault(first: Seen): string | undefined {
      const all = way(first);
      const last = all.at(-1);
      if (isCircle(all)) return "its redirects form a loop";
      if (!last || !isBroken(last)) return undefined;
      return all.length === 1 ? last.told : `it redirects to ${last.url}: ${last.told}`;
    },
  };
}

/** Statuses that depend on the client or the time, so that the page may exist. */
const NOT_FOR_US: ReadonlySet<number> = new Set([401, 403, 405, 407, 429, 451]);

function isBroken({ status }: Seen): boolean {
  return status === 0 || (status >= 400 && !NOT_FOR_US.has(status));
}

/** Reports a redirect chain at its first URL, and a loop at each of its URLs. */
function* checkLinkedRedirects({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const isTarget = db.query<{ 1: number }, [number]>("SELECT 1 FROM url WHERE target = ? LIMIT 1");
  const all = db.query<Seen, []>(
    `SELECT id, url, status, told, target FROM url WHERE target IS NOT NULL AND state = ${STATE.done} AND kind = ${KIND.page}`,
  );
  db.run("CREATE INDEX IF NOT EXISTS url_target ON url(target) WHERE target IS NOT NULL");
  for (const first of all.iterate()) {
    yield;
    const found = seen.way(first);
    const way = found.map(({ url }) => url);
    const isCircle = seen.isCircle(found);
    if (isCircle && found.at(-1)?.id === first.id)
      judged(first.id, first.url, finding(row.redirectLoop, { way }));
    else if (!isCircle && needless(found) > 1 && !isTarget.get(first.id))
      judged(first.id, first.url, finding(row.redirectChain, { way }));
  }
}

/** Number of avoidable redirects: all except those from http to https of the same URL. */
function needless(found: readonly Seen[]): number {
  return found.filter(({ url }, index) => {
    const next = found[index + 1];
    return next !== undefined && next.url !== url.replace(/^http:/, "https:");
  }).length;
}

function* checkLinks({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const targets = db.query<Seen, []>(
    `SELECT id, url, status, told, target FROM url WHERE state = ${STATE.done} AND (status = 0 OR status >= 300)
     AND source & ${SOURCE.link}`,
  );
  const pages = db.query<{ id: number; url: string; line: number }, [number]>(
    "SELECT url.id, url.url, link.line FROM link JOIN url ON url.id = link.page WHERE link.target = ?",
  );
  for (const target of targets.iterate()) {
    const reason = seen.fault(target);
    const to = target.target === null ? undefined : seen.way(target).at(-1)?.url;
    const problem =
      reason !== undefined
        ? finding(row.linkBroken, { url: target.url, reason })
        : to !== undefined && to !== target.url
          ? finding(row.linkRedirects, { url: target.url, to })
          : undefined;
    if (!problem) continue;
    for (const { id, url, line } of pages.iterate(target.id)) {
      yield;
      judged(id, url, problem, line);
    }
  }
}

function* checkCanonicals({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const pages = db.query<{ id: number; url: string; canonical: number }, []>(
    "SELECT id, url, canonical FROM url WHERE canonical IS NOT NULL AND canonical <> id AND page = 1",
  );
  for (const { id, url, canonical } of pages.iterate()) {
    yield;
    const target = seen.get(canonical);
    if (!target) continue;
    const reason = seen.fault(target);
    if (reason !== undefined) judged(id, url, finding(row.canonicalBroken, { url: target.url, reason }));
    else if (target.target !== null)
      judged(
        id,
        url,
        finding(row.canonicalRedirects, { url: target.url, to: seen.way(target).at(-1)?.url ?? "" }),
      );
  }
}

function* checkSitemaps({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const listed = db.query<Seen & { noindex: string | null; state: number }, []>(
    `SELECT id, url, status, told, target, noindex, state FROM url WHERE source & ${SOURCE.sitemap} AND kind = ${KIND.page}
     AND ((state = ${STATE.disallowed} AND told IS NULL) OR (state = ${STATE.done} AND (noindex IS NOT NULL OR status = 0 OR status >= 300)))`,
  );
  const unreadable = db.query<{ id: number; url: string; fault: string }, []>(
    "SELECT id, url, fault FROM url WHERE fault IS NOT NULL",
  );
  for (const { id, url, fault } of unreadable.iterate())
    judged(id, url, finding(row.sitemapUnreadable, { reason: fault }));
  for (const one of listed.iterate()) {
    yield;
    const reason = one.state === STATE.done ? seen.fault(one) : undefined;
    const problem =
      one.state === STATE.disallowed
        ? finding(row.sitemapDisallowed, undefined)
        : reason !== undefined
          ? finding(row.sitemapBroken, { reason })
          : one.target !== null
            ? finding(row.sitemapRedirects, { to: seen.way(one).at(-1)?.url ?? "" })
            : one.noindex !== null
              ? finding(row.sitemapNoindex, { reason: one.noindex })
              : undefined;
    if (problem) judged(one.id, one.url, problem);
  }
}

function* checkLoads({ db }: Store, judged: Recorder["judged"]): Task<void> {
  const loads = db.query<{ id: number; page: string; line: number; url: string; as: string }, []>(
    `SELECT url.id, url.url AS page, insecure_load.line, insecure_load.url, insecure_load.kind AS "as"
     FROM insecure_load JOIN url ON url.id = insecure_load.page`,
  );
  for (const { id, page, line, ...load } of loads.iterate()) {
    yield;
    judged(id, page, finding(row.mixedContent, load), line);
  }
}
