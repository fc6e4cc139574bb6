/** Fields of sites on Wix. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const wix: readonly CatalogueRow[] = [
  {
    name: "X-Seen-By",
    description: "Encoded names of the Wix servers that handled the request; only Wix can read them.",
    type: "list",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "x-wix-request-id",
    description: "Identifier of the request in Wix's systems; its support asks for it.",
    type: "identifier",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Published-Version",
    description: "Number of the published version of the Wix site.",
    type: "integer",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Server-Artifact-Id",
    description: "Name of the Wix server program that answered.",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Renderer-Server",
    description: "Host that rendered the Wix page.",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Meta-Site-Id",
    description: "Number of the Wix site in its database.",
    type: "identifier",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Dispatcher-Cache-Hit",
    description: "Says whether Wix's dispatcher answered from its cache.",
    type: "token",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Exception-Id",
    description: "Number of an error in Wix's logs.",
    type: "identifier",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
  {
    name: "X-Wix-Cache-Control",
    description: "Cache rule used between Wix's servers and its CDN.",
    sender: "Wix",
    links: ["https://support.wix.com/"],
  },
];
