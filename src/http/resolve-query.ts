/** One question to one DNS server (RFC 1035): the platform's resolver does not tell NXDOMAIN from no record. */

import dgram from "node:dgram";
import net from "node:net";

export interface DnsServer {
  readonly host: string;
  readonly port: number;
}

/** Record types (RFC 1035 section 3.2.2, RFC 3596). */
export const RECORD = { A: 1, AAAA: 28 } as const;
export type RecordType = (typeof RECORD)[keyof typeof RECORD];

export interface DnsAnswer {
  /** RFC 1035 section 4.1.1 and RFC 6895: 0 no error, 2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED. */
  readonly code: number;
  /** In text form, in the server's order. */
  readonly addresses: readonly string[];
}

/** Milliseconds after which a datagram counts as lost. */
const AGAIN = 1000;

/** Asks until there is an answer or the signal aborts, which rejects with its reason. An answer too large for UDP is fetched by TCP. */
export async function queryDns(
  name: string,
  type: RecordType,
  server: DnsServer,
  signal: AbortSignal,
): Promise<DnsAnswer> {
  const id = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
  const question = questionOf(id, name, type);
  const answer = await overUdp(question, server, signal);
  return readAnswer(isCut(answer) ? await overTcp(question, server, signal) : answer, type);
}

function questionOf(id: number, name: string, type: RecordType): Buffer {
  const labels = name.replace(/\.$/, "").split(".");
  const parts = labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, "latin1")]);
  const head = Buffer.from([id >> 8, id & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, ...parts, Buffer.from([0, 0, type, 0, 1])]);
}

/** The same id and question, and marked as an answer: anything else is for somebody else, or forged. */
function answers(answer: Buffer, question: Buffer): boolean {
  const isAnswer = answer.length >= question.length && ((answer[2] ?? 0) & 0x80) !== 0;
  const sameId = answer.readUInt16BE(0) === question.readUInt16BE(0);
  const asked = (message: Buffer) => message.toString("latin1", 12, question.length).toLowerCase();
  return isAnswer && sameId && asked(answer) === asked(question);
}

const isCut = (answer: Buffer): boolean => ((answer[2] ?? 0) & 2) !== 0;

function overUdp(question: Buffer, { host, port }: DnsServer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = dgram.createSocket(net.isIPv6(host) ? "udp6" : "udp4");
  const send = () =>
    socket.send(question, (error) => {
      if (error) reject(error);
    });
  let timer: ReturnType<typeof setInterval> | undefined;
  socket.on("message", (answer) => {
    if (answer.length >= 12 && answers(answer, question)) resolve(answer);
  });
  socket.once("error", reject);
  // A connected socket hears nobody else, and is told that nothing listens.
  socket.connect(port, host, () => {
    send();
    timer = setInterval(send, AGAIN);
  });
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => {
    clearInterval(timer);
    signal.removeEventListener("abort", abort);
    socket.close();
  });
}

/** Two bytes of length stand before each message (RFC 7766 section 8). */
function overTcp(question: Buffer, { host, port }: DnsServer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = net.connect({ host, port });
  let received = Buffer.alloc(0);
  socket.once("connect", () => socket.write(Buffer.concat([lengthOf(question), question])));
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    const end = received.length < 2 ? 2 : 2 + received.readUInt16BE(0);
    if (received.length < end || end < 14) return;
    const answer = received.subarray(2, end);
    if (answers(answer, question)) resolve(answer);
    else reject(Object.assign(new Error("not an answer"), { code: "EBADRESP" }));
  });
  socket.once("error", reject);
  socket.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  });
}

function lengthOf(message: Buffer): Buffer {
  return Buffer.from([message.length >> 8, message.length & 0xff]);
}

/** The addresses of the answer section, behind whatever aliases. */
function readAnswer(message: Buffer, type: RecordType): DnsAnswer {
  const addresses: string[] = [];
  let at = endOfName(message, 12) + 4;
  for (let left = message.readUInt16BE(6); left > 0; left--) {
    at = endOfName(message, at);
    if (at + 10 > message.length) break;
    const length = message.readUInt16BE(at + 8);
    const data = message.subarray(at + 10, at + 10 + length);
    if (message.readUInt16BE(at) === type && data.length === (type === RECORD.A ? 4 : 16))
      addresses.push(addressText(data));
    at += 10 + length;
  }
  return { code: (message[3] ?? 0) & 0x0f, addresses };
}

function endOfName(message: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const length = message[at] ?? 0;
    if (length >= 0xc0) return at + 2;
    if (length === 0) return at + 1;
    at += 1 + length;
  }
}

function addressText(data: Buffer): string {
  if (data.length === 4) return data.join(".");
  return Array.from({ length: 8 }, (_, index) => data.readUInt16BE(2 * index).toString(16)).join(":");
}
