/** Messages of Chromium's DevTools protocol → HAR log of a page load, and violations of the probe. Pure. */

import type { Message } from "./chromium.ts";

/** Violation of a policy that allows nothing: a load, inline code or eval. */
export interface Violation {
  readonly directive: string;
  /** URL, or `inline`, `eval`, `wasm-eval`, `blob`, `data`. */
  readonly blocked: string;
  /** The code, or its first 40 characters. */
  readonly text: string;
  readonly isWhole: boolean;
  /** URL of the script or page, and line from 1. */
  readonly source: string;
  readonly line: number;
  /** Policy source of inline code, such as `'sha256-…'`. */
  readonly hash?: string;
}

/** Policy that reports everything that a policy governs, and blocks nothing. */
export const PROBE =
  "default-src 'none'; script-src 'report-sample'; style-src 'report-sample'; base-uri 'none'; form-action 'none'";

/** Name of the function that receives violations, in a world that the page's scripts cannot reach. */
export const WORLD = "netlens";

/** Script for each document: passes violations of the probe on, with the whole code if its element is there. */
export const LISTENER = `addEventListener("securitypolicyviolation", (event) => {
  const { effectiveDirective: directive, blockedURI: blocked, sample, sourceFile: source, lineNumber: line } = event;
  if (event.originalPolicy !== ${JSON.stringify(PROBE)}) return;
  const element = event.composedPath()[0];
  const texts = !(element instanceof Element) ? [] : directive.endsWith("-attr")
    ? [...element.attributes].map(({ value }) => value) : [element.textContent];
  const whole = sample.length < 40 ? sample : texts.find((text) => text.startsWith(sample));
  ${WORLD}(JSON.stringify({ directive, blocked, source, line, isWhole: whole !== undefined, text: whole ?? sample }));
}, true);`;

interface Response {
  readonly status: number;
  readonly headers: object;
}

/** Members of the messages that are read (https://chromedevtools.github.io/devtools-protocol/tot/Network/). */
interface Params {
  readonly requestId: string;
  readonly frameId?: string;
  readonly parentFrameId: string;
  readonly documentURL: string;
  readonly type: string;
  readonly request: { readonly url: string; readonly method: string };
  readonly initiator: object;
  readonly timestamp: number;
  readonly redirectResponse?: Response;
  readonly redirectHasExtraInfo?: boolean;
  readonly response: Response;
  readonly hasExtraInfo?: boolean;
  readonly headers: object;
  readonly statusCode: number;
  readonly encodedDataLength?: number;
  readonly errorText?: string;
  readonly blockedReason?: string;
  readonly corsErrorStatus?: { readonly corsError: string };
  readonly url: string;
  readonly payload: string;
  readonly entry: { readonly text: string; readonly url?: string; readonly lineNumber?: number };
}

/** Request with its redirects. */
interface Chain {
  readonly sent: Sent[];
  /** Headers on the wire, which some messages announce. */
  readonly requests: object[];
  readonly responses: Response[];
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly type: string;
  readonly initiator: object;
  readonly timestamp: number;
  response?: Response;
  hasExtra?: boolean | undefined;
  time?: number;
  bytes?: number | undefined;
  error?: string;
}

/** Requests, and violations, that are kept; scripts can cause any number. */
const MOST = 5000;

export interface Log {
  readonly receive: (message: Message) => void;
  /** Number of requests without a response. EventSource and WebSocket do not count. */
  readonly pending: () => number;
  readonly entries: () => object[];
  readonly violations: () => Violation[];
}

/**
 * @param failures messages of failed connections by `host:port`
 * @param onRequest called for each request over the network
 */
