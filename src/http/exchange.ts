import type { Refresh } from "../headers/verdicts.ts";
import { type Address, formatAddress } from "../syntax/ip-address.ts";
import type { Arrival, Hop } from "./chain/hop.ts";
import type { VERSIONS } from "./settings.ts";
import { hostOf, requestTarget } from "./target.ts";
import {
  checkCertificate,
  type TlsFacts,
  type TlsReport,
  tlsReport,
  type Verdict,
} from "./wire/certificate.ts";
import { type Connected, connectTcp, connectUnix } from "./wire/channel.ts";
import { within } from "./wire/deadline.ts";
import type { Place } from "./wire/detours.ts";
import { connectTimeout, dial, type Try } from "./wire/dial.ts";
import {
  type AddressSettings,
  checkAddresses,
  type Destination,
  resolveAddresses,
} from "./wire/exchange-addresses.ts";
import { fetchHead, isFetchable } from "./wire/exchange-fetch.ts";
import {
  checkRoute,
  handshake,
  passProxy,
  type Route,
  routeOf,
  withProxyHint,
} from "./wire/exchange-route.ts";
import type {
  ConnectionSettings,
  ExchangeContext,
  ExchangeState,
  WireRequest,
} from "./wire/exchange-state.ts";
import { HttpFailure, type Phase } from "./wire/failures.ts";
import type { ResponseHead } from "./wire/head.ts";
import { type KeptConnections, SAFE } from "./wire/kept-connections.ts";
import { proxyText } from "./wire/proxy.ts";

import { openStageClock, round, type Stages } from "./wire/stages.ts";

export { fieldLines } from "./wire/framing.ts";
export type { ResponseHead } from "./wire/head.ts";
export { type KeptConnections, keepConnections } from "./wire/kept-connections.ts";

export interface ExchangeRequest extends Destination {
  readonly method: string;
  /** Version to offer; `auto` and `2` fall back to 1.1 where the server or the scheme does not have it. */
  readonly version: (typeof VERSIONS)[number];
  /** Fields to send, without Host. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Content to send, with its type among the fields. */
  readonly body?: string;
  /** Milliseconds that the lookup waited for its turn. */
  readonly waited?: number;
  /** Whether content is read, which the head may tell. Default true; by HTTP/3 it always is. */
  readonly content?: boolean | ((head: ResponseHead) => boolean) | undefined;
  /** Whether the status and where it leads are enough, with no stages, certificate and content: far cheaper. */
  readonly plain?: boolean;
}

/** Everything that is known of one request and its response, whether or not it worked. */
export interface Exchange extends ExchangeState {
  readonly url: URL;
  readonly method: string;
  readonly askedVersion: string;
  /** As they are sent by the version that was chosen. */
  requestLines: readonly string[];
  address?: Address;
  /** Addresses of the name that may not be dialled, and those that were tried in vain. */
  refused: readonly Address[];
  unanswered: readonly Address[];
  /** Its connection was made by an earlier one. */
  reused?: boolean;
  /** The proxy that it went through, as text; the address is the proxy's. */
  proxy?: string;
  /** Every address that was dialled, in order. */
  readonly tries: Try[];
  /** The server refused HTTP/2 for this request, or broke it off before the head, so HTTP/1.1 was used. */
  downgraded?: HttpFailure;
  tls?: TlsReport;
  verdict?: Verdict;
  /** The server asked for a client certificate and went on without. */
  asksForCertificate?: boolean;
  /** `""` while unknown. */
  httpVersion: string;
  failure?: HttpFailure;
  stages: Stages;
  /** How a browser came here; absent for a client. */
  arrival?: Arrival;
  /** Where its page leads on by itself. */
  meta?: Refresh;
}

/** Settings that one request reads. */
export type ExchangeSettings = AddressSettings & ConnectionSettings;

export interface LookUpOptions extends Omit<ExchangeRequest, "url"> {
  readonly settings: ExchangeSettings;
  /** Aborts with an HttpFailure (the time for the whole lookup is up: reported) or anything else (thrown). */
  readonly signal: AbortSignal;
  /** Connections that may be used, and where this one is kept. */
  readonly kept?: KeptConnections | undefined;
}

/**
 * One request: resolve, check every address, dial a checked one, TLS, HTTP; or on a connection that is kept. A failing
 * target is reported in the result.
 */
export async function lookUp(url: URL, options: LookUpOptions): Promise<Exchange> {
  const { settings, signal, kept, ...asked } = options;
  const request = { ...asked, url };
  let first = await attempt(request, settings, signal, kept);
  if (first.reused && isStale(first) && !signal.aborted)
    first = await attempt(request, settings, signal, kept);
  const { failure, address } = first;
  if (!failure || !(address ?? settings.unixSocket) || signal.aborted || !mayDowngrade(first, request))
    return first;
  const again = { ...request, version: "1.1", address } as const;
  const second = await attempt(again, settings, signal, kept);
  // A server without HTTP/1.1 tells nothing more.
  if (second.failure?.code === "tls-alpn" && first.failure?.code === "http2-error") return first;
  return { ...second, askedVersion: request.version, downgraded: failure };
}

