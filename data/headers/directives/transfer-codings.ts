/** Transfer codings: the IANA registry. Keys in lower case. */

import { wordTable } from "../../word-table.ts";

export const transferCodings = wordTable({
  chunked:
    "The body is sent in pieces, each after its length, and ends with an empty piece. Must be the last coding.",
  compress: "Compressed by the LZW method on this connection only. Out of use.",
  deflate: "Compressed in the zlib format on this connection only. Hardly any client decodes it.",
  gzip: "Compressed with gzip on this connection only. Hardly any client decodes it; use Content-Encoding.",
  identity: "No coding. Removed from HTTP in 2014; some parsers fail on it.",
  trailers: "In TE only: the client accepts trailers.",
  "x-compress": "An old alias of compress.",
  "x-gzip": "An old alias of gzip.",
});
