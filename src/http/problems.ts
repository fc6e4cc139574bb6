/** Findings about a connection, a header section as bytes, or a chain: ONE table of kinds. */

import type { Problem, Severity } from "../headers/schema.ts";

export interface HttpProblemKind {
  readonly severity: Severity;
  /** Where the rule is written down. */
  readonly link: string;
  /** One sentence for the page of all problems. */
  readonly summary: string;
}

const rfc = (number: number, section: string): string =>
  `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;

const step = {
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
    summary: "One of the name's addresses did not answer, so that visitors may have to wait.",
  },
  "content-limit": {
    severity: "info",
    link: rfc(9110, "8.6"),
    summary: "The content is larger than what is read here.",
  },
  "content-undecodable": {
    severity: "error",
    link: rfc(9110, "8.4"),
    summary: "The content is not in the coding that Content-Encoding names.",
  },
  "bytes-after-content": {
    severity: "warning",
    link: rfc(9112, "6.3"),
    summary: "Bytes follow the end of the content, which can be taken for the next response.",
  },
  "unexpected-upgrade": {
    severity: "error",
    link: rfc(9110, "15.2.2"),
    summary: "The server changes the protocol although nobody asked for it.",
  },
  "fields-too-many": {
    severity: "warning",
    link: rfc(9110, "5.4"),
    summary: "More than 256 fields: some clients refuse the response.",
  },
  "blank-line-before-status": {
    severity: "error",
    link: rfc(9112, "2.1"),
    summary: "A blank line stands before the status line; many clients take it for no response.",
  },
  "bare-line-feed": {
    severity: "error",
    link: rfc(9112, "2.2"),
    summary: "Lines end in LF instead of CRLF, on which recipients disagree.",
  },
  "bare-carriage-return": {
    severity: "error",
    link: rfc(9112, "2.2"),
    summary: "A CR stands inside a line of the header section.",
  },
  "nul-in-head": {
    severity: "error",
    link: rfc(9110, "5.5"),
    summary: "The header section has a NUL byte, so clients refuse the response.",
  },
  "second-status-line": {
    severity: "error",
    link: rfc(9112, "4"),
    summary: "A second status line stands among the fields.",
  },
  "unknown-http-version": {
    severity: "error",
    link: rfc(9112, "2.3"),
    summary: "The status line names a version that does not exist on this connection.",
  },
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
    summary: "Content in different codings has one strong ETag, so that a cache can mix them up.",
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

const chain = {
  "variants-disagree": {
    severity: "warning",
    link: rfc(9110, "4.2.3"),
    summary: "The addresses of a site, http and https, with and without www, do not end at one place.",
  },
  "variant-fails": {
    severity: "info",
    link: rfc(9110, "4.2.3"),
    summary: "The site does not answer under one of its usual addresses.",
  },
  "variant-stays-http": {
    severity: "warning",
    link: rfc(9110, "4.2.2"),
    summary: "An http address of the site is not led to HTTPS, though HTTPS answers.",
  },
  "redirect-loop": {
    severity: "error",
    link: rfc(9110, "15.4"),
    summary: "The redirects lead back to a URL that was asked before.",
  },
  "redirects-too-many": {
    severity: "error",
    link: rfc(9110, "15.4"),
    summary: "There are more redirects than netlens follows.",
  },
  "location-too-long": {
    severity: "error",
    link: rfc(9110, "10.2.2"),
    summary: "The Location of a redirect is longer than netlens follows.",
  },
  "redirect-other-scheme": {
    severity: "info",
    link: rfc(9110, "4.2"),
    summary: "A redirect leads to something else than HTTP and HTTPS.",
  },
  "redirect-by-refresh": {
    severity: "warning",
    link: "https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header",
    summary: "A Refresh field redirects, which browsers follow and other clients do not.",
  },
  "redirect-downgrade": {
    severity: "warning",
    link: rfc(9110, "4.2.2"),
    summary: "A redirect leads from HTTPS to HTTP.",
  },
  "upgrade-without-hsts": {
    severity: "warning",
    link: rfc(6797, "7.2"),
    summary:
      "The site redirects http to https without Strict-Transport-Security, so the first request stays open to attack each time.",
  },
  "redirect-cross-site": {
    severity: "info",
    link: rfc(9110, "15.4"),
    summary: "A redirect leads to another site.",
  },
  "redirect-trivial": {
    severity: "info",
    link: rfc(9110, "15.4"),
    summary: "A redirect changes nothing but a slash or the case of the path.",
  },
  "redirect-mixed-permanence": {
    severity: "info",
    link: rfc(9110, "15.4"),
    summary: "Permanent and temporary redirects stand in one chain, so it cannot be remembered as a whole.",
  },
  "redirect-sets-cookie": {
    severity: "info",
    link: rfc(6265, "3"),
    summary: "Cookies are set by the redirects on the way.",
  },
  "redirect-loses-parameters": {
    severity: "warning",
    link: rfc(9110, "15.4"),
    summary: "Parameters for campaign tracking are lost on the way.",
  },
  "credentials-in-url": {
    severity: "warning",
    link: rfc(9110, "4.2.4"),
    summary: "A URL carries a user name or password.",
  },
  "redirect-needless": {
    severity: "info",
    link: rfc(9110, "15.4"),
    summary: "Several redirects follow one another where one would do.",
  },
} as const satisfies Record<string, HttpProblemKind>;

/** Every kind of problem that a lookup itself can find, by its id. */
export const httpProblems = { ...step, ...chain };

export type HttpProblem = keyof typeof httpProblems;

/** `title`: one sentence that names the offending part. */
export function httpProblem(name: HttpProblem, title: string): Problem {
  const { severity, link } = httpProblems[name];
  return { name, title, severity, link };
}
