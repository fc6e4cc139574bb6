/** Where the message ends and whether it may have content (RFC 9112 section 6, RFC 9110 section 6.4.1). */

import { type Context, problem, rule } from "../field.ts";
import { contentLength } from "../fields/content-length.ts";
import { bytes } from "../wording.ts";

const hasTransfer = ({ has }: Context) => has("transfer-encoding");
const lengthOf = (context: Context) => context.values(contentLength)[0] ?? 0;
const cameOf = ({ message }: Context) => message.bodyLength ?? 0;

export const framing = rule([
  problem({
    id: "length-and-transfer-encoding",
    severity: "error",
    link: "rfc9112#section-6.1",
    summary: "Content-Length and Transfer-Encoding are sent together, which allows request smuggling.",
    detect: (context) => hasTransfer(context) && context.has("content-length"),
    bad: ["Content-Length: 5", "Transfer-Encoding: chunked"],
    good: ["Transfer-Encoding: chunked"],
  }),
  problem({
    id: "transfer-encoding-http-1-0",
    severity: "error",
    link: "rfc9112#section-6.1",
    summary: "Transfer-Encoding is sent in an HTTP/1.0 response, but HTTP/1.0 does not define it.",
    detect: (context) => hasTransfer(context) && context.message.httpVersion === "1.0",
    bad: ["HTTP/1.0 200 OK", "Transfer-Encoding: chunked"],
    good: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"],
  }),
  problem({
    id: "trailer-without-chunked",
    severity: "warning",
    link: "rfc9110#section-6.6.2",
    summary: "Trailer announces headers after the content, but Transfer-Encoding is not chunked.",
    detect: (context) =>
      context.has("trailer") && !hasTransfer(context) && context.message.httpVersion === "1.1",
    bad: ["HTTP/1.1 200 OK", "Content-Length: 5", "Trailer: Server-Timing"],
    good: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Trailer: Server-Timing"],
  }),
  problem({
    id: "framing-forbidden",
    severity: "error",
    link: "rfc9112#section-6.1",
    summary: "A response that never has content has Content-Length or Transfer-Encoding.",
    detect: (context) => isBare(context) && (hasTransfer(context) || context.has("content-length")),
    title: (_, context) =>
      `${hasTransfer(context) ? "Transfer-Encoding" : "Content-Length"} must not be sent in a ${context.status}, which never has content.`,
    bad: { lines: ["Content-Length: 0"], status: 204 },
    good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 204 },
  }),
  problem({
    id: "content-not-allowed",
    severity: "error",
    link: "rfc9110#section-6.4.1",
    summary: "A response that must not have content has some.",
    detect: (context) =>
      (cameOf(context) > 0 && mayNotCarry(context)) || (context.status === 205 && lengthOf(context) > 0),
    title: (_, context) =>
      cameOf(context) > 0
        ? `The response has ${bytes(cameOf(context))} of content, but must have none.`
        : `A 205 must have no content, but Content-Length is ${lengthOf(context)}.`,
    bad: { lines: ["Content-Length: 5"], status: 205 },
    good: { lines: ["Content-Length: 0"], status: 205 },
  }),
  problem({
    id: "content-type-missing",
    severity: "warning",
    link: "rfc9110#section-8.3",
    summary: "Content-Type is missing, so recipients guess the type of the content.",
    detect: (context) =>
      isSuccessWithContent(context) &&
      (cameOf(context) > 0 || lengthOf(context) > 0) &&
      !context.has("content-type"),
    bad: { lines: ["Content-Length: 5"], status: 200 },
    good: { lines: ["Content-Length: 5", "Content-Type: text/plain"], status: 200 },
  }),
]);

/** Responses that always end with the header section. */
function isBare({ status }: Context): boolean {
  return status !== undefined && (status < 200 || status === 204);
}

function mayNotCarry(context: Context): boolean {
  const { status, method } = context;
  return isBare(context) || status === 304 || status === 205 || (status !== undefined && method === "HEAD");
}

function isSuccessWithContent({ status = 0 }: Context): boolean {
  return status >= 200 && status < 300 && status !== 204 && status !== 205;
}
