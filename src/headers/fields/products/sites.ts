/** What publishing systems, shops and hosts say of a page. */

import { type AnyField, field, item } from "../../field.ts";
import { duration } from "../../wording.ts";
import { airport, region } from "./places.ts";
import { numberField, type PairRow, pairItems, readPairs, wordField } from "./shapes.ts";
import { verdictOf } from "./verdicts.ts";

/** X-Pingback: the address of the XML-RPC interface, in practice WordPress's. */
export const xPingback = field({
  name: "x-pingback",
  type: "url",
  repeat: "list",
  kinds: {
    "pingback-offered": {
      severity: "info",
      link: "https://developer.wordpress.org/advanced-administration/security/hardening/",
      summary: "The address for pingbacks is announced: it is used for attacks on logins and on others.",
      bad: ["X-Pingback: https://example.com/xmlrpc.php"],
      good: ["X-Redirect-By: WordPress"],
    },
  },
  parse: (value) => value || undefined,
  items: (url) => [item("pingback", url, "Where other sites report that they link to this page.")],
  check(url, _context, note) {
    const what = /\/xmlrpc\.php(?:$|\?)/.test(url) ? "xmlrpc.php" : "its pingback address";
    note(
      "pingback-offered",
      `X-Pingback advertises ${what}, which attackers use to guess passwords and to send requests to others.`,
    );
  },
});

/** X-Redirect-By: the software that made a redirect. */
export const xRedirectBy = field({
  name: "X-Redirect-By",
  type: "product",
  repeat: "list",
  parse: (value) => (value === "" || value.length > 100 ? undefined : value),
  items: (software) => [item("software", software, "The plugin or program that decided to redirect.")],
  alternate: (software) => `redirect made by ${software}`,
});

const NC = /^(\w{2,10})(?:[ \t]+([a-z]{3})[ \t]+(\d{1,4}))?$/i;

/** X-nc of WordPress.com: HIT fra 3 */
export const xNc = field({
  name: "X-nc",
  type: "token",
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

/** X-ac of WordPress.com: 3.fra _dca MISS, the server and data centre, then those behind it. */
export const xAc = field({
  name: "X-ac",
  type: "identifier",
  repeat: "list",
  parse(value) {
    const codes = value.slice(0, 100).match(/(?<=[._])[a-z]{3}(?![a-z])/g);
    return codes?.some((code) => airport(code)) ? codes : undefined;
  },
  items: (codes) =>
    codes.map((code, at) =>
      item(
        "data centre",
        code,
        at === 0 ? "Airport code of the city that answered." : "Airport code of a city further in.",
        airport(code)?.whole,
      ),
    ),
  alternate: ([first = ""]) => `WordPress.com in ${airport(first)?.whole ?? first}`,
});

/** X-Cacheable of WP Engine and others: SHORT, YES, NO:Not Cacheable, bot, non200 */
const CACHEABLE: readonly (readonly [prefix: string, meaning: string])[] = [
  ["yes", "may be stored"],
  ["short", "stored for a short time"],
  ["cacheable", "may be stored"],
  ["no", "may not be stored"],
  ["bot", "stored for longer, for a bot"],
  ["non200", "an error or redirect, stored briefly or not at all"],
];

export const xCacheable = field({
  name: "X-Cacheable",
  type: "token",
  repeat: "list",
  parse(value) {
    const [word = "", reason = ""] = value.slice(0, 200).split(/:[ \t]*/, 2);
    const meaning = CACHEABLE.find(([prefix]) => word.toLowerCase() === prefix)?.[1];
    return meaning === undefined ? undefined : { word, reason, meaning };
  },
  items: ({ word, reason, meaning }) => [
    item(word, "", `The page ${meaning.startsWith("may") ? meaning : `is ${meaning}`}.`),
    ...(reason === "" ? [] : [item("reason", reason, "Why, in the host's words.")]),
  ],
  alternate: ({ meaning, reason }) => `${meaning}${reason === "" ? "" : `: ${reason}`}`,
});

/** X-DC of Shopify: gcp-europe-west1,gcp-us-east1 */
export const xDc = field({
  name: "X-Dc",
  type: "list",
  repeat: "list",
  parse(value) {
    const codes = value.split(",", 8).map((code) => code.trim());
    return codes.every((code) => /^(?:gcp|aws)-[a-z0-9-]{4,40}$/.test(code)) ? codes : undefined;
  },
  items: (codes) =>
    codes.map((code) =>
      item("region", code, "Region of the cloud where Shopify handled the request.", regionWords(code)),
    ),
  alternate([first = ""]) {
    const place = regionWords(first);
    return place && `Shopify in ${place}`;
  },
});

function regionWords(code: string): string | undefined {
  return region(code.startsWith("aws") ? "aws" : "google", code.slice(4))?.whole;
}

const KINSTA: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  ["v", ["Version of Kinsta's edge software."]],
  ["mv", ["Version of its rules."]],
]);

