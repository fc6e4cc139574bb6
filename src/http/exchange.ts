import type { Phase } from "../../data/failures.ts";
import type { Refresh } from "../headers/verdicts.ts";
import type { Transport } from "../platform/socket.ts";
import { type Address, formatAddress } from "../syntax/ip-address.ts";
import type { Arrival, Hop } from "./chain/hop.ts";
import type { VERSIONS } from "./settings.ts";
import { hostOf } from "./target.ts";
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
import { pseudoFields } from "./wire/exchange-h2.ts";
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
import { HttpFailure } from "./wire/failures.ts";
import type { ResponseHead } from "./wire/head.ts";
import { type KeptConnections, SAFE } from "./wire/kept-connections.ts";
import { proxyText } from "./wire/proxy.ts";

import { openStageClock, round, type Stages } from "./wire/stages.ts";

export { fieldLines } from "./wire/framing.ts";
export type { ResponseHead } from "./wire/head.ts";
export { type KeptConnections, keepConnections } from "./wire/kept-connections.ts";

export interface ExchangeRequest extends Destination, Omit<WireRequest, "via"> {
  /** HTTP version to offer; `auto` and `2` fall back to 1.1. */
  readonly version: (typeof VERSIONS)[number];
  /** Milliseconds in the queue. */
  readonly waited?: number;
  /** Whether to read status and Location only, without stages, certificate and content, which is far faster. */
  readonly plain?: boolean;
}

/** One request and its response, or its failure. */
export interface Exchange extends ExchangeState {
  readonly url: URL;
  readonly method: string;
  readonly askedVersion: string;
  /** Header lines as the used HTTP version sends them. */
  requestLines: readonly string[];
  address?: Address;
  /** `refused`: addresses that the guard refused. `unanswered`: addresses that did not answer. */
  refused: readonly Address[];
  unanswered: readonly Address[];
  /** Whether the connection is from an earlier request. */
  reused?: boolean;
  /** URL of the proxy, if one was used; `address` is then the address of the proxy. */
  proxy?: string;
  /** Dialled addresses, in order. */
  readonly tries: Try[];
  /** Failure of HTTP/2 before the response, after which HTTP/1.1 was used. */
  downgraded?: HttpFailure;
  tls?: TlsReport;
  verdict?: Verdict;
  /** The server requests a client certificate but continues without one. */
  asksForCertificate?: boolean;
  httpVersion: string;
  failure?: HttpFailure;
  stages: Stages;
  /** Navigation that led to this request; absent for lookups as `client`. */
  arrival?: Arrival;
  /** Refresh by a meta element of the page. */
  meta?: Refresh;
}

export type ExchangeSettings = AddressSettings & ConnectionSettings;

export interface LookUpOptions extends Omit<ExchangeRequest, "url"> {
  readonly settings: ExchangeSettings;
  /** Aborts the request. An HttpFailure as reason (timeout of the lookup) is reported; any other is thrown. */
  readonly signal: AbortSignal;
  /** Open connections to reuse; the connection of this request is added after use. */
  readonly kept?: KeptConnections | undefined;
}

/**
 * Sends one request, on a new or reused connection; the guard checks every address. Failures of the target
 * are returned in the result, not thrown.
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
  // The server does not support HTTP/1.1: return the failure of HTTP/2.
  if (second.failure?.code === "tls-alpn" && first.failure?.code === "http2-error") return first;
  return { ...second, askedVersion: request.version, downgraded: failure };
}

/** Failure codes of a reused connection that the server closed before it responded. */
const STALE: ReadonlySet<string> = new Set([
  "closed-without-response",
  "reset-without-response",
  "http2-error",
  "tls-closed",
  "tls-handshake",
]);

/** Whether the connection was closed, so that the request is retried on a new one (RFC 9112 section 9.3.1). */
function isStale({ failure, head, unfinished, interim, stages }: Exchange): boolean {
  const isBegun = head ?? unfinished ?? interim[0] ?? stages.download;
  return isBegun === undefined && STALE.has(failure?.code ?? "");
}

/** Failure codes of HTTP/2, and of TLS handshakes that offer it. */
const OF_HTTP2: ReadonlySet<string> = new Set(["http2-error", "tls-alpn", "tls-closed", "tls-handshake"]);

/**
 * Whether to retry with HTTP/1.1: the server requires it (RFC 9113 section 7), or HTTP/2 fails in any way and
 * the version is `auto`.
 */
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

/** Addresses to connect to: those of the target, checked by the guard, or those of the (trusted) proxy. */
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
  // If the host is an IP address, DNS takes no time.
  stages.leave(resolved === found ? begin : clock());
  const judged = proxy ? { permitted: found, refused: [] } : checkAddresses(found, settings);
  result.refused = judged.refused;
  // Reported if no address answers.
  if (judged.permitted[0]) result.address = judged.permitted[0];
  return judged.permitted;
}

/**
 * Opens a connection for another client, such as a browser, to the host and port of `url`. The guard checks
 * port and addresses as for a lookup; a proxy of the settings opens a tunnel.
 * @throws HttpFailure, or the signal's reason
 */
export async function connectFor(
  destination: Destination,
  settings: ExchangeSettings,
  signal: AbortSignal,
): Promise<Transport> {
  const found = routeOf(destination, settings);
  const route = { ...found, tunnels: found.proxy !== undefined };
  checkRoute({ ...destination, version: "1.1" }, route, settings);
  const addresses =
    settings.unixSocket === undefined
      ? await resolveAddresses(destination, route.proxy ?? route.place, settings, signal)
      : [];
  const permitted = route.proxy ? addresses : checkAddresses(addresses, settings).permitted;
  const around = { settings, clock, stages: openStageClock(clock), signal };
  const { channel } = await connect(permitted, route, around, []);
  if (route.proxy) await passProxy(channel, route.proxy, route, around);
  return channel.transport;
}

/** Header lines of a request. HTTP/2 and HTTP/3 have pseudo-header fields (RFC 9113 section 8.3.1). */
function requestLinesOf({ url, method, fields }: ExchangeRequest, version: string): readonly string[] {
  if (version === "1.1") return [`Host: ${url.host}`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  return [
    ...Object.entries(pseudoFields({ url, method })).map(([name, value]) => `${name}: ${value}`),
    ...fields.map(([name, value]) => `${name.toLowerCase()}: ${value}`),
  ];
}

const clock = (): number => performance.now();

/** Current phase, for failures that can occur in any phase. */
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

/** QUIC: one handshake for transport and TLS. */
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
  const name = hostOf(request.url);
  const host = (settings.serverNames?.get(name) ?? name).replace(/\.$/, "");
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

/** Reads the certificate only when it is used: parsing takes longer than the rest of a small step. */
function reportTls(result: Exchange, facts: TlsFacts, now: number): void {
  let verdict: Verdict | undefined;
  let report: TlsReport | undefined;
  const judged = () => (verdict ??= checkCertificate(facts, now));
  Object.defineProperties(result, {
    verdict: { get: judged, enumerable: true },
    tls: { get: () => (report ??= tlsReport(facts, judged(), now)), enumerable: true },
  });
}

/** Steps of a chain; requests without a response are omitted. */
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
