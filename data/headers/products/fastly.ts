/** Fields of Fastly's delivery network and of the Varnish that it grew from. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const fastly: readonly CatalogueRow[] = [
  {
    name: "X-Served-By",
    description:
      'Names the cache servers that handled the response. On Fastly each is "cache-", data centre and airport code; the last is nearest to the client.',
    type: "list",
    sender: "Fastly and others",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "X-Cache-Hits",
    description:
      "How often each cache in X-Served-By has delivered this object, in the same order; 0 stands for a miss.",
    type: "list",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "X-Timer",
    description:
      "Fastly's clock: S is the start as Unix seconds, VS and VE the milliseconds from there to start and end of processing at the edge.",
    type: "parameters",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "X-Fastly-Request-ID",
    description: "Identifier of the request in Fastly's network, in hexadecimal.",
    type: "identifier",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Restarts",
    description: "Number of times Fastly's VCL began the request anew; each restart costs time.",
    type: "integer",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Debug",
    description: "Asks Fastly to answer with its debug fields.",
    type: "token",
    direction: "request",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Debug-Path",
    description:
      "Route of the request through Fastly's servers, D for delivery and F for fetch, sent in answer to Fastly-Debug.",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Debug-TTL",
    description: "Lifetime state of the object at each Fastly server: hit or miss, time left and grace.",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Debug-Digest",
    description: "Hash of the cache key of the object at Fastly.",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Debug-State",
    description: "State words of Fastly's cache for the request, such as HIT-CLUSTER or MISS.",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-IO-Info",
    description: "Report of Fastly Image Optimizer: size, format and dimensions before and after.",
    type: "parameters",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-IO-Warning",
    description: "Complaint of Fastly Image Optimizer about a parameter or an image.",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-IO-Error",
    description: "Error of Fastly Image Optimizer that kept it from changing the image.",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Stats",
    description: "Tells whether Fastly Image Optimizer or another service processed the response.",
    type: "parameters",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Client-IP",
    description: "Address of the client as Fastly saw it, passed to the origin.",
    direction: "request",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-FF",
    description: "Signature by which Fastly's servers know each other when one forwards to the next.",
    direction: "request",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-SSL",
    description: "Present when the client reached Fastly over TLS.",
    type: "token",
    direction: "request",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "Fastly-Drupal-HTML",
    description: "Sent by Drupal's Fastly module to mark pages of HTML for the edge.",
    type: "token",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
  {
    name: "X-Fastly-Backend-Reqs",
    description: "Number of requests Fastly sent to the origin for this one.",
    type: "integer",
    sender: "Fastly",
    links: ["https://www.fastly.com/documentation/reference/http/http-headers/"],
  },
];
