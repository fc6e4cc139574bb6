/** Cache-Control directives of responses and requests: RFC 9111, RFC 5861, RFC 8246, the IANA registry and vendor practice. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const cacheControlDirectives = wordTable({
  "max-age": "Seconds for which the response is fresh, counted from its creation.",
  "s-maxage":
    "Seconds for which the response is fresh in shared caches such as CDNs; overrides max-age and Expires there.",
  "no-cache":
    "May be stored, but must be checked with the origin before each reuse. With header names it covers only those headers.",
  "no-store": "No cache may store any part of the request or response.",
  "no-transform": "Intermediaries must not change the content, for example recompress images.",
  private:
    "Only the browser may store it, not shared caches. With header names, only those headers are private.",
  public: "Any cache may store it, even if the request had Authorization.",
  "must-revalidate": "Once stale, it must not be used without a successful check with the origin.",
  "proxy-revalidate": "Once stale, shared caches must check it with the origin; browsers need not.",
  "must-understand":
    "Caches may store it only if they know how to cache its status code. Used with no-store for older caches.",
  immutable:
    "The content does not change while fresh: Firefox then skips the check on a reload, Chromium ignores this. For file names with a version.",
  "stale-while-revalidate":
    "Seconds after expiry in which a cache may send it stale while it fetches a new copy in the background.",
  "stale-if-error": "Seconds after expiry in which a cache may send it stale if the origin fails.",
  "max-stale":
    "The client accepts a stale response, up to this many seconds past its lifetime; without a number, any age.",
  "min-fresh": "The client wants a response that is fresh for at least this many more seconds.",
  "only-if-cached": "The client wants only a stored response; if there is none, the cache answers 504.",
  community:
    "An example extension from the HTTP standard: stands for a cache shared by a named community. No cache acts on it.",
  "pre-check":
    "Internet Explorer only: seconds until the copy was checked before display. Others ignore it; remove it.",
  "post-check":
    "Internet Explorer only: seconds until the copy was refreshed in the background after display. Others ignore it; remove it.",
  "no-store-remote":
    "Forbids remote storage in some older surrogates; defined by the Edge Architecture note for Surrogate-Control.",
  content: "Lists the processing a surrogate must apply, such as ESI/1.0, in Surrogate-Control.",
  channel: "Names a group for invalidation by cache channels, a proposal of 2007 used by few proxies.",
  group: "Names a group for invalidation by cache channels, a proposal of 2007.",
});
