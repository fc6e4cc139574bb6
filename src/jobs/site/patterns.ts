/** Converts paths to patterns: numbers, dates, ids, slugs and names in large folders become `*`. Detects traps. Pure. */

import { percentDecoded } from "../../syntax/uri.ts";

/**
 * Maximum number of distinct names in a folder; with more, they become `*`. @internal for tests: its edges are tested
 */
export const MOST_NAMES = 20;

/** Number, date or id with digits, in any segment. */
const ID =
  /^(?:\d[\d._-]*|(?=\D*\d)[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\p{L}?\d{2,}|(?=\D*\d)[\p{L}\d]{10,})$/iu;
/** Two or more words, in the last segment. */
const SLUG = /^[\p{L}\d]+(?:[-_][\p{L}\d]+)+$/u;

/** Segments of a path that a pattern has; deeper ones are left out. */
const MOST_SEGMENTS = 10;
/** Minimum number of pages for a name to keep its own pattern. */
const SECTION = 20;
/** Maximum number of counted names in a folder. */
const MOST_COUNTED = 1000;

interface Folder {
  readonly names: Map<string, Folder>;
  /** Folder for all names that became `*`. */
  rest?: Folder;
  /** Number of pages. */
  count: number;
}

export interface Patterns {
  /** Adds a path and returns its pattern, by the paths so far. */
  readonly learn: (url: URL) => string;
  /** Returns the pattern of a path, by all paths added. */
  readonly patternOf: (url: URL) => string;
}

export function openPatterns(): Patterns {
  const roots = new Map<string, Folder>();
  const walk = (url: URL, learns: boolean): string => {
    const parts = datesNamed(
      url.pathname
        .split("/", MOST_SEGMENTS + 1)
        .slice(1)
        .map((part) => percentDecoded(part) ?? part),
    );
    const last = parts.findLastIndex((part) => part !== "");
    let folder = roots.get(url.host) ?? (learns ? openFolder() : undefined);
    if (learns && folder) roots.set(url.host, folder);
    const names = parts.map((part, index) => {
      const isLast = index >= last;
      const name = foldedName(part, index === last);
      let next = folder?.names.get(name);
      if (folder && learns && !next && folder.names.size < MOST_COUNTED) {
        next = openFolder();
        folder.names.set(name, next);
      }
      if (next && learns) next.count++;
      // The first folder stays, unless there are too many to count.
      const most = index === 0 && !isLast ? MOST_COUNTED - 1 : MOST_NAMES;
      const isFolded = folder && folder.names.size > most && (isLast || (next?.count ?? 0) < SECTION);
      if (!folder || !isFolded || part === "") {
        folder = next;
        return name;
      }
      if (learns) folder.rest ??= openFolder();
      folder = folder.rest;
      return starred(part, index === last);
    });
    return `/${names.join("/")}${queryPattern(url)}`;
  };
  return { learn: (url) => walk(url, true), patternOf: (url) => walk(url, false) };
}

const YEAR = /^(?:19|20)\d\d$/;
const MONTH = /^(?:0?[1-9]|1[0-2])$/;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])$/;

/** Names a year with a month, and the day after them: `/2026/11/24/title` → `/YYYY/MM/DD/title`. */
function datesNamed(parts: readonly string[]): readonly string[] {
  const year = parts.findIndex((part, at) => YEAR.test(part) && MONTH.test(parts[at + 1] ?? ""));
  if (year < 0) return parts;
  const named = parts.with(year, "YYYY").with(year + 1, "MM");
  return DAY.test(parts[year + 2] ?? "") ? named.with(year + 2, "DD") : named;
}

const openFolder = (): Folder => ({ names: new Map(), count: 0 });

function foldedName(part: string, isLast: boolean): string {
  const [stem] = split(part, isLast);
  return ID.test(stem) || (isLast && SLUG.test(stem)) ? starred(part, isLast) : part;
}

const starred = (part: string, isLast: boolean): string => `*${split(part, isLast)[1]}`;

/** Splits a file name into name and extension. */
function split(part: string, isLast: boolean): readonly [string, string] {
  const [, extension = ""] = (isLast && /[^.](\.[a-z][a-z0-9]{1,4})$/i.exec(part)) || [];
  return [part.slice(0, part.length - extension.length), extension];
}

/** Names of the query parameters, sorted, without values. */
function queryPattern({ searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].toSorted();
  return names.length === 0 ? "" : `?${names.map((name) => `${name}=*`).join("&")}`;
}

/** Pages of a shape in a row before it is a trap. @internal for tests: its edges are tested */
export const MOST_ONWARD = 50;
const MOST_SHAPES = 10_000;

/** Host, distinct segments of the path with numbers and ids as 0, and names of the query's parameters. */
export function shapeOf({ host, pathname, searchParams }: URL): string {
  const segments = pathname.split("/").map((part) => (ID.test(part) ? "0" : part.replace(/\d+/g, "0")));
  return `${host}${[...new Set(segments)].join("/")}?${[...new Set(searchParams.keys())].toSorted().join("&")}`;
}

/** A URL or parameter that ends with a date, such as the days that each month of a calendar links to. */
export const DATED = /[/=-](?:19|2[01])\d\d(?:[/-]\d{1,2}){0,2}\/?(?:&|$)/;

/** @param known shapes that were traps in an earlier run */
export function openTraps(known: Set<string>) {
  const listed = new Set<string>();
  const runs = new Map<string, { pages: number; readonly titles: Set<string> }>();
  return {
    isTrap: (url: string): boolean => known.size > 0 && known.has(shapeOf(new URL(url))),
    /** Notes a URL of a sitemap: no other URL of its shape is part of a trap. */
    list(url: URL): void {
      if (listed.size < MOST_SHAPES) listed.add(shapeOf(url));
    },
    /**
     * Counts a page that only pages of its shape link to. Different titles are different pages, whatever leads
     * to them.
     * @param leadsElsewhere whether the page has a new link to another shape
     */
    count(shape: string, title: string, leadsElsewhere: boolean): void {
      if (leadsElsewhere) {
        runs.delete(shape);
        return;
      }
      if (runs.size >= MOST_SHAPES) runs.clear();
      const run = runs.getOrInsertComputed(shape, () => ({ pages: 0, titles: new Set() }));
      run.titles.add(title.replace(/\d+/g, "0"));
      if (++run.pages < MOST_ONWARD) return;
      if (run.titles.size <= MOST_ONWARD / 2 && !listed.has(shape)) known.add(shape);
      runs.delete(shape);
    },
  };
}
