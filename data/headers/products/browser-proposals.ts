/** Fields of browsers and their proposals that no registry lists. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const browserProposals: readonly CatalogueRow[] = [
  {
    name: "Origin-Trial",
    description:
      "Token that switches on a trial feature of the browser for the site until it expires. Remove it when the trial is over.",
    sender: "Chrome and Edge",
    links: ["https://developer.chrome.com/docs/web-platform/origin-trials"],
  },
  {
    name: "Document-Policy",
    description:
      "Sets rules for the document itself, such as force-load-at-top or limits for images. Only Chrome and its relatives know it.",
    status: "experimental",
    links: ["https://wicg.github.io/document-policy/"],
  },
  {
    name: "Document-Isolation-Policy-Report-Only",
    type: "sf-item",
    status: "experimental",
    description:
      "Reports what a Document-Isolation-Policy would block, without isolating the document. Chromium only.",
  },
  {
    name: "Expect-Staple",
    type: "parameters",
    status: "obsolete",
    description:
      "Asked browsers to report certificates that came without a stapled OCSP answer. A proposal of 2017 that was dropped; it does nothing today.",
  },
  {
    name: "Document-Policy-Report-Only",
    description: "Reports what a document policy would forbid, without forbidding it.",
    status: "experimental",
    links: ["https://wicg.github.io/document-policy/"],
  },
  {
    name: "Require-Document-Policy",
    description: "Asks that embedded documents carry at least this document policy.",
    status: "experimental",
    links: ["https://wicg.github.io/document-policy/"],
  },
  {
    name: "Sec-Required-Document-Policy",
    description: "Policy that the embedding page asks of the embedded document.",
    direction: "request",
    status: "experimental",
    links: ["https://wicg.github.io/document-policy/"],
  },
  {
    name: "Ad-Auction-Allowed",
    description:
      "Let a server take part in advertising auctions within the browser. Chrome has given up that Privacy Sandbox plan.",
    type: "token",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "Ad-Auction-Signals",
    description:
      "Seller's data for an advertising auction within the browser, a Privacy Sandbox plan that Chrome has given up.",
    type: "json",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "Ad-Auction-Additional-Bid",
    description:
      "Further bids, signed and in Base64, for an auction within the browser. Chrome has given up the plan.",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "X-Allow-FLEDGE",
    description:
      "Earlier name of Ad-Auction-Allowed, by which a server took part in auctions within the browser.",
    type: "token",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "Supports-Fenced-Frame",
    description:
      "Says that the page may be shown in a fenced frame, a closed frame for advertisements that Chrome tried.",
    type: "token",
    direction: "both",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "Sec-Shared-Storage-Writable",
    description:
      "Says that the answer may write to Chrome's shared storage, a Privacy Sandbox plan that was given up.",
    type: "token",
    direction: "request",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "Shared-Storage-Write",
    description:
      "Commands that set, append, delete or clear entries of Chrome's shared storage, a plan that was given up.",
    status: "deprecated",
    sender: "Chrome",
  },
  {
    name: "Large-Allocation",
    description: "Asked Firefox for a process of its own with much memory. Removed long ago.",
    type: "integer",
    status: "deprecated",
    sender: "Firefox",
  },
  {
    name: "Sec-Session-Registration",
    description: "Starts a session that is bound to the device's key, under the first name of the proposal.",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Sec-Session-Challenge",
    description:
      "Challenge by which the browser proves that it holds the key of a device-bound session, under its first name.",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Sec-Session-Response",
    description: "Signed answer to the challenge of a device-bound session, under its first name.",
    direction: "request",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Sec-Session-Id",
    description: "Number of a device-bound session, under its first name.",
    type: "identifier",
    direction: "both",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Purpose",
    description: '"prefetch" when the browser loads the page in advance. Sec-Purpose has taken its place.',
    type: "token",
    direction: "request",
    sender: "Safari and old Chrome",
  },
  {
    name: "Sec-GREASE",
    description: "Random field by which a browser keeps servers used to names they do not know.",
    direction: "request",
    sender: "Chrome",
  },
  {
    name: "Access-Control-Allow-Private-Network",
    description:
      '"true" let a public page reach a device in the private network. Chrome replaced the plan by a question to the user.',
    type: "token",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Access-Control-Request-Private-Network",
    description: "Asked a device in the private network whether a public page may reach it.",
    type: "token",
    direction: "request",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Private-Network-Access-Id",
    description: "Number of a device in the private network that a page asks to reach.",
    type: "identifier",
    status: "experimental",
    sender: "Chrome",
  },
  {
    name: "Private-Network-Access-Name",
    description: "Name of a device in the private network that the browser shows to the user.",
    status: "experimental",
    sender: "Chrome",
  },
];
