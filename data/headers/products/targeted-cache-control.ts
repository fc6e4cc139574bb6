/** Cache rules for one vendor's cache (RFC 9213) and older fields of that kind. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const targetedCacheControl: readonly CatalogueRow[] = [
  {
    name: "Cloudflare-CDN-Cache-Control",
    description:
      "Cache rule for Cloudflare alone, which takes it before CDN-Cache-Control and Cache-Control. It should not be visible behind Cloudflare.",
    sender: "Cloudflare",
    links: ["https://developers.cloudflare.com/cache/concepts/cdn-cache-control/"],
  },
  {
    name: "Vercel-CDN-Cache-Control",
    description: "Cache rule for Vercel's cache alone, before CDN-Cache-Control and Cache-Control.",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers"],
  },
  {
    name: "Vercel-Cache-Tag",
    description: "Tags the application gives a response so that Vercel's cache can drop it by group.",
    type: "list",
    sender: "Vercel",
    links: ["https://vercel.com/docs/headers"],
  },
  {
    name: "Netlify-CDN-Cache-Control",
    description:
      'Cache rule for Netlify\'s cache alone; "durable" there shares the object between its edges.',
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "Netlify-Cache-Tag",
    description: "Tags the application gives a response so that Netlify's cache can drop it by group.",
    type: "list",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "Netlify-Vary",
    description:
      "Names the query parameters, cookies, countries or languages by which Netlify keeps versions of a page.",
    sender: "Netlify",
    links: ["https://docs.netlify.com/"],
  },
  {
    name: "Akamai-Cache-Control",
    description: "Cache rule for Akamai alone, in the form of RFC 9213.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  {
    name: "Edge-Control",
    description: "Older cache rule of an origin for Akamai, such as cache-maxage=60m, !no-store or dca=esi.",
    sender: "Akamai",
    links: ["https://techdocs.akamai.com/"],
  },
  { name: "Edge-Cache-Control", description: "Cache rule for an edge cache, set by the site's own setup." },
  {
    name: "X-Cache-Control-Orig",
    description: "The application's Cache-Control as it was before the server replaced it.",
    sender: "LiteSpeed and others",
  },
];
