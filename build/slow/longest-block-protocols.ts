/**
 * Hostile servers for TLS session tickets, DNS and HTTP/3, one of each kind, with the paths of the service
 * that request them.
 */

import { createPrivateKey } from "node:crypto";
import dgram from "node:dgram";
import type net from "node:net";
import { certificate, rawServer, serverKey } from "../../test/http/servers.ts";
import { pour, requested } from "./longest-block-targets.ts";

type Paths = Record<string, string>;

/** Server with endless session tickets (RFC 8446 section 4.6.1), by OpenSSL. */
export async function ticketTargets(folder: string): Promise<Paths> {
  await Bun.write(`${folder}/key.pem`, serverKey);
  await Bun.write(`${folder}/certificate.pem`, certificate("good"));
  const args = ["-key", "key.pem", "-cert", "certificate.pem", "-num_tickets", "300000", "-www"];
  const child = Bun.spawn(["openssl", "s_server", "-accept", "127.0.0.1:0", ...args], {
    ...{ cwd: folder, stdout: "pipe", stderr: "ignore" },
  });
  process.once("exit", () => child.kill());
  let text = "";
  for await (const piece of child.stdout) {
    text += Buffer.from(piece).toString();
    const [, port] = /ACCEPT \S+:(\d+)/.exec(text) ?? [];
    if (port !== undefined)
      return {
        "session tickets": requested("https", Number(port), "&version=1.1"),
        "session tickets, HTTP/2": requested("https", Number(port)),
      };
  }
  throw new Error(`openssl s_server does not listen: ${text}`);
}

/** DNS record for the queried name (RFC 1035 section 4.1.3). */
const record = (type: number, data: Uint8Array, name: Uint8Array = Buffer.from([0xc0, 12])) =>
  Buffer.concat([name, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]), data]);
const label = (text: string) => Buffer.from([text.length, ...Buffer.from(text), 0]);
const many = (count: number, make: (at: number) => Uint8Array) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));
/** Loopback addresses without a server; the DNS server itself is at 127.0.0.1. */
const address = (at: number) => Buffer.from([127, 77, at >> 8, at & 255]);

interface DnsKind {
  readonly count: number;
  readonly records: Uint8Array;
  /** Bytes per packet; by default everything is sent at once. */
  readonly drip?: number;
}

/** First label of a name → its records, sent over TCP, the same for IPv4 and IPv6. */
const ANSWERS: Readonly<Record<string, DnsKind>> = {
  addresses: { count: 4000, records: many(4000, (at) => record(1, address(at))) },
  "same-address": { count: 4000, records: many(4000, () => record(1, address(1))) },
  aliases: {
    count: 2500,
    records: many(2500, (at) => record(5, label(`a${at + 1}`), label(at === 0 ? "aliases" : `a${at}`))),
  },
  circle: { count: 4000, records: many(4000, () => record(5, Buffer.from([0xc0, 12]))) },
  // Each compressed name is a pointer to another pointer (section 4.1.4).
  pointers: {
    count: 1,
    records: record(
      5,
      many(30_000, () => Buffer.from([0xc0, 12])),
    ),
  },
  "pointer-to-itself": { count: 4000, records: many(4000, () => record(5, Buffer.from([0xc0, 28]))) },
  "long-texts": { count: 250, records: many(250, () => record(16, Buffer.alloc(250, 249))) },
  "counts-that-lie": { count: 65_535, records: record(1, address(1)) },
  bytes: { count: 4000, records: many(4000, (at) => record(1, address(at))), drip: 1 },
  nothing: { count: 0, records: Buffer.alloc(65_000) },
};

function answerTo(question: Buffer, { count, records }: DnsKind): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(count, 6);
  const answer = Buffer.concat([head, records]).subarray(0, 65_000);
  return Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 255]), answer]);
}

function dripSlowly(socket: net.Socket, bytes: Buffer, size: number): void {
  socket.setNoDelay(true);
  let at = 0;
  const next = () => {
    if (socket.destroyed || at >= bytes.length) return;
    socket.write(bytes.subarray(at, at + size));
    at += size;
    setImmediate(next);
  };
  next();
}

/**
 * Starts a DNS server. Its UDP responses are truncated (section 4.2.1) or flood the client. @returns its port
 */
