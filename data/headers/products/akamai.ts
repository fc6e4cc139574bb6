/** Fields of Akamai's delivery network. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const akamai: readonly CatalogueRow[] = [
  {
    name: "X-Akamai-Transformed",
    description:
      "Says that Akamai changed the body on its way, mostly by compressing it; the numbers give the transformation and sizes.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Edge-Cache-Tag",
    description:
      "Tags the origin gives a response so that Akamai can purge it in groups. HubSpot's pages show theirs. Akamai removes it by default.",
    type: "list",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akam-SW-Version",
    description: "Version of the service worker that Akamai adds to the site.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Check-Cacheable",
    description: "Answer to an Akamai debug request: YES or NO, whether the object may be cached.",
    type: "token",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-True-Cache-Key",
    description: "Cache key of the object at Akamai, sent when a debug request asks with a Pragma value.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Cache-Key-Extended-Internal-Use-Only",
    description: "Long form of Akamai's cache key, sent for debugging. The name asks that nobody rely on it.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Cache-Remote",
    description:
      "What the parent tier of Akamai's cache did, such as TCP_HIT, with the name of that server; sent for debugging.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Request-ID",
    description: "Identifies the request to Akamai's support, in hexadecimal parts with dots.",
    type: "identifier",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Session-Info",
    description:
      "Name and value of a variable in Akamai's configuration, sent in answer to a debug request. It can reveal internals.",
    type: "parameters",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Staging",
    description: "Present when the answer came from Akamai's staging network and not from production.",
    type: "token",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Edgescape",
    description:
      "Akamai's location data for the visitor: country, region, city, network and more, meant for the origin.",
    type: "parameters",
    direction: "request",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Device-Characteristics",
    description: "What Akamai knows of the visitor's device, meant for the origin.",
    type: "parameters",
    direction: "request",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Pragma-Client-IP",
    description: "Addresses of the client and of Akamai's servers on the way, sent for debugging.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-SSL-Client-Sid",
    description: "TLS session identifier that Akamai saw from the client; sent for debugging.",
    type: "identifier",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-Akamai-Path-Stats",
    description: "Timing and route figures of Akamai for this request, sent for debugging.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-Cache-Status",
    description:
      'What Akamai\'s edge and parent caches did, such as "Hit from child" or "Miss from child, Miss from parent".',
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-GRN",
    description:
      "Global request number: identifies the request at Akamai so that its support can find the logs.",
    type: "identifier",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-Mon-Iucid-Del",
    description: "Account number of the Akamai customer used for monitoring delivery.",
    type: "identifier",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-Mon-Iucid-Ing",
    description: "Account number of the Akamai customer used for monitoring live ingest.",
    type: "identifier",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-Origin-Hop",
    description: "Counts the Akamai servers that forwarded the request, to stop loops.",
    type: "integer",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-Amd-Bc-Debug",
    description: "Debug line of Akamai's Adaptive Media Delivery.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Akamai-Request-BC",
    description:
      "Breadcrumbs: numbers of the Akamai machines, networks and regions that handled the request, in brackets.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "AK-GRN",
    description: "Short name of Akamai's global request number.",
    type: "identifier",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-EdgeConnect-MidMile-RTT",
    description: "Round-trip time in milliseconds between Akamai's edge and its parent, given to the origin.",
    type: "integer",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "X-EdgeConnect-Origin-MEX-Latency",
    description: "Milliseconds that the origin took towards Akamai.",
    type: "integer",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "True-Client-IP",
    description:
      "Address of the visitor as the CDN saw it, added for the origin. Trust it only from the CDN's own addresses.",
    direction: "request",
    sender: "Akamai and Cloudflare",
    links: ["https://techdocs.akamai.com/"],
  },
];
