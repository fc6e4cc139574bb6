/** Fields in which a cache says what it did. One row a field. */

import { type AnyField, type Context, field, item } from "../../field.ts";
import { ageWords, atNetwork } from "./cache-story.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

/** One cache's word. */
export interface CacheWord {
  readonly text: string;
  readonly word: string;
  /** Which cache, as the value itself names it. */
  readonly from?: string;
  readonly verdict?: Verdict;
}

/** Most caches that are read of one value. */
const MOST = 16;
const FROM = /[ \t]from[ \t]+([\w.:-]{1,100})/i;

/** `HIT, MISS`, `Hit from cloudfront`, `TCP_MEM_HIT from a1-2-3.example (AkamaiGHost/1.2) (-)`, `hit,private` */
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

/** Where the cache is, with its preposition; `last` is the word that is nearest to the client. */
type Where = string | ((context: Context, last: CacheWord) => string);

/** A field of cache words; `where` says whose cache it is. */
export function cacheField(
  name: string,
  where: Where,
  nearest: "first" | "last" = "first",
): AnyField<readonly CacheWord[]> {
  return field({
    name,
    type: "token",
    repeat: "list",
    parse(value) {
      const words = readCacheWords(value);
      return words.some(({ verdict }) => verdict) ? words : undefined;
    },
    items: (words) =>
      words.map(({ text, verdict }) =>
        item(text, "", verdict?.description ?? MODIFIERS.get(text.toLowerCase()) ?? "The vendor's own note."),
      ),
    alternate(words, context) {
      const told = words.filter(({ verdict }) => verdict);
      const cache = nearest === "first" ? told[0] : told.at(-1);
      if (!cache?.verdict) return undefined;
      const { words: did } = cache.verdict;
      return typeof where === "string"
        ? `${did} ${where}`
        : `${did} ${where(context, cache)}${ageWords(cache.verdict, context)}`;
    },
  });
}

/** Words beside the verdict. */
const MODIFIERS: ReadonlyMap<string, string> = new Map([
  ["private", "The copy is this visitor's own."],
  ["public", "The copy is for all visitors."],
  ["shared", "The copy is for all visitors."],
  ["esi", "Made of parts that are stored on their own."],
  ["litemage", "Stored by LiteSpeed's cache for Magento."],
]);

const at =
  (network: string): Where =>
  (context) =>
    atNetwork(network, context);

/** X-Cache is written by many: whose it is tells the value, else the fields beside it. */
function whoseCache(context: Context, { from = "" }: CacheWord): string {
  const name = from.toLowerCase();
  if (name === "cloudfront") return atNetwork("CloudFront", context);
  if (name.includes("akamai")) return atNetwork("Akamai", context);
  for (const [field, network] of TRACES) if (context.has(field)) return atNetwork(network, context);
  if (context.named("x-served-by").some(({ line }) => line.value.startsWith("cache-")))
    return atNetwork("Fastly", context);
  return from === "" ? "in a cache on the way" : `in the cache ${from}`;
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

/** CF-Cache-Status: what Cloudflare's cache did. */
const cfCacheStatus: AnyField<readonly CacheWord[]> = {
  ...cacheField("CF-Cache-Status", at("Cloudflare")),
  kinds: {
    "cf-cache-dynamic": {
      severity: "info",
      link: "https://developers.cloudflare.com/cache/concepts/cache-responses/",
      summary: "Cloudflare did not consider the response for its cache, so each request goes to the origin.",
      bad: ["CF-Cache-Status: DYNAMIC"],
      good: ["CF-Cache-Status: HIT"],
    },
  },
  check(words, _context, note) {
    if (words[0]?.word.toUpperCase() === "DYNAMIC")
      note(
        "cf-cache-dynamic",
        "DYNAMIC says that Cloudflare did not consider the response cacheable: each request goes to the origin.",
      );
  },
};

export const cacheVerdicts: readonly AnyField[] = [
  // Fastly and others append: the last word is nearest to the client.
  cacheField("X-Cache", whoseCache, "last"),
  cacheField("X-Cache-Lookup", whoseCache, "last"),
  cacheField("X-Cache-Remote", "in a parent cache of Akamai"),
  cfCacheStatus,
  cacheField("CDN-Cache", at("bunny.net")),
  cacheField("X-77-Cache", at("CDN77")),
  cacheField("X-EC-Cache", at("Edgio")),
  cacheField("X-Sucuri-Cache", at("Sucuri")),
  cacheField("x-vercel-cache", at("Vercel")),
  cacheField("X-Kinsta-Cache", at("Kinsta")),
  cacheField("ki-Cf-Cache-Status", "at Cloudflare in front of Kinsta"),
  cacheField("x-hcdn-cache-status", at("Hostinger")),
  cacheField("Section-Io-Cache", at("Section")),
  cacheField("X-Ezoic-Cdn", at("Ezoic")),
  cacheField("X-Webcom-Cache-Status", at("Web.com")),
  cacheField("X-Edge-Cache-Status", "at the edge"),
  cacheField("x-cdn-cache-status", "at the delivery network"),
  cacheField("X-Cdn-Cache", "at the delivery network"),
  cacheField("X-Nextjs-Cache", "in Next.js's cache"),
  cacheField("x-drupal-cache", "in Drupal's page cache"),
  cacheField("X-Drupal-Dynamic-Cache", "in Drupal's dynamic cache"),
  cacheField("X-Magento-Cache-Debug", "in Magento's page cache"),
  cacheField("X-LiteSpeed-Cache", "in LiteSpeed's cache"),
  cacheField("X-QC-Cache", "at QUIC.cloud"),
  cacheField("x-rack-cache", "in Rack::Cache"),
  cacheField("X-Varnish-Cache", "in Varnish"),
  cacheField("X-VCache", "in Varnish"),
  cacheField("X-Cache-Status", "in the server's cache"),
  cacheField("X-Server-Cache", "in the server's cache"),
  cacheField("X-Cache-Hit", "in the cache"),
  cacheField("Cache-Hit", "in the cache"),
  cacheField("X-Proxy-Cache", "in the proxy's cache"),
  cacheField("X-Gateway-Cache-Status", "in the gateway's cache"),
  cacheField("X-Origin-Cache", "in a cache at the origin"),
  cacheField("x-origin-cache-status", "in a cache at the origin"),
  cacheField("X-nginx-cache", "in nginx's cache"),
  cacheField("X-Nginx-Cache-Status", "in nginx's cache"),
  cacheField("X-Nginx-Upstream-Cache-Status", "in nginx's cache"),
  cacheField("X-Upstream-Cache-Status", "in nginx's cache"),
  cacheField("X-SRCache-Fetch-Status", "in nginx's srcache"),
  cacheField("X-SRCache-Store-Status", "in nginx's srcache"),
  cacheField("X-FastCGI-Cache", "in nginx's FastCGI cache"),
  cacheField("fastcgi-cache", "in nginx's FastCGI cache"),
  cacheField("X-F-Cache", "in nginx's FastCGI cache"),
  cacheField("X-Microcache", "in the server's short-lived cache"),
  cacheField("X-Nitro-Cache", "in NitroPack's cache"),
  cacheField("Hummingbird-Cache", "in the WordPress plugin Hummingbird"),
  cacheField("WPO-Cache-Status", "in the WordPress plugin WP-Optimize"),
  cacheField("X-WP-CF-Super-Cache", "in the WordPress plugin Super Page Cache"),
  cacheField("X-LW-Cache", "in Liquid Web's cache"),
];
