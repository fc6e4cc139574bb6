import { wordTable } from "../../../../data/word-table.ts";
import { type AnyField, field, item } from "../../field.ts";
import { bytes } from "../../wording.ts";
import { airport, country } from "./places.ts";
import { type PairRow, pairItems, readPairs, timeField, wordField } from "./shapes.ts";

const RAY = /^([0-9a-f]{6,32})(?:-([A-Z]{3}))?$/i;

/** CF-Ray: the request in Cloudflare's logs, and the airport code of the data centre that answered. */
export const cfRay = field({
  name: "CF-RAY",
  type: "identifier",
  repeat: "list",
  kinds: {
    "cf-ray-origin": {
      severity: "info",
      link: "https://developers.cloudflare.com/fundamentals/reference/cloudflare-ray-id/",
      summary: "The response came through Cloudflare: its data centre and the request's number are named.",
      bad: ["CF-Ray: 8e5a1b2c3d4e5f60-FRA"],
      good: ["X-Request-ID: 8e5a1b2c3d4e5f60-FRA"],
    },
  },
  parse(value) {
    const [, id, code = ""] = RAY.exec(value) ?? [];
    if (id === undefined) return undefined;
    const place = airport(code);
    return { id, code, ...(place && { place }) };
  },
  items: ({ id, code, place }) => [
    item("id", id, "Number of the request in Cloudflare's logs."),
    ...(code === ""
      ? []
      : [item("data centre", code, "Airport code of the city whose data centre answered.", place?.whole)]),
  ],
  alternate: ({ place, code }) =>
    code === "" ? undefined : `Cloudflare in ${place?.whole ?? `the data centre ${code}`}`,
  check({ place, code, id }, _context, note) {
    if (code !== "")
      note(
        "cf-ray-origin",
        `Cloudflare's data centre ${code}${place ? ` (${place.city})` : ""} answered; its logs know the request as ${id}.`,
      );
  },
});

/** Statuses of Polish that say why an image was left as it was. */
const POLISH_STATUSES = wordTable({
  not_compressed: "already small enough",
  not_needed: "already optimized",
  cannot_optimize: "cannot be optimized",
  degraded: "would lose too much quality",
  format_not_supported: "a format that Polish does not take",
  input_too_large: "too large for Polish",
  vary_header_present: "left alone because of Vary",
  webp_bigger: "WebP would be larger",
  avif_bigger: "AVIF would be larger",
  webp_not_needed: "WebP would not be smaller",
  origin_response_header: "left alone at the origin's wish",
});

const POLISH_KEYS: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  ["origsize", ["Size of the image at the origin.", (value) => sizeWords(value)]],
  ["origfmt", ["Format of the image at the origin."]],
  ["qual", ["Quality of the compressed image, up to 100."]],
  ["degrade", ["How much quality may be lost, in per cent."]],
  ["status", ["Why the image was left as it was.", (value) => POLISH_STATUSES.get(value)]],
  ["ok", ["The image was optimized."]],
]);

function sizeWords(value: string): string | undefined {
  return /^\d{1,15}$/.test(value) ? bytes(Number(value)) : undefined;
}

/** cf-polished: what Polish did to an image. */
export const cfPolished = field({
  name: "cf-polished",
  type: "parameters",
  repeat: "list",
  parse: (value) => readPairs(value, /[,;][ \t]*/),
  items: (pairs, context) => pairItems(pairs, POLISH_KEYS, context),
  alternate(pairs) {
    const of = (wanted: string) => pairs.find(({ key }) => key.toLowerCase() === wanted)?.value;
    const reason = POLISH_STATUSES.get(of("status") ?? "");
    if (reason) return `image left as it was: ${reason}`;
    const size = sizeWords(of("origsize") ?? "");
    return size && `image optimized, ${size} at the origin`;
  },
});

const BGJ_KEYS: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  ["imgq", ["The image was optimized; the number is its quality."]],
  ["h2pri", ["The image gets a priority of its own in HTTP/2."]],
  ["minify", ["The text was made shorter without changing what it does."]],
]);

/** cf-bgj: what a background job at Cloudflare did to the content. */
export const cfBgj = field({
  name: "cf-bgj",
  type: "parameters",
  repeat: "list",
  parse: (value) => readPairs(value, /,[ \t]*/),
  items: (pairs, context) => pairItems(pairs, BGJ_KEYS, context),
});

const APO_KEYS: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  ["tcache", ["The page came from the edge cache."]],
  ["origin", ["The page came from the origin; the rest says why."]],
  ["kv", ["The page came from Cloudflare's key-value store."]],
  ["host", ["The request was for another host than the one set up."]],
  ["resnok", ["The origin's response may not be stored."]],
  ["qs", ["The request has a query that keeps it out of the cache."]],
  ["page-rule", ["A page rule switches the optimization off."]],
  ["nohtml", ["The content is not HTML."]],
]);

/** cf-apo-via: how Automatic Platform Optimization served the page. */
export const cfApoVia = field({
  name: "cf-apo-via",
  type: "token",
  repeat: "list",
  parse: (value) => readPairs(value, /,[ \t]*/),
  items: (pairs, context) => pairItems(pairs, APO_KEYS, context),
  alternate(pairs) {
    const key = pairs[0]?.key.toLowerCase();
    if (key === "tcache") return "from Cloudflare's edge cache";
    return key === "origin" ? "from the origin" : undefined;
  },
});

/** cf-placement: where a Worker ran. */
export const cfPlacement = field({
  name: "cf-placement",
  type: "token",
  repeat: "list",
  parse(value) {
    const [, mode = "", code = ""] = /^(local|remote)-([A-Z]{3})$/i.exec(value) ?? [];
    const place = airport(code);
    return place && { mode: mode.toLowerCase(), code, place };
  },
  items: ({ mode, code, place }) => [
    item(
      mode,
      "",
      mode === "local"
        ? "The Worker ran where the visitor came in."
        : "The Worker ran near what it works with.",
    ),
    item("data centre", code, "Airport code of the city where the Worker ran.", place.whole),
  ],
  alternate: ({ place, mode }) =>
    `Worker ran in ${place.whole}${mode === "local" ? ", nearest to the visitor" : ""}`,
});

/** A country code with its words; Cloudflare writes T1 for Tor. */
function countryField(name: string): AnyField<{ readonly code: string; readonly words: string }> {
  return field({
    name,
    type: "token",
    repeat: "list",
    parse(code) {
      const words = code === "T1" ? "the Tor network" : country(code);
      return words === undefined ? undefined : { code, words };
    },
    items: ({ code, words }) => [item("country", code, "Where the visitor's address belongs.", words)],
    alternate: ({ words }) => words,
  });
}

const CHALLENGED = { challenge: "answered with a challenge to tell people from bots, not with the content" };

export const cloudflareFields: readonly AnyField[] = [
  cfRay,
  cfPolished,
  cfBgj,
  cfApoVia,
  cfPlacement,
  wordField("cf-mitigated", CHALLENGED),
  wordField("cf-device-type", {
    mobile: "taken for a phone",
    tablet: "taken for a tablet",
    desktop: "taken for a computer",
  }),
  countryField("CF-IPCountry"),
  countryField("CDN-RequestCountryCode"),
  countryField("CloudFront-Viewer-Country"),
  countryField("x-vercel-ip-country"),
  timeField("X-EdgeConnect-MidMile-RTT", "ms", "between Akamai's edge and its parent"),
  timeField("X-EdgeConnect-Origin-MEX-Latency", "ms", "at the origin, seen from Akamai"),
] as readonly AnyField[];
