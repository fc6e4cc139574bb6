/**
 * IO: takes the connections of balancers that speak the PROXY protocol. The platform's server reads HTTP from the first byte,
 * so this stands in front of it in the same process: it takes the header off, and pipes each connection through one of its own
 * to the server on the loopback address. Whose connection that is is known by its port: nothing that is sent can claim it.
 */

import type { Socket, SocketHandler } from "bun";
import type { Listen } from "../settings/forms.ts";
import type { ConnectionLimits, Reason } from "./connection-limit.ts";
import { parseProxyHeader } from "./proxy-header.ts";
import { callerKey } from "./rate-limit.ts";

export interface FrontSettings {
  /** Whether the other end begins with a header. @param peer undefined on a Unix socket */
  readonly trusted: (peer: string | undefined) => boolean;
  readonly limits: ConnectionLimits;
  readonly refused: (reason: Reason) => void;
  /** The response to a client with too many connections. */
  readonly refusal: () => Uint8Array;
  /** Whether other processes may take connections at the same port. */
  readonly shared: boolean;
  /** Milliseconds in which a header is complete. */
  readonly headerTimeout?: number;
}

export interface Front {
  readonly port: number | undefined;
  /** The client of the connection that comes from this port; undefined for one that is not of ours. */
  clientAt(port: number): Client | undefined;
  /** Ends it, and all connections. */
  stop(): void;
}

export interface Client {
  /** `""` where it is not known, undefined on a Unix socket. */
  readonly address: string | undefined;
}

const HEADER_TIMEOUT = 5000;

/** One of the two connections that are piped together. */
interface End {
  /** The other one, once there is one. */
  other: Socket<End> | undefined;
  /** Bytes that this end has not taken yet. */
  rest: Uint8Array | undefined;
  /** This end is closed when it has taken them. */
  closing: boolean;
  /** The bytes that came before there was another end to take them: the header, or bytes behind it. */
  early: Uint8Array;
  /** Whether a header is awaited. */
  awaits: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** For whom it counts. */
  key: string;
}

function newEnd(other?: Socket<End>): End {
  return { other, rest: undefined, closing: false, early: NOTHING, awaits: false, timer: undefined, key: "" };
}

/**
 * Listens in front of a server at a port of the loopback address.
 * @throws Error of the system
 */
export function openFront(at: Listen, server: number, settings: FrontSettings): Front {
  const { trusted, limits, refused, refusal, shared, headerTimeout = HEADER_TIMEOUT } = settings;
  const clients = new Map<number, Client>();
  const held = new Map<string, number>();

  /** Pipes a connection whose client is known. */
  const pipe = (outer: Socket<End>, address: string | undefined): void => {
    // Read on when there is somewhere to put it.
    outer.pause();
    let port = 0;
    void Bun.connect<End>({
      hostname: "127.0.0.1",
      port: server,
      data: newEnd(outer),
      socket: {
        open(inner) {
          port = inner.localPort;
          clients.set(port, { address });
          outer.data.other = inner;
          outer.resume();
          if (outer.data.early.length > 0) forward(outer, inner, outer.data.early);
          outer.data.early = NOTHING;
          if (outer.data.closing) inner.end();
        },
        data: (inner, bytes) => forward(inner, outer, bytes),
        drain: flush,
        close() {
          clients.delete(port);
          finish(outer);
        },
        error() {},
      },
    }).catch(() => void outer.terminate());
  };

  /** A trusted peer has said whose connection this is. */
  const admit = (outer: Socket<End>, client: string | undefined): void => {
    if (client === undefined || client === "") {
      pipe(outer, client ?? peerOf(outer));
      return;
    }
    const key = callerKey(client);
    const count = held.get(key) ?? 0;
    if (count >= limits.each && !limits.exempt(client)) {
      refused("address");
      outer.data.closing = true;
      outer.data.timer = setTimeout(() => outer.terminate(), headerTimeout);
      outer.end(refusal());
      return;
    }
    held.set(key, count + 1);
    outer.data.key = key;
    pipe(outer, client);
  };

  const peerOf = ({ remoteAddress }: Socket<End>) => (at.kind === "unix" ? undefined : remoteAddress);

  /** The part of a header that has come, when there is no more to wait for. */
  const refuse = (outer: Socket<End>): void => {
    if (!outer.data.awaits) return;
    outer.data.awaits = false;
    clearTimeout(outer.data.timer);
    // Nothing at all is how balancers probe a port.
    if (outer.data.early.length > 0) refused("header");
    outer.terminate();
  };

  const socket: SocketHandler<End> = {
    open(outer) {
      outer.data = newEnd();
      if (!trusted(peerOf(outer))) return pipe(outer, peerOf(outer));
      outer.data.awaits = true;
      outer.data.timer = setTimeout(refuse, headerTimeout, outer);
    },
    data(outer, bytes) {
      const { data } = outer;
      if (data.other) return forward(outer, data.other, bytes);
      if (data.closing) return;
      // The platform uses its buffer again.
      data.early = Buffer.concat([data.early, bytes]);
      if (!data.awaits) return;
      const header = parseProxyHeader(data.early);
      if (header.kind === "wrong") return refuse(outer);
      if (header.kind === "open") return;
      data.awaits = false;
      clearTimeout(data.timer);
      data.early = data.early.subarray(header.length);
      admit(outer, header.client);
    },
    drain: flush,
    close(outer) {
      const { key, other, timer } = outer.data;
      refuse(outer);
      clearTimeout(timer);
      outer.data.closing = true;
      if (key !== "") {
        const count = (held.get(key) ?? 1) - 1;
        if (count > 0) held.set(key, count);
        else held.delete(key);
      }
      if (other) finish(other);
    },
    error() {},
  };
  const place =
    at.kind === "unix" ? { unix: at.path } : { hostname: at.host, port: at.port, reusePort: shared };
  const listener = Bun.listen<End>({ ...place, socket } as Bun.TCPSocketListenOptions<End>);
  return {
    port: at.kind === "unix" ? undefined : listener.port,
    clientAt: (port) => clients.get(port),
    stop: () => listener.stop(true),
  };
}

const NOTHING: Uint8Array = new Uint8Array();

/** Hands bytes on; what the other end does not take at once holds this end up. */
function forward(from: Socket<End>, to: Socket<End>, bytes: Uint8Array): void {
  const { data } = to;
  const taken = data.rest ? 0 : Math.max(0, to.write(bytes));
  if (taken === bytes.length) return;
  const left = bytes.subarray(taken);
  data.rest = data.rest ? Buffer.concat([data.rest, left]) : Uint8Array.from(left);
  from.pause();
}

function flush(socket: Socket<End>): void {
  const { rest, other } = socket.data;
  if (!rest) return;
  const taken = Math.max(0, socket.write(rest));
  socket.data.rest = taken < rest.length ? rest.subarray(taken) : undefined;
  if (socket.data.rest) return;
  if (socket.data.closing) socket.end();
  else other?.resume();
}

/** The other end is gone: this one ends when it has taken what is left. */
function finish(socket: Socket<End>): void {
  socket.data.closing = true;
  if (!socket.data.rest) socket.end();
}
