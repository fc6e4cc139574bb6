/** Vendors' values that need code. */

import { wordTexts } from "../../../../data/headers/words.ts";
import { type AnyField, item, plainField } from "../../field.ts";
import { verdictOf } from "../../verdicts/caching/seen.ts";
import { listing, plural } from "../../wording.ts";
import { airport, type Place, region } from "./places.ts";
import { momentWords, plausible } from "./times.ts";

const NC = /^(\w{2,10})(?:[ \t]+([a-z]{3})[ \t]+(\d{1,4}))?$/i;

/** X-nc of WordPress.com, such as `HIT fra 3`: cache result, airport code, server number. */
export const xNc = plainField("X-nc", "token", {
  repeat: "list",
  parse(value) {
    const [, word, code = "", server = ""] = NC.exec(value) ?? [];
    return word === undefined || !verdictOf(word) ? undefined : { word, code, server };
  },
  items: ({ word, code, server }) => [
    item(word, "", verdictOf(word)?.description ?? ""),
    ...(code === ""
      ? []
      : [
          item("data centre", code, "Airport code of the city of the cache.", airport(code)?.whole),
          item("server", server, "Number of the server there."),
        ]),
  ],
  alternate({ word, code }) {
    const city = airport(code)?.city;
    return `${verdictOf(word)?.words} in WordPress.com's cache${city === undefined ? "" : ` in ${city}`}`;
  },
});

/** X-ac of WordPress.com, such as `3.fra _dca MISS`: server and data centres, the answering one first. */
export const xAc = plainField("X-ac", "identifier", {
  repeat: "list",
  parse(value) {
    const codes = value.slice(0, 100).match(/(?<=[._])[a-z]{3}(?![a-z])/g);
    return codes?.some((code) => airport(code)) ? codes : undefined;
  },
  partItem: (code, at) =>
    item(
      "data centre",
      code,
      at === 0 ? "Airport code of the city that answered." : "Airport code of a city closer to the origin.",
      airport(code)?.whole,
    ),
  alternate: ([first = ""]) => `WordPress.com in ${airport(first)?.whole ?? first}`,
});

/** X-Cacheable of WP Engine and others: SHORT, YES, NO:Not Cacheable, bot, non200 */
const CACHEABLE = wordTexts("words of X-Cacheable");

export const xCacheable = plainField("X-Cacheable", "token", {
  repeat: "list",
  parse(value) {
    const [word = "", reason = ""] = value.slice(0, 200).split(/:[ \t]*/, 2);
    const meaning = CACHEABLE.get(word.toLowerCase());
    return meaning === undefined ? undefined : { word, reason, meaning };
  },
  items: ({ word, reason, meaning }) => [
    item(word, "", `The page ${meaning.startsWith("may") ? meaning : `is ${meaning}`}.`),
    ...(reason === "" ? [] : [item("reason", reason, "The reason, in the host's words.")]),
  ],
  alternate: ({ meaning, reason }) => `${meaning}${reason === "" ? "" : `: ${reason}`}`,
});

/** X-DC of Shopify: gcp-europe-west1,gcp-us-east1 */
export const xDc = plainField("X-Dc", "list", {
  parse(value) {
    const codes = value.split(",", 8).map((code) => code.trim());
    return codes.every((code) => /^(?:gcp|aws)-[a-z0-9-]{4,40}$/.test(code)) ? codes : undefined;
  },
  partItem: (code) =>
    item("region", code, "Region of the cloud where Shopify handled the request.", regionWords(code)),
  alternate([first = ""]) {
    const place = regionWords(first);
    return place && `Shopify in ${place}`;
  },
});

function regionWords(code: string): string | undefined {
  return region(code.startsWith("aws") ? "aws" : "google", code.slice(4))?.whole;
}

const NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/;

export const sharePointHealthScore = plainField("X-SharePointHealthScore", "integer", {
  repeat: "list",
  parse: (value) => (NUMBER.test(value) && Number(value) <= 10 ? Number(value) : undefined),
  alternate: (score) =>
    `load ${score} of 10${score === 0 ? ": idle" : score > 8 ? ": requests may be refused" : ""}`,
});

export const xGoogMetageneration = plainField("x-goog-metageneration", "integer", {
  repeat: "list",
  parse: (value) => (NUMBER.test(value) ? Number(value) : undefined),
  alternate: (count) =>
    count === 1 ? "metadata never changed" : `metadata changed ${plural(count - 1, "time")}`,
});

const STEP = /^(\w{1,40}) from (child|parent)$/i;

/** Akamai-Cache-Status: `Hit from child`, `Miss from child, Hit from parent`. */
export const akamaiCacheStatus = plainField("Akamai-Cache-Status", "list", {
  parse(value) {
    const steps = value.split(",", 6).map((part) => STEP.exec(part.trim()));
    return steps.every((step) => step !== null)
      ? steps.map((step) => ({ word: step[1] ?? "", from: (step[2] ?? "").toLowerCase() }))
      : undefined;
  },
  partItem: ({ word, from }) =>
    item(
      from,
      word,
      from === "child"
        ? "What the cache closest to the client did."
        : "What the cache closer to the origin did.",
      verdictOf(word)?.words,
    ),
  alternate(steps) {
    const hit = steps.find(({ word }) => verdictOf(word)?.stored);
    if (!hit) return "Miss at Akamai";
    return hit.from === "child" ? "Hit at Akamai's edge" : "Hit in an Akamai parent cache";
  },
});

