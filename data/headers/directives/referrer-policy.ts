/** Values of Referrer-Policy. */

import { wordTable } from "../../word-table.ts";

export const referrerPolicies = wordTable({
  "no-referrer": "Referer is never sent.",
  "no-referrer-when-downgrade":
    "The full URL is sent, except from HTTPS to HTTP. Safari sends other sites only the origin, and Firefox too, except for links.",
  origin: "Only the origin is sent, to everyone.",
  "origin-when-cross-origin":
    "The full URL within the origin, only the origin to others, even without encryption.",
  "same-origin": "The full URL within the origin, nothing to others.",
  "strict-origin": "Only the origin is sent, and nothing from HTTPS to HTTP.",
  "strict-origin-when-cross-origin":
    "The full URL within the origin, only the origin to others, nothing from HTTPS to HTTP. The default.",
  "unsafe-url":
    "The full URL, including path and query, is sent to everyone, even without encryption. Safari sends other sites only the origin, and Firefox too, except for links.",
});
