/** Lists of URLs that a check of a site can give, and how many URLs each judged. */

import siteLists from "../../../data/site-lists.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { type WordTable, wordTable } from "../../../data/word-table.ts";
import type { JudgedList } from "./schema.ts";
import { KIND, SOURCE, STATE, type Store } from "./store.ts";

/** Pages that were looked up. */
const PAGE = `url.kind = ${KIND.page} AND url.state = ${STATE.done} AND url.page = 1`;
/** Pages that search engines may index under their own URL. */
const INDEXABLE = `${PAGE} AND url.noindex IS NULL AND (url.canonical IS NULL OR url.canonical = url.id)`;
const READ = "content JOIN url ON url.id = content.page";
/** States of pages that are known, but were not looked up. */
const LEFT = [STATE.waiting, STATE.skipped, STATE.beyond, STATE.excluded];
export const UNREAD_STATES = [...LEFT, STATE.trapped].join(", ");

/** Select URLs without which a list judges nothing, with the reason. */
const UNREAD: readonly Blocker[] = [
  [`kind = ${KIND.page} AND state IN (${LEFT.join(", ")})`, "not all pages were looked up"],
  [`${PAGE} AND id NOT IN (SELECT page FROM content)`, "the links of some pages are unknown"],
];
type Blocker = readonly [where: string, reason: string];
const BLOCKERS: WordTable<readonly Blocker[]> = wordTable({
  orphans: UNREAD,
  "not-in-sitemap": [["fault IS NOT NULL", "a sitemap cannot be read"]] as const,
  depth: UNREAD.slice(1),
});

const LISTED = `kind = ${KIND.page} AND source & ${SOURCE.sitemap}`;
/** Rest of a statement that selects what a list judged. */
const JUDGED = wordTable({
  orphans: `url WHERE ${PAGE} AND ${LISTED} AND EXISTS (SELECT 1 FROM click)`,
  "not-in-sitemap": `url WHERE ${INDEXABLE} AND EXISTS (SELECT 1 FROM url WHERE ${LISTED})`,
  canonical: `url JOIN url AS main ON main.id = url.canonical WHERE url.page = 1 AND main.state = ${STATE.done}`,
  "several-canonical": READ,
  hreflang: `alternate JOIN url ON url.id = alternate.target WHERE state = ${STATE.done}`,
  "soft-404": `${READ} WHERE EXISTS (SELECT 1 FROM meta WHERE key = 'missing')`,
  titles: `${READ} WHERE ${INDEXABLE}`,
  duplicates: `${READ} WHERE ${INDEXABLE}`,
  "invalid-links": READ,
  fragments:
    "(SELECT DISTINCT target, fragment FROM fragment JOIN content ON content.page = target AND ids IS NOT NULL)",
  forms: `${READ} WHERE url.url LIKE 'https:%'`,
  depth: `click JOIN url ON url.id = click.page WHERE kind = ${KIND.page} AND state = ${STATE.done}`,
});

const LISTS = rowsIn(siteLists).map(([name = "", heading = "", ids = "", none = ""]) => ({
  name,
  heading,
  ids: ids.split(" ").filter((id) => id !== ""),
  none,
}));

/** The lists with their counts, in order. */
export function judgedLists({ count }: Pick<Store, "count">): JudgedList[] {
  return LISTS.map(({ name, heading, ids, none }) => {
    const [, blocked] = BLOCKERS.get(name)?.find(([where]) => count(`url WHERE ${where}`) > 0) ?? [];
    const judged = blocked === undefined ? count(JUDGED.get(name) ?? "url") : 0;
    const found = count(
      `(SELECT DISTINCT url FROM found JOIN kind ON kind.id = kind WHERE name IN (${quoted(ids)}))`,
    );
    return { name, heading, ids, judged, found, ...(judged === 0 && { reason: blocked ?? none }) };
  });
}

/** Members of an IN clause. */
export const quoted = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(", ");

const sharing = (
  column: string,
) => `SELECT url.id, url.url, ${column} AS text, count, (SELECT url FROM url WHERE id = least) AS first
  FROM (SELECT ${column} AS shared, count(*) AS count, min(url.id) AS least FROM ${READ} WHERE ${INDEXABLE} GROUP BY 1 HAVING count(*) > 1)
  JOIN content ON ${column} = shared JOIN url ON url.id = content.page WHERE ${INDEXABLE}`;
const loads = (where: string) => `SELECT url.id, url.url, line, load.url AS load, load.kind AS "as"
  FROM insecure_load AS load JOIN url ON url.id = load.page WHERE load.kind ${where} 'form'`;
const flaws = (kind: string) =>
  `SELECT url.id, url.url, line, text FROM flaw JOIN url ON url.id = flaw.page WHERE flaw.kind = '${kind}'`;

/** Kinds of findings that need only a statement, which selects `Judged` and values of the title. */
export const CHECKS: readonly (readonly [id: string, sql: string])[] = [
  ["site-sitemap-unreadable", "SELECT id, url, fault AS reason FROM url WHERE fault IS NOT NULL"],
  ["site-mixed-content", loads("<>")],
  ["site-form-insecure", loads("=")],
  ["site-link-invalid", flaws("link")],
  ["site-canonical-several", flaws("canonical")],
  ...["title", "h1", "description"].flatMap((column) => [
    [
      `site-${column}-missing`,
      `SELECT url.id, url.url FROM ${READ} WHERE ${INDEXABLE} AND ${column} IS NULL`,
    ] as const,
    [`site-${column}-duplicate`, sharing(column)] as const,
  ]),
  ["site-content-duplicate", sharing("hash")],
  [
    "site-orphan",
    `SELECT id, url FROM url WHERE ${PAGE} AND ${LISTED} AND id NOT IN (SELECT page FROM click)`,
  ],
  ["site-not-in-sitemap", `SELECT id, url FROM url WHERE ${INDEXABLE} AND NOT source & ${SOURCE.sitemap}`],
  [
    "site-trap",
    `SELECT min(id) AS id, url, pattern, count(*) AS left FROM url WHERE state = ${STATE.trapped} GROUP BY pattern`,
  ],
];
