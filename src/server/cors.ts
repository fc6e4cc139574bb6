/** The Fetch standard's CORS protocol, and who may load our answers as resources. Pure. */

export type ResponseField = readonly [name: string, value: string];

/** Browsers may read these beyond the safelisted fields. */
const EXPOSED: ResponseField = ["access-control-expose-headers", "RateLimit, RateLimit-Policy, Retry-After"];

const PREFLIGHT: readonly ResponseField[] = [
  ["access-control-allow-methods", "GET, HEAD, POST"],
  ["access-control-allow-headers", "Content-Type"],
  ["access-control-max-age", "86400"],
];

/**
 * Makes the function that gives a response's fields, for the actual response and, on OPTIONS, for the preflight. They
 * stand in for the same-origin policy that every response has.
 */
export function createCors(origins: readonly string[]): (request: Request) => readonly ResponseField[] {
  if (origins.length === 0) return () => [];
  const any = origins.includes("*");
  // Only an answer that depends on the origin varies on it.
  const shared: readonly ResponseField[] = [
    ["cross-origin-resource-policy", "cross-origin"],
    ...(any ? [] : [["vary", "Origin"] as const]),
  ];
  return (request) => {
    const origin = any ? "*" : request.headers.get("origin");
    if (origin === null || (!any && !origins.includes(origin))) return shared;
    const allow: ResponseField = ["access-control-allow-origin", origin];
    if (request.method !== "OPTIONS") return [...shared, allow, EXPOSED];
    const preflight = request.headers.has("access-control-request-method") ? PREFLIGHT : [];
    return [...shared, allow, ...preflight];
  };
}
