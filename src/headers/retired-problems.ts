/** Ids of problems that were only facts: what was said, and where the answer says it now. An id never gets another meaning. */

const ALTERNATE = "the field's value in words (alternate)";
const ITEM = "the part of the value (details.items)";
const CACHING = "verdicts.caching";

/** By id, in the order of the alphabet. */
export const retiredProblems: ReadonlyMap<string, readonly [fact: string, where: string]> = new Map([
  [
    "access-control-max-age-capped",
    ["Browsers keep the response to a preflight for less time than it asks.", ALTERNATE],
  ],
  ["access-control-origin-any", ["Pages of any origin may read the response.", ALTERNATE]],
  ["alt-svc-offered", ["The same resources are offered by another protocol, host or port.", ALTERNATE]],
  ["authorized-private", ["Only the browser may store the answer to a request with credentials.", CACHING]],
  ["cache-control-no-store-redundant", ["A directive has no effect next to no-store.", ITEM]],
  ["cf-cache-dynamic", ["Cloudflare did not consider the response for its cache.", ALTERNATE]],
  ["cf-ray-origin", ["The response came through a data centre of Cloudflare.", ALTERNATE]],
  ["charset-pointless", ["The charset parameter has no meaning for the media type.", ITEM]],
  ["content-range-length-unknown", ["The complete length is left open.", ALTERNATE]],
  ["cookie-domain-dot", ["Browsers ignore the dot at the start of Domain.", ITEM]],
  ["cross-origin-isolated", ["The page is cross-origin isolated.", "verdicts.security"]],
  ["csp-policies-combined", ["Several policies apply together.", "verdicts.policy"]],
  ["date-rewritten", ["A cache replaced Date.", ALTERNATE]],
  ["etag-weak", ["The entity tag is weak.", ALTERNATE]],
  ["expires-superseded", ["Cache-Control overrides Expires.", ALTERNATE]],
  ["expires-zero", ["Expires of 0 or -1 means that the response has expired.", ALTERNATE]],
  ["freshness-heuristic", ["Caches may keep the response for a time they estimate.", CACHING]],
  ["freshness-none", ["A redirect without a lifetime is not cached.", CACHING]],
  ["grpc-failed", ["The gRPC call failed.", "the intent and the value of grpc-status in words"]],
  [
    "hsts-trailing-semicolon",
    ["A semicolon at the end is allowed.", "no replacement, as it makes no difference"],
  ],
  ["keep-alive-hint", ["Keep-Alive is a hint of HTTP/1.x.", "the field's description"]],
  ["location-fragment", ["The target is a part of a page.", ALTERNATE]],
  ["location-relative", ["Location is resolved against the URL of the request.", ALTERNATE]],
  ["nel-active", ["Browsers report failed requests.", ALTERNATE]],
  ["not-modified-length", ["Content-Length of a 304 describes content that is not sent again.", ALTERNATE]],
  ["not-stored", ["No cache stores the response.", CACHING]],
  ["preflight-request", ["The request is a CORS preflight.", ALTERNATE]],
  ["public-unnecessary", ["max-age alone lets any cache store the response.", ITEM]],
  ["referrer-policy-fallback", ["The last member applies; those before it are for old browsers.", ALTERNATE]],
  ["referrer-policy-missing", ["The browser's default applies.", "verdicts.security"]],
  ["report-to-for-nel", ["NEL still needs Report-To.", ALTERNATE]],
  ["robots-hidden", ["The resource is kept out of search results.", ALTERNATE]],
  ["sunset-announced", ["The resource is expected to go away.", ALTERNATE]],
  ["timing-allow-origin-any", ["Pages of any origin may see timings.", ALTERNATE]],
  ["vary-cookie", ["Shared caches keep one copy for each visitor.", ITEM]],
  ["vary-pointless", ["Vary has no effect on a response that is not stored.", ALTERNATE]],
  ["x-frame-options-redundant", ["frame-ancestors decides, and says the same.", ALTERNATE]],
  ["x-xss-protection-off", ["The XSS filter of old browsers is off, which is the safe setting.", ALTERNATE]],
]);

/** Other names of problems → the id that is found: older ones, and the short ones that people write. */
export const renamedProblems: ReadonlyMap<string, string> = new Map([
  ["csp-missing", "content-security-policy-missing"],
  ["framing-unrestricted", "x-frame-options-missing"],
  ["hsts-missing", "strict-transport-security-missing"],
  ["nosniff-missing", "x-content-type-options-missing"],
]);
