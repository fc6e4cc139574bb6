import type { Duplex } from "node:stream";
import type { Socket, SocketHandler } from "bun";

/** A connection to a server, as a stream of bytes. */
export interface Transport {
  /** False where the connection has ended, so that nothing is sent. */
  write(data: string | Uint8Array): boolean;
  /** Hands on what has come and what comes, from here on to this receiver alone. */
  listen(receiver: Receiver): void;
  /** Stops listening: the bytes that come are held until somebody listens again, or TLS is made. */
  unlisten(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

export interface Receiver {
  data(bytes: Uint8Array): void;
  /** The server has ended its side, or the connection broke; once. */
  end(error?: unknown): void;
}

/** The outcome of a connection attempt; one of the two, once. */
export interface Opening {
  connected(): void;
  failed(error: unknown): void;
}

/** The end of a TLS handshake; one of the two, once. */
export interface Handshake {
  /** `flight`: the records that the server sent meanwhile. */
  done(secured: Socket<NativeSocket>, flight: Uint8Array): void;
  /** `error` is undefined if the server closed the connection; `flight`: the records that the server sent. */
  failed(error: unknown, flight: Uint8Array): void;
}

/**
 * Connections that were given up while they were being made. The platform cannot take its SYN back, so each of them
 * stays until the kernel gives up as well, which takes minutes.
 */
let abandoned = 0;
/** So many at most: each is a file descriptor and a port. */
const MOST_ABANDONED = 128;

/** Whether a connection that gets no answer may be given up once more; otherwise take a socket that can be closed. */
export function mayAbandon(): boolean {
  return abandoned < MOST_ABANDONED;
}

/** Bytes of a handshake that are looked into. */
const MOST_FLIGHT = 65_536;
/** Bytes of TLS besides what it carries: handshake, session tickets, keys that change. */
const MOST_UNREAD = 262_144;
/** Bytes that a record adds to what it carries, which is one byte at least (RFC 8446 section 5.2), and all of these. */
const RECORD_SHARE = 24;
const MOST_SHARES = 1_048_576;

/** The code of the error for more bytes of TLS than any use of it needs, such as session tickets without end. */
export const TLS_FLOOD = "ERR_SSL_FLOOD";

/** @throws with the code `TLS_FLOOD` where so many bytes of TLS have carried so few */
function holdTls(wireBytes: number, readBytes: number): void {
  if (wireBytes - readBytes > MOST_UNREAD + readBytes + Math.min(RECORD_SHARE * readBytes, MOST_SHARES))
    throw Object.assign(new Error("more bytes of TLS than it carries"), { code: TLS_FLOOD });
}

const NO_BYTES: Uint8Array = new Uint8Array();

/** A socket of the platform's own: half the CPU time of `node:tls`, and no streams. */
export class NativeSocket implements Transport {
  #socket: Socket<NativeSocket> | undefined;
  #opening: Opening | undefined;
  #handshake: Handshake | undefined;
  #receiver: Receiver | undefined;
  /** The bytes that came before there was a receiver. */
  #held: Uint8Array[] = [];
  /** The bytes that came while TLS was made, as sent. */
  #flight: Uint8Array[] = [];
  /** Bytes of TLS, and of what it carried. */
  #wireBytes = 0;
  #readBytes = 0;
  #unsent = NO_BYTES;
  #error: unknown;
  #paused = false;
  #ended = false;
  #destroyed = false;

  /** Connects to a port of an address, or to the Unix socket at a path. */
  constructor(to: { readonly hostname: string; readonly port: number } | string, opening: Opening) {
    this.#opening = opening;
    const own = { socket: plain, data: this };
    const made =
      typeof to === "string"
        ? Bun.connect<NativeSocket>({ ...own, unix: to })
        : Bun.connect<NativeSocket>({ ...own, ...to });
    // `connectError` has reported it.
    made.catch(() => {});
  }

  /** TLS on this connection; what `done` gets is what it says of itself. */
  secure(tls: Bun.TLSOptions, handshake: Handshake): void {
    if (this.#ended || !this.#socket) {
      handshake.failed(this.#error, new Uint8Array());
      return;
    }
    this.#handshake = handshake;
    // The bytes on the socket below are ciphertext from here on.
    const [, secured] = this.#socket.upgradeTLS<NativeSocket>({ tls, socket: encrypted, data: this });
    this.#socket = secured;
  }

  write(data: string | Uint8Array): boolean {
    if (this.#ended || !this.#socket) return false;
    if (this.#unsent.length > 0) {
      this.#unsent = Buffer.concat([this.#unsent, Buffer.from(data)]);
      return true;
    }
    // The platform encodes what it takes at once, which is all but of a large text.
    const sent = this.#socket.write(data);
    if (sent < Buffer.byteLength(data)) this.#unsent = Buffer.from(data).subarray(Math.max(0, sent));
    return !this.#ended;
  }

  listen(receiver: Receiver): void {
    this.#receiver = receiver;
    while (this.#held.length > 0 && this.#receiver === receiver)
      receiver.data(this.#held.shift() ?? NO_BYTES);
    if (this.#ended && this.#receiver === receiver) receiver.end(this.#error);
  }

  unlisten(): void {
    this.#receiver = undefined;
  }

  pause(): void {
    if (!this.#paused) this.#socket?.pause();
    this.#paused = true;
  }

  resume(): void {
    if (this.#paused) this.#socket?.resume();
    this.#paused = false;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    if (this.#opening) abandoned++;
    this.#socket?.terminate();
  }

  opened(socket: Socket<NativeSocket>): void {
    const opening = this.#opening;
    this.#opening = undefined;
    if (this.#destroyed) {
      abandoned--;
      socket.terminate();
      return;
    }
    // TCP_NODELAY is set by the platform.
    this.#socket = socket;
    opening?.connected();
  }

  refused(error: unknown): void {
    const opening = this.#opening;
    this.#opening = undefined;
    if (this.#destroyed) abandoned--;
    else opening?.failed(error);
  }

  shaken(socket: Socket<NativeSocket>, error: unknown): void {
    const handshake = this.#handshake;
    this.#handshake = undefined;
    const flight = this.#takeFlight();
    if (isFatal(error)) handshake?.failed(error, flight);
    else handshake?.done(socket, flight);
  }

  received(socket: Socket<NativeSocket>, bytes: Uint8Array): void {
    if (this.#destroyed) return;
    if (socket !== this.#socket) {
      this.#overhear(bytes);
      return;
    }
    this.#readBytes += bytes.length;
    if (this.#receiver) this.#receiver.data(bytes);
    else this.#held.push(bytes);
  }

  #takeFlight(): Uint8Array {
    const flight = Buffer.concat(this.#flight);
    this.#flight = [];
    return flight;
  }

  /** The socket below TLS shows its records, each time before what they carry is read. */
  #overhear(bytes: Uint8Array): void {
    holdTls(this.#wireBytes, this.#readBytes);
    if (this.#handshake && this.#wireBytes <= MOST_FLIGHT) this.#flight.push(bytes);
    this.#wireBytes += bytes.length;
  }

  drained(): void {
    this.#send(this.#unsent);
  }

  finished(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#handshake?.failed(error, this.#takeFlight());
    this.#handshake = undefined;
    this.#receiver?.end(error);
  }

  /** Something of ours threw. */
  fail(error: unknown): void {
    this.finished(error);
    this.destroy();
  }

  #send(bytes: Uint8Array): void {
    if (this.#ended || !this.#socket || bytes.length === 0) return;
    this.#unsent = bytes.subarray(Math.max(0, this.#socket.write(bytes)));
  }
}

/** A callback of the platform's whose error goes to `fail`: thrown, it would be nobody's, and the work would wait. */
export function guarded<A extends readonly unknown[]>(
  fail: (error: unknown) => void,
  work: (...given: A) => void,
): (...given: A) => void {
  return (...given) => {
    try {
      work(...given);
    } catch (error) {
      fail(error);
    }
  };
}

/** A callback that throws ends its connection. */
function own<A extends readonly unknown[]>(work: (socket: Socket<NativeSocket>, ...given: A) => void) {
  return (socket: Socket<NativeSocket>, ...given: A) =>
    guarded((error) => socket.data.fail(error), work)(socket, ...given);
}

const common: SocketHandler<NativeSocket> = {
  data: own((socket, bytes: Uint8Array) => socket.data.received(socket, bytes)),
  drain: own((socket) => socket.data.drained()),
  end: own((socket) => socket.data.finished()),
  close: own((socket, error: unknown) => socket.data.finished(error)),
  error: own((socket, error: unknown) => socket.data.finished(error)),
};

const plain: SocketHandler<NativeSocket> = {
  ...common,
  open: own((socket) => socket.data.opened(socket)),
  connectError: own((socket, error: unknown) => socket.data.refused(error)),
};

const encrypted: SocketHandler<NativeSocket> = {
  ...common,
  handshake: own((socket, _, error: unknown) => socket.data.shaken(socket, error)),
};

/** The handshake itself failed; everything else concerns the certificate, and the connection can be used. */
function isFatal(error: unknown): boolean {
  return (
    error instanceof Object && "code" in error && /^(?:E[A-Z]+|ERR_(?:OS)?SSL_\w+)$/.test(String(error.code))
  );
}

/** Milliseconds between two looks at what TLS over a stream has cost: the platform tells of none of its records. */
const TLS_LOOKS = 100;

/** Holds TLS over a stream of Node.js to the bound that the platform's own sockets have; beyond it `secured` fails. */
export function meterTls(
  below: { readonly bytesRead: number },
  secured: Duplex & { readonly bytesRead: number },
): void {
  const before = below.bytesRead;
  const look = guarded(
    (error) => secured.destroy(error instanceof Error ? error : undefined),
    () => holdTls(below.bytesRead - before, secured.bytesRead),
  );
  const timer = setInterval(look, TLS_LOOKS);
  secured.once("close", () => clearInterval(timer));
}

/** A stream of Node.js as a transport. */
export function streamTransport(stream: Duplex): Transport {
  let receiver: Receiver | undefined;
  let ended: { readonly error?: unknown } | undefined;
  const finish = (error?: unknown) => {
    if (ended) return;
    ended = { error };
    receiver?.end(error);
  };
  const fail = (error: unknown) => {
    stream.destroy();
    finish(error);
  };
  const data = guarded(fail, (bytes: Uint8Array) => receiver?.data(bytes));
  const over = () => finish();
  return {
    write(data) {
      const isOpen = stream.writable;
      stream.write(data);
      return isOpen;
    },
    listen(next) {
      const isFirst = receiver === undefined;
      receiver = next;
      if (ended) next.end(ended.error);
      if (!isFirst) return;
      stream.on("data", data);
      stream.once("end", over);
      stream.once("close", over);
      stream.on("error", finish);
    },
    unlisten() {
      receiver = undefined;
      stream.pause();
      stream.off("data", data);
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    destroy: () => void stream.destroy(),
  };
}
