import type net from "node:net";
import type tls from "node:tls";
import type { Socket } from "bun";
import { errorCode } from "../../api/file-reason.ts";
import { guarded, meterTls, type NativeSocket } from "../../platform/socket.ts";
import { type OwnTls, tlsOptionsOf } from "../settings.ts";
import type { Certificate, TlsFacts } from "./certificate.ts";
import { HttpFailure } from "./failures.ts";
import { tlsFailure } from "./tls-failure.ts";

/** Minimum TLS version. Outdated versions are accepted, so that they can be reported. */
const OLDEST = "TLSv1";
/** The same version as a number (RFC 8446 section 4.2.1), for Bun's sockets. */
const OLDEST_CODE = 0x0301;

export interface Peer {
  /** Name that the certificate must cover. */
  readonly host: string;
  /** Name for SNI; undefined for an IP address, which SNI does not allow (RFC 6066 section 3). */
  readonly servername: string | undefined;
  /** Protocols to offer by ALPN. */
  readonly protocols: readonly string[];
}

/**
 * Starts TLS on an open connection and returns its facts. An untrusted certificate is reported, not a
 * failure.
 * @throws HttpFailure of phase `tls`, or the signal's reason
 */
export function secureNative(
  socket: NativeSocket,
  { host, servername, protocols }: Peer,
  signal: AbortSignal,
  own: OwnTls,
): Promise<TlsFacts> {
  const { promise, resolve, reject } = Promise.withResolvers<TlsFacts>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const offer = {
    rejectUnauthorized: false,
    ALPNProtocols: alpnOf(protocols),
    minVersion: OLDEST_CODE,
    // Without a value, Bun sends the IP address.
    serverName: servername ?? "",
    ...tlsOptionsOf(own),
    // TLSv1.2 is 0x0303.
    ...(own.maxVersion && { maxVersion: OLDEST_CODE + Number(own.maxVersion[6] ?? 0) }),
  };
  socket.secure(offer, {
    done: guarded(reject, (secured: Socket<NativeSocket>, flight: Uint8Array) => {
      signal.removeEventListener("abort", abort);
      const peer = secured.getPeerX509Certificate();
      resolve(
        factsOf(host, {
          protocol: secured.getTLSVersion(),
          cipher: secured.getCipher().name,
          alpn: secured.alpnProtocol || "",
          error: secured.getAuthorizationError(),
          certificate: () => peer?.toLegacyObject(),
          asksForCertificate: asksForCertificate(flight),
        }),
      );
    }),
    failed: (error, flight) => {
      signal.removeEventListener("abort", abort);
      const failure = tlsFailure(error ?? CLOSED);
      // Up to TLS 1.2 the alert gives no reason; an earlier certificate request shows it.
      const isMissing = failure.code === "tls-handshake" && asksForCertificate(flight);
      reject(isMissing ? tlsFailure({ code: "CERTIFICATE_REQUIRED" }) : failure);
    },
  });
  return promise;
}

const CLOSED = new HttpFailure("tls-closed", "The server closed the connection during the TLS handshake.");

/** Protocol names for ALPN in wire format (RFC 7301 section 3.1). */
function alpnOf(protocols: readonly string[]): Buffer {
  return Buffer.from(protocols.map((name) => String.fromCharCode(name.length) + name).join(""), "latin1");
}

/** Same as `secureNative`, over a stream of Node.js. */
export function secureStream(
  socket: net.Socket,
  servername: string | undefined,
  protocols: readonly string[],
  signal: AbortSignal,
  own: OwnTls,
): Promise<tls.TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<tls.TLSSocket>();
  const secured = process.getBuiltinModule("node:tls").connect({
    socket,
    ...(servername !== undefined && { servername }),
    ALPNProtocols: [...protocols],
    ...tlsOptionsOf(own),
    rejectUnauthorized: false,
    minVersion: OLDEST,
    ...(own.maxVersion && { maxVersion: own.maxVersion }),
  });
  // An error without a listener would end the process.
  secured.on("error", () => {});
  meterTls(socket, secured);
  const settle = () => {
    signal.removeEventListener("abort", abort);
    secured.off("error", fail);
    secured.off("close", close);
  };
  const give = (reason: unknown) => {
    settle();
    secured.destroy();
    socket.destroy();
    reject(reason);
  };
  const abort = () => give(signal.reason);
  const fail = (error: unknown) => give(tlsFailure(error));
  const close = () => fail(CLOSED);
  signal.addEventListener("abort", abort, { once: true });
  secured.on("error", fail);
  secured.once("close", close);
  secured.once("secureConnect", () => {
    settle();
    resolve(secured);
  });
  if (signal.aborted) abort();
  return promise;
}

/** @param host name that the certificate must cover */
export function readTls(secured: tls.TLSSocket, host: string): TlsFacts {
  const certificate = secured.getPeerCertificate(false);
  return factsOf(host, {
    protocol: secured.getProtocol() ?? "",
    cipher: secured.getCipher().name,
    alpn: secured.alpnProtocol || "",
    error: secured.authorizationError,
    certificate: () => certificate,
  });
}

interface Read {
  readonly protocol: string;
  readonly cipher: string;
  readonly alpn: string;
  readonly error: unknown;
  readonly certificate: () => tls.PeerCertificate | undefined;
  readonly asksForCertificate?: boolean;
}

function factsOf(host: string, { error, certificate, ...read }: Read): TlsFacts {
  let found: tls.PeerCertificate | undefined | null = null;
  const known = () => {
    if (found !== null) return found;
    const peer = certificate();
    // Node.js returns an empty object if the server sent no certificate.
    found = peer?.fingerprint256 ? peer : undefined;
    return found;
  };
  return {
    ...read,
    verifyError: chainError(error),
    // Ignores the common name, as browsers do (RFC 9525 section 2).
    get forHost() {
      const peer = known();
      const { checkServerIdentity } = process.getBuiltinModule("node:tls");
      return peer?.subjectaltname !== undefined && checkServerIdentity(host, peer) === undefined;
    },
    get certificate() {
      return known() as Certificate | undefined;
    },
  };
}

/** Error code of the chain, from an Error or a code; `""` for a wrong name, which is checked separately. */
function chainError(error: unknown): string {
  const code = errorCode(error) || String(error ?? "");
  return code === "ERR_TLS_CERT_ALTNAME_INVALID" ? "" : code;
}

const HANDSHAKE_RECORD = 22;
const CERTIFICATE_REQUEST = 13;

/**
 * Whether the server requests a client certificate, by an unencrypted CertificateRequest (RFC 5246 section
 * 7.4.4). Always false from TLS 1.3 on, which encrypts it.
 * @param bytes from the first record of the server
 * @internal for tests
 */
export function asksForCertificate(bytes: Uint8Array): boolean {
  const messages = Buffer.concat(handshakeRecords(bytes));
  // A message starts with one byte HandshakeType and three bytes length.
  for (let at = 0; at + 4 <= messages.length; at += 4 + messages.readUIntBE(at + 1, 3))
    if (messages[at] === CERTIFICATE_REQUEST) return true;
  return false;
}

/** Payloads of the leading handshake records. A record has a type, a version and a two-byte length. */
function handshakeRecords(bytes: Uint8Array): Uint8Array[] {
  const payloads: Uint8Array[] = [];
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === HANDSHAKE_RECORD; ) {
    const length = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
    payloads.push(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return payloads;
}
