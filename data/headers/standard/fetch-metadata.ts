/** What the browser says about a request's circumstances: Fetch metadata, privacy signals, WebSocket, service workers. */

import type { CatalogueRow } from "../row.ts";

export const fetchMetadata: readonly CatalogueRow[] = [
  {
    name: "Sec-Fetch-Dest",
    direction: "request",
    description:
      "Tells what the response will be used for: document, image, script, iframe and so on; empty for fetch calls. Servers can refuse uses they never meant.",
  },
  {
    name: "Sec-Fetch-Mode",
    direction: "request",
    description: "Tells how the request was made: navigate, cors, no-cors, same-origin or websocket.",
  },
  {
    name: "Sec-Fetch-Site",
    direction: "request",
    description:
      "Tells how the page that caused the request relates to the target: same-origin, same-site, cross-site, or none when the user typed the address. A simple guard against forged requests.",
  },
  {
    name: "Sec-Fetch-Storage-Access",
    direction: "request",
    description:
      "Tells whether the embedded content may use its cookies: none, inactive (permission exists but is not in use) or active.",
  },
  {
    name: "Sec-Fetch-User",
    direction: "request",
    description: "Tells with ?1 that the user caused the navigation by a click or key. Never sent otherwise.",
  },
  {
    name: "Sec-Purpose",
    type: "parameters",
    direction: "request",
    description:
      "Says that the resource is fetched in advance (prefetch, with prerender as parameter) and may never be shown. Servers can refuse or leave out counting it.",
  },
  {
    name: "Sec-Speculation-Tags",
    type: "sf-list",
    direction: "request",
    description:
      "Names the speculation rules that caused a prefetch or prerender, so that servers can accept some and refuse others.",
  },
  {
    name: "Sec-GPC",
    type: "integer",
    direction: "request",
    description:
      "Says with 1 that the user objects to the sale and sharing of personal data (Global Privacy Control). Legally binding in some places, for example in California.",
  },
  {
    name: "DNT",
    type: "integer",
    direction: "request",
    replacedBy: "Sec-GPC",
    description:
      "Said with 1 that the user does not want to be tracked. Nearly all sites ignored it, and browsers have removed it.",
  },
  {
    name: "Sec-WebSocket-Accept",
    type: "string",
    description:
      "Proves in the 101 response that the server understood the WebSocket handshake: a hash of the key that the client sent.",
  },
  {
    name: "Sec-WebSocket-Extensions",
    type: "list",
    direction: "both",
    description:
      "Negotiates WebSocket extensions, mostly permessage-deflate for compression: the client offers, the server picks.",
  },
  {
    name: "Sec-WebSocket-Key",
    type: "string",
    direction: "request",
    description:
      "Gives a random value from which the server builds its answer in the WebSocket handshake. No secret and no login; it only rules out confused servers.",
  },
  {
    name: "Sec-WebSocket-Protocol",
    type: "list",
    direction: "both",
    description:
      "Offers application protocols to speak over the WebSocket; the server's answer names the one chosen.",
  },
  {
    name: "Sec-WebSocket-Version",
    type: "integer",
    direction: "both",
    description:
      "Gives the version of the WebSocket protocol, 13. In a 426 or 400 response it lists the versions that the server supports.",
  },
  {
    name: "Service-Worker",
    type: "token",
    direction: "request",
    description:
      "Marks with script the request for a service worker's own script, so that the server can tell it from other scripts.",
  },
  {
    name: "Service-Worker-Navigation-Preload",
    type: "string",
    direction: "request",
    description:
      "Marks a navigation request sent in parallel with the start of a service worker, which may merge the response with what it has cached. Its usual value is true.",
  },
  {
    name: "Ping-From",
    type: "url",
    direction: "request",
    description:
      "Gives the page on which the user clicked a link with a ping attribute. Goes with the ping request that audits the click.",
  },
  {
    name: "Ping-To",
    type: "url",
    direction: "request",
    description: "Gives the target of the clicked link in a ping request.",
  },
];
