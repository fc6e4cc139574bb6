import { type Address, formatAddress, parseAddress } from "../ip/address.ts";
import { judgeCertificate, type TlsReport, tlsReport, type Verdict } from "./certificate.ts";
import { type Channel, type Connected, connectTcp } from "./channel.ts";
import { within } from "./deadline.ts";
import { connectTimeout, dial, type Try } from "./dial.ts";
import type { ConnectionSettings, ExchangeContext, ExchangeState } from "./exchange-state.ts";
import { HttpFailure, type Phase } from "./failures.ts";
import { type Policy, refuseAddress, refusePort } from "./guard.ts";
import type { ResponseHead } from "./head.ts";
import { resolveName } from "./resolve.ts";
import type { HttpSettings } from "./settings.ts";
import { openStageClock, round, type Stages } from "./stages.ts";
import { hostOf, portOf } from "./target.ts";

export interface ExchangeRequest {
  readonly url: URL;
  readonly method: string;
  /** Version to offer; `2` falls back to 1.1 where the server or the scheme does not have it. */
  readonly version: "1.1" | "2" | "3";
  /** Fields to send, without Host. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Milliseconds that the lookup waited for its turn. */
  readonly waited?: number;
  /** The family of addresses to use; either without it. */
  readonly family?: 4 | 6;
  /** A checked address to use instead of resolving the name again. */
  readonly address?: Address;
}

/** Everything that is known of one request and its response, whether or not it worked. */
export interface Exchange extends ExchangeState {
  readonly url: URL;
  readonly method: string;
  readonly askedVersion: string;
  readonly requestLines: readonly string[];
  address?: Address;
  /** Addresses of the name that may not be dialled, and those that were tried in vain. */
  refused: readonly Address[];
  unanswered: readonly Address[];
  /** Every address that was dialled, in order. */
  readonly tries: Try[];
  /** The server refused HTTP/2 for this request, so HTTP/1.1 was used. */
  downgraded?: boolean;
  tls?: TlsReport;
  verdict?: Verdict;
  /** The server asked for a client certificate and went on without. */
  asksForCertificate?: boolean;
  /** `""` while unknown. */
  httpVersion: string;
  failure?: HttpFailure;
  stages: Stages;
}

/** What one request reads of the settings. */
export type ExchangeSettings = Policy &
  ConnectionSettings &
  Pick<HttpSettings, "connectTimeout" | "resolver">;

/**
 * One request: resolve, check every address, dial a checked one, TLS, HTTP. A failing target is reported in the result.
 * `signal` aborts with an HttpFailure (the time for the whole lookup is up: reported) or anything else (thrown).
 */
export async function exchange(
  request: ExchangeRequest,
  settings: ExchangeSettings,
  signal: AbortSignal,
): Promise<Exchange> {
  const first = await attempt(request, settings, signal);
  if (first.failure?.code !== "http1-required" || !first.address) return first;
  // RFC 9113 section 7: the client is to ask again by HTTP/1.1.
  const again = { ...request, version: "1.1", address: first.address } as const;
  return { ...(await attempt(again, settings, signal)), askedVersion: request.version, downgraded: true };
}

async function attempt(
  request: ExchangeRequest,
  settings: ExchangeSettings,
  signal: AbortSignal,
): Promise<Exchange> {
  const stages = openStageClock(clock);
  const result: Exchange = {
    url: request.url,
    method: request.method,
    askedVersion: request.version,
    requestLines: [
      `Host: ${request.url.host}`,
      ...request.fields.map(([name, value]) => `${name}: ${value}`),
    ],
    refused: [],
    unanswered: [],
    tries: [],
    httpVersion: "",
    interim: [],
    extraBytes: false,
    stages: { total: 0 },
  };
  const around = { settings, clock, stages, signal };
  const progress = new Progress();
  let connection: Connected | undefined;
  try {
    const portRefusal = refusePort(portOf(request.url), settings);
    if (portRefusal) throw portRefusal;
    const begin = clock();
    stages.enter("dns", begin);
    const known = request.address ?? parseAddress(hostOf(request.url));
    const found = known ? [known] : await progress.in("dns", () => resolve(request.url, settings, signal));
    // A literal address takes no time at all to resolve.
    stages.leave(known ? begin : clock());
    const addresses = permitted(ofFamily(found, request), settings, result);
    // Where all fail, the first one tried stands for them.
    if (addresses[0]) result.address = addresses[0];
    if (request.version === "3" && request.url.protocol === "https:") {
      await progress.in("tls", () => speakQuic(addresses, request, result, around, progress));
      return result;
    }
    stages.enter("tcp");
    connection = await progress.in("tcp", () => connect(addresses, request, settings, signal, result.tries));
    result.address = connection.address;
    result.unanswered = connection.failed;
    await speak(connection.channel, request, result, around, progress);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    result.failure =
      error.code === "timeout" ? new HttpFailure("timeout", error.message, { phase: progress.phase }) : error;
  } finally {
    connection?.channel.destroy();
    result.stages = withWait(stages.stop(), request.waited);
  }
  return result;
}

const clock = (): number => performance.now();

/** Where a step is, for failures that can come at any time. */
class Progress {
  phase: Phase = "policy";

  async in<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    this.phase = phase;
    return await work();
  }
}

