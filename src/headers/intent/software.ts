import type { Context } from "../field.ts";
import { listing } from "../wording.ts";

type Role = "application" | "language" | "server" | "edge";

/** Software by a field: with any value, or with one that contains the needle (lower case). */
type Clue = readonly [label: string, role: Role, needle?: string];

const CLUES: ReadonlyMap<string, readonly Clue[]> = new Map<string, readonly Clue[]>([
  [
    "server",
    [
      ["Cloudflare", "edge", "cloudflare"],
      ["CloudFront", "edge", "cloudfront"],
      ["Akamai", "edge", "akamai"],
      ["Sucuri", "edge", "sucuri"],
      ["bunny.net", "edge", "bunnycdn"],
      ["KeyCDN", "edge", "keycdn"],
      ["Vercel", "edge", "vercel"],
      ["Netlify", "edge", "netlify"],
      ["Fly.io", "edge", "fly/"],
      ["GitHub", "application", "github.com"],
      ["Squarespace", "application", "squarespace"],
      ["Wix", "application", "pepyaka"],
      ["Amazon S3", "server", "amazons3"],
      ["Google Frontend", "server", "google frontend"],
      ["Google web server", "server", "gws"],
      ["OpenResty", "server", "openresty"],
      ["nginx", "server", "nginx"],
      ["Apache", "server", "apache"],
      ["LiteSpeed", "server", "litespeed"],
      ["lighttpd", "server", "lighttpd"],
      ["IIS", "server", "microsoft-iis"],
      ["Caddy", "server", "caddy"],
      ["Envoy", "server", "envoy"],
      ["Kestrel", "server", "kestrel"],
      ["gunicorn", "server", "gunicorn"],
      ["uvicorn", "server", "uvicorn"],
      ["Werkzeug", "server", "werkzeug"],
      ["Jetty", "server", "jetty"],
      ["Cowboy", "server", "cowboy"],
      ["PHP", "language", "php/"],
    ],
  ],
  [
    "x-powered-by",
    [
      ["WordPress", "application", "wordpress"],
      ["Express", "application", "express"],
      ["Next.js", "application", "next.js"],
      ["Nuxt", "application", "nuxt"],
      ["ASP.NET", "language", "asp.net"],
      ["PHP", "language", "php"],
      ["Java servlets", "language", "servlet"],
      ["Phusion Passenger", "server", "passenger"],
      ["Plesk", "server", "plesk"],
    ],
  ],
  [
    "x-generator",
    [
      ["Drupal", "application", "drupal"],
      ["WordPress", "application", "wordpress"],
      ["TYPO3", "application", "typo3"],
      ["Craft CMS", "application", "craft"],
    ],
  ],
  ["link", [["WordPress", "application", "https://api.w.org/"]]],
  ["x-pingback", [["WordPress", "application", "xmlrpc.php"]]],
  [
    "x-redirect-by",
    [
      ["WordPress", "application", "wordpress"],
      ["TYPO3", "application", "typo3"],
      ["Yoast SEO on WordPress", "application", "yoast"],
    ],
  ],
  ["x-drupal-cache", [["Drupal", "application"]]],
  ["x-drupal-dynamic-cache", [["Drupal", "application"]]],
  ["x-magento-cache-debug", [["Magento", "application"]]],
  ["x-magento-tags", [["Magento", "application"]]],
  ["x-shopid", [["Shopify", "application"]]],
  ["x-shopify-stage", [["Shopify", "application"]]],
  ["x-wix-request-id", [["Wix", "application"]]],
  ["x-nextjs-cache", [["Next.js", "application"]]],
  ["x-jimdo-instance", [["Jimdo", "application"]]],
  ["x-ghost-cache-status", [["Ghost", "application"]]],
  ["x-discourse-route", [["Discourse", "application"]]],
  ["x-aspnet-version", [["ASP.NET", "language"]]],
  ["x-aspnetmvc-version", [["ASP.NET", "language"]]],
  ["cf-ray", [["Cloudflare", "edge"]]],
  ["x-amz-cf-id", [["CloudFront", "edge"]]],
  ["x-fastly-request-id", [["Fastly", "edge"]]],
  ["x-served-by", [["Fastly", "edge", "cache-"]]],
  ["x-akamai-transformed", [["Akamai", "edge"]]],
  ["akamai-grn", [["Akamai", "edge"]]],
  ["x-azure-ref", [["Azure Front Door", "edge"]]],
  ["x-vercel-id", [["Vercel", "edge"]]],
  ["x-nf-request-id", [["Netlify", "edge"]]],
  ["x-sucuri-id", [["Sucuri", "edge"]]],
  ["x-iinfo", [["Imperva", "edge"]]],
  ["cdn-pullzone", [["bunny.net", "edge"]]],
  ["x-varnish", [["Varnish", "edge"]]],
  ["x-kinsta-cache", [["Kinsta", "edge"]]],
  [
    "set-cookie",
    [
      ["WordPress", "application", "wordpress_"],
      ["Laravel", "application", "laravel_session="],
      ["Django", "application", "csrftoken="],
      ["PHP", "language", "phpsessid="],
      ["Java servlets", "language", "jsessionid="],
      ["ASP.NET", "language", "asp.net_sessionid="],
      ["Cloudflare", "edge", "__cf_bm="],
    ],
  ],
]);

/** Longest part of a value that is looked at: clues stand in front. */
const REACH = 500;

/** The software that the message names, in brackets: ` (WordPress/PHP behind Cloudflare)`; `""` where it names none. */
export function softwareNote(context: Context): string {
  const found = new Map<string, Role>();
  for (const { line } of context.all) {
    const clues = CLUES.get(line.name);
    if (!clues) continue;
    let value: string | undefined;
    for (const [label, role, needle] of clues) {
      if (needle !== undefined) value ??= line.value.slice(0, REACH).toLowerCase();
      if (needle === undefined || value?.includes(needle)) found.set(label, role);
    }
  }
  return found.size === 0 ? "" : ` (${inWords(found)})`;
}

function inWords(found: ReadonlyMap<string, Role>): string {
  const labels: Record<Role, string[]> = { application: [], language: [], server: [], edge: [] };
  for (const [label, role] of found) labels[role].push(label);
  const made = [...labels.application, ...labels.language].join("/");
  const [server = ""] = labels.server;
  const what = made !== "" && server !== "" ? `${made} on ${server}` : made || server;
  const edges = listing(labels.edge);
  if (what === "") return `through ${edges}`;
  return edges === "" ? what : `${what} behind ${edges}`;
}
