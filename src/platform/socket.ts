import type { Duplex } from "node:stream";
import type { Socket, SocketHandler } from "bun";

/** Connection to a server as a stream of bytes. */
export interface Transport {
  /** Sends data; false if the connection has ended. */
  write(data: string | Uint8Array): boolean;
  /** Passes received data, buffered data first, to this receiver only. */
  listen(receiver: Receiver): void;
  /** Stops listening: data is buffered until the next `listen` or TLS. */
  unlisten(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

export interface Receiver {
  data(bytes: Uint8Array): void;
  /** Called once: the server closed its side, or the connection broke. */
  end(error?: unknown): void;
}

/** Outcome of a connection attempt: one of the two is called, once. */
export interface Opening {
  connected(): void;
  failed(error: unknown): void;
}

/** Outcome of a TLS handshake: one of the two is called, once. */
export interface Handshake {
  /** `flight`: TLS records from the server. */
  done(secured: Socket<NativeSocket>, flight: Uint8Array): void;
  /** `error` is undefined if the server closed the connection. `flight`: TLS records from the server. */
  failed(error: unknown, flight: Uint8Array): void;
}

/** Abandoned connection attempts. Bun cannot cancel a SYN, so each lasts minutes, until the kernel times out. */
let abandoned = 0;
/** Maximum abandoned attempts; each takes a file descriptor and a port. */
const MOST_ABANDONED = 128;

/** Whether another attempt may be abandoned; otherwise use a socket that can be closed. */
export function mayAbandon(): boolean {
  return abandoned < MOST_ABANDONED;
}

/** Bytes of a handshake that are inspected. */
const MOST_FLIGHT = 65_536;
/** Bytes of TLS overhead: handshake, session tickets, key updates. */
const MOST_UNREAD = 262_144;
/** Maximum overhead per byte of content: a record may carry one byte (RFC 8446 section 5.2); and in total. */
const RECORD_SHARE = 24;
const MOST_SHARES = 1_048_576;

/** Error code for excessive TLS overhead, such as endless session tickets. */
export const TLS_FLOOD = "ERR_SSL_FLOOD";

/** @throws with the code `TLS_FLOOD` */
function holdTls(wireBytes: number, readBytes: number): void {
  if (wireBytes - readBytes > MOST_UNREAD + readBytes + Math.min(RECORD_SHARE * readBytes, MOST_SHARES))
    throw Object.assign(new Error("more bytes of TLS than it carries"), { code: TLS_FLOOD });
}

const NO_BYTES: Uint8Array = new Uint8Array();

/** Bun's socket: half the CPU time of `node:tls`, without streams. */
export class NativeSocket implements Transport {
  #socket: Socket<NativeSocket> | undefined;
  #opening: Opening | undefined;
  #handshake: Handshake | undefined;
  #receiver: Receiver | undefined;
  /** Data without a receiver. */
  #held: Uint8Array[] = [];
  /** Ciphertext of the handshake. */
  #flight: Uint8Array[] = [];
  /** Bytes of TLS and of its content. */
  #wireBytes = 0;
  #readBytes = 0;
  #unsent = NO_BYTES;
  #error: unknown;
  #paused = false;
  #ended = false;
  #destroyed = false;

  /** Connects to an address and port, or to a Unix socket. */
  constructor(to: { readonly hostname: string; readonly port: number } | string, opening: Opening) {
    this.#opening = opening;
    const own = { socket: plain, data: this };
    const made =
      typeof to === "string"
        ? Bun.connect<NativeSocket>({ ...own, unix: to })
        : Bun.connect<NativeSocket>({ ...own, ...to });
    // Reported by `connectError`.
    made.catch(() => {});
  }

  /** Starts TLS; the result is passed to `done`. */
  secure(tls: Bun.TLSOptions, handshake: Handshake): void {
    if (this.#ended || !this.#socket) {
      handshake.failed(this.#error, new Uint8Array());
      return;
    }
    this.#handshake = handshake;
    // From here on, the underlying socket has ciphertext.
    const [, secured] = this.#socket.upgradeTLS<NativeSocket>({ tls, socket: encrypted, data: this });
    this.#socket = secured;
  }

  write(data: string | Uint8Array): boolean {
    if (this.#ended || !this.#socket) return false;
    if (this.#unsent.length > 0) {
      this.#unsent = Buffer.concat([this.#unsent, Buffer.from(data)]);
      return true;
    }
    // Bun encodes a text and sends all of it at once, unless it is large.
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
    // Bun sets TCP_NODELAY.
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

  /** Receives TLS records from the underlying socket, before their content. */
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

  /** Error in our code. */
  fail(error: unknown): void {
    this.finished(error);
    this.destroy();
  }

  #send(bytes: Uint8Array): void {
    if (this.#ended || !this.#socket || bytes.length === 0) return;
    this.#unsent = bytes.subarray(Math.max(0, this.#socket.write(bytes)));
  }
}

/** Passes errors of a callback to `fail`: uncaught, they would leave the work hanging. */
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

/** An error ends the connection. */
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

/** Whether the handshake failed. Other errors concern the certificate, and leave the connection usable. */
function isFatal(error: unknown): boolean {
  return (
    error instanceof Object && "code" in error && /^(?:E[A-Z]+|ERR_(?:OS)?SSL_\w+)$/.test(String(error.code))
  );
}

/** Milliseconds between checks of TLS overhead on a stream, which reports no records. */
const TLS_LOOKS = 100;

/** Limits TLS overhead on a Node.js stream as on Bun's sockets; beyond it `secured` fails. */
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

/** Node.js stream as a transport. */
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
