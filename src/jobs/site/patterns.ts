/** Paths → patterns: what is a number, a date, an id or a slug becomes `*`, and so do the many names of a folder. Pure. */

/**
 * Names of one folder that are told apart; with more they are folded.
 * @internal for tests: its edges are tested
 */
export const MOST_NAMES = 20;

/** A number, a date, an id with digits: whatever stands for one of many, even as a folder. */
const ID =
  /^(?:\d[\d._-]*|(?=\D*\d)[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\p{L}?\d{2,}|(?=\D*\d)[\p{L}\d]{10,})$/iu;
/** Two words or more: a page of many. */
const SLUG = /^[\p{L}\d]+(?:[-_][\p{L}\d]+)+$/u;

/** Pages below a name from which it is a section of its own, however many others there are. */
const SECTION = 20;
/** Names of one folder that are counted: beyond, they are all the same. */
const MOST_COUNTED = 1000;

interface Folder {
  readonly names: Map<string, Folder>;
  /** The tree below the names that are folded. */
  rest?: Folder;
  /** Pages in it. */
  count: number;
}

export interface Patterns {
  /** Learns a path, and gives its pattern as far as is known. */
  readonly learn: (url: URL) => string;
  /** The pattern by all that was learned. */
  readonly patternOf: (url: URL) => string;
}

export function openPatterns(): Patterns {
  const roots = new Map<string, Folder>();
  const walk = (url: URL, learns: boolean): string => {
    const parts = url.pathname.split("/").slice(1).map(decoded);
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
      const isFolded = folder && folder.names.size > MOST_NAMES && (isLast || (next?.count ?? 0) < SECTION);
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

const openFolder = (): Folder => ({ names: new Map(), count: 0 });

function foldedName(part: string, isLast: boolean): string {
  const [stem] = split(part, isLast);
  return ID.test(stem) || (isLast && SLUG.test(stem)) ? starred(part, isLast) : part;
}

const starred = (part: string, isLast: boolean): string => `*${split(part, isLast)[1]}`;

/** A file's name and its extension. */
function split(part: string, isLast: boolean): readonly [string, string] {
  const [, extension = ""] = (isLast && /[^.](\.[a-z][a-z0-9]{1,4})$/i.exec(part)) || [];
  return [part.slice(0, part.length - extension.length), extension];
}

/** The names alone, in order. */
function queryPattern({ searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].toSorted();
  return names.length === 0 ? "" : `?${names.map((name) => `${name}=*`).join("&")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
