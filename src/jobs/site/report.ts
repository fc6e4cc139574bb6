/**
 * Converts a store to the report: findings by kind and path pattern, differences between pages, and hosts of
 * other sites. Pure.
 */

import { SITE } from "../../api/limits.ts";
import { countUnchecked } from "../../api/unchecked.ts";
import { groupDigits, listing, plural } from "../../headers/wording.ts";
import { SEVERITIES } from "../project/findings.ts";
import { judgedLists, UNREAD_STATES } from "./lists.ts";
import type { Group, Share, SiteReport } from "./schema.ts";
import { KIND, STATE, type Store } from "./store.ts";

/** Limits of the lists in a report. */
const MOST_DETAILS = 20;
const EXAMPLES = 5;
const MOST_ROWS = 50;

/** Key in the store for the limit that ended the last crawl; its value is `""` if no limit did. */
export const LIMIT = "limit";
/** Key in the store for a JSON list of notes. */
export const NOTES = "notes";

/** Whether a text still fits into the report. */
type Fits = (text: string) => boolean;

/** @param room characters of patterns, titles and examples; further ones are left out */
export function siteReport(
  { db, get, count }: Pick<Store, "db" | "get" | "count">,
  url: string,
  room = SITE.reported,
): SiteReport {
  let left = room;
  const fits: Fits = (text) => {
    left -= text.length;
    return left >= 0;
  };
  const own = `url WHERE kind = ${KIND.page}`;
  const done = `${own} AND state = ${STATE.done}`;
  const totals = sharesOf(db, done);
  return {
    url,
    counts: {
      lookedUp: count(done),
      pages: count(`${done} AND page = 1`),
      redirects: count(`${done} AND target IS NOT NULL`),
      broken: count(`${done} AND (status = 0 OR status >= 400)`),
      disallowed: count(`${own} AND state = ${STATE.disallowed}`),
      notLookedUp: count(`${own} AND state IN (${UNREAD_STATES})`),
      external: count(`url WHERE kind = ${KIND.foreign}`),
    },
    groups: groupsOf(db, totals, fits),
    differs: differencesOf(db, fits),
    hosts: hostsOf(db),
    duplicates: duplicatesOf(db),
    ignored: db.query<{ n: number | null }, []>("SELECT sum(count) AS n FROM ignored").get()?.n ?? 0,
    lists: judgedLists({ count }),
    notes: JSON.parse(get(NOTES) ?? "[]"),
    ...uncheckedPages(db, get(LIMIT)),
  };
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [STATE.disallowed, "disallowed by robots.txt"],
  [STATE.waiting, "the page limit was reached (--max-pages)"],
  [STATE.skipped, "enough pages of the pattern were checked (--sample)"],
  [STATE.beyond, "deeper than --depth"],
  [STATE.trapped, "pages of its pattern lead only to more of the same"],
  [STATE.excluded, "left out by --include or --exclude"],
]);

/** @param limit limit that ended the crawl, if it is not the number of pages */
function uncheckedPages(db: Db, limit: string | undefined): Pick<SiteReport, "unchecked"> {
  const parts = countUnchecked();
  const rows = db.query<{ state: number; told: string | null; n: number }, []>(
    `SELECT state, CASE state WHEN ${STATE.disallowed} THEN told END AS told, count(*) AS n FROM url
     WHERE kind = ${KIND.page} AND state IN (${[...REASONS.keys()].join(", ")}) GROUP BY 1, 2 ORDER BY n DESC`,
  );
  for (const { state, told, n } of rows.all()) {
    const reason = state === STATE.waiting && limit ? limit : REASONS.get(state);
    parts.add("page", told ?? reason ?? "", n);
  }
  return parts.member();
}