/** The end of a kept connection that the server had closed, or was about to: nothing of a response came. */
const STALE: ReadonlySet<string> = new Set([
  "closed-without-response",
  "reset-without-response",
  "http2-error",
  "tls-closed",
  "tls-handshake",
]);

/** Whether the request is sent once more, on a new connection (RFC 9112 section 9.3.1), as browsers do. */
function isStale({ failure, head, unfinished, interim, stages }: Exchange): boolean {
  const isBegun = head ?? unfinished ?? interim[0] ?? stages.download;
  return isBegun === undefined && STALE.has(failure?.code ?? "");
}

/** Failures of HTTP/2 as such, and of handshakes in which it is offered. */
const OF_HTTP2: ReadonlySet<string> = new Set(["http2-error", "tls-alpn", "tls-closed", "tls-handshake"]);

/** RFC 9113 section 7: a client that is refused is to ask again by HTTP/1.1; one that may use either does so for any fault. */
function mayDowngrade({ failure, head }: Exchange, { version, method, url }: ExchangeRequest): boolean {
  if (failure?.code === "http1-required") return true;
  const isEither = version === "auto" && url.protocol === "https:" && SAFE.has(method);
  return isEither && head === undefined && OF_HTTP2.has(failure?.code ?? "");
}

async function attempt(
  request: ExchangeRequest,
  settings: ExchangeSettings,
  signal: AbortSignal,
  kept: KeptConnections | undefined,
): Promise<Exchange> {
  const stages = openStageClock(clock);
  const result: Exchange = {
    url: request.url,
    method: request.method,
    askedVersion: request.version,
    requestLines: requestLinesOf(request, "1.1"),
    refused: [],
    unanswered: [],
    tries: [],
    httpVersion: "",
    interim: [],
    extraBytes: false,
    stages: { total: 0 },
  };
  const around = { settings, clock, stages, signal };
  const progress: Progress = { phase: "policy" };
  const route = routeOf(request, settings);
  if (route.proxy) result.proxy = proxyText(route.proxy);
  let connection: Connected | undefined;
  let isThere = false;
  try {
    checkRoute(request, route, settings);
    connection = kept?.take(request);
    if (connection) reuse(connection, route, result, settings);
    else {
      const addresses = await findAddresses(request, route, result, around, settings, progress);
      if (request.version === "3" && request.url.protocol === "https:") {
        progress.phase = "tls";
        await speakQuic(addresses, route.place, request, result, around, progress);
        return result;
      }
      const [address] = addresses;
      const isPlain = request.plain && address && !route.proxy && isFetchable(request, settings);
      if (isPlain && (await fetchHead(request, address, result, around))) {
        result.httpVersion = "1.1";
        return result;
      }
      stages.enter("tcp");
      progress.phase = "tcp";
      connection = await connect(addresses, route, around, result.tries);
      noteConnection(connection, result);
      if (route.proxy) await passProxy(connection.channel, route.proxy, route, around);
    }
    isThere = true;
    const via = route.tunnels ? undefined : route.proxy;
    await speak(connection, { ...request, via }, result, around, progress);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    result.failure = isThere || !route.proxy ? error : withProxyHint(error, route.proxy);
    if (error.code === "timeout")
      result.failure = new HttpFailure("timeout", error.message, { phase: progress.phase });
  } finally {
    if (connection && kept && connection.channel.lasts) kept.put(request.url, connection);
    else connection?.channel.destroy();
    result.stages = withWait(stages.stop(), request.waited);
  }
  return result;
}

/** @throws HttpFailure of phase `policy` */
function reuse(connection: Connected, { proxy }: Route, result: Exchange, settings: ExchangeSettings): void {
  const { address } = connection;
  if (!proxy && address) checkAddresses([address], settings);
  result.reused = true;
  if (address) result.address = address;
}

function noteConnection({ address, failed }: Connected, result: Exchange): void {
  if (address) result.address = address;
  result.unanswered = failed;
}

/** The addresses to dial: of the target, which the guard judges, or of the proxy, which is the operator's choice. */
async function findAddresses(
  request: ExchangeRequest,
  { place, proxy }: Route,
  result: Exchange,
  { stages, signal }: ExchangeContext,
  settings: ExchangeSettings,
  progress: Progress,
): Promise<readonly Address[]> {
  if (settings.unixSocket !== undefined) return [];
  const begin = clock();
  stages.enter("dns", begin);
  progress.phase = "dns";
  const resolved = proxy
    ? resolveAddresses({ ...request, address: undefined }, proxy, settings, signal)
    : resolveAddresses(request, place, settings, signal);
  const found = resolved instanceof Promise ? await resolved : resolved;
  // A literal address takes no time at all to resolve.
  stages.leave(resolved === found ? begin : clock());
  const judged = proxy ? { permitted: found, refused: [] } : checkAddresses(found, settings);
  result.refused = judged.refused;
  // Where all fail, the first one tried stands for them.
  if (judged.permitted[0]) result.address = judged.permitted[0];
  return judged.permitted;
}

