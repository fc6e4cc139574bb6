/** The Fetch standard's CORS protocol, and who may load our answers as resources. Pure. */

export type ResponseField = readonly [name: string, value: string];

/** Browsers may read these beyond the safelisted fields. */
const EXPOSED: ResponseField = ["access-control-expose-headers", "RateLimit, RateLimit-Policy, Retry-After"];

/** Seconds for which a browser need not ask again; none keeps it longer. */
const MAX_AGE: ResponseField = ["access-control-max-age", "86400"];

const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/;
const FIELD_NAMES = /^[!#$%&'*+.^_`|~\w-]+(?:[\t ]*,[\t ]*[!#$%&'*+.^_`|~\w-]+)*$/;

/**
 * Makes the function that gives a response's fields, for the actual response and, on OPTIONS, for the preflight. They
 * replace the same-origin policy that every response has.
 */
export function createCors(origins: readonly string[]): (request: Request) => readonly ResponseField[] {
  if (origins.length === 0) return () => [];
  const any = origins.includes("*");
  const shared: readonly ResponseField[] = [["cross-origin-resource-policy", "cross-origin"]];
  const varying: readonly ResponseField[] = [...shared, ["vary", "Origin"]];
  const anyone: readonly ResponseField[] = [...shared, ["access-control-allow-origin", "*"], EXPOSED];
  return (request) => {
    const origin = request.headers.get("origin");
    // Documents without an origin of their own: sandboxed frames, data: URLs, local files.
    if (origin === "null") return varying;
    const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
    if (isPreflight) return [...(any ? shared : varying), ...preflight(request.headers, any, origins)];
    if (any) return anyone;
    // Only an answer that depends on the origin varies on it.
    if (origin === null || !origins.includes(origin)) return varying;
    return [...varying, ["access-control-allow-origin", origin], EXPOSED];
  };
}

/**
 * The very method and names that were asked for: no credentials are involved, so a list would protect nothing.
 * Nothing where the answer is no, as it is to Private Network Access.
 */
function preflight(asked: Headers, any: boolean, origins: readonly string[]): readonly ResponseField[] {
  const origin = asked.get("origin");
  const method = asked.get("access-control-request-method") ?? "";
  const names = asked.get("access-control-request-headers") ?? "";
  if (origin === null || !(any || origins.includes(origin)) || !METHOD.test(method)) return [];
  if (asked.has("access-control-request-private-network")) return [];
  if (names !== "" && !FIELD_NAMES.test(names)) return [];
  return [
    ["access-control-allow-origin", any ? "*" : origin],
    ["access-control-allow-methods", method],
    ...(names === "" ? [] : [["access-control-allow-headers", names] as const]),
    MAX_AGE,
  ];
}
