/** Firewalls, bot protection and content-security leftovers. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const securityProducts: readonly CatalogueRow[] = [
  {
    name: "X-Sucuri-ID",
    description: "Number of the Sucuri firewall server that handled the request.",
    type: "identifier",
    sender: "Sucuri",
    links: ["https://docs.sucuri.net/"],
  },
  {
    name: "X-Sucuri-Cache",
    description: "HIT, MISS or another result of the cache in Sucuri's firewall.",
    type: "token",
    sender: "Sucuri",
    links: ["https://docs.sucuri.net/"],
  },
  {
    name: "X-Sucuri-Block",
    description: "Rule by which Sucuri's firewall refused the request.",
    sender: "Sucuri",
  },
  {
    name: "X-Iinfo",
    description:
      "Imperva's (formerly Incapsula's) identifiers, timings and cache state of the request; its support can read them.",
    sender: "Imperva",
    links: ["https://docs.imperva.com/"],
  },
  {
    name: "X-DIS-Request-ID",
    description: "Identifier of the request at Distil Networks, a bot filter that Imperva took over.",
    type: "identifier",
    sender: "Distil Networks",
  },
  {
    name: "X-Distil-CS",
    description: "Cache status of the bot filter Distil.",
    type: "token",
    sender: "Distil Networks",
  },
  {
    name: "X-DataDome",
    description: "Says that the bot filter DataDome looked at the request, or protected it.",
    type: "token",
    sender: "DataDome",
    links: ["https://docs.datadome.co/"],
  },
  {
    name: "X-DataDome-CID",
    description: "Identifier that DataDome gave the visitor.",
    type: "identifier",
    sender: "DataDome",
  },
  {
    name: "X-DataDome-RuleType",
    description: "Kind of rule by which DataDome judged the request.",
    sender: "DataDome",
  },
  { name: "X-DataDome-Timer", description: "Time that DataDome's decision took.", sender: "DataDome" },
  {
    name: "X-DD-B",
    description: "Answer kind of DataDome when it blocks: a test or a full stop.",
    sender: "DataDome",
  },
  {
    name: "X-Zen-Fury",
    description: "Mark of the firewall Zenedge, later Oracle's, for the request.",
    type: "identifier",
    sender: "Zenedge",
  },
  { name: "x-variti-ccr", description: "Mark of the bot and attack filter Variti.", sender: "Variti" },
  {
    name: "DDG-Cache-Status",
    description: "Cache result of the protection service DDoS-Guard.",
    type: "token",
    sender: "DDoS-Guard",
  },
  {
    name: "X-Qrator-Requestid",
    description: "Identifier of the request at the protection service Qrator.",
    type: "identifier",
    sender: "Qrator",
  },
  { name: "X-Reblaze-Protection", description: "Mark of the firewall Reblaze.", sender: "Reblaze" },
  { name: "X-BinarySec-Via", description: "Mark of the firewall BinarySEC on its way.", sender: "BinarySEC" },
  {
    name: "X-BinarySec-NoCache",
    description: "Says that the firewall BinarySEC keeps the page out of its cache.",
    type: "token",
    sender: "BinarySEC",
  },
  {
    name: "X-Distributed-By",
    description: "Advertises the service that distributed the response.",
    type: "product",
  },
  { name: "X-Denied-Reason", description: "Why a firewall refused the request." },
  {
    name: "X-Deny-Reason",
    description: "Why a proxy, such as that of a sandbox, refused the request, for example host_not_allowed.",
  },
  { name: "X-WAF-Event-Info", description: "Event that a web application firewall noted." },
  { name: "X-SL-CompState", description: "State of Radware's AppWall for the request.", sender: "Radware" },
  {
    name: "X-RDWR-Port",
    description: "Client port that Radware's device hands on.",
    type: "integer",
    sender: "Radware",
  },
  {
    name: "X-dotDefender-denied",
    description: '"1" when the firewall dotDefender refused the request.',
    type: "integer",
    sender: "dotDefender",
  },
  {
    name: "X-Wzws-Requested-Method",
    description: "Request method as the Chinese firewall of 360 saw it.",
    type: "token",
    sender: "360 WangZhanWeiShi",
  },
  {
    name: "X-Powered-By-360WZB",
    description: "Advertises the Chinese site protection of 360.",
    sender: "360 WangZhanBao",
  },
  {
    name: "X-Powered-By-Anquanbao",
    description: "Advertises the Chinese site protection Anquanbao.",
    sender: "Anquanbao",
  },
  {
    name: "X-Safe-Firewall",
    description: "Names the host firewall of the Chinese company 360, with its version.",
    sender: "360",
  },
  {
    name: "X-PX-Authorization",
    description: "Token of the bot filter PerimeterX from a mobile app.",
    direction: "request",
    sender: "HUMAN (PerimeterX)",
  },
  {
    name: "X-Kpsdk-Ct",
    description: "Token of the bot filter Kasada, which the page's script sends back.",
    sender: "Kasada",
  },
  {
    name: "X-Kpsdk-Cd",
    description: "Proof of work for the bot filter Kasada.",
    type: "json",
    direction: "request",
    sender: "Kasada",
  },
  { name: "X-Kpsdk-R", description: "Result mark of the bot filter Kasada.", sender: "Kasada" },
  { name: "X-Kpsdk-St", description: "Server time by the bot filter Kasada.", sender: "Kasada" },
  {
    name: "X-Content-Security-Policy",
    description:
      "Content Security Policy under the name of old Firefox and Internet Explorer. Browsers in use read only the standard field; remove it.",
    type: "policy",
    status: "deprecated",
    replacedBy: "Content-Security-Policy",
  },
  {
    name: "X-Content-Security-Policy-Report-Only",
    description: "Trial policy under the name of old Firefox. No browser in use reads it.",
    type: "policy",
    status: "deprecated",
    replacedBy: "Content-Security-Policy-Report-Only",
  },
  {
    name: "X-Webkit-CSP",
    description:
      "Content Security Policy under the name of old Chrome and Safari. It has no effect today; remove it.",
    type: "policy",
    status: "deprecated",
    replacedBy: "Content-Security-Policy",
  },
  {
    name: "X-Webkit-CSP-Report-Only",
    description: "Trial policy under the name of old Chrome and Safari. Remove it.",
    type: "policy",
    status: "deprecated",
    replacedBy: "Content-Security-Policy-Report-Only",
  },
  {
    name: "X-Permitted-Cross-Domain-Policies",
    description:
      'Says which policy files Adobe\'s Flash and Acrobat may follow on the host, often "none". Flash is gone; only Acrobat still looks.',
    type: "token",
    sender: "Adobe",
    links: ["https://www.adobe.com/devnet-docs/acrobatetk/tools/AppSec/xdomain.html"],
  },
  {
    name: "X-Robots-Tag",
    description:
      "Tells search engines whether to index the resource and follow its links: noindex, nofollow, noarchive and others, for all robots or for one that is named.",
    type: "list",
    links: ["https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag"],
  },
  {
    name: "X-Robots",
    description: "Misremembered form of X-Robots-Tag. Search engines do not read it.",
    type: "list",
  },
  {
    name: "X-Frame-Option",
    description: "Misspelt X-Frame-Options. Browsers ignore it, so the page is not protected from framing.",
  },
  {
    name: "X-Content-Type-Option",
    description: "Misspelt X-Content-Type-Options. Browsers ignore it.",
    type: "token",
  },
  {
    name: "X-XSS-Protections",
    description: "Misspelt X-XSS-Protection, which has no effect in today's browsers either.",
  },
  {
    name: "X-Anti-CSRF-Token",
    description: "Token against request forgery. The page's script sends it back; it must not be cached.",
  },
  {
    name: "X-CSRF-Token",
    description:
      "Token against request forgery, as Rails, Drupal, SAP and others use it. It must not be cached in a shared cache.",
    direction: "both",
  },
  {
    name: "X-XSRF-Token",
    description: "Token against request forgery, which scripts such as Angular and axios copy from a cookie.",
    direction: "both",
  },
  {
    name: "X-CSRFToken",
    description: "Token against request forgery that Django expects from scripts.",
    direction: "request",
    sender: "Django and others",
  },
  { name: "CSRF-Token", description: "Token against request forgery under a short name.", direction: "both" },
  { name: "Anti-Csrf-Token", description: "Anti-forgery token for the page's script, without X-." },
  {
    name: "X-Content-Options",
    description: "Old or mistaken name; browsers read X-Content-Type-Options.",
    status: "deprecated",
    replacedBy: "X-Content-Type-Options",
  },
];
