/** What the extra requests of the active checks find. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const checkKinds = {
  "revalidation-ignored": {
    severity: "warning",
    link: rfc(9110, "13.1"),
    summary: "A request with the validator of the response is answered in full instead of 304.",
  },
  "revalidation-fields-lost": {
    severity: "warning",
    link: rfc(9110, "15.4.5"),
    summary: "The 304 response lacks fields that it has to repeat.",
  },
  "validator-changes": {
    severity: "warning",
    link: rfc(9110, "8.8"),
    summary: "The validator differs from one request to the next.",
  },
  "accept-ranges-untrue": {
    severity: "warning",
    link: rfc(9110, "14.3"),
    summary: "Accept-Ranges promises ranges, and a range request is answered in full.",
  },
  "range-wrong": {
    severity: "error",
    link: rfc(9110, "15.3.7"),
    summary: "The answer to a range request is not the range asked for.",
  },
  "coding-forced": {
    severity: "warning",
    link: rfc(9110, "12.5.3"),
    summary: "The content is encoded although the request names no coding: simple clients cannot read it.",
  },
  "etag-shared": {
    severity: "warning",
    link: rfc(9110, "8.8.3.3"),
    summary: "Content in different codings has one strong ETag, so a cache can mix them up.",
  },
  "negotiation-without-vary": {
    severity: "error",
    link: rfc(9110, "12.5.5"),
    summary: "The content coding depends on Accept-Encoding, and Vary does not say so.",
  },
  "check-failed": {
    severity: "info",
    link: rfc(9110, "9"),
    summary: "An extra request of the active checks got no answer.",
  },
} as const satisfies Record<string, HttpProblemKind>;
