/** The content of a request: its type, its length, and whether it is safe to repeat. */

import { type ExplainedLine, problem, rule } from "../field.ts";
import { quote } from "../wording.ts";
import { joined } from "./contradictions.ts";
import { request } from "./example.ts";

const itself = (line: ExplainedLine) => line;

const WITH_CONTENT: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "QUERY", "DELETE", "OPTIONS"]);

const TYPED: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "QUERY"]);
/** Safe methods (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]);

export const describedContent = rule([
  problem({
    id: "request-content-type-missing",
    severity: "warning",
    link: "rfc9110#section-8.3",
    summary: "A request has content but no Content-Type, so servers guess its format or answer 415.",
    detect(context) {
      const { named, has, method = "" } = context;
      // A coding that does not end in chunked has its own problem.
      const isChunked = /\bchunked\s*$/i.test(joined(context, "transfer-encoding") ?? "");
      const hasContent = isChunked || Number(named("content-length")[0]?.line.value) > 0;
      return TYPED.has(method) && hasContent && !has("content-type") && method;
    },
    title: (method) =>
      `The ${method} has content but no Content-Type, so servers guess its format or answer 415.`,
    bad: request(["Content-Length: 12"], { method: "PATCH" }),
    good: request(["Content-Length: 12", "Content-Type: application/merge-patch+json"], { method: "PATCH" }),
    edge: [
      request(["Content-Length: 1"], { method: "POST" }),
      request(["Content-Length: 0"], { method: "POST" }),
    ],
  }),
  problem({
    id: "early-data-unsafe",
    severity: "warning",
    link: "rfc8470#section-4",
    summary: "A request that changes something came in TLS early data, which an attacker can send again.",
    detect: ({ named, method = "GET" }) => !SAFE.has(method) && named("early-data")[0],
    title: (_, { method }) =>
      `Early-Data: the ${method} came in TLS early data, which an attacker can send again.`,
    at: itself,
    bad: request(["Early-Data: 1", "Content-Length: 0"], { method: "POST" }),
    good: request(["Early-Data: 1"]),
  }),
  problem({
    id: "request-chunked-missing",
    severity: "error",
    link: "rfc9112#section-6.3",
    summary:
      "A request's Transfer-Encoding does not end in chunked, so its length is unknown and servers answer 400.",
    detect(context) {
      const [coding] = context.named("transfer-encoding");
      const last = (joined(context, "transfer-encoding") ?? "").split(",").at(-1)?.trim().toLowerCase() ?? "";
      if (!coding || last === "identity" || last.startsWith("chunked")) return undefined;
      return !/\bchunked\b/i.test(coding.line.value) && coding;
    },
    title: ({ line }) =>
      `Transfer-Encoding is ${quote(line.value)}, which does not end in chunked, so servers answer 400.`,
    at: itself,
    bad: request(["Transfer-Encoding: gzip"], { method: "POST" }),
    good: request(["Transfer-Encoding: gzip, chunked"], { method: "POST" }),
  }),
  problem({
    id: "content-type-without-content",
    severity: "info",
    link: "rfc9110#section-8.3",
    summary:
      "Content-Type is sent in a request without content, where it describes nothing (did you mean Accept?).",
    detect({ named, has, method }) {
      if (method === undefined || WITH_CONTENT.has(method) || has("transfer-encoding")) return undefined;
      const [length] = named("content-length");
      return (!length || length.line.value === "0") && named("content-type")[0];
    },
    title: (_, { method }) =>
      `Content-Type describes nothing in a ${method} without content (did you mean Accept?).`,
    at: itself,
    bad: request(["Content-Type: application/json"]),
    good: request(["Accept: application/json"]),
  }),
  problem({
    id: "request-content-range",
    severity: "warning",
    link: "rfc9110#section-14.5",
    summary:
      "Content-Range of a PUT asks to store a part, but most servers store it as the whole, or refuse.",
    detect: ({ named, method }) => method === "PUT" && named("content-range")[0],
    at: itself,
    bad: request(["Content-Range: bytes 0-9/100"], { method: "PUT" }),
    good: request(["Content-Length: 5"], { method: "PUT" }),
  }),
]);