/** X-Akamai-Session-Info: name=X; value=Y, variables of the configuration. */
export const xAkamaiSessionInfo = plainField("X-Akamai-Session-Info", "parameters", {
  repeat: "separate",
  parse(value) {
    const [, name, text = ""] = /^name=([\w.-]{1,100}); value=(.{0,800})$/.exec(value) ?? [];
    return name === undefined ? undefined : { name, value: text.replace(/; full_location_id=.*/, "") };
  },
  items: ({ name, value }) => [item(name, value, "A variable of the site's Akamai configuration.")],
});

const NODE = /^cache-[\w-]{1,60}-([A-Z]{3})$/;
const MOST = 10;

/** X-Served-By (Fastly): caches on the path, nearest to the client last. */
export const xServedBy = plainField("X-Served-By", "list", {
  parse(value) {
    if (!value.startsWith("cache-")) return undefined;
    return value.split(",", MOST).map((part) => {
      const text = part.trim();
      const place = airport(NODE.exec(text)?.[1] ?? "");
      return { text, ...(place && { place }) };
    });
  },
  partItem: ({ text, place }, at, nodes) =>
    item(
      "cache",
      text,
      at === nodes.length - 1
        ? "The cache that answered; its last letters are the airport code of its city."
        : "A cache closer to the origin; its last letters are the airport code of its city.",
      place?.whole,
    ),
  alternate(nodes) {
    const cities = [...new Set(nodes.flatMap(({ place }) => (place ? [place.city] : [])))];
    const last = cities.pop();
    if (last === undefined) return undefined;
    return `Fastly in ${last}${cities.length > 0 ? `, via ${listing(cities)}` : ""}`;
  },
});

/** X-Cache-Hits: how often each cache has sent this copy. */
export const xCacheHits = plainField("X-Cache-Hits", "list", {
  parse(value) {
    const parts = value.split(",", MOST).map((part) => part.trim());
    return parts.every((part) => /^\d{1,12}$/.test(part)) ? parts.map(Number) : undefined;
  },
  partItem: (count, at, counts) =>
    item(
      counts.length === 1 || at === counts.length - 1 ? "cache that answered" : "cache closer to the origin",
      String(count),
      "How often this cache has sent this copy.",
      count === 0 ? "miss" : plural(count, "hit"),
    ),
  alternate(counts) {
    const last = counts.at(-1) ?? 0;
    return last === 0
      ? "the cache that answered had no copy"
      : `sent ${plural(last, "time")} by the cache that answered`;
  },
});

/** X-Varnish: number of the request; after a hit, also the number of the request that stored the copy. */
export const xVarnish = plainField("x-varnish", "list", {
  parse(value) {
    const ids = value.split(/[ \t,]+/, 8);
    return ids.every((id) => /^\d{1,20}$/.test(id)) ? ids : undefined;
  },
  partItem: (id, at) =>
    item(
      at === 0 ? "request" : "stored by",
      id,
      at === 0
        ? "Number of this request in Varnish's log."
        : "Number of the request that put the copy into the cache.",
    ),
  alternate: (ids) => (ids.length > 1 ? "Hit in Varnish" : "Miss in Varnish, or passed through"),
});

interface VercelId {
  readonly regions: readonly { readonly code: string; readonly place?: Place }[];
  readonly id: string;
  readonly ms?: number;
}

/** Reads an id such as `fra1::iad1::abcde-1700000000000-0123456789ab`. */
function readVercelId(value: string): VercelId | undefined {
  const parts = value.split("::", 6);
  const id = parts.pop() ?? "";
  const regions = parts
    .flatMap((part) => part.split(":"))
    .filter((code) => /^[a-z]{3}\d{1,2}$/.test(code))
    .map((code) => {
      const place = region("vercel", code);
      return { code, ...(place && { place }) };
    });
  const ms = plausible(Number(/-(\d{13})-/.exec(id)?.[1] ?? 0));
  return regions.length === 0 ? undefined : { regions, id, ...(ms !== undefined && { ms }) };
}

function vercelIdField(name: string): AnyField<VercelId> {
  return plainField(name, "identifier", {
    repeat: "list",
    parse: readVercelId,
    itemsInMessage: ({ regions, id, ms }, context) => [
      ...regions.map(({ code, place }, at) =>
        item(
          "region",
          code,
          at === 0 ? "Where the request came in." : "Where the function ran.",
          place?.whole,
        ),
      ),
      item(
        "id",
        id,
        "Number of the request in Vercel's logs.",
        ms === undefined ? undefined : momentWords(ms, context),
      ),
    ],
    alternate({ regions }) {
      const [edge, ...rest] = regions.map(({ code, place }) => place?.city ?? code);
      return `Vercel in ${edge}${rest.length > 0 ? `, function in ${listing([...new Set(rest)])}` : ""}`;
    },
  });
}

export const xVercelId = vercelIdField("x-vercel-id");
export const xNowId = vercelIdField("x-now-id");
