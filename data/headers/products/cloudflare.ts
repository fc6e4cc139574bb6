/** Fields that Cloudflare's proxy adds or reads. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const cloudflare: readonly CatalogueRow[] = [
  {
    name: "CF-RAY",
    description:
      "Identifies the request in Cloudflare's logs: a hexadecimal number, then the airport code of the data centre that answered. Quote it when you ask Cloudflare or the site's owner for help.",
    type: "identifier",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-Cache-Status",
    description:
      "Says what Cloudflare's cache did: HIT, MISS, EXPIRED, STALE, REVALIDATED, UPDATING, BYPASS, or DYNAMIC for a response that it did not try to cache.",
    type: "token",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-request-id",
    description:
      "Identifier of the request that Cloudflare sent beside CF-RAY until 2021. New responses no longer have it; an origin or a cache may still replay it.",
    type: "identifier",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-edge-cache",
    description:
      "Tells Cloudflare's Automatic Platform Optimization that the page may be kept at the edge, and for which platform, such as \"cache,platform=wordpress\". Set by the site's WordPress plugin.",
    type: "parameters",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-apo-via",
    description:
      "Says how Cloudflare's Automatic Platform Optimization served the page, for example from the edge cache or through its key-value store, or why it stood aside.",
    type: "parameters",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "Cf-Railgun",
    description:
      "Shows that Cloudflare fetched the page over Railgun, its retired compression link to the origin: connection, compression ratio, time and version.",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-Chl-Bypass",
    description:
      "Sent with a Cloudflare challenge page; tells privacy clients such as Privacy Pass that a token could be shown in place of the challenge.",
    type: "token",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-device-type",
    description:
      "Cloudflare's guess of the visitor's device: mobile, tablet or desktop. Meant for the origin, so in a response it is an echo that shows cache entries per device.",
    type: "token",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-always-cache-status",
    description:
      "Cache result in Cloudflare's vocabulary, set by a site's own rule or worker beside CF-Cache-Status; not documented by Cloudflare.",
    type: "token",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-mitigated",
    description:
      'Value "challenge" says that Cloudflare answered with a challenge page in place of the site. Scripts that call an API should look for it.',
    type: "token",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-polished",
    description:
      "Says what Cloudflare Polish did to an image: sizes before and after, quality, or why it was left as it was.",
    type: "parameters",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-bgj",
    description:
      'Notes a background job of Cloudflare on an image, such as "imgq:100" for the quality that Polish aims at and "h2pri" for HTTP/2 priorities.',
    type: "parameters",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-resized",
    description:
      "Report of Cloudflare Images resizing: result, quality, time taken and, on failure, the error number.",
    type: "parameters",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-images",
    description:
      "Report of Cloudflare Images on the variant that it delivered, with internal status and timing figures.",
    type: "parameters",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-worker",
    description:
      "Names the zone whose Cloudflare Worker made this request. Added to requests that a Worker sends, so that the receiver can tell who calls.",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-Connecting-IP",
    description:
      "Address of the visitor as Cloudflare saw it, added to the request that goes to the origin. Trust it only from Cloudflare's own addresses.",
    direction: "request",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-IPCountry",
    description:
      "Country code of the visitor's address, added by Cloudflare to the request to the origin; XX means unknown and T1 the Tor network. Some origins echo it.",
    type: "token",
    direction: "both",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-Visitor",
    description: "JSON object with the scheme that the visitor used towards Cloudflare, http or https.",
    type: "json",
    direction: "request",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-EW-Via",
    description: "Set on requests that Cloudflare Workers send on, to detect loops between zones.",
    type: "integer",
    direction: "request",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "CF-Team",
    description:
      "Marks a connection that passed Cloudflare's Zero Trust gateway, with an internal number of the session.",
    type: "identifier",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-auto-minify",
    description:
      "Left by Cloudflare's retired Auto Minify: says which kinds of file were shortened at the edge.",
    type: "token",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-placement",
    description:
      'Says where Cloudflare ran the Worker: "local-" or "remote-" and the airport code, as Smart Placement decided.',
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "cf-ipcity",
    description:
      "City of the visitor by Cloudflare's location database, added for the origin when visitor location headers are on.",
    direction: "request",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/fundamentals/reference/http-headers/"],
  },
  {
    name: "Cache-Tag",
    description:
      "Comma-separated tags the origin gives a response so that the CDN can purge it by group. Cloudflare, Google Cloud CDN and others read it, and most remove it before delivery.",
    type: "list",
    sender: "Cloudflare and others",
    links: ["https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/"],
  },
];
