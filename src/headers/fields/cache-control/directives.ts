/** Arguments of Cache-Control and of targeted directives (RFC 9111 section 5.2, RFC 5861, RFC 8246). */

export type DirectiveShape =
  /** delta-seconds */
  | "seconds"
  /** nothing */
  | "flag"
  /** nothing, or a quoted list of header names */
  | "field-names"
  /** for requests only */
  | "request"
  /** pre-check and post-check of Internet Explorer */
  | "obsolete";

export const DIRECTIVE_SHAPES: ReadonlyMap<string, DirectiveShape> = new Map<string, DirectiveShape>([
  ["max-age", "seconds"],
  ["s-maxage", "seconds"],
  ["stale-while-revalidate", "seconds"],
  ["stale-if-error", "seconds"],
  ["no-store", "flag"],
  ["no-transform", "flag"],
  ["must-revalidate", "flag"],
  ["proxy-revalidate", "flag"],
  ["must-understand", "flag"],
  ["public", "flag"],
  ["immutable", "flag"],
  ["no-cache", "field-names"],
  ["private", "field-names"],
  ["max-stale", "request"],
  ["min-fresh", "request"],
  ["only-if-cached", "request"],
  ["pre-check", "obsolete"],
  ["post-check", "obsolete"],
]);
