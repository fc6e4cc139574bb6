/** A DNS question and its response, byte by byte. */

import { describe, expect, test } from "bun:test";
import dgram from "node:dgram";
import os from "node:os";
import { queryDns, type RecordType } from "../../src/http/wire/resolve-query.ts";
import { rawServer } from "./servers.ts";

const HAS_IPV6 = Object.values(os.networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

/** Sends a query for a host's addresses; returns the query and the result. */
async function asked(
  name: string,
  type: RecordType,
  {
    host = "127.0.0.1",
    code = 0,
    count = 0,
    records = [] as number[],
    /** Datagrams to send before the response, derived from it. */
    before = (_answer: Buffer): readonly Buffer[] => [],
  } = {},
) {
  const socket = dgram.createSocket(host === "::1" ? "udp6" : "udp4");
  let query = Buffer.alloc(0);
  socket.on("message", (bytes, from) => {
    query = Buffer.from(bytes);
    const head = Buffer.from([bytes[0] ?? 0, bytes[1] ?? 0, 0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0]);
    const answer = Buffer.concat([head, bytes.subarray(12), Buffer.from(records)]);
    for (const each of [...before(answer), answer]) socket.send(each, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, host, resolve));
  try {
    const answer = await queryDns(
      name,
      type,
      { host, port: socket.address().port },
      AbortSignal.timeout(3000),
    );
    return { ...answer, query: query.toString("hex", 2) };
  } finally {
    socket.close();
  }
}

const A = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4];
const AAAA = [0xc0, 12, 0, 28, 0, 1, 0, 0, 0, 60, 0, 16];
const ADDRESS = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xab, 1];
/** CNAME record with the target `x.`, and an A record with that name written out. */
const ALIAS = [0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 3, 1, 0x78, 0];
const SPELLED = [1, 0x78, 0, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4];

describe("a question", () => {
  test.each<[string, RecordType, string]>([
    ["a.test", "A", "010000010000000000000161047465737400 00010001"],
    ["a.test.", "A", "010000010000000000000161047465737400 00010001"],
    ["A.bc.d", "AAAA", "010000010000000000000141026263016400 001c0001"],
  ])("%s %s", async (name, type, query) => {
    expect((await asked(name, type)).query).toBe(query.replace(" ", ""));
  });

  test.skipIf(!HAS_IPV6)("to a server with an IPv6 address", async () => {
    const { addresses } = await asked("a.test", "A", {
      host: "::1",
      count: 1,
      records: [...A, 192, 0, 2, 1],
    });
    expect(addresses).toEqual(["192.0.2.1"]);
  });
});

describe("a wrong response is ignored", () => {
  /** Copy of the response with another address and, optionally, other bytes. */
  const forged = (answer: Buffer, ...changes: readonly (readonly [at: number, byte: number])[]) => {
    const copy = Buffer.from(answer);
    copy[copy.length - 1] = 66;
    for (const [at, byte] of changes) copy[at] = byte;
    return copy;
  };
  const rows: readonly (readonly [string, (answer: Buffer) => Buffer])[] = [
    ["nothing", () => Buffer.alloc(0)],
    ["a byte", () => Buffer.alloc(1)],
    ["half of a head", (answer) => answer.subarray(0, 11)],
    ["a head alone", (answer) => answer.subarray(0, 12)],
    ["a question", (answer) => forged(answer, [2, 0x01])],
    ["another id", (answer) => forged(answer, [0, (answer[0] ?? 0) ^ 1])],
    ["another id by its last byte", (answer) => forged(answer, [1, (answer[1] ?? 0) ^ 1])],
    ["another name", (answer) => forged(answer, [13, 0x62])],
    ["another type", (answer) => forged(answer, [20, 28])],
    ["another class", (answer) => forged(answer, [22, 3])],
  ];
  test.each(rows)("%s", async (_name, make) => {
    const { addresses } = await asked("a.test", "A", {
      count: 1,
      records: [...A, 192, 0, 2, 1],
      before: (answer) => [make(answer)],
    });
    expect(addresses).toEqual(["192.0.2.1"]);
  });

  test("but not one with letters in another case", async () => {
    const { addresses } = await asked("a.test", "A", {
      count: 1,
      records: [...A, 192, 0, 2, 1],
      before: (answer) => [forged(answer, [13, 0x41])],
    });
    expect(addresses).toEqual(["192.0.2.66"]);
  });
});

