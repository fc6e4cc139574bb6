/** Words for owners of sites: browsers in which a finding breaks a page, and tasks for the host. November 2026. */

import { wordTable } from "./word-table.ts";

/** Browser in which the response fails although it works in another one, by kind of problem. */
export const brokenIn = wordTable({
  "cookie-local-not-in-safari": "Safari",
  "csp-hash-unpadded": "Firefox",
  "csp-source-star-port": "Safari",
  "csp-strict-dynamic-default": "Safari",
  "disposition-comma": "Chromium",
  "lower-case-version": "Firefox",
  "media-without-ranges": "Safari",
  "tab-in-status-line": "Firefox",
});

/** Faults that only the host of a site can correct; `NAME` is the software. */
export const hostTasks = wordTable({
  "certificate-expired": "the certificate has expired",
  "certificate-expires-soon": "the certificate expires soon",
  "certificate-intermediate-missing": "the server does not send its intermediate certificate",
  "certificate-not-yet-valid": "the certificate is not valid yet",
  "certificate-self-signed": "the certificate is self-signed",
  "certificate-untrusted": "browsers do not trust the certificate",
  "certificate-wrong-name": "the certificate is for other names",
  "content-not-compressed": "text is not compressed",
  "document-over-http": "http does not lead to https",
  "http2-not-offered": "HTTP/2 is off",
  "redirect-keeps-http": "http does not lead to https",
  "redirect-skips-own-https": "the redirect to https skips the host’s own https",
  "software-unsupported": "NAME is out of support",
  "tls-cipher-cbc": "old ciphers come first",
  "tls-version-old": "old versions of TLS are on",
  "variant-stays-http": "http does not lead to https",
});
