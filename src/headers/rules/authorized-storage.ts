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
    const policy = cachePolicy(context);
    if (policy.size === 0 || policy.has("no-store") || hasWhole(policy, "private")) return;
    const line = context.lines(cacheControl)[0];
    const allowing = ALLOWING.find((name) => policy.has(name));
    if (allowing)
      note(
        "authorized-shared",
        `${allowing} lets shared caches store it, though the request had credentials.`,
        line,
      );
    else note("authorized-private", "Only the browser may store it, as the request had credentials.", line);
  },
});
