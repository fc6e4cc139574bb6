import { describe, expect, test } from "bun:test";
import { asksForCertificate } from "../../src/http/wire/tls-handshake.ts";

/** TLS record with handshake messages of these types and lengths. */
const record = (...messages: readonly (readonly [type: number, length: number])[]) => {
  const payload = Buffer.concat(
    messages.map(([type, length]) =>
      Buffer.from([type, 0, length >> 8, length & 0xff, ...new Uint8Array(length)]),
    ),
  );
  return Buffer.concat([Buffer.from([22, 3, 3, payload.length >> 8, payload.length & 0xff]), payload]);
};
const SERVER_HELLO = [2, 70] as const;
const CERTIFICATE = [11, 600] as const;
const REQUEST = [13, 40] as const;
const DONE = [14, 0] as const;

describe("a client certificate is requested", () => {
  const split = record(SERVER_HELLO, CERTIFICATE);
  const flights: [name: string, bytes: Uint8Array, asks: boolean][] = [
    ["one record", record(SERVER_HELLO, CERTIFICATE, REQUEST, DONE), true],
    ["a record each", Buffer.concat([record(SERVER_HELLO), record(CERTIFICATE), record(REQUEST)]), true],
    ["not asked", record(SERVER_HELLO, CERTIFICATE, DONE), false],
    ["the number within a message", record([2, 13], [11, 13]), false],
    [
      "after the cipher has changed",
      Buffer.concat([split, Buffer.from([20, 3, 3, 0, 1, 1]), record(REQUEST)]),
      false,
    ],
    ["cut off", record(SERVER_HELLO, CERTIFICATE).subarray(0, 40), false],
    ["nothing", new Uint8Array(), false],
    ["alone", record(REQUEST), true],
    ["alone and empty", record([13, 0]), true],
    ["longer than a byte counts", record([11, 300], REQUEST), true],
    ["with nothing but its type and a length", record(SERVER_HELLO, REQUEST).subarray(0, 5 + 74 + 4), true],
    ["with its length cut off", record(SERVER_HELLO, REQUEST).subarray(0, 5 + 74 + 3), false],
    ["with a record's head cut off", Buffer.from([22, 3, 3, 0]), false],
    ["in a record of another kind", Buffer.from([23, ...record(REQUEST).subarray(1)]), false],
  ];
  for (const [name, bytes, asks] of flights) test(name, () => expect(asksForCertificate(bytes)).toBe(asks));
});
