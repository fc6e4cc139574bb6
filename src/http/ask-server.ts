/**
 * IO: asks a server for its certificate with a stapled OCSP answer, and whose certificates it wants itself. The platform's
 * TLS tells neither, so this is a handshake of its own, up to the certificate.
 */

import type { Address } from "../ip/address.ts";
import { guarded } from "../platform/socket.ts";
import { dial, openStream } from "./dial.ts";
import { HttpFailure } from "./failures.ts";
import { clientHello, handshakeRecord } from "./stapling/client-hello.ts";
import { makeKeys, openRecords } from "./stapling/open-records.ts";
import { openFlight, type ServerCertificate } from "./stapling/server-flight.ts";
import type { StopSignal } from "./stopper.ts";

/** Bytes of a server's answer that are read. */
const MOST_FLIGHT = 131_072;

/**
 * The certificate of the server at a checked address, and its wishes for one; undefined where that could not be found out.
 * @param servername undefined for an address literal
 * @throws the signal's reason
 */
export async function askServer(
  address: Address,
  port: number,
  servername: string | undefined,
  signal: StopSignal,
): Promise<ServerCertificate | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<ServerCertificate | undefined>();
  const { socket } = await dial([address], port, signal, openStream).catch((error: unknown) => {
    if (error instanceof HttpFailure && !signal.aborted) return { socket: undefined };
    throw error;
  });
  if (!socket) return undefined;
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const keys = makeKeys();
  const shares = new Map([...keys].map(([group, { share }]) => [group, share]));
  const random = crypto.getRandomValues(new Uint8Array(32));
  const session = crypto.getRandomValues(new Uint8Array(32));
  const hello = clientHello({ random, session, shares }, servername);
  const read = openFlight(openRecords(keys, hello));
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    const found = read(piece);
    if (found === "unknown" || bytes > MOST_FLIGHT) resolve(undefined);
    else if (found) resolve(found);
  };
  socket.on("data", guarded(reject, take));
  socket.once("close", () => resolve(undefined));
  socket.write(handshakeRecord(hello));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}
