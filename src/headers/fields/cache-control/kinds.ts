import type { ProblemKind } from "../../field.ts";
import { invalidKind } from "../../reading/value-kinds.ts";
import { rfc, rfc9111 } from "../../specs.ts";

/** What can be wrong with Cache-Control. */
export const cacheControlKinds = {
  ...invalidKind("Cache-Control", "max-age = 60", "max-age=60", rfc9111("section-5.2")),
  "cache-control-value-invalid": {
    severity: "error",
    link: rfc9111("section-5.2.2"),
    summary: "A directive that takes seconds has no whole number of seconds.",
    bad: ["Cache-Control: max-age=soon"],
    good: ["Cache-Control: max-age=60"],
  },
  "cache-control-value-unwanted": {
    severity: "error",
    link: rfc9111("section-5.2.2"),
    summary: "A directive that takes no argument has one.",
    bad: ["Cache-Control: no-store=1"],
    good: ["Cache-Control: no-store"],
  },
  "cache-control-quoted": {
    severity: "warning",
    link: rfc9111("section-5.2.2.1"),
    summary: "A number of seconds is in quotes, which senders must not do and some caches do not read.",
    bad: ['Cache-Control: max-age="60"'],
    good: ["Cache-Control: max-age=60"],
  },
  "cache-control-too-large": {
    severity: "warning",
    link: rfc9111("section-1.2.2"),
    summary: "A lifetime is larger than caches have to support.",
    bad: ["Cache-Control: max-age=99999999999"],
    good: ["Cache-Control: max-age=31536000"],
  },
  "cache-control-case": {
    severity: "info",
    link: rfc9111("section-5.2"),
    summary: "A directive is not in lower case, which some caches do not recognise.",
    bad: ["Cache-Control: No-Store"],
    good: ["Cache-Control: no-store"],
  },
  "cache-control-request-directive": {
    severity: "warning",
    link: rfc9111("section-5.2.1"),
    summary: "A directive that has a meaning in requests only is in the response.",
    bad: ["Cache-Control: max-age=60, min-fresh=60"],
    good: ["Cache-Control: max-age=60"],
  },
  "cache-control-typo": {
    severity: "error",
    link: rfc9111("section-5.2.2"),
    summary: "A directive looks like a slip: no cache knows it, but one much like it.",
    bad: ["Cache-Control: max-agee=60"],
    good: ["Cache-Control: max-age=60"],
  },
  "cache-control-unknown": {
    severity: "info",
    link: rfc9111("section-5.2.3"),
    summary: "A directive is not one that caches know: they ignore it.",
    bad: ["Cache-Control: fancy=1"],
    good: ["Cache-Control: max-age=60"],
  },
  "cache-control-separator": {
    severity: "error",
    link: rfc9111("section-5.2"),
    summary: "Directives are not set apart by commas, so caches see one unknown directive.",
    bad: ["Cache-Control: public; max-age=60"],
    good: ["Cache-Control: public, max-age=60"],
  },
  "cache-control-field-names": {
    severity: "info",
    link: rfc9111("section-5.2.2.4"),
    summary: "A directive is limited to some fields; most caches apply it to the whole response.",
    bad: ['Cache-Control: no-cache="Set-Cookie"'],
    good: ["Cache-Control: no-cache"],
  },
  "cache-control-repeated": {
    severity: "info",
    link: rfc9111("section-4.2.1"),
    summary: "A directive appears more than once, always with the same argument.",
    bad: ["Cache-Control: no-cache, no-cache"],
    good: ["Cache-Control: no-cache"],
  },
  "cache-control-repeated-differently": {
    severity: "error",
    link: rfc9111("section-4.2.1"),
    summary:
      "A directive appears more than once with different arguments: caches differ in which one counts.",
    bad: ["Cache-Control: max-age=31536000, max-age=0"],
    good: ["Cache-Control: max-age=31536000"],
  },
  "cache-control-several-lines": {
    severity: "warning",
    link: rfc9111("section-5.2"),
    summary:
      "Cache-Control lines repeat or contradict each other, as when application and server both set the field.",
    bad: ["Cache-Control: public, max-age=60", "Cache-Control: no-cache"],
    good: ["Cache-Control: max-age=31536000", "Cache-Control: public, immutable"],
  },
  "cache-control-conflict": {
    severity: "error",
    link: rfc9111("section-5.2.2"),
    summary: "Two directives contradict each other.",
    bad: ["Cache-Control: public, private, max-age=60"],
    good: ["Cache-Control: private, max-age=60"],
  },
  "cache-control-no-store-conflict": {
    severity: "error",
    link: rfc9111("section-5.2.2.5"),
    summary: "no-store forbids what other directives ask for: the response is never stored.",
    bad: ["Cache-Control: no-store, public, max-age=31536000, immutable"],
    good: ["Cache-Control: no-store"],
    edge: [["Cache-Control: no-store, max-age=3600"], ["Cache-Control: no-store, max-age=3599"]],
  },
  "cache-control-no-store-redundant": {
    severity: "info",
    link: rfc9111("section-5.2.2.5"),
    summary: "Beside no-store other directives are pointless: what is not stored is never used again.",
    bad: ["Cache-Control: no-store, no-cache, must-revalidate, max-age=3"],
    good: ["Cache-Control: no-store"],
  },
  "cache-control-no-cache-redundant": {
    severity: "info",
    link: rfc9111("section-5.2.2.4"),
    summary: "Beside no-cache a lifetime is pointless: each use is checked first.",
    bad: ["Cache-Control: no-cache, max-age=3600"],
    good: ["Cache-Control: no-cache"],
  },
  "cache-control-ineffective": {
    severity: "warning",
    link: rfc(5861),
    summary: "A directive has no effect beside another one.",
    bad: ["Cache-Control: max-age=60, must-revalidate, stale-while-revalidate=30"],
    good: ["Cache-Control: max-age=60, stale-while-revalidate=30"],
  },
  "immutable-without-lifetime": {
    severity: "warning",
    link: rfc(8246, "section-2"),
    summary: "immutable holds only while the response is fresh, and no lifetime is given.",
    bad: ["Cache-Control: public, immutable"],
    good: ["Cache-Control: max-age=31536000, immutable"],
  },
  "must-understand-alone": {
    severity: "info",
    link: rfc9111("section-5.2.2.3"),
    summary: "must-understand is meant to go with no-store, for caches that do not know it.",
    bad: ["Cache-Control: must-understand, max-age=60"],
    good: ["Cache-Control: must-understand, no-store, max-age=60"],
  },
  "cache-control-post-check": {
    severity: "info",
    link: rfc9111("section-5.2.3"),
    summary: "pre-check and post-check were read by old versions of Internet Explorer only.",
    bad: ["Cache-Control: max-age=60, pre-check=60, post-check=30"],
    good: ["Cache-Control: max-age=60, stale-while-revalidate=30"],
  },
  "cache-control-post-check-useless": {
    severity: "warning",
    link: rfc9111("section-5.2.3"),
    summary: "pre-check and post-check do nothing as they stand, even where they are understood.",
    bad: ["Cache-Control: no-cache, pre-check=0, post-check=0"],
    good: ["Cache-Control: no-cache"],
  },
} as const satisfies Record<string, ProblemKind>;

export type CacheControlKind = keyof typeof cacheControlKinds;