/** Number of rows by path pattern. @param from rest of a statement, from the name of the table on */
function sharesOf(db: Db, from: string, ...values: number[]): ReadonlyMap<string, number> {
  const rows = db.query<Omit<Share, "of">, number[]>(
    `SELECT pattern, count(*) AS count FROM ${from} GROUP BY pattern`,
  );
  return new Map(rows.all(...values).map(({ pattern, count }) => [pattern, count]));
}

type Db = Store["db"];

function groupsOf(db: Db, totals: ReadonlyMap<string, number>, fits: Fits): Group[] {
  type Row = Pick<Group, "name" | "severity" | "count" | "places" | "fails"> &
    Readonly<Record<"link" | "pattern", string | null>>;
  const rows = db
    .query<Row, []>(
      `SELECT name, severity, max(link) AS link, pattern, count(DISTINCT url.id) AS count, count(*) AS places,
       count(DISTINCT CASE WHEN fails > 0 THEN url.id END) AS fails
       FROM found JOIN kind ON kind.id = found.kind JOIN url ON url.id = found.url GROUP BY name, severity, pattern`,
    )
    .all();
  const groups = Map.groupBy(rows, ({ name, severity }) => `${severity} ${name}`);
  return [...groups.values()]
    .flatMap(([first, ...others]): Group[] => {
      if (!first) return [];
      const { name, severity, link } = first;
      const all = [first, ...others];
      const patterns = all
        .map(({ pattern, count }) => ({
          pattern: pattern ?? "",
          count,
          of: totals.get(pattern ?? "") ?? count,
        }))
        .toSorted((a, b) => b.count - a.count);
      const sum = (member: "count" | "places" | "fails") =>
        all.reduce((total, row) => total + row[member], 0);
      return [
        {
          name,
          severity,
          ...(link !== null && { link }),
          count: sum("count"),
          places: sum("places"),
          where: whereText(patterns, totals),
          patterns: patterns.filter(({ pattern }) => fits(pattern)),
          ...detailsOf(db, name, severity, fits),
          fails: sum("fails"),
        },
      ];
    })
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.count - a.count);
}

/** Maximum number of patterns in a sentence, and minimum number of URLs of one that is named. */
const NAMED = 3;
const FREQUENT = 5;

/** Pages of a finding in words: all, all except some patterns, or the patterns with most of the pages. */
function whereText(shares: readonly Share[], totals: ReadonlyMap<string, number>): string {
  const has = new Map(shares.map((share) => [share.pattern, share]));
  const lacking = [...totals].filter(([pattern]) => !has.has(pattern));
  const isWhole = shares.every(({ count, of }) => count === of);
  const sum = shares.reduce((total, { count }) => total + count, 0);
  if (isWhole && lacking.length === 0) return `on all ${plural(sum, "URL")}`;
  if (isWhole && lacking.length <= NAMED && shares.length > lacking.length)
    return `on all but ${lacking.map(([pattern]) => pattern).join(", ")}`;
  return `on ${namedShares(shares)}`;
}

/** `60 of 60 of /legacy/* and 17 other pages`: rare patterns are counted together. */
function namedShares(shares: readonly Share[]): string {
  const frequent = shares.filter(({ of }) => of >= FREQUENT);
  const named = (frequent.length > 0 || shares.length > NAMED ? frequent : shares).slice(0, NAMED);
  const rest = shares.filter((share) => !named.includes(share)).reduce((sum, { count }) => sum + count, 0);
  const others = rest === 0 ? [] : [plural(rest, named.length > 0 ? "other page" : "page")];
  return listing([...named.map(shareText), ...others]);
}

function shareText({ pattern, count, of }: Share): string {
  return pattern === "" ? groupDigits(count) : `${groupDigits(count)} of ${groupDigits(of)} of ${pattern}`;
}

