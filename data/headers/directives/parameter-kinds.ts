/**
 * Kinds of values by field and parameter, in lower case: `language-tag`, `seconds`, `filled` for any
 * non-empty text, `unwanted` for a parameter that the field does not have, or the allowed words. From the
 * RFCs of the fields (8288, 5789, LDP, 7838, 7240, 7616) and HTML for links, November 2026.
 */

import { wordTable } from "../../word-table.ts";

export const parameterKinds = wordTable<string>({
  "link hreflang": "language-tag",
  "link media": "filled",
  "link imagesizes": "filled",
  "link imagesrcset": "filled",
  "link integrity": "filled",
  "accept-patch q": "unwanted",
  "accept-post q": "unwanted",
  "content-type q": "unwanted",
  "alt-svc persist": "1",
  "www-authenticate digest algorithm": "md5 md5-sess sha-256 sha-256-sess sha-512-256 sha-512-256-sess",
  "preference-applied return": "minimal representation",
  "preference-applied handling": "strict lenient",
  "preference-applied wait": "seconds",
});
