/** Derived components of Signature-Input (RFC 9421), which are signed in addition to fields. */

import { wordTable } from "../../word-table.ts";

export const signatureComponents = wordTable({
  "@method": "The request method.",
  "@target-uri": "The full address of the request.",
  "@authority": "Host and port.",
  "@scheme": "http or https.",
  "@request-target": "The request target as it was sent.",
  "@path": "The path of the address.",
  "@query": "The query of the address.",
  "@query-param": "One parameter of the query.",
  "@status": "The status code of the response.",
  "@signature-params": "The signature's own parameters; always covered.",
});
