/** Stapled answers over real sockets. */

import { expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import net from "node:net";
import { lookupHttp } from "../../../src/http/lookup.ts";
import { ByteReader, uint, vector } from "../../../src/http/stapling/bytes.ts";
import { type Certificate, certificate, rawServer, testSettings, tlsServer } from "../servers.ts";
import { GOOD, NOW, ocspAnswer, revoked, single } from "./ocsp-answer.ts";

const der = new X509Certificate(certificate("must-staple")).raw;
const SERIAL = "1234567890";
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** Types of the extensions of a ClientHello in its record. */
function extensionTypes(record: Buffer): number[] {
  const reader = new ByteReader(record.subarray(5 + 4 + 2 + 32));
  reader.vector(1);
  reader.vector(2);
  reader.vector(1);
  const extensions = new ByteReader(reader.vector(2));
  const types: number[] = [];
  while (extensions.left > 0) {
    types.push(extensions.uint(2));
    extensions.vector(2);
  }
  return types;
}

const message = (type: number, ...parts: Buffer[]) => Buffer.concat([uint(type, 1), vector(3, ...parts)]);
const record = (type: number, ...parts: Buffer[]) =>
  Buffer.concat([uint(type, 1), uint(0x0303, 2), vector(2, ...parts)]);

/** The flight of a server of TLS 1.2, sent in the clear; `staple` with its certificate. */
function flight(staple: Buffer | undefined): Buffer {
  const hello = message(
    2,
    uint(0x0303, 2),
    Buffer.alloc(32),
    uint(0, 1),
    uint(0xc02f, 2),
    uint(0, 1),
    vector(2),
  );
  const chain = message(11, vector(3, vector(3, der)));
  const status = staple ? [message(22, uint(1, 1), vector(3, staple))] : [];
  return record(22, hello, chain, ...status, message(14));
}

/** Answers a handshake that asks for a staple with these bytes, a byte at a time where they are few; others by `port`. */
function inFront(port: number, answer: Buffer | undefined) {
  return rawServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (hello: Buffer) => {
      if (extensionTypes(hello).includes(5)) {
        if (answer) for (const piece of [answer.subarray(0, 7), answer.subarray(7)]) socket.write(piece);
        else socket.destroy();
        return;
      }
      const behind = net.connect(port, "127.0.0.1");
      behind.on("error", () => {});
      behind.write(hello);
      socket.pipe(behind).pipe(socket);
    });
  });
}

async function tlsOf(name: Certificate, answer: Buffer | undefined, checks = false) {
  await using behind = await tlsServer((socket) => socket.end(OK), { name });
  await using server = await inFront(behind.port, answer);
  const [step] = (await lookupHttp(`https://localhost:${server.port}/`, { checks }, testSettings)).steps;
  const found = step?.problems.filter(({ name }) => /staple|revoked/.test(name)) ?? [];
  return { tls: step?.tls, found: found.map(({ severity, name, title }) => `${severity} ${name}: ${title}`) };
}

test("a server of TLS 1.3 that staples nothing to a certificate that demands it", async () => {
  await using server = await tlsServer((socket) => socket.end(OK), { name: "must-staple" });
  const [step] = (await lookupHttp(`https://localhost:${server.port}/`, {}, testSettings)).steps;
  expect(step?.tls).toMatchObject({ protocol: "TLSv1.3", mustStaple: true, stapled: { status: "none" } });
  expect(step?.problems.map(({ name }) => name)).toContain("staple-missing");
});

test("any other certificate is asked about by the active checks alone", async () => {
  await using server = await tlsServer((socket) => socket.end(OK));
  const url = `https://localhost:${server.port}/`;
  const [plain] = (await lookupHttp(url, {}, testSettings)).steps;
  const [checked] = (await lookupHttp(url, { checks: true }, testSettings)).steps;
  expect([plain?.tls?.stapled, checked?.tls?.stapled]).toEqual([undefined, { status: "none" }]);
  expect(checked?.problems.map(({ name }) => name)).not.toContain("staple-missing");
});

test("TLS 1.2 without a staple", async () => {
  const { tls, found } = await tlsOf("must-staple", flight(undefined));
  expect(tls?.stapled).toEqual({ status: "none" });
  expect(found).toEqual([
    "error staple-missing: The certificate requires a stapled OCSP response (must-staple); without it Firefox refuses to connect.",
  ]);
});

test("revoked", async () => {
  const answer = ocspAnswer(single(SERIAL, revoked(Date.UTC(2026, 2, 3, 12), 1), Date.UTC(2120, 0, 1)));
  const { tls, found } = await tlsOf("good", flight(answer), true);
  expect(tls?.stapled).toMatchObject({ status: "revoked", revokedAt: "2026-03-03T12:00:00.000Z" });
  expect(found).toEqual([
    "error certificate-revoked: The stapled OCSP response says that the certificate was revoked on 2026-03-03 (keyCompromise): Firefox and Chromium refuse the connection.",
  ]);
});

test.each([
  ["good", ocspAnswer(single(SERIAL, GOOD, Date.UTC(2120, 0, 1))), []],
  ["past its time", ocspAnswer(single(SERIAL, GOOD, NOW - 40 * 86_400_000)), ["staple-expired"]],
  ["of another certificate", ocspAnswer(single("01", GOOD)), ["staple-other"]],
  ["no answer at all", Buffer.from("zzz"), ["staple-unreadable"]],
] as const)("%s", async (_, answer, names) => {
  const { found } = await tlsOf("must-staple", flight(answer));
  expect(found.map((line) => line.replace(/^\w+ ([\w-]+):.*/, "$1"))).toEqual([...names]);
});

test.each([
  ["the connection breaks off", undefined],
  ["an alert", record(21, Buffer.from([2, 40]))],
  ["a key of another group (HelloRetryRequest)", retry()],
])("nothing is said where it cannot be known: %s", async (_, answer) => {
  const { tls, found } = await tlsOf("must-staple", answer);
  expect([tls?.mustStaple, tls?.stapled, found]).toEqual([true, undefined, []]);
});

/** ServerHello of TLS 1.3 that names secp384r1 and has no key. */
function retry(): Buffer {
  const version = Buffer.concat([uint(43, 2), vector(2, uint(0x0304, 2))]);
  const share = Buffer.concat([uint(51, 2), vector(2, uint(0x0018, 2))]);
  const parts = [uint(0x0303, 2), Buffer.alloc(32, 7), uint(0, 1), uint(0x1301, 2), uint(0, 1)];
  return record(22, message(2, ...parts, vector(2, version, share)));
}
