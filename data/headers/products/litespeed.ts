/** LiteSpeed's web server and its cache plugins. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const litespeed: readonly CatalogueRow[] = [
  {
    name: "X-LiteSpeed-Cache",
    description: 'hit, miss or "hit,private" of the cache built into LiteSpeed.',
    type: "token",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-Litespeed-Cache-Control",
    description: "Cache rule that the application gives to LiteSpeed, apart from that for browsers.",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-LiteSpeed-Tag",
    description: "Tags of the page in LiteSpeed's cache, for purging. LiteSpeed normally removes it.",
    type: "list",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-LiteSpeed-Purge",
    description:
      "Tags or addresses that LiteSpeed is to drop from its cache. Meant for the server, not for the client.",
    type: "list",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-LiteSpeed-Vary",
    description: "Cookies and values by which LiteSpeed keeps versions of the page.",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-LiteSpeed-Location",
    description: "File that LiteSpeed is to send in place of the body; it should not reach the client.",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-LSADC-Cache",
    description: "Result of the cache in LiteSpeed's load balancer.",
    type: "token",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-QC-Cache",
    description: "hit or miss of QUIC.cloud, the delivery network of LiteSpeed's makers.",
    type: "token",
    sender: "QUIC.cloud",
    links: ["https://docs.quic.cloud/"],
  },
  {
    name: "X-QC-Pop",
    description: "Country, town and number of the QUIC.cloud site that answered.",
    sender: "QUIC.cloud",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-Turbo-Charged-By",
    description: '"LiteSpeed" under a name of its own; an advertisement of the host\'s server.',
    type: "product",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
  {
    name: "X-LSCache",
    description: "Says what LiteSpeed's cache did or is told to do; sent by old plugins.",
    sender: "LiteSpeed",
    links: ["https://docs.litespeedtech.com/"],
  },
];
