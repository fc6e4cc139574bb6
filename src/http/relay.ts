import net from "node:net";

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

interface Reader {
  attach(socket: net.Socket): void;
}

interface Relay {
  readonly path: string;
  /** Sinks that `fetch` has not asked for yet, by their ids. */
  readonly waiting: Map<string, Reader>;
}

let relay: Promise<Relay> | undefined;

/**
 * One Unix listener for all lookups of the process, on which `fetch` keeps its connections alive: a listener, two
 * sockets and two connects for each lookup cost more than the lookup.
 */
export async function openSink(): Promise<Sink> {
  relay ??= listen();
  const { path, waiting } = await relay;
  const id = crypto.randomUUID();
  const sink = new ChunkSink(`http://relay.invalid/${id}`, path, () => waiting.delete(id));
  waiting.set(id, sink);
  return sink;
}

function listen(): Promise<Relay> {
  const { promise, resolve, reject } = Promise.withResolvers<Relay>();
  const path = socketPath();
  const waiting = new Map<string, Reader>();
  const server = net.createServer((socket) => serve(socket, waiting));
  server.once("error", (error) => {
    relay = undefined;
    reject(error);
  });
  server.listen({ path }, () => resolve({ path, waiting }));
  // It must not keep a command alive that is done.
  server.unref();
  return promise;
}

/** Abstract on Linux: no file to leave behind. The name cannot be guessed. */
function socketPath(): string {
  const name = `netlens-${process.pid}-${crypto.randomUUID()}`;
  return process.platform === "linux" ? `\0${name}` : `/tmp/${name}`;
}

/** Each request names the sink whose content is expected; the next one comes when that content has ended. */
function serve(socket: net.Socket, waiting: Map<string, Reader>): void {
  let request = "";
  socket.on("error", () => {});
  socket.unref();
  socket.on("data", (bytes: Buffer) => {
    request += bytes.toString("latin1");
    if (!request.includes("\r\n\r\n")) return;
    const id = /^GET \/([\w-]+) /.exec(request)?.[1] ?? "";
    request = "";
    const reader = waiting.get(id);
    waiting.delete(id);
    if (reader) reader.attach(socket);
    else socket.destroy();
  });
}

const HEAD = Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
const LAST = Buffer.from("0\r\n\r\n");
const CRLF = Buffer.from("\r\n");

/** RFC 9112 section 7.1. */
function framed(piece: Uint8Array): Uint8Array[] {
  return piece.length === 0 ? [] : [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF];
}

/** Content in chunks, so that the connection outlives it. */
class ChunkSink implements Sink, Reader {
  readonly url: string;
  readonly unix: string;
  onDrain: () => void = () => {};
  readonly #forget: () => void;
  #socket: net.Socket | undefined;
  #held: Uint8Array[] = [];
  #isEnded = false;

  constructor(url: string, unix: string, forget: () => void) {
    this.url = url;
    this.unix = unix;
    this.#forget = forget;
  }

  attach(socket: net.Socket): void {
    this.#socket = socket;
    socket.on("drain", this.#drained);
    // All that is there goes at once: each write is a system call.
    const held = this.#held.flatMap(framed);
    this.#held = [];
    socket.write(Buffer.concat([HEAD, ...held, ...(this.#isEnded ? [LAST] : [])]));
    if (this.#isEnded) this.#release();
    else this.onDrain();
  }

  write(piece: Uint8Array): boolean {
    if (this.#socket) return this.#send(piece);
    this.#held.push(piece);
    return false;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#finish();
  }

  close(): void {
    this.#forget();
    this.#held = [];
    if (!this.#isEnded) this.#socket?.destroy();
    this.#isEnded = true;
    this.#release();
  }

  readonly #drained = () => this.onDrain();

  #send(piece: Uint8Array): boolean {
    const socket = this.#socket;
    if (!socket || socket.destroyed || piece.length === 0) return true;
    return socket.write(Buffer.concat(framed(piece)));
  }

  #finish(): void {
    if (!this.#socket) return;
    if (!this.#socket.destroyed) this.#socket.write(LAST);
    this.#release();
  }

  /** The connection goes back to `fetch`. */
  #release(): void {
    this.#socket?.off("drain", this.#drained);
    this.#socket = undefined;
  }
}
