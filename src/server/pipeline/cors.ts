/** CORS (Fetch standard), and Cross-Origin-Resource-Policy. Pure. */

export type ResponseField = readonly [name: string, value: string];

/** Readable in addition to the safelisted headers. */
const EXPOSED: ResponseField = ["access-control-expose-headers", "RateLimit, RateLimit-Policy, Retry-After"];

/** Seconds; browsers use no more. */
const MAX_AGE: ResponseField = ["access-control-max-age", "86400"];

const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/;
const FIELD_NAMES = /^[!#$%&'*+.^_`|~\w-]+(?:[\t ]*,[\t ]*[!#$%&'*+.^_`|~\w-]+)*$/;

/**
 * Creates the function that returns CORS headers of a response, or of a preflight on OPTIONS. They replace
 * the default same-origin policy.
 */
export function createCors(origins: readonly string[]): (request: Request) => readonly ResponseField[] {
  if (origins.length === 0) return () => [];
  const any = origins.includes("*");
  const shared: readonly ResponseField[] = [["cross-origin-resource-policy", "cross-origin"]];
  const varying: readonly ResponseField[] = [...shared, ["vary", "Origin"]];
  const anyone: readonly ResponseField[] = [...shared, ["access-control-allow-origin", "*"], EXPOSED];
  return (request) => {
    const origin = request.headers.get("origin");
    // Opaque origins: sandboxed frames, data: URLs, local files.
    if (origin === "null") return varying;
    const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
    if (isPreflight) return [...(any ? shared : varying), ...preflight(request.headers, any, origins)];
    if (any) return anyone;
    // `Vary` is sent even without a match, since the answer depends on the origin.
    if (origin === null || !origins.includes(origin)) return varying;
    return [...varying, ["access-control-allow-origin", origin], EXPOSED];
  };
}

/**
 * Allows the requested method and header names: without credentials a list protects nothing. Returns no
 * headers for a refused preflight, and for Private Network Access.
 */
function preflight(requested: Headers, any: boolean, origins: readonly string[]): readonly ResponseField[] {
  const origin = requested.get("origin");
  const method = requested.get("access-control-request-method") ?? "";
  const names = requested.get("access-control-request-headers") ?? "";
  if (origin === null || !(any || origins.includes(origin)) || !METHOD.test(method)) return [];
  if (requested.has("access-control-request-private-network")) return [];
  if (names !== "" && !FIELD_NAMES.test(names)) return [];
  return [
    ["access-control-allow-origin", any ? "*" : origin],
    ["access-control-allow-methods", method],
    ...(names === "" ? [] : [["access-control-allow-headers", names] as const]),
    MAX_AGE,
  ];
}