export function openLog(
  mainFrame: string,
  failures: ReadonlyMap<string, string>,
  onRequest: () => void,
): Log {
  const chains = new Map<string, Chain>();
  const parents = new Map<string, string>();
  const pending = new Set<string>();
  const violations: Violation[] = [];
  const hashes = new Map<string, string[]>();
  const chainOf = (id: string) =>
    chains.getOrInsertComputed(id, () => ({ sent: [], requests: [], responses: [] }));

  /** Whether the page's policy governs the request: of the page, its blank frames, or a frame's document. */
  function isGoverned({ frameId = mainFrame, documentURL, type }: Params): boolean {
    if (type === "Document") return parents.get(frameId) === mainFrame;
    // Browsers apply no policy to CORS preflights and reports.
    if (type === "Preflight" || type === "CSPViolationReport") return false;
    return frameId === mainFrame || documentURL.startsWith("about:");
  }

  function begin(params: Params, url: string, method: string, type: string): void {
    if (chains.size > MOST) return;
    const { sent } = chainOf(params.requestId);
    const { redirectResponse: response, redirectHasExtraInfo: hasExtra, encodedDataLength: bytes } = params;
    const before = sent.at(-1);
    if (before && response) Object.assign(before, { response, hasExtra, bytes });
    sent.push({ url, method, type, initiator: params.initiator, timestamp: params.timestamp });
  }

  /** Messages on the end of a request, or on its headers. */
  function follow(method: string, params: Params): void {
    const { requestId, timestamp } = params;
    const last = chains.get(requestId)?.sent.at(-1);
    pending.delete(requestId);
    if (!last) return;
    if (/esponseReceived$/.test(method)) {
      last.response = params.response;
      last.hasExtra = params.hasExtraInfo;
      return;
    }
    last.time = 1000 * (timestamp - last.timestamp);
    last.bytes = params.encodedDataLength;
    const isFailed = method === "Network.loadingFailed" || (method.endsWith("Closed") && !last.response);
    if (isFailed) last.error = failureOf(params, last.url, failures);
  }

  function receive({ method, params: given }: Message): void {
    const params = given as Params;
    const { requestId, request, entry } = params;
    switch (method) {
      case "Page.frameAttached":
        parents.set(params.frameId ?? "", params.parentFrameId);
        break;
      case "Network.requestWillBeSent":
        if (!/^https?:/.test(request.url)) break;
        onRequest();
        if (!isGoverned(params)) break;
        if (params.type !== "EventSource") pending.add(requestId);
        begin(params, request.url, request.method, params.type);
        break;
      case "Network.webSocketCreated":
        onRequest();
        begin(params, params.url, "GET", "WebSocket");
        break;
      case "Network.requestWillBeSentExtraInfo":
        chainOf(requestId).requests.push(params.headers);
        break;
      case "Network.responseReceivedExtraInfo":
        // The other messages on a worker's script are in its session.
        pending.delete(requestId);
        chainOf(requestId).responses.push({ status: params.statusCode, headers: params.headers });
        break;
      case "Network.webSocketClosed":
      case "Network.webSocketHandshakeResponseReceived":
      case "Network.responseReceived":
      case "Network.loadingFinished":
      case "Network.loadingFailed":
        follow(method, params);
        break;
      case "Log.entryAdded": {
        const [, hash] = /\(('sha256-[\w+/]{43}=')\)/.exec(entry.text) ?? [];
        const key = `${entry.url ?? ""} ${(entry.lineNumber ?? -1) + 1}`;
        if (hash !== undefined && entry.text.includes("'report-sample'") && violations.length < MOST)
          hashes.getOrInsert(key, []).push(hash);
        break;
      }
      case "Runtime.bindingCalled":
        if (violations.length < MOST) violations.push(JSON.parse(params.payload));
    }
  }

  return {
    receive,
    pending: () => pending.size,
    entries: () => [...chains.values()].flatMap((chain) => chain.sent.map((sent) => entryOf(sent, chain))),
    violations: () =>
      violations.map((violation) => {
        // Messages on event handlers have no hash.
        const isHashed = violation.blocked === "inline" && violation.directive !== "script-src-attr";
        const hash = isHashed ? hashes.get(`${violation.source} ${violation.line}`)?.shift() : undefined;
        return hash === undefined ? violation : { ...violation, hash };
      }),
  };
}

function failureOf(
  { corsErrorStatus, blockedReason, errorText = "no connection" }: Params,
  url: string,
  failures: ReadonlyMap<string, string>,
): string {
  if (corsErrorStatus) return `Chromium blocks it by CORS (${corsErrorStatus.corsError}).`;
  if (blockedReason) return `Chromium blocks it (${blockedReason}).`;
  const { hostname, port, protocol } = new URL(url);
  const known = failures.get(`${hostname}:${port || (/^(?:https|wss):$/.test(protocol) ? 443 : 80)}`);
  return known ?? `Chromium cannot load it (${errorText}).`;
}

/** Entry of a HAR log, with the headers on the wire if Chromium reports them. */
function entryOf({ hasExtra = true, ...sent }: Sent, { requests, responses }: Chain): object {
  const wire = hasExtra ? responses.shift() : undefined;
  const { status, headers } = wire ?? sent.response ?? { status: 0, headers: {} };
  return {
    time: sent.time,
    request: { method: sent.method, url: sent.url, headers: headersOf(requests.shift() ?? {}) },
    response: { status, headers: headersOf(headers), bodySize: sent.bytes },
    _resourceType: sent.type,
    _initiator: sent.initiator,
    _error: sent.error,
  };
}

/** Lines by name; Chromium joins those of one name by line ends. */
function headersOf(headers: object): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    String(values)
      .split("\n")
      .map((value) => ({ name, value })),
  );
}