function withWait(stages: Stages, waited: number | undefined): Stages {
  return waited === undefined ? stages : { wait: waited, ...stages, total: round(stages.total + waited) };
}

/** The addresses of the family that is asked for; at least one, else that is thrown. */
function ofFamily(found: readonly Address[], { family, url }: ExchangeRequest): readonly Address[] {
  if (family === undefined) return found;
  const wanted = found.filter((address) => address.family === family);
  if (wanted.length > 0) return wanted;
  const host = hostOf(url);
  throw new HttpFailure(
    "other-network",
    parseAddress(host)
      ? `${host} is not an IPv${family} address.`
      : `The name ${host} has no IPv${family} address, only ${found.map(formatAddress).join(", ")}.`,
  );
}

/** The addresses that may be dialled; at least one, else the refusal is thrown. */
function permitted(
  found: readonly Address[],
  settings: ExchangeSettings,
  result: Exchange,
): readonly Address[] {
  const refusals = found.map((address) => refuseAddress(address, settings));
  const good = found.filter((_, index) => refusals[index] === undefined);
  const refusal = refusals.find((each) => each !== undefined);
  if (good.length === 0 && refusal) throw refusal;
  result.refused = found.filter((_, index) => refusals[index] !== undefined);
  return good;
}

async function resolve(url: URL, settings: ExchangeSettings, signal: AbortSignal): Promise<Address[]> {
  const host = hostOf(url);
  const late = () =>
    new HttpFailure(
      "dns-timeout",
      `The DNS servers gave no answer for ${host} within ${settings.connectTimeout / 1000} s.`,
    );
  const texts = await within(settings.connectTimeout, signal, late, (inner) =>
    resolveName(host, settings, inner),
  );
  // An address with a zone identifier is link-local, and does not parse: it is left out.
  const addresses = texts.flatMap((text) => parseAddress(text) ?? []);
  if (addresses.length > 0) return addresses;
  throw new HttpFailure(
    "forbidden-address",
    `The name ${host} has no address that may be looked up here: ${texts.join(", ")}.`,
  );
}

function connect(
  addresses: readonly Address[],
  { url, version }: ExchangeRequest,
  settings: ExchangeSettings,
  signal: AbortSignal,
  tries: Try[],
): Promise<Connected> {
  const port = portOf(url);
  const late = () => connectTimeout(`${addresses.map(formatAddress).join(", ")} port ${port}`);
  return within(settings.connectTimeout, signal, late, (inner) =>
    connectTcp(addresses, port, version === "2", inner, tries),
  );
}

async function speak(
  channel: Channel,
  request: ExchangeRequest,
  result: Exchange,
  around: ExchangeContext,
  progress: Progress,
): Promise<void> {
  if (request.url.protocol === "https:") {
    around.stages.enter("tls");
    await progress.in("tls", () => handshake(channel, request.url, result, around));
  }
  around.stages.enter("firstByte");
  try {
    await progress.in("head", () => channel.exchange(request, result, around));
  } catch (error) {
    if (result.head) progress.phase = "body";
    throw error;
  } finally {
    const head: ResponseHead | undefined = result.head ?? result.unfinished;
    if (head) result.httpVersion = head.httpVersion;
    else if (result.tls?.alpn === "h2") result.httpVersion = "2";
  }
}

/** Over QUIC the handshake is TLS and transport in one, and there is no TCP. */
async function speakQuic(
  addresses: readonly Address[],
  request: ExchangeRequest,
  result: Exchange,
  around: ExchangeContext,
  progress: Progress,
): Promise<void> {
  const { exchangeH3, openQuic, quicTimeout } = await import("./exchange-h3.ts");
  const { settings, stages, signal } = around;
  const host = hostOf(request.url).replace(/\.$/, "");
  const port = portOf(request.url);
  const late = () =>
    quicTimeout(`${addresses.map(formatAddress).join(", ")} port ${port}`, settings.tlsTimeout);
  stages.enter("tls");
  const { socket, address, failed } = await within(settings.tlsTimeout, signal, late, (inner) =>
    dial(addresses, port, inner, openQuic(host), result.tries),
  );
  result.address = address;
  result.unanswered = failed;
  try {
    if (!socket.connection) throw new Error("an attempt that is connected has a connection");
    const { facts } = socket.connection;
    const now = Date.now();
    result.httpVersion = "3";
    result.verdict = judgeCertificate(facts, now);
    result.tls = tlsReport(facts, result.verdict, now);
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

async function handshake(
  channel: Channel,
  url: URL,
  result: Exchange,
  { settings, signal }: ExchangeContext,
): Promise<void> {
  // The final dot of a fully qualified name is not a part of the name in SNI or in a certificate (RFC 6066 section 3).
  const host = hostOf(url).replace(/\.$/, "");
  const late = () =>
    new HttpFailure(
      "tls-timeout",
      `The TLS handshake was not complete within ${settings.tlsTimeout / 1000} s.`,
    );
  const servername = parseAddress(host) ? undefined : host;
  const facts = await within(settings.tlsTimeout, signal, late, (inner) =>
    channel.secure(host, servername, inner),
  );
  const now = Date.now();
  result.verdict = judgeCertificate(facts, now);
  result.tls = tlsReport(facts, result.verdict, now);
  result.asksForCertificate = facts.asksForCertificate === true;
}
