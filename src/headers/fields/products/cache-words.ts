/** Headers that report cache results, such as X-Cache. */

import { wordTexts } from "../../../../data/headers/words.ts";
import { type AnyField, type Context, item, plainField } from "../../field.ts";
import { type CacheAnswer, type CacheWord, readCacheWords } from "../../verdicts/caching/seen.ts";
import { duration } from "../../wording.ts";
import { airport, country, region } from "./places.ts";
import type { Value } from "./value-lines.ts";

/** Functions that read the location of a network's node from other headers, by network. */
const PLACES: ReadonlyMap<string, (context: Context) => string | undefined> = new Map<
  string,
  (context: Context) => string | undefined
>([
  ["Cloudflare", (context) => airport(first(context, "cf-ray").split("-")[1] ?? "")?.city],
  ["CloudFront", (context) => airport(first(context, "x-amz-cf-pop").slice(0, 3))?.city],
  ["Fastly", (context) => airport(fastlyCode(first(context, "x-served-by")))?.city],
  ["Vercel", (context) => region("vercel", first(context, "x-vercel-id").split(":")[0] ?? "")?.city],
  ["bunny.net", (context) => country(first(context, "server").match(/^BunnyCDN-([A-Z]{2})/)?.[1] ?? "")],
  ["KeyCDN", (context) => country(first(context, "x-edge-location").slice(0, 2))],
  [
    "Azure Front Door",
    (context) => airport(first(context, "x-msedge-ref").match(/Ref B: ([A-Z]{3})/)?.[1] ?? "")?.city,
  ],
]);

/** Airport code of the last node in Fastly's X-Served-By, the nearest to the client. */
function fastlyCode(value: string): string {
  return value.slice(value.lastIndexOf("-") + 1);
}

function first(context: Context, name: string): string {
  return context.named(name)[0]?.line.value ?? "";
}

/** City or country of the node, if known. */
function placeOfNetwork(network: string, context: Context): string | undefined {
  return PLACES.get(network)?.(context);
}

/** `at Cloudflare in Frankfurt` */
function atNetwork(network: string, context: Context): string {
  const place = placeOfNetwork(network, context);
  return place === undefined ? `at ${network}` : `at ${network} in ${place}`;
}

/** Age of the stored copy; empty for a miss. */
function ageWords(verdict: CacheAnswer, context: Context): string {
  const age = verdict.stored ? ageInSeconds(context) : undefined;
  return age === undefined ? "" : `, ${duration(age)} old`;
}

function ageInSeconds(context: Context): number | undefined {
  const value = first(context, "age");
  return /^\d{1,10}$/.test(value) ? Number(value) : undefined;
}

const MODIFIERS = wordTexts("words next to cache results");

/** Location of the cache: words such as `in nginx's cache`, a network, or a function returning words. */
type Where = string | { readonly network: string } | ((context: Context, last: CacheWord) => string);

/** Reads a list of cache results; `nearest` is the position of the cache nearest to the client. */
export function cacheValue(where: Where, nearest: "first" | "last" = "first"): Value<readonly CacheWord[]> {
  return {
    parse(value) {
      const words = readCacheWords(value);
      return words.some(({ verdict }) => verdict) ? words : undefined;
    },
    items: (words) =>
      words.map(({ text, verdict }) =>
        item(text, "", verdict?.description ?? MODIFIERS.get(text.toLowerCase()) ?? "A note of the vendor."),
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

/** Location of the cache in words: from the X-Cache value, otherwise from other headers. */
function whoseCache(context: Context, { from = "" }: CacheWord): string {
  const name = from.toLowerCase();
  if (name === "cloudfront") return atNetwork("CloudFront", context);
  if (name.includes("akamai")) return atNetwork("Akamai", context);
  for (const [field, network] of TRACES) if (context.has(field)) return atNetwork(network, context);
  if (context.named("x-served-by").some(({ line }) => line.value.startsWith("cache-")))
    return atNetwork("Fastly", context);
  return from === "" ? "in an intermediate cache" : `in the cache ${from}`;
}

const TRACES = wordTexts("networks by header");

/** Fastly and others append: the last word is nearest to the client. */
export const sharedCacheFields: readonly AnyField<readonly CacheWord[]>[] = ["X-Cache", "X-Cache-Lookup"].map(
  (name) => plainField(name, "token", { repeat: "list", ...cacheValue(whoseCache, "last") }),
);
