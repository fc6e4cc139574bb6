import { asRequest } from "../../reading/value-kinds.ts";
import { rfc } from "../../specs.ts";

const SIGNATURE = "Signature: a=:AAAA:";
const DATE = "Date: Fri, 20 Nov 2026 10:00:00 GMT";

/** What can be wrong with what a signature covers, and with when it was made. */
export const inputKinds = {
  "signature-component-repeated": {
    severity: "error",
    link: rfc(9421, "section-2.5"),
    summary: "A signature covers a component twice, which voids it.",
    bad: [DATE, 'Signature-Input: a=("date" "date");created=1', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("date");created=1', SIGNATURE],
  },
  "signature-component-case": {
    severity: "error",
    link: rfc(9421, "section-2.1"),
    summary: "A signature covers a field by a name with capital letters; the names there are in lower case.",
    bad: [DATE, 'Signature-Input: a=("Date");created=1', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("date");created=1', SIGNATURE],
  },
  "signature-component-unknown": {
    severity: "warning",
    link: rfc(9421, "section-2.2"),
    summary: "A signature covers a derived component that the standard does not have.",
    bad: ['Signature-Input: a=("@state");created=1', SIGNATURE],
    good: ['Signature-Input: a=("@status");created=1', SIGNATURE],
  },
  "signature-component-misplaced": {
    severity: "error",
    link: rfc(9421, "section-2.4"),
    summary:
      "A signature of a response covers a component of requests without req, or one of a request has req.",
    bad: ['Signature-Input: a=("@method" "@status");created=1', SIGNATURE],
    good: ['Signature-Input: a=("@method";req "@status");created=1', SIGNATURE],
  },
  "signature-component-absent": {
    severity: "error",
    link: rfc(9421, "section-2.5"),
    summary: "A signature covers a field that the message does not have, so nobody can check it.",
    bad: ['Signature-Input: a=("content-digest");created=1', SIGNATURE],
    good: [
      "Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
      'Signature-Input: a=("content-digest");created=1',
      SIGNATURE,
    ],
  },
  "request-signature-status": {
    severity: "error",
    link: rfc(9421, "section-2.2.9"),
    summary: "A signature of a request covers @status, which only responses have: nobody can check it.",
    bad: asRequest(['Signature-Input: a=("@method" "@status");created=1', SIGNATURE]),
    good: asRequest(['Signature-Input: a=("@method" "@path");created=1', SIGNATURE]),
  },
  "signature-created-invalid": {
    severity: "error",
    link: rfc(9421, "section-2.3"),
    summary: "The creation time of a signature is not a number of seconds.",
    bad: [DATE, 'Signature-Input: a=("date");created="today"', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("date");created=1', SIGNATURE],
  },
  "signature-expired": {
    severity: "warning",
    link: rfc(9421, "section-2.3"),
    summary: "A signature had expired when the message was sent.",
    bad: [DATE, 'Signature-Input: a=("@status");created=1700000000;expires=1700000300', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("@status");created=1795168800', SIGNATURE],
    edge: [
      [DATE, 'Signature-Input: a=("@status");created=1;expires=1795168799', SIGNATURE],
      [DATE, 'Signature-Input: a=("@status");created=1;expires=1795168800', SIGNATURE],
    ],
  },
  "signature-never-valid": {
    severity: "error",
    link: rfc(9421, "section-2.3"),
    summary: "A signature expires no later than it is made, so it never counts.",
    bad: ['Signature-Input: a=("@status");created=1795168800;expires=1795165200', SIGNATURE],
    good: ['Signature-Input: a=("@status");created=1795168800;expires=1795172400', SIGNATURE],
    edge: [
      ['Signature-Input: a=("@status");created=1795168800;expires=1795168800', SIGNATURE],
      ['Signature-Input: a=("@status");created=1795168800;expires=1795168801', SIGNATURE],
    ],
  },
  "signature-algorithm-unknown": {
    severity: "warning",
    link: rfc(9421, "section-6.2"),
    summary: "alg of a signature is not an algorithm that is registered.",
    bad: ['Signature-Input: a=("@status");created=1;alg="hmac-md5"', SIGNATURE],
    good: ['Signature-Input: a=("@status");created=1;alg="hmac-sha256"', SIGNATURE],
  },
} as const;

/** What can be wrong with the signatures that somebody asks for. */
export const acceptKinds = {
  "accept-signature-component": {
    severity: "error",
    link: rfc(9421, "section-5.1"),
    summary:
      "Accept-Signature asks for a component that the message to be signed cannot have, or asks twice.",
    bad: ['Accept-Signature: a=("@method" "@status");created'],
    good: ['Accept-Signature: a=("@method" "@path");created'],
  },
  "accept-signature-parameter": {
    severity: "warning",
    link: rfc(9421, "section-5.1"),
    summary: "Accept-Signature gives a time to created or expires, which it may only name.",
    bad: ['Accept-Signature: a=("@method");created=1795168800'],
    good: ['Accept-Signature: a=("@method");created'],
  },
} as const;
