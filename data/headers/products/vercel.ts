/** Fields of Vercel's hosting. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const vercel: readonly CatalogueRow[] = [
  {
    name: "x-vercel-id",
    description:
      "Request identifier of Vercel with the regions it passed, edge first and function second, parted by double colons, such as fra1::iad1::.",
    type: "identifier",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-cache",
    description: "What Vercel's cache did: HIT, MISS, STALE, PRERENDER, REVALIDATED or BYPASS.",
    type: "token",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-error",
    description:
      "Code of an error on Vercel's side, such as DEPLOYMENT_NOT_FOUND or FUNCTION_INVOCATION_TIMEOUT.",
    type: "token",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-mitigated",
    description: '"challenge" or "deny" when Vercel\'s firewall answered in place of the site.',
    type: "token",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-challenge-token",
    description: "Token of the browser check by Vercel's firewall.",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-ip-country",
    description:
      "Country code of the visitor, which Vercel adds to the request for functions; in a response it is an echo.",
    type: "token",
    direction: "both",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-ip-city",
    description: "City of the visitor, percent-encoded, added by Vercel for functions.",
    direction: "request",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-deployment-url",
    description: "Host name of the Vercel deployment that serves the request.",
    direction: "request",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-proxy-signature",
    description: "Signature with which a Vercel proxy proves a request to the next hop. A secret.",
    direction: "request",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-set-bypass-cookie",
    description: "Asks Vercel to set a cookie that opens a protected deployment.",
    type: "token",
    direction: "request",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-skip-toolbar",
    description: "Keeps Vercel's review toolbar out of the page.",
    type: "token",
    direction: "request",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-vercel-sc-headers",
    description: "Fields passed between parts of Vercel's platform; not meant for clients.",
    type: "json",
    direction: "request",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-now-id",
    description: "Earlier name of x-vercel-id, from the time the company was called ZEIT.",
    type: "identifier",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
  {
    name: "x-now-trace",
    description: "Regions that a request passed on ZEIT Now, the forerunner of Vercel.",
    type: "token",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers/response-headers"],
  },
];
