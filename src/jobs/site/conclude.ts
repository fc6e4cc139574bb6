/** Findings across pages: links, redirects, canonical URLs and sitemaps. */

import type { Task } from "../../api/cooperative.ts";
import { percentDecoded } from "../../syntax/uri.ts";
import { CHECKS, judgedLists } from "./lists.ts";
import type { Patterns } from "./patterns.ts";
import { siteRows } from "./problems.ts";
import type { PageLinks } from "./read-links.ts";
import { CONCLUDED, type Judged, type Recorder } from "./record.ts";
import { KIND, SOURCE, STATE, type Store } from "./store.ts";

interface Seen {
  readonly id: number;
  readonly url: string;
  readonly status: number;
  readonly told: string;
  readonly target: number | null;
  readonly canonical: number | null;
  readonly noindex: string | null;
  readonly isPage: number;
}

const SEEN = "id, url, status, told, target, canonical, noindex, page AS isPage";

/** Key in the store for the response to a URL that does not exist. */
export const MISSING = "missing";

/** Maximum number of redirects in a title. */
const MOST_HOPS = 10;
/** Redirects that browsers follow (Fetch section 4.4, HTTP-redirect fetch). */
const MOST_FOLLOWED = 20;
/** Redirects whose end is kept in memory. */
const MOST_KEPT = 100_000;

/** Writes findings to the store and replaces those of an earlier run. */
export function* conclude(
  store: Store,
  patterns: Patterns,
  { judged }: Pick<Recorder, "judged">,
): Task<void> {
  for (const { id } of siteRows)
    store.db.run("DELETE FROM found WHERE kind IN (SELECT id FROM kind WHERE name = ?)", [id]);
  store.db.run("DELETE FROM ignored WHERE reason LIKE ?", [`${CONCLUDED}%`]);
  yield* notePatterns(store, patterns);
  const seen = openSeen(store);
  yield* checkLinkedRedirects(store, seen, judged);
  yield* checkLinks(store, seen, judged);
  yield* checkCanonicals(store, seen, judged);
  yield* checkSitemaps(store, seen, judged);
  yield* countClicks(store);
  yield* checkFragments(store, judged);
  yield* checkVersions(store, seen, judged);
  yield* checkMissing(store, judged);
  yield* checkRows(store, judged);
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
  const one = db.query<Seen, [number]>(`SELECT ${SEEN} FROM url WHERE id = ? AND state = ${STATE.done}`);
  const get = (id: number): Seen | undefined => one.get(id) ?? undefined;
  const ends = new Map<number, End>();
  const next = ({ target }: Seen): Seen | undefined => (target === null ? undefined : get(target));
  /** End of a URL's redirects as far as they were looked up, in linear time for all URLs. */
  const endOf = (first: Seen): End => {
    const path: Seen[] = [];
    const places = new Map<number, number>();
    let at: Seen | undefined = first;
    for (; at && !places.has(at.id) && !ends.has(at.id); at = next(at)) {
      places.set(at.id, path.length);
      path.push(at);
    }
    if (ends.size > MOST_KEPT) ends.clear();
    const start = places.get(at?.id ?? 0) ?? path.length;
    let end = ends.get(at?.id ?? 0);
    for (const [index, url] of [...path.entries()].reverse()) {
      const isLoop = start < path.length || end?.loop !== undefined;
      const loop = isLoop ? (index >= start ? path.length - start : 0) : undefined;
      end = { last: end?.last ?? url, hops: end ? end.hops + 1 : 0, loop };
      ends.set(url.id, end);
    }
    return end ?? { last: first, hops: 0, loop: undefined };
  };
  return {
    get,
    endOf,
    /** URLs of a URL's redirects: the first ones, and the last one. */
    way(first: Seen): string[] {
      const { last, hops, loop } = endOf(first);
      const urls: string[] = [];
      const count = loop ?? hops;
      for (let at: Seen | undefined = first; at && urls.length < Math.min(count, MOST_HOPS); ) {
        urls.push(at.url);
        at = next(at);
      }
      return [...urls, ...(count > MOST_HOPS ? ["…"] : []), loop === undefined ? last.url : first.url];
    },
    /** Reason why a URL fails; undefined if it works or has no result yet. */
    fault(first: Seen): string | undefined {
      const { last, hops, loop } = endOf(first);
      if (loop !== undefined) return "its redirects form a loop";
      if (hops > MOST_FOLLOWED) return `it redirects ${hops} times, and browsers stop after ${MOST_FOLLOWED}`;
      if (!isBroken(last)) return undefined;
      return hops === 0 ? last.told : `it redirects to ${last.url}: ${last.told}`;
    },
  };
}

