/** Parameters of a Cache-Status member (RFC 9211) and values of fwd. */

import { wordTable } from "../../word-table.ts";

export const cacheStatusParams = wordTable({
  hit: "The response came from this cache; the next server was not contacted.",
  fwd: "The request was forwarded to the next server; the value is the reason.",
  "fwd=bypass": "The cache is configured not to handle this request.",
  "fwd=method": "The method must be forwarded.",
  "fwd=uri-miss": "Nothing was stored for this URL.",
  "fwd=vary-miss": "A response was stored, but for other values of the headers in Vary.",
  "fwd=miss": "Nothing usable was stored; the cache does not say whether the URL or Vary differed.",
  "fwd=request":
    "A fresh response was stored, but the request demanded forwarding, for example with no-cache.",
  "fwd=stale": "The stored response was stale.",
  "fwd=partial": "Only part of the requested content was stored.",
  "fwd-status": "Status code of the next server's response to this cache.",
  ttl: "Remaining lifetime in seconds, computed by this cache; negative if stale.",
  stored: "Whether the cache stored the response.",
  collapsed: "Whether the request was merged with others for the same resource.",
  key: "The cache key that was used.",
  detail: "Details in the cache's own words.",
});
