/** Whether a shared cache served the response, by Cache-Status (RFC 9211), X-Cache words and Age (RFC 9111). */

import { type Static, Type } from "@sinclair/typebox";
import cacheWords from "../../../../data/headers/cache-words.txt" with { type: "text" };
import { productTables } from "../../../../data/headers/products/index.ts";
import { once } from "../../../platform/memoize.ts";
import { parseList } from "../../../syntax/structured-fields.ts";
import { isDigits } from "../../../syntax/tokens.ts";
import { firstLine, joinedValue, linesOf, type Response } from "../response.ts";

export const Seen = Type.Object(
  {
    hit: Type.Boolean({ description: "A shared cache sent a stored copy" }),
    by: Type.String({ description: "Name of the cache; empty if unknown" }),
    age: Type.Union([Type.Integer({ description: "Age, seconds" }), Type.Null()]),
  },
  { title: "Seen", description: "What a shared cache did with the request; absent if unknown" },
);
export type Seen = Static<typeof Seen>;

type Trace = Pick<Seen, "hit" | "by">;

/** Catalogue rows whose values are cache words: header name in lower case, and the cache. */
const cacheFields = once(
  (): ReadonlyMap<string, string> => new Map(productTables.flatMap((table) => [...cacheRows(table)])),
);

const CACHE_LINE = "\n    cache ";

/** Yields the rows with cache words. Only the first line of a row is not indented. */
function* cacheRows(table: string): Generator<readonly [name: string, cache: string]> {
  for (let at = table.indexOf(CACHE_LINE); at >= 0; at = table.indexOf(CACHE_LINE, at + 1)) {
    let row = at;
    while (table.startsWith("\n ", row)) row = table.lastIndexOf("\n", row - 1);
    const name = /^([\w-]+) \| response/.exec(table.slice(row + 1, at))?.[1];
    const cache = /^(?:of|in|at) (.+)/.exec(table.slice(at + CACHE_LINE.length))?.[1];
    if (name !== undefined && cache !== undefined) yield [name.toLowerCase(), cache];
  }
}

/** Headers about a part of the page, not the response. */
const OF_PARTS: ReadonlySet<string> = new Set(["x-drupal-dynamic-cache", "x-cache-lookup"]);

/** Whether a cache served the response; undefined if no header shows it. */
export function checkSeen(response: Response): Seen | undefined {
  const value = firstLine(response, "age")?.value ?? "";
  const age = isDigits(value) && value.length < 11 ? Number(value) : null;
  const traces = [...statusTraces(response), ...wordTraces(response)];
  const hit =
    traces.find((trace) => trace.hit) ?? (age !== null && age > 0 ? { hit: true, by: "" } : undefined);
  const found = hit ?? traces[0];
  return found && { ...found, age };
}

/** The last member of Cache-Status is the cache nearest to the client. */
function statusTraces(response: Response): Trace[] {
  const members = parseList(joinedValue(response, "cache-status") ?? "").value ?? [];
  return members
    .flatMap((member) =>
      member.kind === "item"
        ? [{ hit: member.parameters.get("hit")?.value === true, by: String(member.value.value) }]
        : [],
    )
    .reverse();
}

function wordTraces(response: Response): Trace[] {
  return response.lines.flatMap(({ name, value }) => {
    const own = cacheFields().get(name);
    if ((own === undefined && name !== "x-cache") || OF_PARTS.has(name)) return [];
    const words = readCacheWords(value);
    const isOwn = words.some(({ word }) => word.toLowerCase() === "private");
    return words.flatMap((word) =>
      word.verdict ? [{ hit: word.verdict.stored && !isOwn, by: own ?? cacheOf(word, response) }] : [],
    );
  });
}

/** Product that sent X-Cache, a header of many caches. */
function cacheOf({ from = "" }: CacheWord, response: Response): string {
  const name = from.toLowerCase();
  if (name === "cloudfront") return "CloudFront";
  if (name.includes("akamai")) return "Akamai";
  if (linesOf(response, "x-served-by").some(({ value }) => value.startsWith("cache-"))) return "Fastly";
  return from;
}

export interface CacheAnswer {
  /** Start of a sentence, such as `Hit`. */
  readonly words: string;
  readonly description: string;
  /** The response is a stored copy, so its age matters. */
  readonly stored: boolean;
}

let verdicts: ReadonlyMap<string, CacheAnswer> | undefined;

function readVerdicts(): ReadonlyMap<string, CacheAnswer> {
  const rows = cacheWords.matchAll(/^(?!#)(\S.*?)( \| stored)?\n {2}(.+?) \| (.+)$/gm);
  return new Map(
    [...rows].flatMap(([, names = "", stored, words = "", description = ""]) =>
      names.split(" ").map((name) => [name, { words, description, stored: stored !== undefined }] as const),
    ),
  );
}

/** Meaning of a cache's word; unknown words are classified by `hit` or `miss` within them. */
export function verdictOf(word: string): CacheAnswer | undefined {
  verdicts ??= readVerdicts();
  const lower = word.toLowerCase();
  const known = verdicts.get(lower);
  if (known) return known;
  if (/^tcp_.*hit|(?:^|[_-])hit$/.test(lower)) return verdicts.get("hit");
  return /^tcp_.*miss|(?:^|[_-])miss$/.test(lower) ? verdicts.get("miss") : undefined;
}

export interface CacheWord {
  readonly text: string;
  readonly word: string;
  /** Name of the cache, if the value has one. */
  readonly from?: string;
  readonly verdict?: CacheAnswer;
}

const MOST = 16;
const FROM = /[ \t]from[ \t]+([\w.:-]{1,100})/i;

/** Parses `HIT, MISS`, `Hit from cloudfront`, `TCP_MEM_HIT from a1-2-3.example (AkamaiGHost/1.2) (-)`. */
export function readCacheWords(value: string): CacheWord[] {
  return value
    .split(",", MOST)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((text) => {
      const word = /^[^\s:;(]+/.exec(text.slice(0, 100))?.[0] ?? "";
      const from = FROM.exec(text.slice(0, 300))?.[1];
      const verdict = verdictOf(word);
      return { text, word, ...(from !== undefined && { from }), ...(verdict && { verdict }) };
    });
}
