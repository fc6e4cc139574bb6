/** Browser security policies: CSP, permissions, isolation, transport. */

import type { CatalogueRow } from "../row.ts";

export const security: readonly CatalogueRow[] = [
  {
    name: "Content-Security-Policy",
    type: "policy",
    description:
      "Limits what the page may load and run, by kind of resource and by source. The strongest defence against injected scripts; 'unsafe-inline' and wide sources such as https: undo it.",
  },
  {
    name: "Content-Security-Policy-Report-Only",
    type: "policy",
    description:
      "Tests a content security policy: violations are reported, nothing is blocked. Needs report-to or report-uri to be of use, and protects nobody by itself.",
  },
  {
    name: "Cross-Origin-Embedder-Policy",
    description:
      "Requires what the page embeds from other origins to agree by CORS or Cross-Origin-Resource-Policy (require-corp), or to be loaded without cookies (credentialless). Part of cross-origin isolation.",
  },
  {
    name: "Cross-Origin-Embedder-Policy-Report-Only",
    description:
      "Reports what Cross-Origin-Embedder-Policy would block, without blocking it. For trying the policy before enforcing it.",
  },
  {
    name: "Cross-Origin-Opener-Policy",
    description:
      "Cuts the script link between this page and windows of other origins that it opens or is opened by. same-origin gives full separation; same-origin-allow-popups keeps sign-in and payment popups working.",
  },
  {
    name: "Cross-Origin-Opener-Policy-Report-Only",
    description: "Reports which window links Cross-Origin-Opener-Policy would cut, without cutting them.",
  },
  {
    name: "Cross-Origin-Resource-Policy",
    type: "token",
    description:
      "Says which sites may embed this resource: same-origin, same-site or cross-origin. Browsers block the others, which keeps the bytes out of their processes.",
  },
  {
    name: "Document-Isolation-Policy",
    type: "sf-item",
    description:
      "Gives one document the powers of cross-origin isolation, such as shared memory, without conditions on its frames and popups. Chromium only.",
  },
  {
    name: "Connection-Allowlist",
    type: "sf-list",
    description:
      "Lists the addresses with which the page may connect at all, whatever kind of request it is. An experimental guard against data leaving a page.",
  },
  {
    name: "Connection-Allowlist-Report-Only",
    type: "sf-list",
    description: "Reports connections that a Connection-Allowlist would block and lets them pass.",
  },
  {
    name: "Expect-CT",
    type: "parameters",
    replacedBy: "Certificate Transparency enforced by browsers",
    description:
      "Asked browsers to insist on Certificate Transparency for this site. Browsers now do so for every new certificate, so the field can go.",
  },
  {
    name: "Feature-Policy",
    type: "policy",
    replacedBy: "Permissions-Policy",
    description:
      "Allowed or denied browser features by the older syntax. Renamed to Permissions-Policy in 2020; Where both name a feature, the newer field wins.",
    links: ["https://w3c.github.io/webappsec-permissions-policy/"],
  },
  {
    name: "Integrity-Policy",
    type: "sf-dictionary",
    description:
      "Makes the browser refuse scripts, or style sheets, that are loaded without an integrity hash. Covers every element of the page, so none is forgotten.",
  },
  {
    name: "Integrity-Policy-Report-Only",
    type: "sf-dictionary",
    description: "Reports scripts and styles loaded without an integrity hash but still loads them.",
  },
  {
    name: "Origin-Agent-Cluster",
    description:
      "Asks with ?1 for a browser process, or at least a script world, for this origin alone, apart from its sibling subdomains. Gives better isolation and steadier performance.",
  },
  {
    name: "Permissions-Policy",
    type: "sf-dictionary",
    description:
      "Says which browser features, such as camera, location or autoplay, this page and its frames may use. Each feature has a list of allowed origins; () denies it to all.",
  },
  {
    name: "Permissions-Policy-Report-Only",
    type: "sf-dictionary",
    description:
      "Reports uses of browser features that a permissions policy would deny, without denying them.",
  },
  {
    name: "Public-Key-Pins",
    type: "parameters",
    status: "deprecated",
    replacedBy: "Certificate Transparency and CAA records",
    description:
      "Pinned the site to certain public keys. Abandoned by all browsers because a mistake locked visitors out for months; it has no effect today.",
  },
  {
    name: "Public-Key-Pins-Report-Only",
    type: "parameters",
    status: "deprecated",
    replacedBy: "Certificate Transparency and CAA records",
    description:
      "Reported when a certificate did not match the pinned keys. Ignored by all browsers since pinning was abandoned.",
  },
  {
    name: "Referrer-Policy",
    type: "list",
    description:
      "Says how much of this page's address links and embedded requests reveal in Referer. strict-origin-when-cross-origin is the browser default; unsafe-url leaks full addresses. Of several values the last understood one counts.",
  },
  {
    name: "Strict-Transport-Security",
    type: "parameters",
    description:
      "Makes browsers use HTTPS only for this host for max-age seconds, and with includeSubDomains for all below it. Counts only over HTTPS. Look for a max-age of at least half a year.",
  },
  {
    name: "Upgrade-Insecure-Requests",
    type: "integer",
    direction: "request",
    description:
      "Tells the server with 1 that the browser prefers encrypted pages and understands the directive upgrade-insecure-requests. In a response it has no meaning: there it is a directive of Content-Security-Policy.",
  },
  {
    name: "X-Content-Type-Options",
    type: "token",
    description:
      "Forbids with nosniff that the browser guesses another type than Content-Type tells. Stops uploads and text files from running as scripts; nosniff is the only value.",
  },
  {
    name: "X-DNS-Prefetch-Control",
    type: "token",
    description:
      "Switches on or off that the browser looks up the host names of links in advance. on speeds up the next click; off keeps link targets from DNS.",
  },
  {
    name: "X-Frame-Options",
    type: "token",
    description:
      "Says whether other sites may show this page in a frame: DENY or SAMEORIGIN. Guards against clickjacking; frame-ancestors in a content security policy is finer and takes precedence.",
  },
  {
    name: "X-XSS-Protection",
    type: "parameters",
    replacedBy: "Content-Security-Policy",
    description:
      "Steered the script filter of old browsers, which all modern ones removed because it opened holes of its own. Send 0 or nothing.",
  },
  {
    name: "Service-Worker-Allowed",
    type: "url",
    description:
      "Lets a service worker script control a wider path than the directory it lies in, such as the whole site.",
  },
  {
    name: "Supports-Loading-Mode",
    type: "sf-list",
    description:
      "Tells that the page agrees to be loaded in a less usual way, such as prerendered from another site (credentialed-prerender) or in a fenced frame.",
  },
  {
    name: "Speculation-Rules",
    type: "sf-list",
    description:
      "Points to JSON files with rules about which links the browser may prefetch or prerender. CDNs can add it without touching the page.",
  },
  {
    name: "Activate-Storage-Access",
    description:
      "Lets embedded content use a storage access permission that the user has already given: load activates it for this document, retry repeats the request with cookies.",
  },
  {
    name: "P3P",
    type: "parameters",
    replacedBy: "nothing; a written privacy policy",
    description:
      "Carried a machine-readable privacy policy. Only Internet Explorer read it, to decide on third-party cookies, so most values were made up.",
  },
  {
    name: "AMP-Cache-Transform",
    type: "sf-list",
    direction: "both",
    description:
      "Says which transformations of an AMP page a cache wants, or has got: a cache sends it with the request for a signed exchange, the server confirms it.",
  },
];
