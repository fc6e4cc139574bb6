/** Parameters of a Cache-Status member (RFC 9211) and values of fwd. */

import { wordTable } from "../../word-table.ts";

export const cacheStatusParams = wordTable({
  hit: "The response came from this cache without asking the next server.",
  fwd: "The request went on to the next server, and this is why.",
  "fwd=bypass": "The cache was set up not to handle this request.",
  "fwd=method": "The method must be forwarded.",
  "fwd=uri-miss": "Nothing was stored under this address.",
  "fwd=vary-miss": "Something was stored, but for other request headers named by Vary.",
  "fwd=miss": "Nothing usable was stored; the cause, address or Vary, is not reported.",
  "fwd=request":
    "A fresh response was stored, but the request demanded forwarding, for example with no-cache.",
  "fwd=stale": "The stored response was stale.",
  "fwd=partial": "Only part of the requested content was stored.",
  "fwd-status": "The status code that the next server answered to this cache.",
  ttl: "The remaining lifetime in seconds as this cache computes it; negative when stale.",
  stored: "Whether the cache stored the response.",
  collapsed: "Whether the request was merged with others for the same resource.",
  key: "The cache key that was used.",
  detail: "Further details in the cache's own words.",
});
