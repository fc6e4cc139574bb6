/** What a status code asks of its response and its request (RFC 9110 section 15). */

import { type Context, rule } from "../field.ts";
import { rfc, rfc9110 } from "../specs.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

type StatusKind =
  | "created-safe-method"
  | "created-without-location"
  | "allow-missing"
  | "upgrade-missing"
  | "upgrade-not-requested"
  | "continue-not-requested"
  | "retry-after-missing"
  | "expectation-not-stated"
  | "legal-demand-link-missing";

/** One need: which statuses it is about, what has to hold, and what is said where it does not. */
interface Need {
  readonly id: StatusKind;
  readonly statuses: readonly number[];
  readonly isMet: (context: Context) => boolean;
  readonly title: (status: number) => string;
}

const isAsked = (context: Context, name: string) =>
  context.message.request === undefined || context.request(name) !== undefined;

const NEEDS: readonly Need[] = [
  {
    id: "created-safe-method",
    statuses: [201],
    isMet: ({ method }) => method === undefined || !SAFE.has(method),
    title: () => "The response is 201, but its method is one that creates nothing.",
  },
  {
    id: "created-without-location",
    statuses: [201],
    isMet: (context) => context.has("location") || context.method === "PUT",
    title: () => "The 201 does not say in Location where the new resource is.",
  },
  {
    id: "allow-missing",
    statuses: [405],
    isMet: (context) => context.has("allow"),
    title: () => "The 405 does not say in Allow which methods it takes.",
  },
  {
    id: "upgrade-missing",
    statuses: [101, 426],
    isMet: (context) => context.has("upgrade"),
    title: (status) => `The ${status} does not say in Upgrade which protocol is meant.`,
  },
  {
    id: "upgrade-not-requested",
    statuses: [101],
    isMet: (context) => isAsked(context, "upgrade"),
    title: () => "Upgrade is missing from the request, but the server switches protocols.",
  },
  {
    id: "continue-not-requested",
    statuses: [100],
    isMet: (context) => isAsked(context, "expect"),
    title: () =>
      "Expect is missing from the request, but the server says to go on: clients discard such a 100.",
  },
  {
    id: "expectation-not-stated",
    statuses: [417],
    isMet: (context) => isAsked(context, "expect"),
    title: () => "Expect is missing from the request, but the response is 417.",
  },
  {
    id: "retry-after-missing",
    statuses: [429, 503],
    isMet: (context) => context.has("retry-after"),
    title: (status) => `The ${status} does not say in Retry-After when to try again.`,
  },
  {
    id: "legal-demand-link-missing",
    statuses: [451],
    isMet: (context) => context.named("link").some(({ line }) => /blocked-by/i.test(line.value)),
    title: () => "The 451 does not name in Link, with the relation blocked-by, who blocks the resource.",
  },
];

export const statusNeeds = rule({
  kinds: {
    "created-safe-method": {
      severity: "warning",
      link: rfc9110("section-9.2.1"),
      summary: "A safe method such as GET is answered with 201: it must not create anything.",
      bad: { lines: ["Location: /a"], status: 201, method: "GET" },
      good: { lines: ["Location: /a"], status: 201, method: "POST" },
    },
    "created-without-location": {
      severity: "warning",
      link: rfc9110("section-15.3.2"),
      summary: "A 201 has no Location, so the client takes the target itself for what was created.",
      bad: { lines: ["Content-Length: 0"], status: 201 },
      good: { lines: ["Location: /a"], status: 201 },
    },
    "allow-missing": {
      severity: "error",
      link: rfc9110("section-15.5.6"),
      summary: "A 405 has to list the methods that are supported in Allow.",
      bad: { lines: ["Content-Length: 0"], status: 405 },
      good: { lines: ["Allow: GET, HEAD"], status: 405 },
    },
    "upgrade-missing": {
      severity: "error",
      link: rfc9110("section-15.5.22"),
      summary: "A 101 or 426 has to name the protocol in Upgrade.",
      bad: { lines: ["Content-Length: 0"], status: 426 },
      good: { lines: ["Upgrade: HTTP/3.0", "Connection: Upgrade"], status: 426 },
    },
    "upgrade-not-requested": {
      severity: "error",
      link: rfc9110("section-7.8"),
      summary: "The server switches to another protocol that the request did not offer.",
      bad: { lines: ["Upgrade: websocket"], status: 101, requestHeaders: ["Accept: */*"] },
      good: {
        lines: ["Upgrade: example/2", "Connection: Upgrade"],
        status: 101,
        requestHeaders: ["Upgrade: example/2", "Connection: Upgrade"],
      },
    },
    "continue-not-requested": {
      severity: "info",
      link: rfc9110("section-15.2.1"),
      summary: "The response is 100, but the request did not wait for it with Expect: clients discard it.",
      bad: { lines: [], status: 100, requestHeaders: ["Accept: */*"] },
      good: { lines: [], status: 100, requestHeaders: ["Expect: 100-continue"] },
    },
    "expectation-not-stated": {
      severity: "warning",
      link: rfc9110("section-15.5.18"),
      summary: "The response is 417, but the request stated no expectation.",
      bad: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Accept: */*"] },
      good: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Expect: 100-continue"] },
    },
    "retry-after-missing": {
      severity: "info",
      link: rfc9110("section-10.2.3"),
      summary: "A 429 or 503 does not say when it is worth coming back.",
      bad: { lines: ["Content-Length: 0"], status: 503 },
      good: { lines: ["Retry-After: 120"], status: 503 },
    },
    "legal-demand-link-missing": {
      severity: "info",
      link: rfc(7725, "section-4"),
      summary: "A 451 does not name who blocks the resource.",
      bad: { lines: ["Content-Length: 0"], status: 451 },
      good: { lines: ['Link: <https://spqr.example/legislatione>; rel="blocked-by"'], status: 451 },
    },
  },
  check(context, note) {
    const { status } = context;
    if (status === undefined) return;
    for (const need of NEEDS)
      if (need.statuses.includes(status) && !need.isMet(context)) note(need.id, need.title(status));
  },
});
