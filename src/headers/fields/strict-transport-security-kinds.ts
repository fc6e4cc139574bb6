import type { ProblemKind } from "../field.ts";
import { rejoining, swapping } from "../fixing.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { mdn, rfc6797 } from "../specs.ts";

/** What the lists of browsers ask for. */
export const PRELOAD = "https://hstspreload.org/#deployment-recommendations";
const GOOD = ["Strict-Transport-Security: max-age=63072000; includeSubDomains; preload"];

/** What can be wrong with Strict-Transport-Security. */
export const hstsKinds = {
  ...invalidKind(
    "Strict-Transport-Security",
    "max-age=31536000; {preload}",
    "max-age=31536000; includeSubDomains",
    rfc6797("section-6.1"),
  ),
  "hsts-max-age-missing": {
    severity: "error",
    link: rfc6797("section-6.1.1"),
    summary: "Strict-Transport-Security has no max-age, so browsers ignore it.",
    bad: ["Strict-Transport-Security: includeSubDomains"],
    good: GOOD,
  },
  "hsts-max-age-invalid": {
    severity: "error",
    link: rfc6797("section-6.1.1"),
    summary:
      "The max-age of Strict-Transport-Security is not a number of seconds, so browsers ignore the field.",
    bad: ["Strict-Transport-Security: max-age=1y"],
    good: GOOD,
  },
  "hsts-max-age-zero": {
    severity: "warning",
    link: rfc6797("section-6.1.1"),
    summary: "A max-age of 0 makes browsers forget that the host wants HTTPS.",
    bad: ["Strict-Transport-Security: max-age=0"],
    good: GOOD,
  },
  "hsts-max-age-short": {
    severity: "warning",
    link: mdn("Strict-Transport-Security"),
    summary:
      "Strict-Transport-Security lasts less than half a year: visitors who come rarely are not protected.",
    bad: ["Strict-Transport-Security: max-age=86400; includeSubDomains"],
    good: GOOD,
    edge: [
      ["Strict-Transport-Security: max-age=15551999; includeSubDomains"],
      ["Strict-Transport-Security: max-age=15552000; includeSubDomains"],
    ],
  },
  "hsts-subdomains-missing": {
    severity: "info",
    link: rfc6797("section-14.4"),
    summary:
      "Strict-Transport-Security leaves subdomains out: an attacker on one of them can set cookies for the whole domain.",
    bad: ["Strict-Transport-Security: max-age=63072000"],
    good: GOOD,
  },
  "hsts-preload-unsuitable": {
    severity: "error",
    link: PRELOAD,
    summary:
      "The directive preload asks for a place in browsers' lists, which want a year at least and all subdomains.",
    bad: ["Strict-Transport-Security: max-age=15768000; preload"],
    good: GOOD,
  },
  "hsts-preload-max-age-short": {
    severity: "warning",
    link: PRELOAD,
    summary:
      "All but the max-age is fit for browsers' lists, for which preload asks: they want a year at least.",
    bad: ["Strict-Transport-Security: max-age=15768000; includeSubDomains; preload"],
    good: GOOD,
    edge: [
      ["Strict-Transport-Security: max-age=31535999; includeSubDomains; preload"],
      ["Strict-Transport-Security: max-age=31536000; includeSubDomains; preload"],
    ],
  },
  "hsts-directive-repeated": {
    severity: "error",
    link: rfc6797("section-6.1"),
    summary: "A directive of Strict-Transport-Security appears twice, which makes the field invalid.",
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; max-age=0"],
    good: GOOD,
  },
  "hsts-directive-misspelt": {
    severity: "error",
    link: rfc6797("section-6.1"),
    summary: "Strict-Transport-Security has a directive that is nearly one that browsers know.",
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomain"],
    good: GOOD,
  },
  "hsts-directive-unknown": {
    // RFC 6797 leaves room for further directives, which browsers skip.
    severity: "info",
    link: rfc6797("section-6.1"),
    summary: "Strict-Transport-Security has a directive that browsers do not know and skip.",
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; foo=bar"],
    good: GOOD,
  },
  "hsts-value-not-allowed": {
    severity: "error",
    link: rfc6797("section-6.1.2"),
    summary: "A directive without values, includeSubDomains or preload, has one.",
    fix: swapping(/\b(includesubdomains|preload)\s*=\s*(?:"?(?:true|1|yes)?"?)(?=\s*(?:;|$))/gi, "$1"),
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains=true"],
    good: GOOD,
  },
  "hsts-separator": {
    severity: "error",
    link: rfc6797("section-6.1"),
    summary: "The directives of Strict-Transport-Security are not set apart by semicolons.",
    fix: rejoining(/[,;]/, "; "),
    bad: ["Strict-Transport-Security: max-age=63072000, includeSubDomains"],
    good: GOOD,
  },
  "hsts-trailing-semicolon": {
    severity: "info",
    link: rfc6797("section-6.1"),
    summary: "Strict-Transport-Security has a semicolon with nothing after it.",
    fix: swapping(/[\s;]+$/, ""),
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains;"],
    good: GOOD,
  },
  "hsts-void": {
    severity: "error",
    link: rfc6797("section-6.1"),
    summary: "Strict-Transport-Security has a part that makes browsers ignore all of it.",
    bad: ["Strict-Transport-Security: max-age=63072000; includeSubDomains; foo="],
    good: GOOD,
  },
  "hsts-host": {
    severity: "warning",
    link: rfc6797("section-8.1.1"),
    summary:
      "Strict-Transport-Security is sent by an address or by the machine itself, for which it does nothing.",
    bad: { lines: GOOD, url: "https://192.0.2.1/" },
    good: { lines: GOOD, url: "https://example.com/" },
  },
  "hsts-over-http": {
    severity: "error",
    link: rfc6797("section-7.2"),
    summary: "Strict-Transport-Security is sent over HTTP, where browsers ignore it.",
    bad: { lines: GOOD, url: "http://example.com/" },
    good: { lines: GOOD, url: "https://example.com/" },
  },
} as const satisfies Record<string, ProblemKind>;

export type HstsKind = keyof typeof hstsKinds;
