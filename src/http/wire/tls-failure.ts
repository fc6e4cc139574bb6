import { TLS_FLOOD } from "../../platform/socket.ts";
import { type FailureCode, HttpFailure } from "./failures.ts";

type Row = readonly [pattern: RegExp, code: FailureCode, message: string];

/** Failure by the error of BoringSSL or the socket. The first matching row counts. */
const rows: readonly Row[] = [
  [
    new RegExp(TLS_FLOOD),
    "tls-flood",
    "The server sent far more TLS overhead than content, such as endless session tickets, so reading stopped.",
  ],
  [
    /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG/,
    "not-tls",
    "The server answered without TLS on this port.",
  ],
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION/,
    "tls-version",
    "The server supports no TLS version from 1.0 to 1.3 in common with this client.",
  ],
  [/NO_APPLICATION_PROTOCOL/, "tls-alpn", "The server rejects the offered HTTP version (ALPN)."],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNKNOWN_CA/,
    "client-certificate",
    "The server requires a client certificate, which a lookup does not have.",
  ],
  [/UNRECOGNIZED_NAME/, "tls-unknown-name", "The server serves no site with this name (unrecognized_name)."],
  [
    /HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY/,
    "tls-handshake",
    "The server rejects the handshake (handshake_failure): no common cipher, no site with this name, or a missing client certificate.",
  ],
  [
    /ECONNRESET|EPIPE|disconnected/,
    "tls-closed",
    "The server aborted the connection during the TLS handshake; it may reject this name or address.",
  ],
];

export function tlsFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = error instanceof Object && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : "";
  const text = `${code} ${message}`;
  const row = rows.find(([pattern]) => pattern.test(text));
  if (row) return new HttpFailure(row[1], row[2]);
  return new HttpFailure(
    "tls-handshake",
    `The TLS handshake failed (${/:([A-Z0-9_]+)$/.exec(message)?.[1] ?? (code.replace(/^ERR_SSL_/, "") || "no reason given")}).`,
  );
}

/** Failure if the connection was ended because of too many TLS records; otherwise undefined. */
export function floodFailure(error: unknown): HttpFailure | undefined {
  return error instanceof Object && "code" in error && error.code === TLS_FLOOD
    ? tlsFailure(error)
    : undefined;
}
