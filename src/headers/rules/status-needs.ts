/** The demands of a status code on its response and its request (RFC 9110 section 15). */

import { type Context, problem, rule } from "../field.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Is the request known, and without this field? */
const lacks = ({ message, request }: Context, name: string) =>
  message.request !== undefined && request(name) === undefined;

export const statusNeeds = rule([
  problem({
    id: "created-safe-method",
    severity: "warning",
    link: "rfc9110#section-9.2.1",
    summary: "The response to a safe method such as GET is 201, but safe methods must not create anything.",
    detect: ({ status, method = "" }) => status === 201 && SAFE.has(method),
    title: () => "The response is 201, but the request's method must not create anything.",
    bad: { lines: ["Location: /a"], status: 201, method: "GET" },
    good: { lines: ["Location: /a"], status: 201, method: "POST" },
  }),
  problem({
    id: "created-without-location",
    severity: "warning",
    link: "rfc9110#section-15.3.2",
    summary: "A 201 has no Location, so clients take the request's target as the new resource.",
    detect: ({ status, has, method }) => status === 201 && !has("location") && method !== "PUT",
    title: () => "The 201 has no Location with the URL of the new resource.",
    bad: { lines: ["Content-Length: 0"], status: 201 },
    good: { lines: ["Location: /a"], status: 201 },
  }),
  problem({
    id: "allow-missing",
    severity: "error",
    link: "rfc9110#section-15.5.6",
    summary: "A 405 has no Allow, which must list the supported methods.",
    detect: ({ status, has }) => status === 405 && !has("allow"),
    title: () => "The 405 has no Allow to list the supported methods.",
    bad: { lines: ["Content-Length: 0"], status: 405 },
    good: { lines: ["Allow: GET, HEAD"], status: 405 },
  }),
  problem({
    id: "upgrade-missing",
    severity: "error",
    link: "rfc9110#section-15.5.22",
    summary: "A 101 or 426 has no Upgrade, which must name the protocol.",
    detect: ({ status, has }) => (status === 101 || status === 426) && !has("upgrade") && status,
    title: (status) => `The ${status} has no Upgrade to name the protocol.`,
    bad: { lines: ["Content-Length: 0"], status: 426 },
    good: { lines: ["Upgrade: HTTP/3.0", "Connection: Upgrade"], status: 426 },
  }),
  problem({
    id: "upgrade-not-requested",
    severity: "error",
    link: "rfc9110#section-7.8",
    summary: "The server switches to a protocol that the request did not offer.",
    detect: (context) => context.status === 101 && lacks(context, "upgrade"),
    title: () => "The server switches protocols, but the request has no Upgrade.",
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
    link: "rfc9110#section-15.2.1",
    summary: "The response is 100, but the request did not ask for it with Expect, so clients discard it.",
    detect: (context) => context.status === 100 && lacks(context, "expect"),
    title: () => "The request has no Expect, so clients discard the 100.",
    bad: { lines: [], status: 100, requestHeaders: ["Accept: */*"] },
    good: { lines: [], status: 100, requestHeaders: ["Expect: 100-continue"] },
  }),
  problem({
    id: "expectation-not-stated",
    severity: "warning",
    link: "rfc9110#section-15.5.18",
    summary: "The response is 417, but the request has no expectation.",
    detect: (context) => context.status === 417 && lacks(context, "expect"),
    title: () => "The response is 417, but the request has no Expect.",
    bad: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Accept: */*"] },
    good: { lines: ["Content-Length: 0"], status: 417, requestHeaders: ["Expect: 100-continue"] },
  }),
  problem({
    id: "retry-after-missing",
    severity: "info",
    link: "rfc9110#section-10.2.3",
    summary: "A 429 or 503 does not say when clients should retry.",
    detect: ({ status, has }) => (status === 429 || status === 503) && !has("retry-after") && status,
    title: (status) => `The ${status} has no Retry-After, so clients do not know when to retry.`,
    bad: { lines: ["Content-Length: 0"], status: 503 },
    good: { lines: ["Retry-After: 120"], status: 503 },
  }),
  problem({
    id: "legal-demand-link-missing",
    severity: "info",
    link: "rfc7725#section-4",
    summary: "A 451 does not say who blocks the resource.",
    detect: ({ status, named }) =>
      status === 451 && !named("link").some(({ line }) => /blocked-by/i.test(line.value)),
    title: () => "The 451 has no Link with rel=blocked-by that names who blocks the resource.",
    bad: { lines: ["Content-Length: 0"], status: 451 },
    good: { lines: ['Link: <https://spqr.example/legislatione>; rel="blocked-by"'], status: 451 },
  }),
  problem({
    id: "error-served-as-success",
    severity: "warning",
    link: "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-response-code.html",
    summary:
      "CloudFront got an error from the origin but answers 200: search engines index it, monitors miss it.",
    detect: ({ status, named }) =>
      status === 200 && named("x-cache").find(({ line }) => /^error from cloudfront$/i.test(line.value)),
    title: () => "X-Cache reports an error, but the status is 200: search engines index the error page.",
    at: (line) => line,
    bad: { lines: ["X-Cache: Error from cloudfront"], status: 200 },
    good: { lines: ["X-Cache: Error from cloudfront"], status: 404 },
  }),
]);
