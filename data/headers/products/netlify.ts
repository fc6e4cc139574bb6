/** Fields of Netlify's hosting. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const netlify: readonly CatalogueRow[] = [
  {
    name: "X-NF-Request-ID",
    description: "Identifier of the request at Netlify; its support asks for it.",
    type: "identifier",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-account-id",
    description: "Number of the Netlify account, passed between parts of the platform.",
    type: "identifier",
    direction: "request",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-site-id",
    description: "Number of the Netlify site, passed between parts of the platform.",
    type: "identifier",
    direction: "request",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-geo",
    description: "Location of the visitor that Netlify hands to edge functions.",
    direction: "request",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-client-connection-ip",
    description: "Address of the visitor, which Netlify hands to functions.",
    direction: "request",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-render-mode",
    description: "Says how Netlify made the page: static, server-rendered, on demand and the like.",
    type: "token",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-srv-version",
    description: "Version of the Netlify server software that answered.",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "x-nf-trace-span-id",
    description: "Span of Netlify's own tracing.",
    type: "identifier",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
];
