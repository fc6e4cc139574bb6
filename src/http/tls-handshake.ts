import type net from "node:net";
import tls from "node:tls";
import type { TlsFacts } from "./certificate.ts";
import { HttpFailure } from "./failures.ts";
import { tlsFailure } from "./tls-failure.ts";

/**
 * Makes TLS on a connection that is there already. A certificate that does not verify is not a failure: it is reported.
 * TLS 1.0 and 1.1 are spoken so that old servers can be reported as such. `servername` is a host name, or undefined
 * for an address literal, which has no place in SNI (RFC 6066 section 3).
 * @throws HttpFailure of phase `tls`, or the signal's reason
 */
export function secure(
  socket: net.Socket,
  servername: string | undefined,
  protocols: readonly string[],
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<tls.TLSSocket>();
  const secured = tls.connect({
    socket,
    ...(servername !== undefined && { servername }),
    ALPNProtocols: [...protocols],
    rejectUnauthorized: false,
    minVersion: "TLSv1",
  });
  // An error that nobody listens for would end the process.
  secured.on("error", () => {});
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
  const close = () =>
    fail(new HttpFailure("tls-closed", "The server closed the connection during the TLS handshake."));
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

/** What the connection says of itself; `host` is the name that was asked for. */
export function readTls(secured: tls.TLSSocket, host: string): TlsFacts {
  const certificate = secured.getPeerCertificate(false);
  // An object without keys stands for no certificate.
  const known = certificate?.fingerprint256 ? certificate : undefined;
  return {
    protocol: secured.getProtocol() ?? "",
    cipher: secured.getCipher().name,
    alpn: secured.alpnProtocol || "",
    verifyError: chainError(secured.authorizationError),
    // Browsers no longer look at the common name (RFC 9525 section 2).
    forHost: known?.subjectaltname !== undefined && tls.checkServerIdentity(host, known) === undefined,
    certificate: known,
  };
}

/** The socket gives an Error or its code; a wrong name is judged apart. */
function chainError(error: unknown): string {
  const code = error instanceof Object && "code" in error ? String(error.code) : String(error ?? "");
  return code === "ERR_TLS_CERT_ALTNAME_INVALID" ? "" : code;
}
