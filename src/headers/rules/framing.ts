/** Message length (RFC 9112 section 6, RFC 9110 section 6.4.1), upgrades and gRPC. */

import { fileTypes } from "../../../data/headers/file-types.ts";
import { type Context, type ExplainedLine, problem, rule } from "../field.ts";
import { contentLength } from "../fields/content-length.ts";
import { contentType } from "../fields/content-type.ts";
import { grpcCode } from "../fields/grpc.ts";
import { bytes, quote } from "../wording.ts";

const hasTransfer = ({ has }: Context) => has("transfer-encoding");
const lengthOf = (context: Context) => context.values(contentLength)[0] ?? 0;
const cameOf = ({ message }: Context) => message.bodyLength ?? 0;

export const framing = rule([
  problem("length-and-transfer-encoding", "error", "rfc9112#section-6.1", {
    // HTTP/2 forbids Transfer-Encoding: another finding.
    detect: (context) =>
      hasTransfer(context) &&
      context.has("content-length") &&
      !/^[23]/.test(context.message.httpVersion ?? ""),
  }),
  problem("transfer-encoding-http-1-0", "error", "rfc9112#section-6.1", {
    detect: (context) => hasTransfer(context) && context.message.httpVersion === "1.0",
  }),
  problem("trailer-without-chunked", "warning", "rfc9110#section-6.6.2", {
    detect: (context) =>
      context.has("trailer") && !hasTransfer(context) && context.message.httpVersion === "1.1",
  }),
  problem("framing-forbidden", "error", "rfc9112#section-6.1", {
    detect: (context) => isBare(context) && (hasTransfer(context) || context.has("content-length")),
    title: (_, context) =>
      `${hasTransfer(context) ? "Transfer-Encoding" : "Content-Length"} must not be sent in a ${context.status}, which never has content.`,
  }),
  problem("content-not-allowed", "error", "rfc9110#section-6.4.1", {
    detect: (context) =>
      (cameOf(context) > 0 && mayNotCarry(context)) || (context.status === 205 && lengthOf(context) > 0),
    title: (_, context) =>
      cameOf(context) > 0
        ? `The response has ${bytes(cameOf(context))} of content, but must have none.`
        : `A 205 must have no content, but Content-Length is ${lengthOf(context)}.`,
  }),
  problem("content-type-missing", "warning", "rfc9110#section-8.3", {
    detect: (context) =>
      isSuccessWithContent(context) &&
      (cameOf(context) > 0 || lengthOf(context) > 0 || isUnmeasured(context)) &&
      !context.has("content-type"),
  }),
]);

/** Whether the status forbids content: 1xx and 204. */
function isBare({ status }: Context): boolean {
  return status !== undefined && (status < 200 || status === 204);
}

function mayNotCarry(context: Context): boolean {
  const { status, method } = context;
  return isBare(context) || status === 304 || status === 205 || (status !== undefined && method === "HEAD");
}

/** Whether content follows without Content-Length: chunked, or of a file by its URL. */
function isUnmeasured(context: Context): boolean {
  const { has, message, method = "GET", status, url } = context;
  // Pasted lines without a status line may be incomplete.
  if (has("content-length") || message.httpVersion === undefined) return false;
  const [, ending = ""] = /\.(\w{2,5})$/.exec(url?.pathname ?? "") ?? [];
  const isFile = status === 200 && fileTypes.has(ending.toLowerCase());
  return (method !== "HEAD" && hasTransfer(context)) || (isFile && /^(?:GET|HEAD)$/.test(method));
}

function isSuccessWithContent({ status = 0 }: Context): boolean {
  return status >= 200 && status < 300 && status !== 204 && status !== 205;
}

/** Whether the status is 101 and the request is known. */
const switches = ({ status, message }: Context) => status === 101 && message.request !== undefined;

function names(value: string): string[] {
  return value.split(",").map((member) => (member.split(";", 1)[0] ?? "").trim());
}

const offered = (context: Context, name: string) => names(context.request(name) ?? "");

/** Upgrade (RFC 9110 section 7.8) and the WebSocket handshake (RFC 6455 section 4.2.2). */
export const handshake = rule([
  problem("upgrade-without-connection", "warning", "rfc9110#section-7.8", {
    detect: ({ has, named, status, message }) =>
      has("upgrade") &&
      status !== undefined &&
      message.httpVersion !== "2" &&
      !named("connection").some(({ line }) => /\bupgrade\b/i.test(line.value)),
    at: (_, { named }) => named("connection")[0],
    send(_, { named }) {
      const value = named("connection")[0]?.line.value ?? "";
      // No fix with `close`: a connection that closes cannot be upgraded.
      return /\bclose\b/i.test(value) ? undefined : `Connection: ${value === "" ? "" : `${value}, `}Upgrade`;
    },
  }),
  problem("websocket-protocol-not-offered", "error", "rfc6455#section-4.2.2", {
    detect(context) {
      const [protocol] = context.named("sec-websocket-protocol");
      if (!protocol || !switches(context)) return undefined;
      return !offered(context, "sec-websocket-protocol").includes(protocol.line.value) && protocol;
    },
    title: ({ line }) => `Sec-WebSocket-Protocol is ${quote(line.value)}, which the client did not offer.`,
  }),
  problem("websocket-extension-not-offered", "error", "rfc6455#section-4.2.2", {
    detectAll(context) {
      if (!switches(context)) return [];
      const known = offered(context, "sec-websocket-extensions");
      return context.named("sec-websocket-extensions").flatMap((line) => {
        const extra = names(line.line.value).find((name) => !known.includes(name));
        return extra === undefined ? [] : [{ line, extra }];
      });
    },
    title: ({ extra }) => `Sec-WebSocket-Extensions uses ${quote(extra)}, which the client did not offer.`,
  }),
]);

const LINK = "https://grpc.github.io/grpc/core/md_doc_statuscodes.html";

/** An empty gRPC response. With content, grpc-status is in the trailers, which may be unknown. */
function isEmptyCall(context: Context): boolean {
  const isEmpty = context.named("content-length")[0]?.line.value === "0" && !context.has("trailer");
  return isEmpty && /^application\/grpc(?:\+|$)/.test(context.values(contentType)[0]?.essence ?? "");
}

const codeOf = ({ line }: ExplainedLine) => grpcCode(line.value);

/** Result of a gRPC call: grpc-status, not the HTTP status. */
export const grpc = rule([
  problem("grpc-status-invalid", "error", LINK, {
    detectAll: ({ named }) => named("grpc-status").filter((line) => codeOf(line) === undefined),
    title: ({ line }) => `grpc-status ${quote(line.value)} is not a code from 0 to 16.`,
  }),
  problem("grpc-status-missing", "error", "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md", {
    detect: (context) => !context.has("grpc-status") && isEmptyCall(context),
    at: (_, context) => context.lines(contentType)[0],
  }),
]);
