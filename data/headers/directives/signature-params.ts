/** Parameters of Signature-Input (RFC 9421). */

import { wordTable } from "../../word-table.ts";

export const signatureParams = wordTable({
  created: "When the signature was made, in seconds since 1970.",
  expires: "When it expires, in seconds since 1970.",
  nonce: "A one-time value against replay.",
  alg: "The signature algorithm.",
  keyid: "Which key signed.",
  tag: "The application that the signature is for, such as web-bot-auth.",
  sf: "The header was signed in its strict structured form.",
  key: "Only this member of the dictionary was signed.",
  bs: "The header lines were signed as bytes.",
  tr: "The header was taken from the trailers.",
  req: "The component was taken from the request.",
  name: "The query parameter that was signed.",
});