interface End {
  readonly last: Seen;
  /** Number of redirects. */
  readonly hops: number;
  /** Number of URLs of the loop that the URL belongs to; 0 if it only leads to a loop, undefined without one. */
  readonly loop: number | undefined;
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
    `SELECT ${SEEN} FROM url WHERE target IS NOT NULL AND state = ${STATE.done} AND kind = ${KIND.page}`,
  );
  db.run("CREATE INDEX IF NOT EXISTS url_target ON url(target) WHERE target IS NOT NULL");
  for (const first of all.iterate()) {
    yield;
    const { hops, loop } = seen.endOf(first);
    const way = () => seen.way(first);
    if (loop) judged(first, "site-redirect-loop", { way: way().join(" → "), count: loop });
    else if (loop === undefined && hops > 1 && !isTarget.get(first.id) && needless(way()) > 1)
      judged(first, "site-redirect-chain", { way: way().join(" → "), count: hops });
  }
}

/** Number of avoidable redirects: all except those from http to https of the same URL. */
function needless(way: readonly string[]): number {
  return way.filter((url, index) => {
    const next = way[index + 1];
    return next !== undefined && next !== url.replace(/^http:/, "https:");
  }).length;
}

function* checkLinks({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const targets = db.query<Seen, []>(
    `SELECT ${SEEN} FROM url WHERE state = ${STATE.done} AND (status = 0 OR status >= 300)
     AND source & ${SOURCE.link}`,
  );
  const pages = db.query<Judged, [number]>(
    "SELECT url.id, url.url, link.line FROM link JOIN url ON url.id = link.page WHERE link.target = ?",
  );
  for (const target of targets.iterate()) {
    const reason = seen.fault(target);
    const to = target.target === null ? undefined : seen.endOf(target).last.url;
    if (reason === undefined && (to === undefined || to === target.url)) continue;
    const kind = reason === undefined ? "site-link-redirects" : "site-link-broken";
    for (const page of pages.iterate(target.id)) {
      yield;
      judged(page, kind, { url: target.url, reason, to });
    }
  }
}

function* checkCanonicals({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const names = db.query<{ url: string }, [number]>("SELECT url FROM url WHERE id = ?");
  const pages = db.query<Judged & { canonical: number }, []>(
    "SELECT id, url, canonical FROM url WHERE canonical IS NOT NULL AND canonical <> id AND page = 1",
  );
  const urlOf = (id: number | null) => (id === null ? undefined : names.get(id)?.url);
  for (const page of pages.iterate()) {
    yield;
    const target = seen.get(page.canonical);
    if (!target) continue;
    const { url } = target;
    const reason = seen.fault(target);
    const next = target.isPage && target.canonical !== target.id ? urlOf(target.canonical) : undefined;
    if (reason !== undefined) judged(page, "site-canonical-broken", { url, reason });
    else if (target.noindex !== null) judged(page, "site-canonical-noindex", { url, reason: target.noindex });
    else if (next !== undefined) judged(page, "site-canonical-chain", { url, to: next });
    else if (target.target !== null)
      judged(page, "site-canonical-redirects", { url, to: seen.endOf(target).last.url });
  }
}

function* checkSitemaps({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const listed = db.query<Seen & { state: number }, []>(
    `SELECT ${SEEN}, state FROM url WHERE source & ${SOURCE.sitemap} AND kind = ${KIND.page}
     AND ((state = ${STATE.disallowed} AND told IS NULL) OR (state = ${STATE.done} AND (noindex IS NOT NULL OR status = 0 OR status >= 300)))`,
  );
  for (const one of listed.iterate()) {
    yield;
    const reason = one.state === STATE.done ? seen.fault(one) : undefined;
    if (one.state === STATE.disallowed) judged(one, "site-sitemap-disallowed");
    else if (reason !== undefined) judged(one, "site-sitemap-broken", { reason });
    else if (one.target !== null) judged(one, "site-sitemap-redirects", { to: seen.endOf(one).last.url });
    else if (one.noindex !== null) judged(one, "site-sitemap-noindex", { reason: one.noindex });
  }
}

/** Findings that a statement selects; none of a list that judged nothing. */
function* checkRows(store: Store, judged: Recorder["judged"]): Task<void> {
  const empty = new Set(judgedLists(store).flatMap((list) => (list.judged === 0 ? list.ids : [])));
  for (const [kind, sql] of CHECKS)
    if (!empty.has(kind))
      for (const row of store.db.query<Judged, []>(sql).iterate()) {
        yield;
        judged(row, kind, row);
      }
}

/** Clicks from the first page to each URL. Redirects count none; browsers follow a limited number. */
function* countClicks({ db }: Store): Task<void> {
  db.run("DELETE FROM click");
  db.run("CREATE INDEX IF NOT EXISTS link_page ON link(page)");
  db.run("CREATE INDEX IF NOT EXISTS click_clicks ON click(clicks)");
  db.run(`INSERT INTO click SELECT id, 0 FROM url WHERE source & ${SOURCE.start}`);
  const redirected = db.query(
    "INSERT OR IGNORE INTO click SELECT url.target, ?1 FROM click JOIN url ON url.id = click.page WHERE clicks = ?1 AND target IS NOT NULL",
  );
  const linked = db.query(
    "INSERT OR IGNORE INTO click SELECT link.target, ?1 + 1 FROM click JOIN link ON link.page = click.page WHERE clicks = ?1",
  );
  for (let [clicks, found] = [0, 1]; found > 0; clicks++) {
    for (let hops = 0; hops < MOST_FOLLOWED && redirected.run(clicks).changes > 0; hops++);
    yield;
    found = linked.run(clicks).changes;
  }
}

/** Links to parts of pages; browsers compare the part with ids as written, then decoded. */
function* checkFragments({ db }: Store, judged: Recorder["judged"]): Task<void> {
  const all = db.query<{ target: number; url: string; fragment: string }, []>(
    `SELECT DISTINCT fragment.target, url, fragment FROM fragment JOIN url ON url.id = fragment.target
     WHERE fragment.target IN (SELECT page FROM content WHERE ids IS NOT NULL) ORDER BY fragment.target`,
  );
  const idsOf = db.query<{ ids: string }, [number]>("SELECT ids FROM content WHERE page = ?");
  const places = db.query<Judged, [number, string]>(
    "SELECT url.id, url.url, line FROM fragment JOIN url ON url.id = fragment.page WHERE fragment.target = ? AND fragment = ?",
  );
  let last = 0;
  let ids = new Set<string>();
  for (const { target, url: to, fragment } of all.iterate()) {
    yield;
    if (target !== last) ids = new Set(idsOf.get(target)?.ids.split("\n"));
    last = target;
    if (ids.has(fragment) || ids.has(percentDecoded(fragment) ?? fragment)) continue;
    for (const page of places.iterate(target, fragment))
      judged(page, "site-fragment-missing", { text: `${to}#${fragment}` });
  }
}

/** Versions in other languages. Skips pages with another canonical URL. */
function* checkVersions({ db }: Store, seen: SeenUrls, judged: Recorder["judged"]): Task<void> {
  const all = db.query<Judged & { target: number; lang: string }, []>(
    `SELECT url.id, url.url, alternate.target, lang, line FROM alternate JOIN url ON url.id = alternate.page
     WHERE alternate.target <> url.id AND (canonical IS NULL OR canonical = url.id)`,
  );
  const isNamed = db.query<{ 1: number }, [number, number]>(
    "SELECT 1 FROM alternate WHERE page = ? AND target = ?",
  );
  for (const page of all.iterate()) {
    yield;
    const target = seen.get(page.target);
    if (!target || isNamed.get(page.target, page.id)) continue;
    const fault = seen.fault(target);
    const reason =
      fault !== undefined
        ? `fails: ${fault}`
        : target.target !== null
          ? `redirects to ${seen.endOf(target).last.url}`
          : target.isPage
            ? "does not name this page in return"
            : undefined;
    if (reason !== undefined)
      judged(page, "site-hreflang-return", { lang: page.lang, url: target.url, reason });
  }
}

/** Response to a URL that does not exist, as kept in the store. */
interface Missing extends Partial<Pick<PageLinks, "hash" | "title" | "h1">> {
  readonly status: number;
  readonly location?: string | undefined;
}

/** Compares pages with the response to a URL that does not exist. */
function* checkMissing({ db, get }: Store, judged: Recorder["judged"]): Task<void> {
  const { status, location, hash, title, h1 }: Missing = JSON.parse(get(MISSING) ?? '{"status":404}');
  const first = db.query<Judged, []>(`SELECT id, url FROM url WHERE source & ${SOURCE.start}`).get();
  if (!first || status >= 400 || status === 0) return;
  const text = `A URL that does not exist ${location === undefined ? `answers ${status}` : `redirects to ${location}`}, not 404.`;
  judged(first, "site-soft-404", { text });
  if (hash === undefined) return;
  const pages = db.query<Judged & { isFirst: number }, [string, string | null, string | null]>(
    `SELECT url.id, url.url, source & ${SOURCE.start} AS isFirst FROM content JOIN url ON url.id = content.page
     WHERE hash = ?1 OR (title = ?2 AND h1 = ?3) ORDER BY isFirst DESC`,
  );
  for (const page of pages.iterate(hash, title ?? null, h1 ?? null)) {
    yield;
    // An application with one page for all URLs has no missing pages.
    if (page.isFirst) return;
    judged(page, "site-soft-404", { text: "This page is the one for missing URLs, but answers 200." });
  }
}
