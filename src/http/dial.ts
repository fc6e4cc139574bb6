import net from "node:net";
import { type Address, formatAddress } from "../ip/address.ts";
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

export interface Connection {
  readonly socket: net.Socket;
  readonly address: Address;
  /** Addresses that were tried before this one answered, and refused. One we have no route to says nothing of the server. */
  readonly failed: readonly Address[];
}

/** RFC 8305 section 8: the recommended delay between two attempts. */
const STAGGER = 250;

/** RFC 8305 section 4: families take turns, the resolver's first choice first. */
export function interleave(addresses: readonly Address[]): Address[] {
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
export function dial(
  addresses: readonly Address[],
  port: number,
  signal: AbortSignal,
  tries: Try[] = [],
): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const waiting = interleave(addresses);
  const open = new Map<net.Socket, { readonly address: Address; readonly ended: (error?: string) => void }>();
  const failed: Address[] = [];
  let telling: HttpFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = (why: string, winner?: net.Socket) => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    for (const [socket, { ended }] of open) {
      ended(socket === winner ? undefined : why);
      if (socket !== winner) socket.destroy();
    }
    open.clear();
  };
  const abort = () => {
    finish("no answer");
    reject(signal.reason);
  };
  const fail = (socket: net.Socket, address: Address, error: unknown) => {
    open.get(socket)?.ended(codeOf(error) || "failed");
    if (!open.delete(socket)) return;
    const noRoute = NO_ROUTE.has(codeOf(error));
    if (!noRoute) failed.push(address);
    // What a server says counts for more than that there is no way to another of its addresses.
    if (!telling || !noRoute) telling = connectFailure(address, port, error);
    if (waiting.length > 0) next();
    else if (open.size === 0) {
      finish("");
      reject(telling);
    }
  };
  const next = () => {
    clearTimeout(timer);
    const address = waiting.shift();
    if (!address) return;
    const socket = net.connect({ host: formatAddress(address), port, noDelay: true });
    open.set(socket, { address, ended: began(address, tries) });
    socket.once("error", (error) => fail(socket, address, error));
    socket.once("connect", () => {
      if (!open.has(socket)) return;
      finish("no answer before another address", socket);
      // An error that nobody listens for would end the process; whoever uses the socket notes its own.
      socket.on("error", () => {});
      resolve({ socket, address, failed });
    });
    if (waiting.length > 0) timer = setTimeout(next, STAGGER);
  };

  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  else next();
  return promise;
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
  const at = `${formatAddress(address)} port ${port}`;
  const code = codeOf(error);
  if (code === "ECONNREFUSED")
    return new HttpFailure("connection-refused", `Nothing listens on ${at}: the connection was refused.`);
  if (code === "ETIMEDOUT") return connectTimeout(at);
  if (UNREACHABLE.has(code))
    return new HttpFailure("unreachable", `There is no route from here to ${at} (${code}).`);
  return new HttpFailure("connect-failed", `The connection to ${at} failed (${code || "no reason given"}).`);
}

/** `at` says where to, such as `192.0.2.1 port 80`. */
export function connectTimeout(at: string): HttpFailure {
  return new HttpFailure(
    "connect-timeout",
    `No answer from ${at}: the server is down, or a firewall drops the packets.`,
  );
}
