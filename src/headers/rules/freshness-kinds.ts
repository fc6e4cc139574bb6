import type { ProblemKind } from "../field.ts";
import { rfc9111 } from "../specs.ts";

/** What can be wrong with how long caches may use the response. */
export const freshnessKinds = {
  "freshness-missing": {
    severity: "warning",
    link: rfc9111("section-4.2.2"),
    summary: "No lifetime is given: each cache guesses one, usually a tenth of the time since Last-Modified.",
    bad: {
      lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
      status: 200,
    },
    good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
  },
  "freshness-unset": {
    severity: "info",
    link: rfc9111("section-4.2.2"),
    summary:
      "No lifetime is given, and nothing to guess one from: most caches fetch the response again each time.",
    bad: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 200 },
    good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
  },
  "freshness-heuristic": {
    severity: "info",
    link: rfc9111("section-4.2.2"),
    summary: "Caches may keep a response with this status as long as they see fit, as no lifetime is given.",
    bad: { lines: ["Location: /a"], status: 301 },
    good: { lines: ["Location: /a", "Cache-Control: max-age=60"], status: 301 },
  },
  "freshness-none": {
    severity: "info",
    link: rfc9111("section-3"),
    summary: "A response with this status is not cached unless a lifetime is given.",
    bad: { lines: ["Location: /a"], status: 302 },
    good: { lines: ["Location: /a", "Cache-Control: max-age=60"], status: 302 },
  },
  "freshness-unused": {
    severity: "info",
    link: rfc9111("section-3"),
    summary: "A lifetime is given to a response that caches do not store because of the request's method.",
    bad: { lines: ["Cache-Control: max-age=60"], status: 200, method: "POST" },
    good: { lines: ["Cache-Control: max-age=60"], status: 200, method: "GET" },
    edge: [
      { lines: ["Cache-Control: max-age=1"], status: 200, method: "POST" },
      { lines: ["Cache-Control: max-age=0"], status: 200, method: "POST" },
    ],
  },
  "freshness-worker-long": {
    severity: "warning",
    link: "https://w3c.github.io/ServiceWorker/#service-worker",
    summary: "Shared caches may keep the script of a service worker for longer than a day.",
    bad: {
      lines: ["Cache-Control: max-age=31536000", "Content-Type: text/javascript"],
      status: 200,
      requestHeaders: ["Service-Worker: script"],
    },
    good: {
      lines: ["Cache-Control: no-cache", "Content-Type: text/javascript"],
      status: 200,
      requestHeaders: ["Service-Worker: script"],
    },
    edge: [
      { lines: ["Cache-Control: max-age=86401"], status: 200, requestHeaders: ["Service-Worker: script"] },
      { lines: ["Cache-Control: max-age=86400"], status: 200, requestHeaders: ["Service-Worker: script"] },
    ],
  },
  "freshness-failure": {
    severity: "warning",
    link: rfc9111("section-3"),
    summary: "Caches may keep a failure for long, so it lasts after its cause is gone.",
    bad: { lines: ["Cache-Control: max-age=86400"], status: 503 },
    good: { lines: ["Cache-Control: max-age=60"], status: 503 },
    edge: [
      { lines: ["Cache-Control: max-age=601"], status: 403 },
      { lines: ["Cache-Control: max-age=600"], status: 403 },
    ],
  },
  "freshness-broken-redirect": {
    severity: "warning",
    link: rfc9111("section-3"),
    summary: "Caches may keep a redirect that says no target.",
    bad: { lines: ["Cache-Control: max-age=60"], status: 301 },
    good: { lines: ["Cache-Control: max-age=60", "Location: /a"], status: 301 },
  },
  "freshness-page-long": {
    severity: "warning",
    link: rfc9111("section-4.2"),
    summary: "A page is kept for more than a month: visitors who have it see no newer one until then.",
    bad: { lines: ["Content-Type: text/html", "Cache-Control: max-age=31536000"], status: 200 },
    good: { lines: ["Content-Type: text/css", "Cache-Control: max-age=31536000"], status: 200 },
    edge: [
      { lines: ["Content-Type: text/html", "Cache-Control: max-age=2678401"], status: 200 },
      { lines: ["Content-Type: text/html", "Cache-Control: max-age=2678400"], status: 200 },
    ],
  },
  "stale-already": {
    severity: "warning",
    link: rfc9111("section-4.2"),
    summary: "The lifetime of the response has run out before it arrives: no cache can use it.",
    bad: ["Cache-Control: max-age=60", "Age: 120"],
    good: ["Cache-Control: max-age=60, stale-while-revalidate=600", "Age: 120"],
    edge: [
      ["Cache-Control: max-age=60", "Age: 60"],
      ["Cache-Control: max-age=60", "Age: 59"],
    ],
  },
  "not-stored": {
    severity: "info",
    link: rfc9111("section-5.2.2.5"),
    summary: "The response cannot be stored by any cache.",
    bad: ["Cache-Control: no-store"],
    good: ["Cache-Control: max-age=60"],
  },
  "no-cache-without-validator": {
    severity: "warning",
    link: rfc9111("section-4.3"),
    summary: "Each use has to be checked, but without ETag or Last-Modified a check sends all of it again.",
    bad: { lines: ["Cache-Control: no-cache"], status: 200 },
    good: { lines: ["Cache-Control: no-cache", 'ETag: "a"'], status: 200 },
  },
  "validator-missing": {
    severity: "info",
    link: rfc9111("section-4.3"),
    summary: "Once stale the response is fetched again, as neither ETag nor Last-Modified allows a check.",
    bad: { lines: ["Cache-Control: max-age=60"], status: 200 },
    good: { lines: ["Cache-Control: max-age=60", 'ETag: "a"'], status: 200 },
  },
  "vary-pointless": {
    severity: "info",
    link: rfc9111("section-4.1"),
    summary: "Vary has no effect on a response that is not stored.",
    bad: ["Cache-Control: no-store", "Vary: Accept-Encoding"],
    good: ["Cache-Control: max-age=60", "Vary: Accept-Encoding"],
  },
  "public-unnecessary": {
    severity: "info",
    link: rfc9111("section-5.2.2.9"),
    summary:
      "public says nothing new: without credentials in the request any cache may store a response with a lifetime.",
    bad: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Accept: */*"] },
    good: { lines: ["Cache-Control: public, max-age=60"], requestHeaders: ["Authorization: Basic eDp5"] },
  },
} as const satisfies Record<string, ProblemKind>;

export type FreshnessKind = keyof typeof freshnessKinds;
