/** Settings that each command reads, by path: groups or single settings. Our own. */

import { wordTable } from "./word-table.ts";

const GEO = ["geo.city", "geo.asn", "geo.networks", "geo.load"];

export const commandSettings = wordTable<readonly string[]>({
  ip: ["geo", "http.resolver"],
  useragent: ["agents"],
  visitor: [...GEO, "agents", "http.resolver"],
  http: ["http", "geo.rdap"],
  curl: ["http"],
  page: ["http", "http.browser"],
  site: ["http"],
  compare: ["http"],
  redirects: ["http"],
  watch: ["http", "geo.rdap"],
  init: ["http"],
  mcp: ["http", ...GEO, "agents"],
  headers: ["server.maxRequestBody"],
  healthcheck: ["server.listen"],
  tokens: ["api.tokens"],
  update: ["geo.city", "geo.asn", "geo.networks", "agents", "data.mirror"],
});
