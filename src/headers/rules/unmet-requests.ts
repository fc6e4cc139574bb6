/** Requests that their responses do not follow: WebSocket, Expect, HEAD, Prefer. */

import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { parseDirectives } from "../../syntax/directives.ts";
import { type Context, problem, rule, worded } from "../field.ts";
import { isEmpty } from "../reading/response-kind.ts";

const WEBHOOKS = wordList("request fields of webhooks");
/** Likely cause, by the status of the response to a WebSocket request, or by its class. */
const REFUSED_SOCKETS = wordTexts("refusals of a WebSocket");

const SOCKET = {
  method: "GET",
  requestHeaders: [
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ],
};
const EXPECTING = { method: "POST", requestHeaders: ["Expect: 100-continue", "Content-Length: 9000"] };
const STREAM = "text/event-stream";
const STREAMING = { status: 200, requestHeaders: [`Accept: ${STREAM}`] };
const AS_SCRIPT = { status: 200, requestHeaders: ["Sec-Fetch-Dest: script", "Sec-Fetch-Mode: no-cors"] };
const CALL = { method: "POST", requestHeaders: ["Content-Type: application/grpc", "TE: trailers"] };
const GRPC_CODES = wordTexts("gRPC codes of statuses");
/** Statuses of servers without HEAD. */
const NEEDED: ReadonlySet<number> = new Set([405, 501]);
const WISHING = { method: "PATCH", requestHeaders: ["Prefer: return=minimal"] };

/** Whether a webhook sent the request: its sender signs it, or names the event. */
export const isWebhook = ({ message }: Context) =>
  [...(message.request?.keys() ?? [])].some((name) => WEBHOOKS.has(name));

/** Destination of a load that browsers refuse because of its type. */
export function refusedLoad({ status = 0, request, verdicts: { content } }: Context): string | undefined {
  const destination = request("sec-fetch-dest");
  if (!content || status > 299) return undefined;
  const isStyle = destination === "style" && !content.style;
  // With the mode cors, it may be a module or not.
  const isScript = destination === "script" && !content.script && !content.module;
  const isWorker = destination === "serviceworker" && !content.module;
  return isStyle || isScript || isWorker ? destination : undefined;
}

export const unmetRequests = rule([
  worded("websocket-refused", "error", "rfc6455#section-4.1", {
    detect({ status = 101, request, message }) {
      const isAsked =
        /^websocket$/i.test(request("upgrade") ?? "") && !/^[23]/.test(message.httpVersion ?? "");
      // A request without Connection: Upgrade requests no upgrade: another finding.
      if (!isAsked || status === 101 || !/upgrade/i.test(request("connection") ?? "")) return undefined;
      const why = REFUSED_SOCKETS.get(`${status}`) ?? REFUSED_SOCKETS.get(`${Math.floor(status / 100)}xx`);
      return `The WebSocket gets ${status}, not 101${why ? `: ${why}` : ""}.`;
    },
    bad: { ...SOCKET, status: 200, lines: ["Content-Type: text/html"] },
    good: { ...SOCKET, status: 101, lines: ["Upgrade: websocket", "Connection: Upgrade"] },
  }),
  problem("load-refused", "error", "mdn/X-Content-Type-Options", {
    detect(context) {
      const { declared } = context.verdicts;
      const destination = declared === "text/html" ? undefined : refusedLoad(context);
      return destination !== undefined && { destination, declared };
    },
    title: ({ destination, declared }) =>
      `Content-Type ${declared === "" ? "is missing" : `is ${declared}`}, so browsers do not use it as a ${destination.replace("serviceworker", "service worker")}.`,
    bad: { ...AS_SCRIPT, lines: ["Content-Type: text/plain", "X-Content-Type-Options: nosniff"] },
    good: { ...AS_SCRIPT, lines: ["Content-Type: text/javascript", "X-Content-Type-Options: nosniff"] },
  }),
  problem("event-stream-refused", "error", "html/server-sent-events.html#parsing-an-event-stream", {
    detect: ({ status, request, verdicts: { declared } }) =>
      status === 200 && request("accept") === STREAM && declared !== STREAM && (declared || "missing"),
    title: (type) => `Content-Type is ${type}, not text/event-stream: browsers close the stream.`,
    bad: { ...STREAMING, lines: ["Content-Type: text/html"] },
    good: { ...STREAMING, lines: [`Content-Type: ${STREAM}`] },
  }),
  problem("expectation-refused", "warning", "rfc9110#section-10.1.1", {
    detect: ({ status, request }) => status === 417 && /100-continue/i.test(request("expect") ?? ""),
    bad: { ...EXPECTING, status: 417, lines: ["Content-Length: 0"] },
    good: { ...EXPECTING, status: 413, lines: ["Content-Length: 0"] },
  }),
  problem("grpc-refused", "error", "https://grpc.github.io/grpc/core/md_doc_http-grpc-status-mapping.html", {
    detect: ({ status = 0, request, verdicts: { declared } }) =>
      /^application\/grpc(?:-web(?:-text)?)?(?:$|[+;])/.test(request("content-type") ?? "") &&
      status >= 200 &&
      (status !== 200 || !declared.startsWith("application/grpc")) &&
      (declared || "no type"),
    title: (declared, { status }) =>
      `The gRPC call gets ${status} with ${declared}, not a gRPC message: clients report ${GRPC_CODES.get(`${status}`) ?? "UNKNOWN"}.`,
    bad: { ...CALL, status: 502, lines: ["Content-Type: text/html"] },
    good: { ...CALL, status: 200, lines: ["Content-Type: application/grpc"] },
  }),
  problem("head-refused", "warning", "rfc9110#section-9.1", {
    detect: ({ status = 0, method, named }) =>
      method === "HEAD" &&
      (status === 405
        ? named("allow").some(({ line }) => /\bGET\b/.test(line.value))
        : /^(?:403|404|5\d\d)$/.test(`${status}`)) &&
      status,
    severityOf: (status) => (NEEDED.has(status) ? "warning" : "info"),
    title: (status) =>
      NEEDED.has(status)
        ? `HEAD gets ${status}, but servers must support it like GET.`
        : `HEAD gets ${status}, but some servers answer GET otherwise: try GET before you report a broken link.`,
    bad: { method: "HEAD", status: 405, lines: ["Allow: GET"] },
    good: { method: "HEAD", status: 405, lines: ["Allow: POST"] },
  }),
  problem("preference-ignored", "info", "rfc7240#section-3", {
    detect(context) {
      const { status = 0, request, has } = context;
      const [wish] = parseDirectives(request("prefer") ?? "").directives.filter(
        ({ name }) => name === "return",
      );
      const value = wish?.value?.split(";")[0]?.trim().toLowerCase();
      if (has("preference-applied") || (status !== 200 && status !== 201 && status !== 204)) return undefined;
      return value === (isEmpty(context) ? "representation" : "minimal") && value;
    },
    title: (value, { status }) =>
      `Prefer asks for return=${value}, but the ${status} has ${value === "minimal" ? "" : "no "}content.`,
    bad: { ...WISHING, status: 200, lines: ["Content-Type: application/json"] },
    good: { ...WISHING, status: 204, lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"] },
  }),
]);
