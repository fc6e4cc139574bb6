import type net from "node:net";
import { errorCode } from "../../api/file-reason.ts";
import { NativeSocket, type Opening } from "../../platform/socket.ts";
import { type Address, formatAddress } from "../../syntax/ip-address.ts";
import type { HttpStep } from "../schema.ts";
import { HttpFailure } from "./failures.ts";
import { round } from "./stages.ts";

/** Attempt to connect to an address, as in the report. */
export type Try = NonNullable<HttpStep["tries"]>[number];

export interface Connection<S> {
  readonly socket: S;
  readonly address: Address;
  /** Addresses that failed before this one, without those that this machine has no route to. */
  readonly failed: readonly Address[];
}

/** Starts to connect to an address. */
export type Opener<S> = (address: Address, port: number, opening: Opening) => S;

export const openNative: Opener<NativeSocket> = (address, port, opening) =>
  new NativeSocket({ hostname: formatAddress(address), port }, opening);

/** Opens a stream of Node.js, which `node:http2` requires. */
export const openStream: Opener<net.Socket> = (address, port, { connected, failed }) => {
  const { connect } = process.getBuiltinModule("node:net");
  const socket = connect({ host: formatAddress(address), port, noDelay: true });
  // An error without a listener would end the process. Later users of the socket add their own listener.
  socket.on("error", failed);
  socket.once("connect", connected);
  return socket;
};

/** Milliseconds between the starts of two attempts (RFC 8305 section 8). */
export const STAGGER = 250;
/** Error of an attempt that was abandoned because another address answered first. */
export const OUTRUN = "no answer before another address";

/**
 * Alternates IPv6 and IPv4, beginning with the family of the resolver's first address (RFC 8305 section 4).
 * @internal for tests
 */
export function interleave(addresses: readonly Address[]): Address[] {
  if (addresses.length < 2) return [...addresses];
  const first = addresses[0]?.family;
  const mine = addresses.filter((address) => address.family === first);
  const others = addresses.filter((address) => address.family !== first);
  return mine
    .flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(mine.length));
}

/**
 * Connects to the first of the (already checked) addresses that answers. Tries the next one after a failure,
 * or after 250 ms.
 * @param tries filled during the call, so that failures report it too
 * @throws HttpFailure of phase `tcp`, or the signal's reason
 */
export function dial<S extends { destroy(): void }>(
  addresses: readonly Address[],
  port: number,
  signal: AbortSignal,
  open: Opener<S>,
  tries: Try[] = [],
): Promise<Connection<S>> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection<S>>();
  const waiting = interleave(addresses);
  const begun = new Map<S, { readonly address: Address; readonly ended: (error?: string) => void }>();
  const failed: Address[] = [];
  let telling: HttpFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = (why: string, winner?: S) => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    for (const [socket, { ended }] of begun) {
      ended(socket === winner ? undefined : why);
      if (socket !== winner) socket.destroy();
    }
    begun.clear();
  };
  const abort = () => {
    finish("no answer");
    reject(signal.reason);
  };
  const fail = (socket: S, address: Address, error: unknown) => {
    begun.get(socket)?.ended(errorCode(error) || "failed");
    if (!begun.delete(socket)) return;
    const noRoute = NO_ROUTE.has(errorCode(error));
    if (!noRoute) failed.push(address);
    // Reports the failure of a server rather than a missing route.
    if (!telling || !noRoute) telling = connectFailure(address, port, error);
    if (waiting.length > 0) next();
    else if (begun.size === 0) {
      finish("");
      reject(telling);
    }
  };
  const next = () => {
    clearTimeout(timer);
    const address = waiting.shift();
    if (!address) return;
    const ended = began(address, tries);
    const socket = open(address, port, {
      connected() {
        if (!begun.has(socket)) return;
        finish(OUTRUN, socket);
        resolve({ socket, address, failed });
      },
      failed: (error) => fail(socket, address, error),
    });
    begun.set(socket, { address, ended });
    if (waiting.length > 0) timer = setTimeout(next, STAGGER);
  };

  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  else next();
  return promise;
}

/** @throws HttpFailure of phase `tcp`, or the signal's reason */
export function dialUnix(path: string, signal: AbortSignal): Promise<NativeSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<NativeSocket>();
  const socket: NativeSocket = new NativeSocket(path, {
    connected: () => resolve(socket),
    failed(error) {
      const code = errorCode(error);
      reject(
        new HttpFailure(
          code === "ECONNREFUSED" ? "connection-refused" : "connect-failed",
          `No server answers at the Unix socket ${path} (${code || "no reason given"}).`,
          { hint: "Check the path, its permissions, and that the server listens there." },
        ),
      );
    },
  });
  const abort = () => {
    socket.destroy();
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => signal.removeEventListener("abort", abort));
}

/** Records an attempt; returns a function that records its end. */
function began(address: Address, tries: Try[]): (error?: string) => void {
  const start = performance.now();
  const made: Try = { ip: formatAddress(address), ms: 0 };
  tries.push(made);
  return (error) => {
    made.ms = round(performance.now() - start);
    if (error !== undefined) made.error = error;
  };
}

/** Error codes if this machine cannot reach the network, for example without IPv6. */
const NO_ROUTE = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "ENETDOWN", "EACCES", "EPERM"]);
const UNREACHABLE = new Set([...NO_ROUTE, "EHOSTUNREACH", "EHOSTDOWN"]);

function connectFailure(address: Address, port: number, error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const at = `${formatAddress(address)} port ${port}`;
  const code = errorCode(error);
  if (code === "ECONNREFUSED")
    return new HttpFailure("connection-refused", `No server listens on ${at}: the connection was refused.`);
  if (code === "ETIMEDOUT") return connectTimeout(at);
  if (UNREACHABLE.has(code))
    return new HttpFailure("unreachable", `There is no route to ${at} from here (${code}).`);
  return new HttpFailure("connect-failed", `The connection to ${at} failed (${code || "no reason given"}).`);
}

/** @param at such as `192.0.2.1 port 80` */
export function connectTimeout(at: string): HttpFailure {
  return new HttpFailure(
    "connect-timeout",
    `No answer from ${at}: the server is down, or a firewall drops the packets.`,
  );
}