describe("an answer", () => {
  test.each([0, 2, 3, 5, 15])("code %d", async (code) => {
    expect(await asked("a.test", "A", { code })).toMatchObject({ code, addresses: [] });
  });

  test.each<[string, RecordType, number, number[], string[]]>([
    ["two addresses", "A", 2, [...A, 192, 0, 2, 1, ...A, 192, 0, 2, 255], ["192.0.2.1", "192.0.2.255"]],
    ["of IPv6", "AAAA", 1, [...AAAA, ...ADDRESS], ["2001:db8::ab01"]],
    ["behind an alias", "A", 2, [...ALIAS, ...SPELLED, 192, 0, 2, 7], ["192.0.2.7"]],
    ["of the other type", "AAAA", 2, [...A, 192, 0, 2, 1, ...AAAA, ...ADDRESS], ["2001:db8::ab01"]],
  ])("%s", async (_, type, count, records, addresses) => {
    expect(await asked("a.test", type, { count, records })).toMatchObject({ code: 0, addresses });
  });

  test.each<[string, RecordType, number, number[]]>([
    ["a record of the wrong length", "AAAA", 1, [0xc0, 12, 0, 28, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]],
    ["fewer records than it says", "A", 3, [...A, 192, 0, 2, 1]],
    ["more records than it says", "A", 1, [...A, 192, 0, 2, 1, ...A, 192, 0, 2, 2]],
    ["a record that is cut in its head", "A", 1, A.slice(0, 11)],
    ["an address that is cut", "A", 1, [...A, 192, 0, 2]],
    ["an empty record before a sound one", "A", 2, [...A.slice(0, 11), 0, ...A, 192, 0, 2, 3]],
    ["a name that points at itself", "A", 1, [0xc0, 24, ...A.slice(2), 192, 0, 2, 3]],
  ])("with %s is malformed", async (_, type, count, records) => {
    await expect(asked("a.test", type, { count, records })).rejects.toMatchObject({ code: "EBADRESP" });
  });
});

describe("a response over TCP", () => {
  /** Query answered over TCP in pieces of `size` bytes; `sent` changes the answer's bytes. */
  async function overTcp(sent: (answer: Buffer) => Buffer, size: number) {
    await using server = await rawServer((socket) => {
      socket.once("data", async (bytes: Buffer) => {
        const question = bytes.subarray(2);
        const head = Buffer.from(question);
        head.writeUInt16BE(0x8180, 2);
        head.writeUInt16BE(1, 6);
        const message = Buffer.concat([head, Buffer.from([...A, 192, 0, 2, 9])]);
        const all = sent(Buffer.concat([Buffer.from([0, message.length]), message]));
        for (let at = 0; at < all.length && !socket.destroyed; at += size) {
          socket.write(all.subarray(at, at + size));
          await new Promise(setImmediate);
        }
      });
    });
    const udp = dgram.createSocket("udp4");
    // Truncated, so the client must use TCP (RFC 1035 section 4.1.1).
    udp.on("message", (bytes, from) => {
      bytes.writeUInt16BE(0x8380, 2);
      udp.send(bytes, from.port, from.address);
    });
    await new Promise<void>((resolve) => udp.bind(server.port, "127.0.0.1", resolve));
    try {
      return await queryDns(
        "a.test",
        "A",
        { host: "127.0.0.1", port: server.port },
        AbortSignal.timeout(3000),
      );
    } finally {
      udp.close();
    }
  }

  test.each([1, 3, 1000])("comes in pieces of %p bytes", async (size) => {
    const found = await overTcp((answer) => Buffer.concat([answer, Buffer.from("more")]), size);
    expect(found.addresses).toEqual(["192.0.2.9"]);
  });

  test.each<[string, (answer: Buffer) => Buffer]>([
    ["of no bytes", () => Buffer.alloc(100_000)],
    ["of one byte", () => Buffer.from([0, 1, 0])],
    ["of half a head", (answer) => Buffer.concat([Buffer.from([0, 11]), answer.subarray(2, 13)])],
    ["to another question", (answer) => Buffer.from(answer.fill(0x62, 15, 16))],
  ])("%s is malformed", async (_, sent) => {
    await expect(overTcp(sent, 1000)).rejects.toMatchObject({ code: "EBADRESP" });
  });
});
