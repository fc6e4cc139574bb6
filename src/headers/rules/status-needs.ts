/** What a status code asks of its response and its request (RFC 9110 section 15). */

import { type Context, rule } from "../field.ts";
import { problem } from "../problem.ts";
import { rfc, rfc9110 } from "../specs.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Is the request known, and without this field? */
const lacks = ({ message, request }: Context, name: string) =>
  message.request !== undefined && request(name) === undefined;

export const statusNeeds = rule([
  problem({
    id: "created-safe-method",
    severity: "warning",
    link: rfc9110("section-9.2.1"),
    summary: "A safe method such as GET is answered with 201: it must not create anything.",
    detect: ({ status, method = "" }) => status === 201 && SAFE.has(method),
    title: () => "The response is 201, but its method is one that creates nothing.",
    bad: { lines: ["Location: /a"], status: 201, method: "GET" },
    good: { lines: ["Location: /a"], status: 201, method: "POST" },
  }),
  problem({
    id: "created-without-location",
    severity: "warning",
    link: rfc9110("section-15.3.2"),
    summary: "A 201 has no Location, so the client takes the target itself for what was created.",
    detect: ({ status, has, method }) => status === 201 && !has("location") && method !== "PUT",
    title: () => "The 201 does not say in Location where the new resource is.",
    bad: { lines: ["Content-Length: 0"], status: 201 },
    good: { lines: ["Location: /a"], status: 201 },
  }),
  problem({
    id: "allow-missing",
    severity: "error",
    link: rfc9110("section-15.5.6"),
    summary: "A 405 has to list the methods that are supported in Allow.",
    detect: ({ status, has }) => status === 405 && !has("allow"),
    title: () => "The 405 does not say in Allow which methods it takes.",
    bad: { lines: ["Content-Length: 0"], status: 405 },
    good: { lines: ["Allow: GET, HEAD"], status: 405 },
  }),
  problem({
    id: "upgrade-missing",
    severity: "error",
    link: rfc9110("section-15.5.22"),
    summary: "A 101 or 426 has to name the protocol in Upgrade.",
    detect: ({ status, has }) => (status === 101 || status === 426) && !has("upgrade") && status,
    title: (status) => `The ${status} does not say in Upgrade which protocol is meant.`,
    bad: { lines: ["Content-Length: 0"], status: 426 },
    good: { lines: ["Upgrade: HTTP/3.0", "Connection: Upgrade"], status: 426 },
  }),
  problem({
    id: "upgrade-not-requested",
    severity: "error",
    link: rfc9110("section-7.8"),
    summary: "The server switches to another protocol that the request did not offer.",
    detect: (context) => context.status === 101 && lacks(context, "upgrade"),
    title: () => "Upgrade is missing from the request, but the server switches protocols.",
    bad: { lines: ["Upgrade: websocket"], status: 101, requestHeaders: ["Accept: */*"] },
    good: {
      lines: ["Upgrade: example/2", "Connection: Upgrade"],
      status: 101,
      requestHeaders: ["Upgrade: example/2", "Connection: Upgrade"],
    },
  }),
  problem({
    id: "continue-not-requested",
    severity: "info",
    link: rfc9110("section-15.2.1"),
    summary: "The response is 100, but the request did not wait for it with Expect: clients discard it.",
    detect: (context) => context.status === 100 && lacks(context, "expect"),
    title: () =>
      "Expect is missing from the request, but the server says to go on: clients discard such a 100.",
    bad: { lines: [], status: 100, requestHeaders: ["Accept: */*"] },
    good: { lines: [], status: 100, requestHeaders: ["Expect: 100-continue"] },
  }),
  problem({
    id: "expectation-not-stated",
    severity: "warning",
    link: rfc9110("section-15.5.18"),
    summary: "The response is 417, but the request stated no expectation.",
    detect: (context) => context.status === 417 && lacks(context, "expect"),
    title: () => "Expect is missing from the request, but the response is 417.",
    bad: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Accept: */*"] },
    good: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Expect: 100-continue"] },
  }),
  problem({
    id: "retry-after-missing",
    severity: "info",
    link: rfc9110("section-10.2.3"),
    summary: "A 429 or 503 does not say when it is worth coming back.",
    detect: ({ status, has }) => (status === 429 || status === 503) && !has("retry-after") && status,
    title: (status) => `The ${status} does not say in Retry-After when to try again.`,
    bad: { lines: ["Content-Length: 0"], status: 503 },
    good: { lines: ["Retry-After: 120"], status: 503 },
  }),
  problem({
    id: "legal-demand-link-missing",
    severity: "info",
    link: rfc(7725, "section-4"),
    summary: "A 451 does not name who blocks the resource.",
    detect: ({ status, named }) =>
      status === 451 && !named("link").some(({ line }) => /blocked-by/i.test(line.value)),
    title: () => "The 451 does not name in Link, with the relation blocked-by, who blocks the resource.",
    bad: { lines: ["Content-Length: 0"], status: 451 },
    good: { lines: ['Link: <https://spqr.example/legislatione>; rel="blocked-by"'], status: 451 },
  }),
]);
