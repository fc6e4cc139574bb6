/** Redirects, and the other addresses of a site. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const chainKinds = {
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
    summary: "An http address of the site is not redirected to HTTPS, though HTTPS answers.",
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
    summary: "A redirect leads to something other than HTTP or HTTPS.",
  },
  "redirect-by-refresh": {
    severity: "warning",
    link: "https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header",
    summary: "A Refresh field redirects, which browsers follow and other clients do not.",
  },
  "credentials-in-url": {
    severity: "warning",
    link: rfc(9110, "4.2.4"),
    summary: "A URL carries a user name or password.",
  },
} as const satisfies Record<string, HttpProblemKind>;
