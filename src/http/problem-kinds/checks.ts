/** What the extra requests of the active checks find. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const checkKinds = {
  "revalidation-ignored": {
    severity: "warning",
    link: rfc(9110, "13.1"),
    summary: "A request with the validator of the response is answered in full instead of 304.",
    advice: "Compare If-None-Match with the ETag, and answer 304 without content where they match.",
  },
  "revalidation-fields-lost": {
    severity: "warning",
    link: rfc(9110, "15.4.5"),
    summary: "The 304 response lacks fields that it has to repeat.",
    advice: "Send Cache-Control, Date, ETag, Expires, Vary and Content-Location with 304 as with 200.",
  },
  "validator-changes": {
    severity: "warning",
    link: rfc(9110, "8.8"),
    summary: "The validator differs from one request to the next.",
    advice: "Make the validator from the content, so that all servers give the same.",
  },
  "accept-ranges-untrue": {
    severity: "warning",
    link: rfc(9110, "14.3"),
    summary: "Accept-Ranges promises ranges, and a range request is answered in full.",
    advice: "Serve ranges, or send Accept-Ranges: none.",
  },
  "range-wrong": {
    severity: "error",
    link: rfc(9110, "15.3.7"),
    summary: "The answer to a range request is not the range asked for.",
    advice: "Answer 206 with the bytes that were asked for and a Content-Range that names them.",
  },
  "coding-forced": {
    severity: "warning",
    link: rfc(9110, "12.5.3"),
    summary: "The content is encoded although the request names no coding: simple clients cannot read it.",
    advice: "Compress only for requests whose Accept-Encoding takes the coding.",
  },
  "etag-shared": {
    severity: "warning",
    link: rfc(9110, "8.8.3.3"),
    summary: "Content in different codings has one strong ETag, so a cache can mix them up.",
    advice: "Give each coding its own ETag, or make the ETag weak.",
  },
  "negotiation-without-vary": {
    severity: "error",
    link: rfc(9110, "12.5.5"),
    summary: "The content coding depends on Accept-Encoding, and Vary does not say so.",
    advice: "Send Vary: Accept-Encoding with every response that may be compressed.",
  },
  "check-failed": {
    severity: "info",
    link: rfc(9110, "9"),
    summary: "An extra request of the active checks got no answer.",
    advice: "Look it up again; if it stays so, read the server's error log for the time of the request.",
  },
} as const satisfies Record<string, HttpProblemKind>;