function detailsOf(db: Db, name: string, severity: string, fits: Fits): Pick<Group, "details" | "omitted"> {
  const titles = db
    .query<{ id: number; title: string; count: number; all: number }, [string, string, number]>(
      `SELECT kind.id, title, count(*) AS count, count(*) OVER () AS "all" FROM kind JOIN found ON found.kind = kind.id
       WHERE name = ? AND severity = ? GROUP BY kind.id ORDER BY count DESC, title LIMIT ?`,
    )
    .all(name, severity, MOST_DETAILS);
  const shown = titles.filter(({ title }) => fits(title));
  const places = db.query<{ url: string; line: number | null }, [number, number]>(
    "SELECT url.url, found.line FROM found JOIN url ON url.id = found.url WHERE found.kind = ? ORDER BY found.url LIMIT ?",
  );
  return {
    details: shown.map(({ id, title, count }) => ({
      title,
      count,
      examples: places
        .all(id, EXAMPLES)
        .filter(({ url }) => fits(url))
        .map(({ url, line }) => ({ url, ...(line !== null && { line }) })),
    })),
    omitted: (titles[0]?.all ?? 0) - shown.length,
  };
}

/** Field values that most pages have, with the patterns of the pages that lack them. */
function differencesOf(db: Db, fits: Fits): SiteReport["differs"] {
  const totals = sharesOf(db, `url WHERE state = ${STATE.done} AND page = 1 AND kind = ${KIND.page}`);
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0);
  const facts = db
    .query<{ id: number; text: string; count: number }, [number, number]>(
      "SELECT id, text, count(*) AS count FROM fact JOIN holds ON holds.fact = fact.id GROUP BY id HAVING count >= ? AND count < ?",
    )
    .all(all / 2, all);
  return facts.map(({ id, text, count }) => {
    const has = sharesOf(db, "holds JOIN url ON url.id = holds.url WHERE fact = ?", id);
    const but = [...totals]
      .map(([pattern, of]) => ({ pattern, count: of - (has.get(pattern) ?? 0), of }))
      .filter((share) => share.count > 0 && fits(share.pattern))
      .toSorted((a, b) => b.count - a.count);
    return { title: text, count, of: all, but };
  });
}

/** `X-Content-Type-Options: nosniff on all but 40 of 40 of /legacy/*`. */
export function differenceText({ title, but }: SiteReport["differs"][number]): string {
  return `${title} on all but ${namedShares(but)}`;
}

function hostsOf(db: Db): SiteReport["hosts"] {
  return db
    .query<{ host: string; kinds: string; pages: number; example: string }, [number]>(
      `SELECT host, group_concat(DISTINCT foreign_load.kind) AS kinds, count(DISTINCT foreign_load.page) AS pages,
       url.url AS example, min(foreign_load.page) AS first
       FROM foreign_load JOIN url ON url.id = foreign_load.page GROUP BY host ORDER BY pages DESC, host LIMIT ?`,
    )
    .all(MOST_ROWS)
    .map(({ host, kinds, pages, example }) => ({ host, kinds: kinds.split(",").toSorted(), pages, example }));
}

function duplicatesOf(db: Db): SiteReport["duplicates"] {
  const rows = db
    .query<{ canonical: number; url: string; count: number }, [number]>(
      `SELECT page.canonical, main.url, count(*) AS count FROM url AS page JOIN url AS main ON main.id = page.canonical
       WHERE page.page = 1 AND page.canonical <> page.id GROUP BY page.canonical ORDER BY count DESC, main.url LIMIT ?`,
    )
    .all(MOST_ROWS);
  const examples = db.query<{ url: string }, [number, number]>(
    "SELECT url FROM url WHERE canonical = ?1 AND id <> ?1 AND page = 1 ORDER BY id LIMIT ?2",
  );
  return rows.map(({ canonical, url, count }) => ({
    canonical: url,
    count,
    examples: examples.all(canonical, EXAMPLES).map((row) => row.url),
  }));
}

/** Highest failure level of the findings: 2 if an assertion is broken or a finding matches `--fail-on`. */
export function worstOf({ db }: Store): number {
  return db.query<{ n: number | null }, []>("SELECT max(fails) AS n FROM found").get()?.n ?? 0;
}
