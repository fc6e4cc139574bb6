/** Arguments of Cache-Control and of targeted directives (RFC 9111 section 5.2, RFC 5861, RFC 8246). */

import { wordTexts } from "../../../../data/headers/words.ts";
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

export const DIRECTIVE_SHAPES = wordTexts("arguments of cache directives") as ReadonlyMap<
  string,
  DirectiveShape
>;
