/** Caching: RFC 9111, RFC 9211, RFC 9213, RFC 9875 and the Edge Architecture note. */

import type { CatalogueRow } from "../row.ts";

export const caching: readonly CatalogueRow[] = [
  {
    name: "Age",
    type: "delta-seconds",
    description:
      "Says how many seconds the response has spent in caches since the origin made or confirmed it. Caches add it, so its presence shows that a cache answered. Compare it with max-age: an Age above that means a stale response.",
  },
  {
    name: "Cache-Control",
    type: "parameters",
    direction: "both",
    description:
      "Tells browsers and shared caches whether they may store the message, for how long, and when they must check again with the origin. Look for contradictions such as no-store beside max-age, and for private data without private.",
  },
  {
    name: "Cache-Groups",
    type: "sf-list",
    description:
      "Puts the stored response into named groups of its origin, so that the whole group can be invalidated at once. Set by the origin server and read by caches that implement RFC 9875.",
  },
  {
    name: "Cache-Group-Invalidation",
    type: "sf-list",
    description:
      "Names the cache groups of this origin whose stored responses become invalid. Only counts in the response to an unsafe request such as POST or DELETE.",
  },
  {
    name: "Cache-Status",
    description:
      "Tells how each cache on the way handled the request: hit, or forwarded and why, with the remaining lifetime and whether it stored the answer. The cache nearest the origin comes first, the one nearest the client last.",
  },
  {
    name: "CDN-Cache-Control",
    description:
      "Gives cache directives to content delivery networks only and overrides Cache-Control there. Browsers ignore it, so the edge can keep a response longer than the browser does.",
  },
  {
    name: "CDN-Loop",
    type: "list",
    direction: "request",
    description:
      "Lists the content delivery networks that have already forwarded the request. Each adds its own identifier and refuses requests that come round again, which stops forwarding loops.",
  },
  {
    name: "Expires",
    type: "date",
    description:
      "Gives the date and time after which the response is stale. Ignored where Cache-Control has max-age, or s-maxage in shared caches. An invalid date such as 0 means already expired.",
  },
  {
    name: "No-Vary-Search",
    type: "sf-dictionary",
    description:
      "Says which query parameters do not change the response, so that a cache or a prefetch can reuse it for URLs that differ only in those. Look for parameters listed that do change the content.",
  },
  {
    name: "Pragma",
    type: "parameters",
    direction: "both",
    replacedBy: "Cache-Control",
    description:
      "Carries the HTTP/1.0 directive no-cache, with which old clients asked caches to check with the origin. Has no defined meaning in responses: use Cache-Control there.",
  },
  {
    name: "Surrogate-Capability",
    type: "parameters",
    direction: "request",
    description:
      "Tells the origin what the reverse proxy or CDN in front of it can do, such as processing Edge Side Includes. Each surrogate adds its own token.",
  },
  {
    name: "Surrogate-Control",
    type: "parameters",
    description:
      "Gives cache and processing directives to the reverse proxy or CDN in front of the origin and outranks Cache-Control there. The surrogate should remove it, so seeing it outside hints at a gap. CDN-Cache-Control is the newer way.",
  },
  {
    name: "Vary",
    type: "list",
    description:
      "Names the request fields that influenced the response; a cache may reuse it only for requests that agree in them. An asterisk makes it never reusable. Look for Accept-Encoding with compressed content and for User-Agent, which splits caches badly.",
  },
  {
    name: "Warning",
    type: "list",
    direction: "both",
    replacedBy: "Cache-Status, Age and Cache-Control",
    description:
      "Carried a three-digit warn code and text about a possible problem such as a stale response. Removed from HTTP because few senders set it and few clients read it.",
  },
];
