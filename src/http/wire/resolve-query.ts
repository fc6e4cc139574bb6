/** Sends one query to one DNS server (RFC 1035). Bun's resolver does not distinguish NXDOMAIN from no record. */

import { guarded } from "../../platform/socket.ts";

export interface DnsServer {
  readonly host: string;
  readonly port: number;
}

export type RecordType = "A" | "AAAA";

export interface DnsAnswer {
  /** Response code (RFC 1035 section 4.1.1, RFC 6895): 0 no error, 2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED. */
  readonly code: number;
  /** IP addresses as text, in the server's order. */
  readonly addresses: readonly string[];
  /** Targets of the CNAME records, in order; if they form a loop, the last is a repeated name. */
  readonly aliases: readonly string[];
}

/** Maximum length of a CNAME chain; resolvers have lower limits. */
const MOST_ALIASES = 32;

function aliasesOf(
  name: string,
  records: readonly { type: string; name?: string; data?: unknown }[],
): string[] {
  const bare = (text: string) => text.replace(/\.$/, "").toLowerCase();
  const targets = new Map(
    records.flatMap(({ type, name: owner = "", data }) =>
      type === "CNAME" ? [[bare(owner), bare(String(data))] as const] : [],
    ),
  );
  const aliases: string[] = [];
  for (
    let at = targets.get(bare(name));
    at !== undefined && aliases.length < MOST_ALIASES;
    at = targets.get(at)
  ) {
    aliases.push(at);
    if (at === bare(name) || aliases.indexOf(at) < aliases.length - 1) break;
  }
  return aliases;
}

/** Milliseconds between retries. */
const AGAIN = 1000;

/**
 * Repeats the query until an answer arrives, or the signal aborts (rejects with its reason). Fetches
 * truncated answers by TCP; malformed ones reject with the code EBADRESP.
 */
export async function queryDns(
  name: string,
  type: RecordType,
  server: DnsServer,
  signal: AbortSignal,
): Promise<DnsAnswer> {
  // Loaded lazily: most lookups use the system's resolver.
  const { decode, encode, RECURSION_DESIRED } = await import("dns-packet");
  const id = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
  const question = encode({ id, flags: RECURSION_DESIRED, questions: [{ name, type }] });
  const answer = await overUdp(question, server, signal);
  const whole = isCut(answer) ? await overTcp(question, server, signal) : answer;
  try {
    const { answers, flags = 0 } = decode(whole);
    // The decoder ignores the declared lengths of records; a different total shows that it misread one.
    if (decode.bytes !== whole.length) throw new Error("more bytes than records");
    const addresses = (answers ?? []).flatMap((record) =>
      record.type === type ? [String(record.data)] : [],
    );
    return { code: flags & 0x0f, addresses, aliases: aliasesOf(name, answers ?? []) };
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): Error {
  return Object.assign(new Error("malformed answer", { cause }), { code: "EBADRESP" });
}

/** Whether a datagram answers the question: compares id, question and answer flag, to reject forged ones. */
function answers(answer: Buffer, question: Buffer): boolean {
  const isAnswer = answer.length >= question.length && ((answer[2] ?? 0) & 0x80) !== 0;
  const sameId = answer.readUInt16BE(0) === question.readUInt16BE(0);
  const asked = (message: Buffer) => message.toString("latin1", 12, question.length).toLowerCase();
  return isAnswer && sameId && asked(answer) === asked(question);
}

const isCut = (answer: Buffer): boolean => ((answer[2] ?? 0) & 2) !== 0;

function overUdp(question: Buffer, { host, port }: DnsServer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { createSocket } = process.getBuiltinModule("node:dgram");
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const send = () =>
    socket.send(question, (error) => {
      if (error) reject(error);
    });
  let timer: ReturnType<typeof setInterval> | undefined;
  socket.on(
    "message",
    guarded(reject, (answer: Buffer) => {
      if (answer.length >= 12 && answers(answer, question)) resolve(answer);
    }),
  );
  socket.once("error", reject);
  // A connected socket receives datagrams only from the server, and reports a closed port.
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

/** Each message has a two-byte length (RFC 7766 section 8). */
function overTcp(question: Buffer, { host, port }: DnsServer, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = process.getBuiltinModule("node:net").connect({ host, port });
  const received = Buffer.alloc(2 + 0xffff);
  let length = 0;
  socket.once("connect", () => socket.write(Buffer.concat([lengthOf(question), question])));
  const take = (bytes: Buffer) => {
    length += bytes.copy(received, length);
    const end = 2 + received.readUInt16BE(0);
    if (length < 2 || length < end) return;
    const answer = received.subarray(2, end);
    if (answer.length < 12 || !answers(answer, question)) throw malformed();
    resolve(answer);
  };
  socket.on("data", guarded(reject, take));
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