export async function dnsTargets(): Promise<{ readonly port: number; readonly paths: Paths }> {
  const tcp = await rawServer((socket) => {
    socket.once("data", (bytes: Buffer) => {
      const question = bytes.subarray(2);
      const kind = ANSWERS[question.toString("latin1", 13, 13 + (question[12] ?? 0))];
      if (!kind) return pour(socket, Buffer.alloc(16_000));
      const answer = answerTo(question, kind);
      if (kind.drip === undefined) socket.end(answer);
      else dripSlowly(socket, answer, kind.drip);
    });
  });
  const udp = dgram.createSocket("udp4");
  udp.on("error", () => {});
  udp.on("message", (question, { port, address: from }) => {
    const answer = Buffer.from(question);
    if (!question.includes("others")) {
      answer.writeUInt16BE(0x8380, 2);
      return udp.send(answer, port, from);
    }
    // Forged responses with wrong ids, as an attacker would send.
    let left = 100_000;
    const next = () => {
      for (let count = 0; count < 50 && left > 0; count++, left--) {
        answer.writeUInt16BE(left & 0xffff, 0);
        udp.send(answer, port, from);
      }
      if (left > 0) setImmediate(next);
    };
    answer.writeUInt16BE(0x8180, 2);
    return next();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  udp.bind(tcp.port, "127.0.0.1", resolve);
  await promise;
  const paths: Paths = {};
  for (const name of [...Object.keys(ANSWERS), "others", "endless"])
    paths[`DNS, ${name}`] = `/v1/http?url=${encodeURIComponent(`http://${name}.example.test:${tcp.port}/`)}`;
  return { port: tcp.port, paths };
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The used part of the server side of Bun's `node:quic`, which has no types yet. */
interface QuicStream {
  sendHeaders(fields: Fields): void;
  sendInformationalHeaders(fields: Fields): void;
  sendTrailers(fields: Fields): void;
  resetStream(code: bigint): void;
  readonly session: { createUnidirectionalStream(options: { body: Uint8Array }): Promise<unknown> };
  readonly writer: {
    writeSync(bytes: Uint8Array): boolean;
    write(bytes: Uint8Array): Promise<void>;
    end(): Promise<void>;
  };
}

const OK = { ":status": "200", "content-type": "text/html" };
const fields = (count: number, value: string): Fields => ({
  ...OK,
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, value])),
});
async function pourBy({ writer }: QuicStream, bytes: Uint8Array, pieces: number): Promise<void> {
  for (let left = pieces; left > 0; left--) await writer.write(bytes);
  await writer.end();
}

/** Kind → hostile response over HTTP/3. */
const FRAMES: Readonly<Record<string, (stream: QuicStream) => unknown>> = {
  "content without end": (stream) => {
    stream.sendHeaders(OK);
    return pourBy(stream, Buffer.alloc(16_000, "a"), 100_000);
  },
  "DATA of one byte": (stream) => {
    stream.sendHeaders(OK);
    return pourBy(stream, Buffer.from("a"), 200_000);
  },
  "interim responses": async (stream) => {
    for (let at = 0; at < 20_000; at++) stream.sendInformationalHeaders({ ":status": "103", link: "</a>" });
    stream.sendHeaders(OK);
    await stream.writer.end();
  },
  "3000 fields": async (stream) => {
    stream.sendHeaders(fields(3000, "a"));
    await stream.writer.end();
  },
  "a long field": async (stream) => {
    stream.sendHeaders(fields(1, "a".repeat(60_000)));
    await stream.writer.end();
  },
  "60,000 bytes of Set-Cookie": async (stream) => {
    stream.sendHeaders({
      ...OK,
      "set-cookie": Array.from({ length: 2000 }, (_, at) => `c${at}=1; Path=/; Secure`),
    });
    await stream.writer.end();
  },
  "a head and no more": (stream) => stream.sendHeaders(OK),
  "streams of unknown types": async (stream) => {
    for (let at = 0; at < 2000; at++)
      await stream.session.createUnidirectionalStream({ body: Buffer.from([0x21, 1, 2, 3]) }).catch(() => {});
    stream.sendHeaders(OK);
    await stream.writer.end();
  },
  "a reset": (stream) => {
    stream.sendHeaders(OK);
    stream.writer.writeSync(Buffer.from("a"));
    stream.resetStream(0x102n);
  },
};

export async function http3Targets(): Promise<Paths> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  const name = "node:quic";
  const { listen } = await import(name);
  process.emitWarning = emitWarning;
  const paths: Paths = {};
  for (const [kind, answer] of Object.entries(FRAMES)) {
    const begun = (session: { closed: Promise<unknown>; onstream?: () => void }) => {
      session.closed.catch(() => {});
      session.onstream = () => {};
    };
    const endpoint = await listen(begun, {
      endpoint: { address: "127.0.0.1:0" },
      alpn: ["h3"],
      sni: { "*": { keys: [createPrivateKey(serverKey)], certs: [certificate("good")] } },
      application: {},
      async onheaders(this: QuicStream & { closed: Promise<unknown> }) {
        this.closed.catch(() => {});
        try {
          await answer(this);
        } catch {
          // The client has closed the stream.
        }
      },
    });
    paths[`HTTP/3, ${kind}`] = requested("https", endpoint.address.port, "&version=3");
  }
  return paths;
}
