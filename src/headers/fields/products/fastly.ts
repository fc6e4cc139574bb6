import { item, plainField } from "../../field.ts";
import { listing, plural } from "../../wording.ts";
import { airport } from "./places.ts";

const NODE = /^cache-[\w-]{1,60}-([A-Z]{3})$/;
const MOST = 10;

/** X-Served-By (Fastly): caches on the path, nearest to the client last. */
export const xServedBy = plainField({
  name: "X-Served-By",
  type: "list",
  parse(value) {
    if (!value.startsWith("cache-")) return undefined;
    return value.split(",", MOST).map((part) => {
      const text = part.trim();
      const place = airport(NODE.exec(text)?.[1] ?? "");
      return { text, ...(place && { place }) };
    });
  },
  items: (nodes) =>
    nodes.map(({ text, place }, at) =>
      item(
        "cache",
        text,
        at === nodes.length - 1
          ? "The cache that answered; its last letters are the airport code of its city."
          : "A cache closer to the origin, asked by the next one; its last letters are the airport code of its city.",
        place?.whole,
      ),
    ),
  alternate(nodes) {
    const cities = [...new Set(nodes.flatMap(({ place }) => (place ? [place.city] : [])))];
    const last = cities.pop();
    if (last === undefined) return undefined;
    return `Fastly in ${last}${cities.length > 0 ? `, via ${listing(cities)}` : ""}`;
  },
});

/** X-Cache-Hits: how often each cache has sent this copy. */
export const xCacheHits = plainField({
  name: "X-Cache-Hits",
  type: "list",
  parse(value) {
    const parts = value.split(",", MOST).map((part) => part.trim());
    return parts.every((part) => /^\d{1,12}$/.test(part)) ? parts.map(Number) : undefined;
  },
  items: (counts) =>
    counts.map((count, at) =>
      item(
        counts.length === 1 || at === counts.length - 1
          ? "cache that answered"
          : "cache closer to the origin",
        String(count),
        "How often this cache has sent this copy.",
        count === 0 ? "miss" : plural(count, "hit"),
      ),
    ),
  alternate(counts) {
    const last = counts.at(-1) ?? 0;
    return last === 0
      ? "the cache that answered had no copy"
      : `sent ${plural(last, "time")} by the cache that answered`;
  },
});

/** X-Varnish: one number is a miss; a second one is the request that stored the copy. */
export const xVarnish = plainField({
  name: "x-varnish",
  type: "list",
  parse(value) {
    const ids = value.split(/[ \t,]+/, 8);
    return ids.every((id) => /^\d{1,20}$/.test(id)) ? ids : undefined;
  },
  items: (ids) =>
    ids.map((id, at) =>
      item(
        at === 0 ? "request" : "stored by",
        id,
        at === 0
          ? "Number of this request in Varnish's log."
          : "Number of the request that put the copy into the cache.",
      ),
    ),
  alternate: (ids) => (ids.length > 1 ? "Hit in Varnish" : "Miss in Varnish, or passed through"),
});