const HUBSPOT: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  ["browsercache", ["Life in the browser."]],
  ["edgecache", ["Life at the edge of the delivery network."]],
]);

const KI_EDGE = field({
  name: "ki-edge",
  type: "parameters",
  repeat: "list",
  parse: (value) => (/^\w+=/.test(value) ? readPairs(value, /;[ \t]*/) : undefined),
  items: (pairs, context) => pairItems(pairs, KINSTA, context),
});

/** X-HS-Cache-Config: BrowserCache-5s-EdgeCache-180s */
export const xHsCacheConfig = field({
  name: "X-HS-Cache-Config",
  type: "parameters",
  repeat: "list",
  parse(value) {
    const pairs = [...value.slice(0, 200).matchAll(/([A-Za-z]{4,20}Cache)-(\d{1,9})s/g)];
    return pairs.length === 0
      ? undefined
      : pairs.map(([, key = "", seconds = ""]) => ({ key, value: seconds }));
  },
  items: (pairs, context) =>
    pairItems(pairs, HUBSPOT, context).map((one) => ({ ...one, alternate: duration(Number(one.value)) })),
  alternate: (pairs) =>
    pairs
      .map(
        ({ key, value }) =>
          `${duration(Number(value))} ${key.startsWith("Browser") ? "in browsers" : "at the edge"}`,
      )
      .join(", "),
});

const LEVELS = {
  "0": "page cache off",
  "1": "page cache for files only",
  "2": "page cache on, for hours",
  "3": "page cache on, for a day",
  "4": "page cache at its longest",
};

const YES_NO = { true: "yes", false: "no", "1": "yes", "0": "no" };

export const siteFields: readonly AnyField[] = [
  xPingback,
  xRedirectBy,
  xNc,
  xAc,
  xCacheable,
  xDc,
  KI_EDGE,
  xHsCacheConfig,
  wordField("X-Endurance-Cache-Level", LEVELS),
  wordField("X-Newfold-Cache-Level", LEVELS),
  wordField("X-Cache-Enabled", {
    true: "the host's page cache is on",
    false: "the host's page cache is off",
  }),
  wordField("X-FW-Static", { yes: "taken for a static file", no: "not taken for a static file" }),
  wordField("X-FW-Dynamic", {
    true: "made by PHP",
    false: "not made by PHP",
    yes: "made by PHP",
    no: "not made by PHP",
  }),
  wordField("X-Logged-In", { true: "for a visitor with a login", false: "for a visitor without a login" }),
  wordField("X-IPS-LoggedIn", { "1": "for a visitor with a login", "0": "for a visitor without a login" }),
  wordField("X-Storefront-Renderer-Rendered", { "1": "made by Shopify's present page renderer" }),
  wordField("X-Shopify-Stage", {
    production: "from Shopify's regular servers",
    canary: "from servers on which Shopify tries a new version",
    staging: "from Shopify's test servers",
  }),
  wordField("X-Hs-Https-Only", { worker: "sent to HTTPS by HubSpot's edge", true: "over HTTPS only" }),
  wordField("X-Powered-By-Plesk", {
    plesklin: "the control panel Plesk on Linux",
    pleskwin: "the control panel Plesk on Windows",
  }),
  wordField("X-Turbo-Charged-By", { litespeed: "the web server LiteSpeed" }),
  wordField("X-Drupal-Route-Normalizer", YES_NO),
  wordField("X-CDN", {
    imperva: "through Imperva",
    incapsula: "through Imperva, formerly Incapsula",
    cloudflare: "through Cloudflare",
    akamai: "through Akamai",
    fastly: "through Fastly",
    bunny: "through bunny.net",
    cloudfront: "through CloudFront",
  }),
  wordField("X-Oss-Object-Type", {
    normal: "uploaded in one piece",
    multipart: "uploaded in parts",
    appendable: "a file that grows",
    symlink: "a link to another object",
  }),
  wordField("X-Oss-Storage-Class", {
    standard: "kept for frequent use",
    ia: "kept for rare use",
    archive: "archived",
    coldarchive: "archived for long",
    deepcoldarchive: "archived for years",
  }),
  wordField("X-Cos-Storage-Class", {
    standard: "kept for frequent use",
    standard_ia: "kept for rare use",
    intelligent_tiering: "moved between tiers by use",
    archive: "archived",
    deep_archive: "archived for long",
  }),
  wordField("X-Envoy-Overloaded", { true: "dropped by Envoy because of load" }),
  wordField("X-Envoy-RateLimited", { true: "refused by Envoy's limiter" }),
  wordField("X-Clacks-Overhead", { "gnu terry pratchett": "in memory of the author Terry Pratchett" }),
  numberField("X-Drupal-Cache-Max-Age", (seconds) => `${duration(seconds)} by Drupal's own count`),
] as readonly AnyField[];
