import { type Context, rule } from "../field.ts";
import { cacheControl, cachePolicy, hasWhole } from "../fields/cache-control/cache-control.ts";
import { rfc9111 } from "../specs.ts";
import { explicitLifetime } from "../verdicts/caching.ts";

/** What lets shared caches store the response to a request with credentials (RFC 9111 section 3.5). */
const ALLOWING: readonly string[] = ["public", "s-maxage", "must-revalidate"];

/** With these somebody has said on purpose that everybody may get it, or that each use is checked. */
const EXPRESS: readonly string[] = ["public", "s-maxage", "no-cache", "immutable"];

/** Does the response offer itself to pages that send cookies, and not vary by them? */
function isForCredentials(context: Context): boolean {
  const credentials = context.named("access-control-allow-credentials")[0]?.line.value;
  const { varies } = context.verdicts;
  return credentials === "true" && !["cookie", "authorization", "*"].some((name) => varies.includes(name));
}

/** Responses to requests with Authorization, in shared caches. */
export const authorizedStorage = rule({
  kinds: {
    "authorized-shared": {
      severity: "info",
      link: rfc9111("section-3.5"),
      summary: "Shared caches may store the response although the request had credentials.",
      bad: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
      good: { lines: ["Cache-Control: private, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
    },
    "credentialed-shared": {
      severity: "warning",
      link: rfc9111("section-7.3"),
      summary:
        "A response for pages with credentials, which is likely to be one visitor's own, may be stored by shared caches.",
      bad: ["Access-Control-Allow-Credentials: true", "Cache-Control: max-age=300"],
      good: ["Access-Control-Allow-Credentials: true", "Cache-Control: private, max-age=300"],
    },
    "authorized-private": {
      severity: "info",
      link: rfc9111("section-3.5"),
      summary: "Only the browser may store the response, as the request had credentials.",
      bad: { lines: ["Cache-Control: max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
      good: { lines: ["Cache-Control: max-age=60"], requestHeaders: ["Accept: */*"] },
    },
  },
  check(context, note) {
    const { caching } = context.verdicts;
    const line = context.lines(cacheControl)[0];
    if (line && isForCredentials(context) && caching?.shared.stores)
      if (
        !EXPRESS.some((name) => cachePolicy(context).has(name)) &&
        (explicitLifetime(caching.shared) ?? 0) > 0
      )
        note(
          "credentialed-shared",
          "Cache-Control lets shared caches store what Access-Control-Allow-Credentials offers to pages with cookies: if it belongs to one visitor, others get it; private prevents that.",
          line,
        );
    if (context.request("authorization") === undefined) return;
    if (!caching?.private.stores || !line) return;
    const allowing = ALLOWING.find((name) => cachePolicy(context).has(name));
    if (caching.shared.stores && allowing)
      note(
        "authorized-shared",
        `${allowing} in Cache-Control lets shared caches store it, though the request had credentials.`,
        line,
      );
    else if (!hasWhole(cachePolicy(context), "private"))
      note(
        "authorized-private",
        "Cache-Control lets only the browser store it, as the request had credentials.",
        line,
      );
  },
});
