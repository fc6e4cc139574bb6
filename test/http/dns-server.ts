import dgram from "node:dgram";

export interface DnsServer extends AsyncDisposable {
  readonly port: number;
  /** Received questions, such as `A a.test`. */
  readonly questions: string[];
}

/** Addresses (names for PTR), a response code (RFC 1035 section 4.1.1), or no response. */
export type Answer =
  | readonly string[]
  | {
      readonly code: number;
      /** CNAME records: the queried name, then the target of each record. */
      readonly aliases?: readonly string[];
    }
  | "silence";

const TYPES: Readonly<Record<number, string>> = { 1: "A", 12: "PTR", 28: "AAAA" };

/** Starts a DNS server that responds with `answer`; `count` is the number of earlier equal questions. */
export async function dnsServer(
  answer: (type: string, name: string, count: number) => Answer,
  { host, port } = { host: "127.0.0.1", port: 0 },
): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = dgram.createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    const question = `${type} ${name}`;
    const result = answer(type, name, questions.filter((each) => each === question).length);
    questions.push(question);
    if (result !== "silence") socket.send(response(query, end, result), from.port, from.address);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.bind(port, host, resolve);
  await promise;
  return {
    port: socket.address().port,
    questions,
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)] ?? "", end: at + 5 };
}

function response(query: Buffer, end: number, result: Exclude<Answer, "silence">): Buffer {
  const addresses = "code" in result ? [] : result;
  const head = Buffer.from(query.subarray(0, 12));
  head[2] = 0x81;
  head[3] = 0x80 | ("code" in result ? result.code : 0);
  const aliases = ("code" in result && result.aliases) || [];
  const records = aliases.slice(1).map((to, index) => alias(aliases[index] ?? "", to));
  head.writeUInt16BE(addresses.length + records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(12, end), ...records, ...addresses.map(record)]);
}

function labelsOf(name: string): Buffer {
  const labels = name
    .split(".")
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function alias(from: string, to: string): Buffer {
  const target = labelsOf(to);
  return Buffer.concat([labelsOf(from), Buffer.from([0, 5, 0, 1, 0, 0, 0, 0, 0, target.length]), target]);
}

/** A, AAAA or PTR record of the queried name, with a TTL of 0. */
function record(address: string): Buffer {
  if (/[a-z]\.|\.[a-z]/i.test(address)) {
    const name = labelsOf(address);
    return Buffer.concat([Buffer.from([0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 0, 0, name.length]), name]);
  }
  const six = address.includes(":");
  const data = six ? groups(address) : Buffer.from(address.split(".").map(Number));
  return Buffer.concat([Buffer.from([0xc0, 12, 0, six ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}

/** Bytes of an IPv6 address in text form, without an embedded IPv4 address. */
function groups(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const before = left.split(":").filter(Boolean);
  const after = right.split(":").filter(Boolean);
  const all = [...before, ...new Array<string>(8 - before.length - after.length).fill("0"), ...after];
  const bytes = Buffer.alloc(16);
  for (const [index, group] of all.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return bytes;
}
