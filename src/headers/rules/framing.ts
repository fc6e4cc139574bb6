/** Where the message ends and whether it may have content (RFC 9112 section 6, RFC 9110 section 6.4.1). */

import { type Context, rule } from "../field.ts";
import { contentLength } from "../fields/content-length.ts";
import { rfc9110, rfc9112 } from "../specs.ts";
import { bytes } from "../wording.ts";

export const framing = rule({
  kinds: {
    "length-and-transfer-encoding": {
      severity: "error",
      link: rfc9112("section-6.1"),
      summary:
        "Content-Length and Transfer-Encoding are sent together: recipients disagree on the end, which lets attackers smuggle messages.",
      bad: ["Content-Length: 5", "Transfer-Encoding: chunked"],
      good: ["Transfer-Encoding: chunked"],
    },
    "framing-forbidden": {
      severity: "error",
      link: rfc9112("section-6.1"),
      summary: "A response that never has content has Content-Length or Transfer-Encoding.",
      bad: { lines: ["Content-Length: 0"], status: 204 },
      good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 204 },
    },
    "transfer-encoding-http-1-0": {
      severity: "error",
      link: rfc9112("section-6.1"),
      summary: "Transfer-Encoding is sent in an HTTP/1.0 response: HTTP/1.0 does not define it.",
      bad: ["HTTP/1.0 200 OK", "Transfer-Encoding: chunked"],
      good: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"],
    },
    "content-not-allowed": {
      severity: "error",
      link: rfc9110("section-6.4.1"),
      summary: "Content came with a response that may not have any.",
      bad: { lines: ["Content-Length: 5"], status: 205 },
      good: { lines: ["Content-Length: 0"], status: 205 },
    },
    "content-type-missing": {
      severity: "warning",
      link: rfc9110("section-8.3"),
      summary: "There is content, but no Content-Type: recipients guess what it is.",
      bad: { lines: ["Content-Length: 5"], status: 200 },
      good: { lines: ["Content-Length: 5", "Content-Type: text/plain"], status: 200 },
    },
    "trailer-without-chunked": {
      severity: "warning",
      link: rfc9110("section-6.6.2"),
      summary: "Trailer promises fields after the content, which HTTP/1.1 can send with chunked only.",
      bad: ["HTTP/1.1 200 OK", "Content-Length: 5", "Trailer: Server-Timing"],
      good: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Trailer: Server-Timing"],
    },
  },
  check(context, note) {
    const { status, message } = context;
    const length = context.values(contentLength)[0] ?? 0;
    const hasTransfer = context.has("transfer-encoding");
    if (hasTransfer && context.has("content-length"))
      note("length-and-transfer-encoding", "Content-Length and Transfer-Encoding must not be sent together.");
    if (hasTransfer && message.httpVersion === "1.0")
      note(
        "transfer-encoding-http-1-0",
        "Transfer-Encoding is sent in an HTTP/1.0 response, which does not define it.",
      );
    if (context.has("trailer") && !hasTransfer && message.httpVersion === "1.1")
      note(
        "trailer-without-chunked",
        "Trailer promises fields after the content, but Transfer-Encoding is not chunked.",
      );
    if (status === undefined) return;
    if (isBare(status) && (hasTransfer || context.has("content-length")))
      note(
        "framing-forbidden",
        `${hasTransfer ? "Transfer-Encoding" : "Content-Length"} must not be sent in a ${status}, which never has content.`,
      );
    const came = message.bodyLength ?? 0;
    if (came > 0 && mayNotCarry(status, context))
      note("content-not-allowed", `${bytes(came)} of content came with a response that may have none.`);
    else if (status === 205 && length > 0)
      note("content-not-allowed", `A 205 has no content, but Content-Length says ${length}.`);
    const hasContent = (came > 0 || length > 0) && !isBare(status) && status !== 205;
    if (hasContent && status >= 200 && status < 300 && !context.has("content-type"))
      note("content-type-missing", "There is content, but no Content-Type says what it is.");
  },
});

/** Responses that end with the header section whatever they say. */
function isBare(status: number): boolean {
  return status < 200 || status === 204;
}

function mayNotCarry(status: number, { method }: Context): boolean {
  return isBare(status) || status === 304 || status === 205 || method === "HEAD";
}
