/** Requirements of a status code for its response and its request (RFC 9110 section 15). */

import { type Context, problem, rule } from "../field.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Whether the request is known and lacks this header. */
const lacks = ({ message, request }: Context, name: string) =>
  message.request !== undefined && request(name) === undefined;

export const statusNeeds = rule([
  problem({
    id: "created-safe-method",
    severity: "warning",
    link: "rfc9110#section-9.2.1",
    summary: "The response is 201, but a safe method such as GET must not create anything.",
    detect: ({ status, method = "" }) => status === 201 && SAFE.has(method),
    bad: { lines: ["Location: /a"], status: 201, method: "GET" },
    good: { lines: ["Location: /a"], status: 201, method: "POST" },
  }),
  problem({
    id: "created-without-location",
    severity: "warning",
    link: "rfc9110#section-15.3.2",
    summary: "The 201 has no Location, so clients use the request URL as the new resource.",
    detect: ({ status, has, method }) => status === 201 && !has("location") && method !== "PUT",
    bad: { lines: ["Content-Length: 0"], status: 201 },
    good: { lines: ["Location: /a"], status: 201 },
  }),
  problem({
    id: "allow-missing",
    severity: "error",
    link: "rfc9110#section-15.5.6",
    summary: "The 405 has no Allow, which must list the supported methods.",
    detect: ({ status, has }) => status === 405 && !has("allow"),
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
    summary: "The server switches protocols, but the request has no Upgrade.",
    detect: (context) => context.status === 101 && lacks(context, "upgrade"),
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
    summary: "The response is 100, but the request has no Expect, so clients discard it.",
    detect: (context) => context.status === 100 && lacks(context, "expect"),
    bad: { lines: [], status: 100, requestHeaders: ["Accept: */*"] },
    good: { lines: [], status: 100, requestHeaders: ["Expect: 100-continue"] },
  }),
  problem({
    id: "expectation-not-stated",
    severity: "warning",
    link: "rfc9110#section-15.5.18",
    summary: "The response is 417, but the request has no Expect.",
    detect: (context) => context.status === 417 && lacks(context, "expect"),
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
    summary: "The 451 has no Link with rel=blocked-by, which names who blocks the resource.",
    detect: ({ status, named }) =>
      status === 451 && !named("link").some(({ line }) => /blocked-by/i.test(line.value)),
    bad: { lines: ["Content-Length: 0"], status: 451 },
    good: { lines: ['Link: <https://spqr.example/legislatione>; rel="blocked-by"'], status: 451 },
  }),
  problem({
    id: "error-served-as-success",
    severity: "warning",
    link: "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-response-code.html",
    summary: "X-Cache reports an error, but the status is 200: search engines index the error page.",
    detect: ({ status, named }) =>
      status === 200 && named("x-cache").find(({ line }) => /^error from cloudfront$/i.test(line.value)),
    at: (line) => line,
    bad: { lines: ["X-Cache: Error from cloudfront"], status: 200 },
    good: { lines: ["X-Cache: Error from cloudfront"], status: 404 },
  }),
]);
