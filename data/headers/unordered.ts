/** Headers whose members have no order: comparisons ignore it. From the RFCs that define the headers (as of 2026-11). */

/** Separator of members. With `"; "`, the words within a member have no order either. */
export type Separators = "," | ";" | "; ";

/**
 * Fields whose members have no order, with their separator. Not included, because order matters:
 * Content-Encoding, Via, Accept-Language, Referrer-Policy and Link.
 */
export const UNORDERED: ReadonlyMap<string, Separators> = new Map<string, Separators>(
  Object.entries({
    "accept-ch": ",",
    "accept-patch": ",",
    "accept-post": ",",
    "accept-ranges": ",",
    "access-control-allow-headers": ",",
    "access-control-allow-methods": ",",
    "access-control-expose-headers": ",",
    allow: ",",
    "cache-control": ",",
    "cdn-cache-control": ",",
    "clear-site-data": ",",
    connection: ",",
    "content-security-policy": "; ",
    "content-security-policy-report-only": "; ",
    "critical-ch": ",",
    "feature-policy": "; ",
    "permissions-policy": ",",
    pragma: ",",
    "set-cookie": ";",
    "strict-transport-security": ";",
    "timing-allow-origin": ",",
    trailer: ",",
    vary: ",",
  }),
);

/** Fields with case-insensitive members (RFC 9110 section 5.1, RFC 9111 section 5.2, RFC 6797 section 6.1). */
export const CASELESS: ReadonlySet<string> = new Set([
  "accept-ch",
  "access-control-allow-headers",
  "access-control-expose-headers",
  "cache-control",
  "connection",
  "strict-transport-security",
  "trailer",
  "vary",
]);
