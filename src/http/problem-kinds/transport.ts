/** Names, addresses, certificates and versions: what is found before the response. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const transportKinds = {
  "certificate-expired": {
    severity: "error",
    link: rfc(5280, "4.1.2.5"),
    summary: "The certificate has expired.",
    advice: "Renew the certificate, reload the server, and let a timer do both from now on.",
  },
  "certificate-not-yet-valid": {
    severity: "error",
    link: rfc(5280, "4.1.2.5"),
    summary: "The certificate is not valid yet.",
    advice: "Check the clocks of the server and of whoever issued the certificate.",
  },
  "certificate-wrong-name": {
    severity: "error",
    link: rfc(9525, "6"),
    summary: "The certificate is for other names than the one asked for.",
    advice: "Get a certificate that lists this name, or serve the name from the server that has one.",
  },
  "certificate-self-signed": {
    severity: "error",
    link: rfc(5280, "6.1"),
    summary: "The certificate is signed by itself or by an authority of its own, which no browser trusts.",
    advice: "Get a certificate from a public authority, such as one that issues them by ACME.",
  },
  "certificate-untrusted": {
    severity: "error",
    link: rfc(5280, "6.1"),
    summary:
      "The certificate does not lead to a trusted authority, often because an intermediate one is not sent.",
    advice: "Send the intermediate certificates too: configure the full chain and not the leaf alone.",
  },
  "certificate-expires-soon": {
    severity: "warning",
    link: rfc(5280, "4.1.2.5"),
    summary: "The certificate expires within two weeks.",
    advice: "Renew it now, and find out why the renewal has not run by itself.",
  },
  "certificate-weak-key": {
    severity: "error",
    link: "https://cabforum.org/working-groups/server/baseline-requirements/",
    summary: "The certificate's key is too short.",
    advice: "Make a new key, RSA with 2048 bits or P-256, and get a certificate for it.",
  },
  "certificate-sha1": {
    severity: "error",
    link: rfc(9155, "2"),
    summary: "The certificate is signed over SHA-1, which has been broken.",
    advice: "Get a new certificate: every authority signs over SHA-256 today.",
  },
  "tls-cipher-cbc": {
    severity: "warning",
    link: rfc(9325, "4.2.1"),
    summary: "The server chooses a cipher in CBC mode although better ones were offered.",
    advice: "Put the AES-GCM and ChaCha20 ciphers first, and let the server choose by its own order.",
  },
  "tls-client-certificate": {
    severity: "info",
    link: rfc(5246, "7.4.4"),
    summary: "The server asks for a client certificate and goes on without one.",
    advice: "Ask for client certificates only where they are needed, under a host name of its own.",
  },
  "tls-version-old": {
    severity: "warning",
    link: rfc(8996, "4"),
    summary: "TLS 1.0 and 1.1 are deprecated, and browsers refuse them.",
    advice: "Switch TLS 1.0 and 1.1 off, and TLS 1.2 and 1.3 on.",
  },
  "http2-not-offered": {
    severity: "info",
    link: rfc(9113, "3.2"),
    summary: "HTTP/2 was asked for, and the server chose HTTP/1.1.",
    advice: "Enable HTTP/2 in the server; over TLS it is negotiated by ALPN.",
  },
  "http3-needs-tls": {
    severity: "info",
    link: rfc(9114, "3.1"),
    summary: "HTTP/3 was asked for on an http URL, where it does not exist.",
    advice: "Ask for the https address to see HTTP/3.",
  },
  "http3-works": {
    severity: "info",
    link: rfc(9114, "3.1.1"),
    summary: "The HTTP/3 that Alt-Svc advertises answers.",
    advice: "Nothing: browsers use it from the second request on.",
  },
  "http3-fails": {
    severity: "warning",
    link: rfc(9114, "3.1.1"),
    summary: "Alt-Svc advertises HTTP/3, and it does not answer: browsers try it in vain.",
    advice: "Let UDP through to the port that Alt-Svc names, or take h3 out of Alt-Svc.",
  },
  "http2-refused": {
    severity: "info",
    link: rfc(9113, "7"),
    summary: "HTTP/2 was agreed on, and the server wants HTTP/1.1 for this request.",
    advice: "Leave HTTP/2 out of ALPN on this host, or serve this resource by HTTP/2 as well.",
  },
  "http2-needs-tls": {
    severity: "info",
    link: rfc(9113, "3.2"),
    summary: "HTTP/2 was asked for on an http URL, where browsers never use it.",
    advice: "Ask for the https URL: that is where browsers speak HTTP/2.",
  },
  "address-not-permitted": {
    severity: "warning",
    link: rfc(6890, "2"),
    summary: "The name also has addresses that are not public; they were left out.",
    advice: "Take the address that is not public out of the public DNS.",
  },
  "address-unanswered": {
    severity: "warning",
    link: rfc(8305, "5"),
    summary: "One of the name's addresses did not answer, so visitors may have to wait.",
    advice: "Bring the silent server back, or take its A or AAAA record out.",
  },
} as const satisfies Record<string, HttpProblemKind>;
