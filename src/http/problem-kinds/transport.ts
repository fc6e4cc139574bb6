/** Names, addresses, certificates and versions: what is found before the response. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const transportKinds = {
  "certificate-expired": {
    severity: "error",
    link: rfc(5280, "4.1.2.5"),
    summary: "The certificate has expired.",
  },
  "certificate-not-yet-valid": {
    severity: "error",
    link: rfc(5280, "4.1.2.5"),
    summary: "The certificate is not valid yet.",
  },
  "certificate-wrong-name": {
    severity: "error",
    link: rfc(9525, "6"),
    summary: "The certificate is for other names than the one asked for.",
  },
  "certificate-self-signed": {
    severity: "error",
    link: rfc(5280, "6.1"),
    summary: "The certificate is signed by itself or by an authority of its own, which no browser trusts.",
  },
  "certificate-untrusted": {
    severity: "error",
    link: rfc(5280, "6.1"),
    summary:
      "The certificate does not lead to a trusted authority, often because an intermediate one is not sent.",
  },
  "certificate-expires-soon": {
    severity: "warning",
    link: rfc(5280, "4.1.2.5"),
    summary: "The certificate expires within two weeks.",
  },
  "certificate-weak-key": {
    severity: "error",
    link: "https://cabforum.org/working-groups/server/baseline-requirements/",
    summary: "The certificate's key is too short.",
  },
  "certificate-sha1": {
    severity: "error",
    link: rfc(9155, "2"),
    summary: "The certificate is signed over SHA-1, which has been broken.",
  },
  "tls-cipher-cbc": {
    severity: "warning",
    link: rfc(9325, "4.2.1"),
    summary: "The server chooses a cipher in CBC mode although better ones were offered.",
  },
  "tls-client-certificate": {
    severity: "info",
    link: rfc(5246, "7.4.4"),
    summary: "The server asks for a client certificate and goes on without one.",
  },
  "tls-version-old": {
    severity: "warning",
    link: rfc(8996, "4"),
    summary: "TLS 1.0 and 1.1 are deprecated, and browsers refuse them.",
  },
  "http2-not-offered": {
    severity: "info",
    link: rfc(9113, "3.2"),
    summary: "HTTP/2 was asked for, and the server chose HTTP/1.1.",
  },
  "http3-needs-tls": {
    severity: "info",
    link: rfc(9114, "3.1"),
    summary: "HTTP/3 was asked for on an http URL, where it does not exist.",
  },
  "http3-works": {
    severity: "info",
    link: rfc(9114, "3.1.1"),
    summary: "The HTTP/3 that Alt-Svc advertises answers.",
  },
  "http3-fails": {
    severity: "warning",
    link: rfc(9114, "3.1.1"),
    summary: "Alt-Svc advertises HTTP/3, and it does not answer: browsers try it in vain.",
  },
  "http2-refused": {
    severity: "info",
    link: rfc(9113, "7"),
    summary: "HTTP/2 was agreed on, and the server wants HTTP/1.1 for this request.",
  },
  "http2-needs-tls": {
    severity: "info",
    link: rfc(9113, "3.2"),
    summary: "HTTP/2 was asked for on an http URL, where browsers never use it.",
  },
  "address-not-permitted": {
    severity: "warning",
    link: rfc(6890, "2"),
    summary: "The name also has addresses that are not public; they were left out.",
  },
  "address-unanswered": {
    severity: "warning",
    link: rfc(8305, "5"),
    summary: "One of the name's addresses did not answer, so visitors may have to wait.",
  },
} as const satisfies Record<string, HttpProblemKind>;