/** HTTP/2 and HTTP/3 have pseudo-header fields, and names in lower case (RFC 9113 section 8.3.1). */
function requestLinesOf({ url, method, fields }: ExchangeRequest, version: string): readonly string[] {
  if (version === "1.1") return [`Host: ${url.host}`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  const pseudo = { method, scheme: "https", authority: url.host, path: requestTarget(url) };
  return [
    ...Object.entries(pseudo).map(([name, value]) => `:${name}: ${value}`),
    ...fields.map(([name, value]) => `${name.toLowerCase()}: ${value}`),
  ];
}

const clock = (): number => performance.now();

/** Where a step is, for failures that can come at any time. */
interface Progress {
  phase: Phase;
}

function withWait(stages: Stages, waited: number | undefined): Stages {
  return waited === undefined ? stages : { wait: waited, ...stages, total: round(stages.total + waited) };
}

function connect(
  addresses: readonly Address[],
  { place, proxy }: Route,
  { settings, signal }: ExchangeContext,
  tries: Try[],
): Promise<Connected> {
  const { unixSocket, connectTimeout: most } = settings;
  const { port } = proxy ?? place;
  const to = unixSocket ?? `${addresses.map(formatAddress).join(", ")} port ${port}`;
  return within(
    most,
    signal,
    () => connectTimeout(to),
    (inner) =>
      unixSocket === undefined
        ? connectTcp(addresses, port, proxy?.scheme === "https", inner, tries)
        : connectUnix(unixSocket, inner),
  );
}

async function speak(
  connection: Connected,
  request: ExchangeRequest & WireRequest,
  result: Exchange,
  around: ExchangeContext,
  progress: Progress,
): Promise<void> {
  const { channel } = connection;
  if (request.url.protocol === "https:" && !connection.facts) {
    around.stages.enter("tls");
    progress.phase = "tls";
    const protocols = request.version === "1.1" ? ["http/1.1"] : ["h2", "http/1.1"];
    connection.facts = await handshake(channel, hostOf(request.url), protocols, around.settings, around);
  }
  const { facts } = connection;
  if (facts) {
    reportTls(result, facts, Date.now());
    result.asksForCertificate = facts.asksForCertificate === true;
  }
  around.stages.enter("firstByte");
  progress.phase = "head";
  try {
    await channel.exchange(request, result, around);
  } catch (error) {
    if (result.head) progress.phase = "body";
    throw error;
  } finally {
    const head: ResponseHead | undefined = result.head ?? result.unfinished;
    if (head) result.httpVersion = head.httpVersion;
    else if (result.tls?.alpn === "h2") result.httpVersion = "2";
    if (result.httpVersion === "2") result.requestLines = requestLinesOf(request, "2");
  }
}

/** Over QUIC the handshake is TLS and transport in one, and there is no TCP. */
async function speakQuic(
  addresses: readonly Address[],
  { port }: Place,
  request: ExchangeRequest,
  result: Exchange,
  around: ExchangeContext,
  progress: Progress,
): Promise<void> {
  const [{ exchangeH3 }, { openQuic, quicTimeout }] = await Promise.all([
    import("./wire/exchange-h3.ts"),
    import("./wire/quic.ts"),
  ]);
  const { settings, stages, signal } = around;
  const host = hostOf(request.url).replace(/\.$/, "");
  const deadlineError = () =>
    quicTimeout(`${addresses.map(formatAddress).join(", ")} port ${port}`, settings.tlsTimeout);
  stages.enter("tls");
  const { socket, address, failed } = await within(settings.tlsTimeout, signal, deadlineError, (inner) =>
    dial(addresses, port, inner, openQuic(host, settings), result.tries),
  );
  result.address = address;
  result.unanswered = failed;
  try {
    if (!socket.connection) throw new Error("an attempt that is connected has a connection");
    const { facts } = socket.connection;
    result.httpVersion = "3";
    result.requestLines = requestLinesOf(request, "3");
    reportTls(result, facts, Date.now());
    stages.enter("firstByte");
    progress.phase = "head";
    await exchangeH3(socket.connection, request, result, around);
  } catch (error) {
    if (result.head) progress.phase = "body";
    throw error;
  } finally {
    socket.destroy();
  }
}

/** The certificate is read when somebody asks for what is said of it: that takes longer than the rest of a small step. */
function reportTls(result: Exchange, facts: TlsFacts, now: number): void {
  let verdict: Verdict | undefined;
  let report: TlsReport | undefined;
  const judged = () => (verdict ??= checkCertificate(facts, now));
  Object.defineProperties(result, {
    verdict: { get: judged, enumerable: true },
    tls: { get: () => (report ??= tlsReport(facts, judged(), now)), enumerable: true },
  });
}

/** The chain as the redirect policy sees it: only steps with a response. */
export function hopsOf(exchanges: readonly Exchange[]): Hop[] {
  return exchanges.flatMap(({ url, method, head, receivedAt, meta, arrival, tls }) =>
    head
      ? [
          {
            url,
            method,
            status: head.status,
            lines: head.lines,
            receivedAt,
            meta,
            arrival,
            untrusted: tls?.authorized === false,
          },
        ]
      : [],
  );
}
