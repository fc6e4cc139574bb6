/** Redirects, and the other addresses of a site. */

import { type HttpProblemKind, rfc } from "./kind.ts";

export const chainKinds = {
  "variants-disagree": {
    severity: "warning",
    link: rfc(9110, "4.2.3"),
    summary: "The addresses of a site, http and https, with and without www, do not end at one place.",
    advice: "Choose one address and redirect the other three to it permanently, in one step each.",
  },
  "variant-fails": {
    severity: "info",
    link: rfc(9110, "4.2.3"),
    summary: "The site does not answer under one of its usual addresses.",
    advice: "Give the name an address and a server that redirects, or leave it out on purpose.",
  },
  "variant-stays-http": {
    severity: "warning",
    link: rfc(9110, "4.2.2"),
    summary: "An http address of the site is not redirected to HTTPS, though HTTPS answers.",
    advice: "Redirect http to https permanently, and send Strict-Transport-Security from there.",
  },
  "redirect-loop": {
    severity: "error",
    link: rfc(9110, "15.4"),
    summary: "The redirects lead back to a URL that was asked before.",
    advice:
      "Follow the redirects in order: often one rule adds what another takes away, such as www or a slash.",
  },
  "redirects-too-many": {
    severity: "error",
    link: rfc(9110, "15.4"),
    summary: "There are more redirects than netlens follows.",
    advice: "Redirect to the final URL at once.",
  },
  "location-too-long": {
    severity: "error",
    link: rfc(9110, "10.2.2"),
    summary: "The Location of a redirect is longer than netlens follows.",
    advice: "Keep what the page needs to know on the server instead of in the URL.",
  },
  "redirect-other-scheme": {
    severity: "info",
    link: rfc(9110, "4.2"),
    summary: "A redirect leads to something other than HTTP or HTTPS.",
    advice: "Redirect to https; let a link on the page open what is not on the web.",
  },
  "redirect-by-refresh": {
    severity: "warning",
    link: "https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header",
    summary: "A Refresh field redirects, which browsers follow and other clients do not.",
    advice: "Answer with 301 or 308 and a Location.",
  },
  "credentials-in-url": {
    severity: "warning",
    link: rfc(9110, "4.2.4"),
    summary: "A URL carries a user name or password.",
    advice: "Send credentials in the Authorization field: URLs end up in logs.",
  },
} as const satisfies Record<string, HttpProblemKind>;
