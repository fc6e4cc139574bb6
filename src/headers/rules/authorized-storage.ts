import { type Context, problem, rule } from "../field.ts";
import { cacheControl, cachePolicy } from "../fields/cache-control/cache-control.ts";
import { explicitLifetime } from "../verdicts/caching.ts";

/** Directives that let shared caches store the response to a request with credentials (RFC 9111 section 3.5). */
const ALLOWING: readonly string[] = ["public", "s-maxage", "must-revalidate"];

/** Directives that show the intent to share, or that make caches revalidate each use. */
const EXPRESS: readonly string[] = ["public", "s-maxage", "no-cache", "immutable"];

/** Whether pages with cookies may read the response, and it does not vary by them. */
function isForCredentials(context: Context): boolean {
  const credentials = context.named("access-control-allow-credentials")[0]?.line.value;
  const { varies } = context.verdicts;
  return credentials === "true" && !["cookie", "authorization", "*"].some((name) => varies.includes(name));
}

const lineOf = (context: Context) => context.lines(cacheControl)[0];
const firstIn = (names: readonly string[], context: Context) =>
  names.find((name) => cachePolicy(context).has(name));

/** Whether the request had credentials, and the browser stores the response because of Cache-Control. */
function isAuthorized(context: Context): boolean {
  const isStored = context.verdicts.caching?.private.stores === true && lineOf(context) !== undefined;
  return isStored && context.request("authorization") !== undefined;
}

const sharedOf = ({ verdicts }: Context) =>
  verdicts.caching?.shared.stores ? verdicts.caching.shared : undefined;

/** Responses to requests with Authorization, in shared caches. */
export const authorizedStorage = rule([
  problem({
    id: "credentialed-shared",
    severity: "warning",
    link: "rfc9111#section-7.3",
    summary: "Cache-Control lets shared caches store a response for pages with cookies; consider private.",
    detect(context) {
      const shared = lineOf(context) && sharedOf(context);
      if (!shared || !isForCredentials(context) || firstIn(EXPRESS, context)) return undefined;
      return (explicitLifetime(shared) ?? 0) > 0;
    },
    at: (_, context) => lineOf(context),
    bad: ["Access-Control-Allow-Credentials: true", "Cache-Control: max-age=300"],
    good: ["Access-Control-Allow-Credentials: true", "Cache-Control: private, max-age=300"],
  }),
  problem({
    id: "authorized-shared",
    severity: "info",
    link: "rfc9111#section-3.5",
    summary: "Shared caches may store the response although the request had credentials.",
    detect: (context) => isAuthorized(context) && sharedOf(context) && firstIn(ALLOWING, context),
    title: (allowing) =>
      `Cache-Control: ${allowing} lets shared caches store a response to a request with credentials.`,
    at: (_, context) => lineOf(context),
    bad: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
    good: { lines: ["Cache-Control: private, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
  }),
]);
