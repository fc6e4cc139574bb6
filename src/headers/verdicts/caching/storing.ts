/** Whether a cache may store the response (RFC 9111 section 3). */

import { oncePerObject } from "../../../platform/memoize.ts";
import { linesOf, type Response, requestValue } from "../response.ts";
import { hasWhole, type Policy, type Side } from "./policy.ts";
import { HEURISTIC_STATUSES, type Lifetime } from "./times.ts";

export interface Storing {
  readonly stores: boolean;
  readonly why: string;
}

export const NO_STORE = "no-store forbids it";

const no = (why: string): Storing => ({ stores: false, why });

/** Whether a cache may store the response; undefined if that depends on an unknown status. */
export function storingOf(
  response: Response,
  policy: Policy,
  lifetime: Lifetime,
  side: Side,
): Storing | undefined {
  const { status } = response;
  const { directives } = policy;
  const interim = status !== undefined && status < 200;
  if (interim) return no("an interim response is never stored");
  if (status === 304) return no("a 304 only updates what is stored");
  const understood = directives.has("must-understand") && isUnderstood(status);
  if (directives.has("no-store") && !understood) return no(NO_STORE);
  if (directives.has("must-understand") && !isUnderstood(status))
    return no("must-understand forbids it for a status that caches do not know");
  if (hasNoStore(response)) return no("the request forbids it with no-store");
  const method = methodRefusal(response, lifetime);
  if (method !== undefined) return no(method);
  if (side === "shared") {
    if (hasWhole(policy, "private")) return no("private keeps shared caches out");
    if (requestValue(response, "authorization") !== undefined && !isAuthorized(policy))
      return no("the request has Authorization, and neither public, s-maxage nor must-revalidate allows it");
  }
  if (varies(response).includes("*")) return no("Vary: * matches no other request");
  return allowed(status, policy, lifetime, side);
}

function allowed(
  status: number | undefined,
  policy: Policy,
  lifetime: Lifetime,
  side: Side,
): Storing | undefined {
  const explicit = lifetime.from !== "none" && lifetime.from !== "heuristic";
  if (explicit) return { stores: true, why: `${lifetime.from} gives a lifetime` };
  if (policy.directives.has("public")) return { stores: true, why: "public allows it" };
  if (side === "private" && policy.directives.has("private"))
    return { stores: true, why: "private allows it" };
  if (policy.directives.has("no-cache"))
    return HEURISTIC_STATUSES.has(status ?? 200)
      ? { stores: true, why: "no-cache lets caches store it but requires a check before each use" }
      : no(`a ${status} without a lifetime is not stored`);
  if (status === undefined) return undefined;
  return HEURISTIC_STATUSES.has(status)
    ? { stores: true, why: `a ${status} may be stored without a lifetime` }
    : no(`a ${status} without a lifetime is not stored`);
}

/** Statuses registered by RFC 9110; caches do not understand others. */
function isUnderstood(status: number | undefined): boolean {
  return status === undefined || KNOWN_STATUSES.has(status);
}

const KNOWN_STATUSES: ReadonlySet<number> = new Set([
  200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403, 404, 405,
  406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431, 451, 500, 501,
  502, 503, 504, 505, 511,
]);

/** Whether the request forbids storing (RFC 9111 section 5.2.1.5). */
function hasNoStore(response: Response): boolean {
  return /(?:^|,)\s*no-store\s*(?:,|$)/i.test(requestValue(response, "cache-control") ?? "");
}

/** Allows GET, HEAD, and POST with a lifetime and its own URL in Content-Location (RFC 9110 section 9.3.3). */
function methodRefusal(response: Response, lifetime: Lifetime): string | undefined {
  const { method = "GET", url } = response;
  if (method === "GET" || method === "HEAD") return undefined;
  if (method !== "POST") return `responses to ${method} are not stored`;
  const location = linesOf(response, "content-location")[0]?.value;
  const isOwn =
    location !== undefined && url !== undefined && URL.parse(location, url.href)?.href === url.href;
  return isOwn && lifetime.from !== "none" && lifetime.from !== "heuristic"
    ? undefined
    : "a response to POST is stored only with its own URL in Content-Location";
}

/** Whether shared caches may store the response to a request with Authorization (section 3.5). */
function isAuthorized({ directives }: Policy): boolean {
  return ["public", "s-maxage", "must-revalidate"].some((name) => directives.has(name));
}

/** Names in Vary, in lower case, without duplicates. */
export const varies = oncePerObject((response: Response): string[] => {
  const names = linesOf(response, "vary").flatMap(({ value }) => value.split(","));
  return [...new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => name !== ""))];
});
