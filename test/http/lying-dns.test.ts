/**
 * A DNS server that forges or truncates answers or closes early: the lookup ends in time and dials no forged
 * address.
 */

import { describe, expect, test } from "bun:test";
import dgram from "node:dgram";
import net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import { tcpServer, testSettings } from "./servers.ts";

/**
 * DNS response: header, question and an A or AAAA record with a loopback address; no record if `cut`
 * (truncated).
 */
function answerTo(query: Buffer, { id = query.readUInt16BE(0), cut = false, name = "" } = {}): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(id, 0);
  head[2] = 0x81 | (cut ? 2 : 0);
  head[3] = 0x80;
  head.writeUInt16BE(cut ? 0 : 1, 6);
  const question = Buffer.from(query.subarray(12));
  if (name !== "") question.write(name, 1, "latin1");
  const isA = query[query.length - 3] === 1;
  const data = isA ? [0, 4, 127, 0, 0, 1] : [0, 16, ...Array.from({ length: 15 }, () => 0), 1];
  const record = [0xc0, 12, 0, isA ? 1 : 28, 0, 1, 0, 0, 0, 0, ...data];
  return Buffer.concat([head, question, ...(cut ? [] : [Buffer.from(record)])]);
}

/** Closed port, free a moment ago. */
const CLOSED = await (async () => {
  const server = await tcpServer(() => {});
  await server[Symbol.asyncDispose]();
  return server.port;
})();

interface Server extends AsyncDisposable {
  readonly port: number;
}

/** DNS server with UDP and TCP on the same port. */
async function dnsServer(
  udp: (query: Buffer) => readonly Buffer[],
  tcp?: (socket: net.Socket, query: Buffer) => void,
): Promise<Server> {
  for (;;) {
    const socket = dgram.createSocket("udp4");
    socket.on("message", (query, from) => {
      for (const answer of udp(query)) socket.send(answer, from.port, from.address);
    });
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    const { port } = socket.address();
    const sockets = new Set<net.Socket>();
    const server = net.createServer((each) => {
      sockets.add(each);
      each.on("error", () => {});
      each.on("data", (bytes: Buffer) => tcp?.(each, bytes.subarray(2)));
    });
    if (tcp) {
      const taken = await new Promise<boolean>((resolve) => {
        server.once("error", () => resolve(true));
        server.listen(port, "127.0.0.1", () => resolve(false));
      });
      if (taken) {
        socket.close();
        continue;
      }
    }
    return {
      port,
      async [Symbol.asyncDispose]() {
        socket.close();
        for (const each of sockets) each.destroy();
        server.close();
      },
    };
  }
}

/** Status and error of a lookup that uses only this DNS server. */
async function ends(server: Server, expected: RegExp): Promise<string> {
  const time = expected === BELIEVED ? {} : { connectTimeout: 300 };
  const settings = { ...testSettings, ...time, resolver: { host: "127.0.0.1", port: server.port } };
  // The port is closed, so a connection error shows that the address was accepted.
  const report = await lookupHttp(`http://asked.test:${CLOSED}/`, {}, settings);
  const { phase = "", code = "" } = report.steps[0]?.error ?? {};
  return `${report.status} ${phase}/${code}`;
}

const BELIEVED = /^error tcp\/connection-refused$/;
const CUT = /^error dns\/(?:dns-timeout|dns-failed)$/;
const framed = (answer: Buffer) =>
  Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 255]), answer]);

describe("forges", () => {
  const rows: [what: string, udp: (query: Buffer) => readonly Buffer[], end: RegExp][] = [
    ["the truth", (query) => [answerTo(query)], BELIEVED],
    [
      "another id",
      (query) => [answerTo(query, { id: query.readUInt16BE(0) ^ 1 })],
      /^error dns\/dns-timeout$/,
    ],
    ["another name", (query) => [answerTo(query, { name: "other" })], /^error dns\/dns-timeout$/],
    ["a question", (query) => [query], /^error dns\/dns-timeout$/],
    ["noise", () => [Buffer.alloc(0), Buffer.from([1]), Buffer.alloc(600, 0xff)], /^error dns\/dns-timeout$/],
    [
      "a forged answer before the true one",
      (query) => [answerTo(query, { id: query.readUInt16BE(0) ^ 1 }), answerTo(query)],
      BELIEVED,
    ],
    [
      "more records than there are",
      (query) => [withCount(answerTo(query), 0xffff)],
      /^error dns\/dns-failed$/,
    ],
    ["names that point at themselves", (query) => [pointing(answerTo(query))], /^error /],
  ];
  for (const [what, udp, end] of rows)
    test(what, async () => {
      await using server = await dnsServer(udp);
      expect(await ends(server, end)).toMatch(end);
    });
});

function withCount(answer: Buffer, count: number): Buffer {
  answer.writeUInt16BE(count, 6);
  return answer;
}

/** Replaces the record's name by a compression pointer to itself. */
function pointing(answer: Buffer): Buffer {
  const at = answer.indexOf(Buffer.from([0xc0, 12]));
  answer[at + 1] = at;
  return answer;
}

test("a response cut at every byte", async () => {
  const whole = answerTo(
    Buffer.concat([Buffer.alloc(12), Buffer.from("\x05asked\x04test\0\0\x01\0\x01", "latin1")]),
  );
  const rows = Array.from({ length: whole.length }, (_, length) => length);
  const all = await Promise.all(
    rows.map(async (length) => {
      await using server = await dnsServer((query) => [answerTo(query).subarray(0, length)]);
      return await ends(server, CUT);
    }),
  );
  expect(all.filter((end) => !CUT.test(end))).toEqual([]);
});

describe("truncates", () => {
  const cut = (query: Buffer) => [answerTo(query, { cut: true })];
  const rows: [what: string, tcp: ((socket: net.Socket, query: Buffer) => void) | undefined, end: RegExp][] =
    [
      ["and TCP tells all", (socket, query) => socket.write(framed(answerTo(query))), BELIEVED],
      ["and TCP is not there", undefined, /^error dns\//],
      ["and TCP is silent", () => {}, /^error dns\/dns-timeout$/],
      ["and TCP closes", (socket) => socket.end(), /^error dns\//],
      ["and TCP resets", (socket) => socket.resetAndDestroy(), /^error dns\//],
      [
        "and TCP lies",
        (socket, query) => socket.write(framed(answerTo(query, { name: "other" }))),
        /^error dns\//,
      ],
      [
        "and TCP says nothing of nothing",
        (socket) => socket.write(Buffer.from([0, 0])),
        /^error dns\/dns-failed$/,
      ],
      [
        "and TCP comes byte by byte",
        async (socket, query) => {
          for (const byte of framed(answerTo(query))) {
            socket.write(Buffer.from([byte]));
            await Bun.sleep(0);
          }
        },
        BELIEVED,
      ],
    ];
  for (const [what, tcp, end] of rows)
    test(what, async () => {
      await using server = await dnsServer(cut, tcp);
      expect(await ends(server, end)).toMatch(end);
    });
});
