/** Fields in which a cache says what it did, and the words by which it does. */

import { type AnyField, type Context, item, plainField } from "../../field.ts";
import { type CacheWord, readCacheWords } from "../../verdicts/caching/cache-words.ts";
import { ageWords, atNetwork } from "./cache-story.ts";
import type { Value } from "./value-lines.ts";

/** Words beside the verdict. */
const MODIFIERS: ReadonlyMap<string, string> = new Map([
  ["private", "The copy is this visitor's own."],
  ["public", "The copy is for all visitors."],
  ["shared", "The copy is for all visitors."],
  ["esi", "Composed of parts that are cached separately."],
  ["litemage", "Stored by LiteSpeed's cache for Magento."],
]);

/** Where the cache is, with its preposition; a network, whose place and Age are shown; or by the word nearest to the client. */
type Where = string | { readonly network: string } | ((context: Context, last: CacheWord) => string);

/** Words of caches; `nearest` says which of several is nearest to the client. */
export function cacheValue(where: Where, nearest: "first" | "last" = "first"): Value<readonly CacheWord[]> {
  return {
    parse(value) {
      const words = readCacheWords(value);
      return words.some(({ verdict }) => verdict) ? words : undefined;
    },
    items: (words) =>
      words.map(({ text, verdict }) =>
        item(text, "", verdict?.description ?? MODIFIERS.get(text.toLowerCase()) ?? "The vendor's own note."),
      ),
    alternateInMessage(words, context) {
      const judged = words.filter(({ verdict }) => verdict);
      const cache = nearest === "first" ? judged[0] : judged.at(-1);
      if (!cache?.verdict) return undefined;
      const { words: did } = cache.verdict;
      if (typeof where === "string") return `${did} ${where}`;
      const place = typeof where === "function" ? where(context, cache) : atNetwork(where.network, context);
      return `${did} ${place}${ageWords(cache.verdict, context)}`;
    },
  };
}

/** X-Cache is written by many: whose it is tells the value, else the fields beside it. */
function whoseCache(context: Context, { from = "" }: CacheWord): string {
  const name = from.toLowerCase();
  if (name === "cloudfront") return atNetwork("CloudFront", context);
  if (name.includes("akamai")) return atNetwork("Akamai", context);
  for (const [field, network] of TRACES) if (context.has(field)) return atNetwork(network, context);
  if (context.named("x-served-by").some(({ line }) => line.value.startsWith("cache-")))
    return atNetwork("Fastly", context);
  return from === "" ? "in an intermediate cache" : `in the cache ${from}`;
}

const TRACES: readonly (readonly [field: string, network: string])[] = [
  ["x-azure-ref", "Azure Front Door"],
  ["x-msedge-ref", "Azure Front Door"],
  ["x-amz-cf-pop", "CloudFront"],
  ["x-edge-location", "KeyCDN"],
  ["eagleid", "Alibaba Cloud"],
  ["x-77-pop", "CDN77"],
  ["x-hw", "StackPath"],
];

/** Fastly and others append: the last word is nearest to the client. */
export const sharedCacheFields: readonly AnyField<readonly CacheWord[]>[] = ["X-Cache", "X-Cache-Lookup"].map(
  (name) => plainField({ name, type: "token", repeat: "list", ...cacheValue(whoseCache, "last") }),
);
