/** What a request says as a whole: framing, and fields that belong into responses. */

import { describeField } from "../catalogue.ts";
import { type AnyRule, type Context, rule, ruleOn } from "../field.ts";
import { problem } from "../problem.ts";
import { lines } from "../rules/lines.ts";
import { signatures } from "../rules/signatures.ts";
import { rfc9110, rfc9112 } from "../specs.ts";
import { contradictions } from "./contradictions.ts";
import { request } from "./example.ts";
import { requestNames } from "./names.ts";
import { pseudoFields } from "./pseudo-fields.ts";
import { whereFrom } from "./request-origin-rules.ts";

/** Methods whose content means nothing (RFC 9110 section 9.3). */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "TRACE", "CONNECT"]);

const requestContent = rule({
  kinds: {
    "request-content-undefined": {
      severity: "warning",
      link: rfc9110("section-9.3.1"),
      summary: "A request has content although its method gives it no meaning: servers may refuse it.",
      bad: request(["Content-Length: 5"]),
      good: request(["Content-Length: 5"], { method: "POST" }),
    },
    "request-length-and-encoding": {
      severity: "error",
      link: rfc9112("section-6.1"),
      summary: "A request has both Content-Length and Transfer-Encoding, as attacks by request smuggling do.",
      bad: request(["Content-Length: 5", "Transfer-Encoding: chunked"], { method: "POST" }),
      good: request(["Transfer-Encoding: chunked"], { method: "POST" }),
    },
    "expect-without-content": {
      severity: "warning",
      link: rfc9110("section-10.1.1"),
      summary: "Expect: 100-continue is sent in a request that has no content to wait with.",
      bad: request(["Expect: 100-continue"]),
      good: request(["Expect: 100-continue", "Content-Length: 5"], { method: "POST" }),
    },
  },
  check(context, note) {
    const [length] = context.named("content-length");
    const [coding] = context.named("transfer-encoding");
    const [expects] = context.named("expect");
    const { method } = context;
    if (method !== undefined && WITHOUT_CONTENT.has(method)) {
      const content = coding ?? (length && length.line.value !== "0" ? length : undefined);
      if (content)
        note(
          "request-content-undefined",
          `${content.line.sent} announces content, which ${method} gives no meaning.`,
          content,
        );
    }
    if (
      expects &&
      (length?.line.value === "0" ||
        (method !== undefined && WITHOUT_CONTENT.has(method) && !length && !coding))
    )
      note(
        "expect-without-content",
        "Expect: 100-continue means nothing in a request without content: nothing is waiting to be sent.",
        expects,
      );
    if (length && coding)
      note(
        "request-length-and-encoding",
        "Content-Length is sent beside Transfer-Encoding: proxies and servers that choose differently can be tricked.",
        length,
      );
  },
});

/** Methods whose content may be a part. */
const PUTS: ReadonlySet<string> = new Set(["PUT", "PATCH", "POST"]);

const misplacedInRequest = rule({
  kinds: {
    "response-field-in-request": {
      severity: "warning",
      link: rfc9110("section-6.3"),
      summary: "A field that means something only in responses is sent in a request.",
      bad: request(["Set-Cookie: a=b"]),
      good: request(["Cookie: a=b"]),
    },
    "if-modified-since-ignored": {
      severity: "info",
      link: rfc9110("section-13.1.3"),
      summary: "If-Modified-Since is sent beside If-None-Match, which overrides it.",
      bad: request(['If-None-Match: "a"', "If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"]),
      good: request(['If-None-Match: "a"']),
    },
  },
  check(context, note) {
    for (const line of context.all) {
      const entry = describeField(line.line.name);
      // A part that is put stands in a Content-Range too (RFC 9110 section 14.5).
      if (line.line.name === "content-range" && PUTS.has(context.method ?? "")) continue;
      if (entry?.direction === "response" && entry.status !== "vendor")
        note(
          "response-field-in-request",
          `${line.line.sent} is a response field and means nothing in a request.`,
          line,
        );
    }
    const [since] = context.named("if-modified-since");
    if (since && context.has("if-none-match"))
      note("if-modified-since-ignored", "If-Modified-Since is ignored beside If-None-Match.", since);
  },
});

function wholeRequest(context: Context): Context | undefined {
  return context.message.isWholeRequest ? context : undefined;
}

/** What a request that was given whole lacks. */
const hostAndAgent = ruleOn(wholeRequest, [
  problem({
    id: "host-missing",
    severity: "error",
    link: rfc9112("section-3.2"),
    summary: "A whole request of HTTP/1.1 has no Host: servers answer 400.",
    detect: ({ message, has }) => message.hasRequestLine && !has("host") && !has(":authority"),
    title: () => "Host is missing, which servers of HTTP/1.1 answer with 400.",
    bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Accept: */*"] },
    good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: example.com", "User-Agent: a/1"] },
  }),
  problem({
    id: "user-agent-missing",
    severity: "warning",
    link: rfc9110("section-10.1.5"),
    summary: "A whole request has no User-Agent: some servers refuse those.",
    detect: ({ has }) => !has("user-agent"),
    title: () => "User-Agent is missing: some servers refuse such requests.",
    bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: example.com"] },
    good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: example.com", "User-Agent: a/1"] },
  }),
]);

export const requestRules: readonly AnyRule[] = [
  lines,
  signatures,
  requestNames,
  pseudoFields,
  contradictions,
  whereFrom,
  requestContent,
  misplacedInRequest,
  hostAndAgent,
];
