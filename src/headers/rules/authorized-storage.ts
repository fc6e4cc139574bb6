import { rule } from "../field.ts";
import { cacheControl, cachePolicy, hasWhole } from "../fields/cache-control/cache-control.ts";
import { rfc9111 } from "../specs.ts";

/** What lets shared caches store the response to a request with credentials (RFC 9111 section 3.5). */
const ALLOWING: readonly string[] = ["public", "s-maxage", "must-revalidate"];

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
    "authorized-private": {
      severity: "info",
      link: rfc9111("section-3.5"),
      summary: "Only the browser may store the response, as the request had credentials.",
      bad: { lines: ["Cache-Control: max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
      good: { lines: ["Cache-Control: max-age=60"], requestHeaders: ["Accept: */*"] },
    },
  },
  check(context, note) {
    if (context.request("authorization") === undefined) return;
    const { caching } = context.verdicts;
    const line = context.lines(cacheControl)[0];
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
