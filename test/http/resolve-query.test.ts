/** One question to a DNS server and its answer, byte by byte. */

import { describe, expect, test } from "bun:test";
import dgram from "node:dgram";
import os from "node:os";
import { queryDns, RECORD, type RecordType } from "../../src/http/resolve-query.ts";

const HAS_IPV6 = Object.values(os.networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === "::1"),
);

/** What a server at `host` is asked, and what is made of its records. */
async function asked(
  name: string,
  type: RecordType,
  { host = "127.0.0.1", code = 0, count = 0, records = [] as number[] } = {},
) {
  const socket = dgram.createSocket(host === "::1" ? "udp6" : "udp4");
  let query = Buffer.alloc(0);
  socket.on("message", (bytes, from) => {
    query = Buffer.from(bytes);
    const head = Buffer.from([bytes[0] ?? 0, bytes[1] ?? 0, 0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, bytes.subarray(12), Buffer.from(records)]), from.port, from.address);
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
/** `CNAME` to `x.` and to the name in question. */
const ALIAS = [0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 3, 1, 0x78, 0];
const SPELLED = [1, 0x78, 0, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4];

describe("a question", () => {
  test.each([
    ["a.test", RECORD.A, "010000010000000000000161047465737400 00010001"],
    ["a.test.", RECORD.A, "010000010000000000000161047465737400 00010001"],
    ["A.bc.d", RECORD.AAAA, "010000010000000000000141026263016400 001c0001"],
  ])("%s %d", async (name, type, query) => {
    expect((await asked(name, type)).query).toBe(query.replace(" ", ""));
  });

  test.skipIf(!HAS_IPV6)("to a server with an IPv6 address", async () => {
    const { addresses } = await asked("a.test", RECORD.A, {
      host: "::1",
      count: 1,
      records: [...A, 192, 0, 2, 1],
    });
    expect(addresses).toEqual(["192.0.2.1"]);
  });
});

describe("an answer", () => {
  test.each([0, 2, 3, 5, 15])("code %d", async (code) => {
    expect(await asked("a.test", RECORD.A, { code })).toMatchObject({ code, addresses: [] });
  });

  test.each<[string, RecordType, number, number[], string[]]>([
    ["two addresses", RECORD.A, 2, [...A, 192, 0, 2, 1, ...A, 192, 0, 2, 255], ["192.0.2.1", "192.0.2.255"]],
    ["of IPv6", RECORD.AAAA, 1, [...AAAA, ...ADDRESS], ["2001:db8:0:0:0:0:0:ab01"]],
    ["behind an alias", RECORD.A, 2, [...ALIAS, ...SPELLED, 192, 0, 2, 7], ["192.0.2.7"]],
    [
      "of the other type",
      RECORD.AAAA,
      2,
      [...A, 192, 0, 2, 1, ...AAAA, ...ADDRESS],
      ["2001:db8:0:0:0:0:0:ab01"],
    ],
    ["of the wrong length", RECORD.AAAA, 1, [0xc0, 12, 0, 28, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1], []],
    ["fewer than are said to be", RECORD.A, 3, [...A, 192, 0, 2, 1], ["192.0.2.1"]],
    ["more than are said to be", RECORD.A, 1, [...A, 192, 0, 2, 1, ...A, 192, 0, 2, 2], ["192.0.2.1"]],
    ["one that is cut in its head", RECORD.A, 1, A.slice(0, 11), []],
    ["one that is cut in its address", RECORD.A, 1, [...A, 192, 0, 2], []],
    ["an empty one", RECORD.A, 2, [...A.slice(0, 11), 0, ...A, 192, 0, 2, 3], ["192.0.2.3"]],
  ])("%s", async (_, type, count, records, addresses) => {
    expect(await asked("a.test", type, { count, records })).toMatchObject({ code: 0, addresses });
  });
});
