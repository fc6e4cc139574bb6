/** Cache-Control directives of responses and requests: RFC 9111, RFC 5861, RFC 8246, the IANA registry and vendor practice. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const cacheControlDirectives = wordTable({
  "max-age": "How many seconds the response stays fresh, counted from its creation.",
  "s-maxage":
    "How many seconds the response stays fresh in shared caches such as CDNs; overrides max-age and Expires there.",
  "no-cache":
    "May be stored, but must be checked with the origin before each reuse. With header names it covers only those headers.",
  "no-store": "No cache may store any part of the request or response.",
  "no-transform": "Intermediaries must not change the content, for example recompress images.",
  private:
    "Only the browser may store it, no shared cache. With header names only those headers are private.",
  public: "Any cache may store it, even where login or method would forbid that.",
  "must-revalidate": "Once stale it must not be used without a successful check with the origin.",
  "proxy-revalidate": "Once stale, shared caches must check it with the origin; browsers need not.",
  "must-understand":
    "Caches may store it only if they support its status code. Goes with no-store for older caches.",
  immutable:
    "The content never changes while fresh, so a reload need not check it. For file names that contain a version.",
  "stale-while-revalidate":
    "For this many seconds after expiry a cache may serve it stale while it fetches a new copy in the background.",
  "stale-if-error": "For this many seconds after expiry a cache may serve it stale when the origin fails.",
  "max-stale":
    "The client accepts a stale response, up to this many seconds over its lifetime, or any age without a number.",
  "min-fresh": "The client wants a response that stays fresh for at least this many more seconds.",
  "only-if-cached": "The client wants a stored response only; without one the cache answers 504.",
  community:
    "An example extension from the HTTP standard: stands for a cache shared by a named community. No cache acts on it.",
  "pre-check":
    "Internet Explorer only: seconds after which the copy was checked before it was shown. Ignored by all others; remove it.",
  "post-check":
    "Internet Explorer only: seconds after which the copy was shown immediately and refreshed in the background. Ignored by all others; remove it.",
  "no-store-remote":
    "Tells some older surrogates not to store remotely; defined by the Edge Architecture note for Surrogate-Control.",
  content: "Lists the processing a surrogate must apply, such as ESI/1.0, in Surrogate-Control.",
  channel: "Names a group for invalidation by cache channels, a proposal of 2007 used by few proxies.",
  group: "Names a group for invalidation by cache channels, a proposal of 2007.",
});
