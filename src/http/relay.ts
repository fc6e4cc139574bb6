import type { Socket, SocketHandler, UnixSocketListener } from "bun";

/** Content on its way to `fetch`. */
export interface Sink {
  /** What `fetch` asks for; the Unix socket is `unix`. */
  readonly url: string;
  readonly unix: string;
  /** False when the reader is behind: `onDrain` is called once it has caught up. */
  write(piece: Uint8Array): boolean;
  end(): void;
  /** Nothing more is to be handed on. */
  close(): void;
  onDrain: () => void;
}

/** A connection of `fetch`, and the sink whose content it is reading. */
interface Reader {
  /** What has come of the next request. */
  request: string;
  sink?: ChunkSink | undefined;
}

interface Relay {
  readonly path: string;
  /** It must be held, else it is collected. */
  readonly listener: UnixSocketListener<Reader>;
}

let relay: Relay | undefined;
/** Sinks that `fetch` has not asked for yet, by their ids. */
const waiting = new Map<string, ChunkSink>();

/**
 * One Unix listener for all lookups of the process, on which `fetch` keeps its connections alive: a listener, two
 * sockets and two connects for each lookup cost more than the lookup.
 */
export function openSink(): Sink {
  relay ??= listen();
  const id = crypto.randomUUID();
  const sink = new ChunkSink(`http://relay.invalid/${id}`, relay.path, () => waiting.delete(id));
  waiting.set(id, sink);
  return sink;
}

function listen(): Relay {
  const path = socketPath();
  const listener = Bun.listen<Reader>({ unix: path, socket: handlers });
  // It must not keep a command alive that is done.
  listener.unref();
  return { path, listener };
}

/** Abstract on Linux: no file to leave behind. The name cannot be guessed. */
function socketPath(): string {
  const name = `netlens-${process.pid}-${crypto.randomUUID()}`;
  return process.platform === "linux" ? `\0${name}` : `/tmp/${name}`;
}

/** Each request names the sink whose content is expected; the next one comes when that content has ended. */
const handlers: SocketHandler<Reader> = {
  open(socket) {
    socket.data = { request: "" };
    socket.unref();
  },
  data(socket, bytes) {
    const reader = socket.data;
    reader.request += bytes.toString("latin1");
    if (!reader.request.includes("\r\n\r\n")) return;
    const id = /^GET \/([\w-]+) /.exec(reader.request)?.[1] ?? "";
    reader.request = "";
    const sink = waiting.get(id);
    waiting.delete(id);
    if (sink) sink.attach(socket);
    else socket.terminate();
  },
  drain({ data }) {
    data.sink?.drained();
  },
  close({ data }) {
    data.sink?.gone();
  },
  error() {},
};

const HEAD = Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
const LAST = Buffer.from("0\r\n\r\n");
const CRLF = Buffer.from("\r\n");

/** RFC 9112 section 7.1. */
function framed(piece: Uint8Array): Uint8Array[] {
  return piece.length === 0 ? [] : [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF];
}

/** Bytes that wait for `fetch` to ask; a server that sends more than these is kept waiting. */
const MOST_HELD = 65_536;

/** Content in chunks, so that the connection outlives it. */
class ChunkSink implements Sink {
  readonly url: string;
  readonly unix: string;
  onDrain: () => void = () => {};
  readonly #forget: () => void;
  #socket: Socket<Reader> | undefined;
  /** What waits for `fetch` to ask, then what the socket has not taken yet. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isEnded = false;

  constructor(url: string, unix: string, forget: () => void) {
    this.url = url;
    this.unix = unix;
    this.#forget = forget;
  }

  attach(socket: Socket<Reader>): void {
    this.#socket = socket;
    socket.data.sink = this;
    // All that is there goes at once: each write is a system call.
    this.#held = this.#isEnded
      ? [Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${this.#heldBytes}\r\n\r\n`), ...this.#held]
      : [HEAD, ...this.#held.flatMap(framed)];
    this.drained();
  }

  write(piece: Uint8Array): boolean {
    if (!this.#socket) {
      this.#held.push(piece);
      this.#heldBytes += piece.length;
      return this.#heldBytes < MOST_HELD;
    }
    this.#held.push(...framed(piece));
    return this.#flush();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (!this.#socket) return;
    this.#held.push(LAST);
    this.drained();
  }

  close(): void {
    this.#forget();
    if (!this.#isEnded || this.#held.length > 0) this.#socket?.terminate();
    this.gone();
  }

  /** The socket takes more. */
  drained(): void {
    if (!this.#flush()) return;
    if (this.#isEnded) this.#release();
    else this.onDrain();
  }

  /** There is no one left to write to. */
  gone(): void {
    this.#held = [];
    this.#isEnded = true;
    this.#release();
    this.onDrain();
  }

  /** Whether all that is held was taken. */
  #flush(): boolean {
    const socket = this.#socket;
    if (!socket || this.#held.length === 0) return true;
    const bytes = this.#held.length === 1 ? (this.#held[0] ?? LAST) : Buffer.concat(this.#held);
    const taken = Math.max(0, socket.write(bytes));
    this.#held = taken < bytes.length ? [bytes.subarray(taken)] : [];
    return this.#held.length === 0;
  }

  /** The connection goes back to `fetch`. */
  #release(): void {
    if (this.#socket) this.#socket.data.sink = undefined;
    this.#socket = undefined;
  }
}
