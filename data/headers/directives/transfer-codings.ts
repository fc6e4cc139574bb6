/** Transfer codings: the IANA registry. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const transferCodings = wordTable({
  chunked:
    "The body comes in pieces, each preceded by its length, and ends with a piece of length zero. Must be the last coding.",
  compress: "Compressed by the LZW method on this connection only. Out of use.",
  deflate: "Compressed in the zlib format on this connection only. Hardly any client undoes it.",
  gzip: "Compressed by gzip on this connection only. Hardly any client undoes it; use Content-Encoding.",
  identity: "No coding. Removed from HTTP in 2014; some parsers trip over it.",
  trailers: "In TE only: the client accepts trailer fields.",
  "x-compress": "An old alias of compress.",
  "x-gzip": "An old alias of gzip.",
});
