/** Connections by QUIC (RFC 9000), on Bun's `node:quic`. */

import tls from "node:tls";
import { type Address, formatAddress } from "../../syntax/ip-address.ts";
import type { TlsFacts } from "./certificate.ts";
import type { Opener } from "./dial.ts";
import { HttpFailure } from "./failures.ts";
import { type MeterLimits, mostBeside, mostPieces } from "./meter.ts";

/** Bun's `node:quic`, which has no types yet. */
interface Quic {
  connect(
    to: { readonly address: string; readonly port: number; readonly family: "ipv4" | "ipv6" },
    options: {
      readonly servername: string;
      readonly alpn: string;
      readonly verifyPeer: string;
      readonly ca?: Uint8Array;
      readonly endpoint: { readonly address: string };
    },
  ): Promise<Session>;
}

interface Session {
  readonly opened: Promise<Opened>;
  readonly closed: Promise<unknown>;
  readonly peerCertificate: { toLegacyObject(): tls.PeerCertificate } | undefined;
  createBidirectionalStream(options: {
    readonly headers: QuicFields;
    onheaders(fields: QuicFields): void;
    oninfo(fields: QuicFields): void;
    ontrailers(fields: QuicFields): void;
  }): Promise<AsyncIterable<Uint8Array | readonly Uint8Array[]> & { readonly closed: Promise<unknown> }>;
  /** UDP socket. */
  readonly endpoint:
    | {
        close(): Promise<unknown>;
        readonly stats: { readonly bytesReceived: bigint; readonly packetsReceived: bigint };
      }
    | undefined;
  destroy(): void;
}

interface Opened {
  readonly protocol: string;
  readonly cipher: string;
  readonly cipherVersion: string;
  readonly validationErrorCode?: string;
}

/** Fields by name, with pseudo-header fields (`:status`). */
export type QuicFields = Readonly<Record<string, string | readonly string[]>>;

let quic: Promise<Quic> | undefined;

/** Loads `node:quic` without its warning that it is experimental. */
async function load(): Promise<Quic> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const name = "node:quic";
    return (await import(name)) as Quic;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A QUIC connection and its TLS facts. */
export interface QuicConnection {
  readonly session: Session;
  readonly facts: TlsFacts;
  readonly meter: DatagramMeter;
  close(): void;
}

/** Counts datagrams received from the server, including invalid ones. */
interface DatagramMeter {
  /** Set if more datagrams arrived than a response needs. */
  flood?: HttpFailure;
  stop(): void;
}

/** Milliseconds between checks of the count. */
const LOOK = 50;

/** Limits bytes and datagrams of the socket, since Bun reads datagrams that are not QUIC without a limit. */
function meterDatagrams({ endpoint }: Session, limits: MeterLimits, close: () => void): DatagramMeter {
  const mostBytes = mostBeside(limits) + 1.5 * limits.maxBodyBytes;
  const most = mostPieces(limits);
  const timer = setInterval(() => {
    const { bytesReceived = 0, packetsReceived = 0 } = endpoint?.stats ?? {};
    if (bytesReceived <= mostBytes && packetsReceived <= most) return;
    meter.flood = new HttpFailure(
      "quic-failed",
      `The server sent ${packetsReceived} datagrams of ${bytesReceived} bytes for one response, so reading stopped.`,
      { hint: "Find what sends datagrams that do not belong to a response." },
    );
    meter.stop();
    close();
  }, LOOK);
  const meter: DatagramMeter = { stop: () => clearInterval(timer) };
  return meter;
}

/**
 * Connects by QUIC.
 * @param host checked against the certificate
 * @throws HttpFailure of phase `tls`, or the signal's reason
 */
async function dialQuic(
  address: Address,
  port: number,
  host: string,
  settings: QuicSettings,
  signal: AbortSignal,
): Promise<QuicConnection> {
  quic ??= load();
  const { connect } = await quic;
  const family = address.family === 4 ? "ipv4" : "ipv6";
  const ca = trusted(settings.authorities);
  // The default endpoint is a loopback address, which cannot reach the server.
  const endpoint = { address: family === "ipv4" ? "0.0.0.0:0" : "[::]:0" };
  const options = { servername: host, alpn: "h3", verifyPeer: "manual", endpoint, ...(ca && { ca }) };
  const session = await connect({ address: formatAddress(address), port, family }, options);
  session.closed.catch(() => {});
  const socket = session.endpoint;
  const close = () => {
    meter.stop();
    session.destroy();
    // Closing the session does not close its socket.
    socket?.close().catch(() => {});
  };
  const meter = meterDatagrams(session, settings, close);
  const abort = close;
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    const opened = await session.opened;
    return { session, facts: readFacts(opened, session, host), meter, close };
  } catch (error) {
    close();
    throw signal.aborted ? signal.reason : (meter.flood ?? quicFailure(error));
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A connection attempt; `connection` is set when connected. */
export interface QuicAttempt {
  connection?: QuicConnection;
  destroy(): void;
}

/** Trusted certificates; undefined for the default ones. NODE_EXTRA_CA_CERTS is added, since QUIC ignores it. */
function trusted(authorities: string | undefined): Uint8Array | undefined {
  if (authorities !== undefined) return Buffer.from(authorities);
  const extra = tls.getCACertificates("extra");
  return extra.length > 0 ? Buffer.from([...tls.rootCertificates, ...extra].join("\n")) : undefined;
}

type QuicSettings = MeterLimits & { readonly authorities?: string | undefined };

/** Opens connections for `dial`, which tries addresses as for TCP. @param host checked against the certificate */
export function openQuic(host: string, settings: QuicSettings): Opener<QuicAttempt> {
  return (address, port, opening) => {
    const controller = new AbortController();
    const attempt: QuicAttempt = {
      destroy() {
        controller.abort();
        attempt.connection?.close();
      },
    };
    dialQuic(address, port, host, settings, controller.signal).then((connection) => {
      attempt.connection = connection;
      opening.connected();
    }, opening.failed);
    return attempt;
  };
}

function readFacts(opened: Opened, session: Session, host: string): TlsFacts {
  const certificate = session.peerCertificate?.toLegacyObject();
  return {
    protocol: opened.cipherVersion,
    cipher: opened.cipher,
    alpn: opened.protocol,
    verifyError: opened.validationErrorCode ?? "",
    forHost:
      certificate?.subjectaltname !== undefined && tls.checkServerIdentity(host, certificate) === undefined,
    certificate,
  };
}

export function quicFailure(error: unknown): HttpFailure {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("QPACK"))
    return new HttpFailure(
      "quic-failed",
      `The response headers cannot be read (${message}); usual reason: a header above 64 KiB, which netlens reads by HTTP/1.1 only.`,
    );
  const reason = message === "" ? "" : ` (${message})`;
  return new HttpFailure("quic-failed", `The server does not support HTTP/3 here${reason}.`);
}

/** Failure of a timeout; a dropped UDP packet gives no other sign. */
export function quicTimeout(at: string, ms: number): HttpFailure {
  return new HttpFailure("quic-timeout", `No QUIC (UDP) answer from ${at} within ${ms / 1000} s.`);
}
