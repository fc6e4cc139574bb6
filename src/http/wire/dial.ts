import type net from "node:net";
import { NativeSocket, type Opening } from "../../platform/socket.ts";
import { type Address, formatAddress } from "../../syntax/ip-address.ts";
import { HttpFailure } from "./failures.ts";
import { round } from "./stages.ts";

/** One address that was dialled. */
export interface Try {
  readonly ip: string;
  /** Milliseconds until it answered, failed or was given up. */
  ms: number;
  /** Why it is not the one that is used; absent for the one that is. */
  error?: string;
}

export interface Connection<S> {
  readonly socket: S;
  readonly address: Address;
  /** Addresses that were tried before this one answered, and refused. One we have no route to says nothing of the server. */
  readonly failed: readonly Address[];
}

/** Begins to connect to an address. */
export type Opener<S> = (address: Address, port: number, opening: Opening) => S;

export const openNative: Opener<NativeSocket> = (address, port, opening) =>
  new NativeSocket({ hostname: formatAddress(address), port }, opening);

/** A stream of Node.js, as `node:http2` needs it. */
export const openStream: Opener<net.Socket> = (address, port, { connected, failed }) => {
  const { connect } = process.getBuiltinModule("node:net");
  const socket = connect({ host: formatAddress(address), port, noDelay: true });
  // An error that nobody listens for would end the process; whoever uses the socket notes its own.
  socket.on("error", failed);
  socket.once("connect", connected);
  return socket;
};

/** RFC 8305 section 8: the recommended delay between two attempts. */
export const STAGGER = 250;
/** Why an address is not used that has not answered by the time another one has. */
export const OUTRUN = "no answer before another address";

/**
 * RFC 8305 section 4: families take turns, the resolver's first choice first.
 * @internal for tests: the order is tested alone
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
 * Connects to the first of the given addresses that answers, and to no other: they have been checked, and nothing is
 * resolved here. The next one is tried when one fails, or after 250 ms without an answer.
 * `tries` is filled on the way, so that a failure leaves it as well.
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
    begun.get(socket)?.ended(codeOf(error) || "failed");
    if (!begun.delete(socket)) return;
    const noRoute = NO_ROUTE.has(codeOf(error));
    if (!noRoute) failed.push(address);
    // An answer of a server counts for more than the lack of a way to another of its addresses.
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

/** Connects to the Unix socket at a path. @throws HttpFailure of phase `tcp`, or the signal's reason */
export function dialUnix(path: string, signal: AbortSignal): Promise<NativeSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<NativeSocket>();
  const socket: NativeSocket = new NativeSocket(path, {
    connected: () => resolve(socket),
    failed(error) {
      const code = codeOf(error);
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

/** Notes a try; what is given back notes its end. */
function began(address: Address, tries: Try[]): (error?: string) => void {
  const start = performance.now();
  const made: Try = { ip: formatAddress(address), ms: 0 };
  tries.push(made);
  return (error) => {
    made.ms = round(performance.now() - start);
    if (error !== undefined) made.error = error;
  };
}

/** This machine cannot reach that network, as one without IPv6. */
const NO_ROUTE = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "ENETDOWN", "EACCES", "EPERM"]);
const UNREACHABLE = new Set([...NO_ROUTE, "EHOSTUNREACH", "EHOSTDOWN"]);

function codeOf(error: unknown): string {
  return error instanceof Object && "code" in error ? String(error.code) : "";
}

function connectFailure(address: Address, port: number, error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const at = `${formatAddress(address)} port ${port}`;
  const code = codeOf(error);
  if (code === "ECONNREFUSED")
    return new HttpFailure("connection-refused", `No server listens on ${at}: the connection was refused.`);
  if (code === "ETIMEDOUT") return connectTimeout(at);
  if (UNREACHABLE.has(code))
    return new HttpFailure("unreachable", `There is no route to ${at} from here (${code}).`);
  return new HttpFailure("connect-failed", `The connection to ${at} failed (${code || "no reason given"}).`);
}

/** `at` says where to, such as `192.0.2.1 port 80`. */
export function connectTimeout(at: string): HttpFailure {
  return new HttpFailure(
    "connect-timeout",
    `No answer from ${at}: the server is down, or a firewall drops the packets.`,
  );
}
