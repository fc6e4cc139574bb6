/** Loopback servers for tests, with scripted misbehaviour. */

import { readFileSync } from "node:fs";
import http2 from "node:http2";
import net from "node:net";
import tls from "node:tls";
import type { HttpSettings } from "../../src/http/settings.ts";
import { httpSettings } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { type Network, parseNetwork } from "../../src/syntax/ip-address.ts";

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}.pem`, import.meta.url));

export const serverKey = fixture("server-key");
export type Certificate =
  | "client"
  | "good"
  | "expired"
  | "future"
  | "other-name"
  | "no-subject"
  | "self-signed"
  | "authority";
export const certificate = (name: Certificate): Buffer => fixture(name);

export function networks(...texts: string[]): Network[] {
  return texts.flatMap((text) => parseNetwork(text) ?? []);
}

/** Settings by default. */
export const defaultSettings = httpSettings(loadConfig({}, {}).settings, []);

/** Settings for tests: loopback is allowed, sizes are small, and timeouts long enough for a busy machine. */
export const testSettings: HttpSettings = {
  ...defaultSettings,
  userAgent: "netlens/test (+https://example.com/)",
  allow: networks("127.0.0.0/8", "::1/128"),
  timeout: 20_000,
  connectTimeout: 10_000,
  tlsTimeout: 10_000,
  headTimeout: 10_000,
  idleTimeout: 10_000,
  maxHeadBytes: 64 * 1024,
  maxBodyBytes: 200_000,
  maxDecodedBytes: 1_000_000,
  maxInformational: 4,
  maxRedirects: 5,
};

/** Short timeouts for scenarios that end with a timeout. */
const waitedFor: Readonly<Record<string, Partial<HttpSettings>>> = {
  "tls/tls-timeout": { tlsTimeout: 300 },
  "head/head-timeout": { headTimeout: 300 },
  "body/body-timeout": { idleTimeout: 300 },
};

/** Settings for a scenario that ends with this error. */
export function settingsFor(error: string | undefined): HttpSettings {
  return { ...testSettings, ...waitedFor[error ?? ""] };
}

export interface Running extends AsyncDisposable {
  readonly port: number;
  /** Received requests, one string each. */
  readonly received: string[];
  /** Number of accepted connections. */
  readonly connections: number;
}

type Serve<S> = (socket: S, request: string) => void;

interface Track {
  readonly sockets: Set<net.Socket>;
  readonly received: string[];
  connections: number;
}

function track(socket: net.Socket, tracked: Track): void {
  const { sockets } = tracked;
  tracked.connections++;
  sockets.add(socket);
  socket.on("error", () => {});
  socket.on("close", () => sockets.delete(socket));
}

async function start(server: net.Server, tracked: Track, host: string, port = 0): Promise<Running> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  await promise;
  const address = server.address();
  const { sockets, received } = tracked;
  return {
    get connections() {
      return tracked.connections;
    },
    port: typeof address === "object" && address ? address.port : 0,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Collects each request up to its blank line, then serves it. */
function onRequest<S extends net.Socket>(socket: S, received: string[], serve: Serve<S>): void {
  let text = "";
  const take = (bytes: Buffer) => {
    text += bytes.toString("latin1");
    if (!text.includes("\r\n\r\n")) return;
    const request = text;
    text = "";
    received.push(request);
    serve(socket, request);
  };
  socket.on("data", take);
}

/** TCP server that calls `serve` when a complete request head has arrived. */
export function tcpServer(serve: Serve<net.Socket>, host = "127.0.0.1", port = 0): Promise<Running> {
  const tracked: Track = { sockets: new Set(), received: [], connections: 0 };
  const server = net.createServer((socket) => {
    track(socket, tracked);
    onRequest(socket, tracked.received, serve);
  });
  return start(server, tracked, host, port);
}

/** TCP server that calls `serve` as soon as a client connects. */
export function rawServer(serve: (socket: net.Socket) => void): Promise<Running> {
  const tracked: Track = { sockets: new Set(), received: [], connections: 0 };
  const server = net.createServer((socket) => {
    track(socket, tracked);
    serve(socket);
  });
  return start(server, tracked, "127.0.0.1");
}

export interface TlsOptions extends tls.TlsOptions {
  readonly name?: Certificate;
}

export function tlsServer(
  serve: Serve<tls.TLSSocket>,
  { name = "good", ...options }: TlsOptions = {},
): Promise<Running> {
  const tracked: Track = { sockets: new Set(), received: [], connections: 0 };
  const server = tls.createServer({ key: serverKey, cert: certificate(name), ...options }, (socket) => {
    track(socket, tracked);
    onRequest(socket, tracked.received, serve);
  });
  server.on("tlsClientError", () => {});
  return start(server, tracked, "127.0.0.1");
}

type Stream = http2.ServerHttp2Stream;

/** HTTP/2 server of the platform. */
export function h2Server(
  serve: (stream: Stream, fields: http2.IncomingHttpHeaders) => void,
): Promise<Running> {
  const tracked: Track = { sockets: new Set(), received: [], connections: 0 };
  const server = http2.createSecureServer({ key: serverKey, cert: certificate("good") });
  server.on("sessionError", () => {});
  server.on("session", () => tracked.connections++);
  server.on("stream", (stream: Stream, fields: http2.IncomingHttpHeaders) => {
    stream.on("error", () => {});
    tracked.received.push(JSON.stringify(fields));
    serve(stream, fields);
  });
  return start(server as unknown as net.Server, tracked, "127.0.0.1");
}

/**
 * TLS server that negotiates `h2`, sends SETTINGS and calls `serve` when the client's request has arrived.
 */
export function rawH2Server(serve: (socket: tls.TLSSocket) => void): Promise<Running> {
  const tracked: Track = { sockets: new Set(), received: [], connections: 0 };
  const options = { key: serverKey, cert: certificate("good"), ALPNProtocols: ["h2"] };
  const server = tls.createServer(options, (socket) => {
    track(socket, tracked);
    socket.write(frame(4, 0, 0));
    let bytes = 0;
    const take = (piece: Buffer) => {
      bytes += piece.length;
      // 60 bytes: connection preface, SETTINGS and a HEADERS frame, so the request has arrived.
      if (bytes < 60) return;
      socket.off("data", take);
      socket.resume();
      serve(socket);
    };
    socket.on("data", take);
  });
  return start(server, tracked, "127.0.0.1");
}

/** One HTTP/2 frame (RFC 9113 section 4.1). */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** `:status: 200` in HPACK's static table. */
export const status200 = Buffer.from([0x88]);

/** A field as an HPACK literal without indexing or Huffman coding. */
export function literal(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name, "latin1"),
    Buffer.from([value.length]),
    Buffer.from(value, "latin1"),
  ]);
}

/** Sends bytes, or text as Latin-1. */
export function send(socket: net.Socket, data: string | Uint8Array): void {
  socket.write(typeof data === "string" ? Buffer.from(data, "latin1") : data);
}

export function reset(socket: net.Socket): void {
  socket.resetAndDestroy();
}
