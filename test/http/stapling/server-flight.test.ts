import { describe, expect, test } from "bun:test";
import { uint, vector } from "../../../src/http/stapling/bytes.ts";
import { openFlight } from "../../../src/http/stapling/server-flight.ts";

const message = (type: number, ...parts: Buffer[]) => Buffer.concat([uint(type, 1), vector(3, ...parts)]);
const record = (type: number, ...parts: Buffer[]) =>
  Buffer.concat([uint(type, 1), uint(0x0303, 2), vector(2, ...parts)]);

/** A ServerHello with these extensions, whatever they are. */
const hello = (extensions: Buffer) =>
  message(
    2,
    uint(0x0303, 2),
    Buffer.alloc(32),
    uint(0, 1),
    uint(0x1301, 2),
    uint(0, 1),
    vector(2, extensions),
  );
const extension = (type: number, content: Buffer) => Buffer.concat([uint(type, 2), vector(2, content)]);

const SUPPORTED_VERSIONS = 43;
const certificate = Buffer.from("certificate");
const tls12 = Buffer.concat([
  hello(Buffer.alloc(0)),
  message(11, vector(3, vector(3, certificate))),
  message(14),
]);

/** Takes the bytes a few at a time; what is found, and how often keys were made. */
function read(bytes: Buffer, size = bytes.length) {
  let keys = 0;
  const flight = openFlight(() => {
    keys++;
    return (_header, sealed) => sealed;
  });
  for (let at = 0; at < bytes.length; at += size) {
    const found = flight(bytes.subarray(at, at + size));
    if (found) return { found, keys };
  }
  return { found: undefined, keys };
}

const joined = (bytes: Buffer, each: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes.length / each) }, (_, at) =>
      record(22, bytes.subarray(at * each, (at + 1) * each)),
    ),
  );

describe("a ServerHello whose extensions are malformed is read as far as it goes", () => {
  test.each([
    ["supported_versions of no byte", extension(SUPPORTED_VERSIONS, Buffer.alloc(0))],
    ["supported_versions of one byte", extension(SUPPORTED_VERSIONS, Buffer.from([3]))],
    ["supported_versions without its length", uint(SUPPORTED_VERSIONS, 2)],
    ["supported_versions longer than it is", Buffer.from([0, SUPPORTED_VERSIONS, 0, 9, 3])],
  ])("%s", (_name, extensions) => {
    expect(read(record(22, hello(extensions)))).toEqual({ found: undefined, keys: 0 });
  });
});

test("a flight is read the same in whatever pieces and records", () => {
  for (const size of [1, 3, 100, 10_000])
    for (const each of [1, 7, 1000]) expect(read(joined(tls12, each), size).found).toEqual({ certificate });
});

test("it may come in 1,000 records, and no more", () => {
  const cut = (records: number) => {
    const content = tls12.length - 4 - (records - 2);
    const parts = [tls12.subarray(0, content), ...tls12.subarray(content, -4)].map((part) =>
      record(22, typeof part === "number" ? Buffer.from([part]) : part),
    );
    return Buffer.concat([...parts, record(22, tls12.subarray(-4))]);
  };
  expect(read(cut(5)).found).toEqual({ certificate });
  const empty = (count: number) => Buffer.concat(Array.from({ length: count }, () => record(22)));
  expect(read(Buffer.concat([empty(999), record(22, tls12)])).found).toEqual({ certificate });
  expect(read(Buffer.concat([empty(1000), record(22, tls12)])).found).toBe("unknown");
});

test("it may have 100 messages, and no more", () => {
  const others = (count: number) => Array.from({ length: count }, () => message(4));
  const found = (count: number) => read(record(22, ...others(count), tls12)).found;
  expect(found(98)).toEqual({ certificate });
  expect(found(98 + 100)).toBe("unknown");
});

test("keys are made once, however many records follow", () => {
  const thirteen = hello(
    Buffer.concat([
      extension(SUPPORTED_VERSIONS, uint(0x0304, 2)),
      extension(51, Buffer.concat([uint(29, 2), vector(2, Buffer.alloc(32))])),
    ]),
  );
  expect(read(Buffer.concat([record(22, thirteen), joined(tls12, 1)])).keys).toBe(1);
});

test("records of one byte each are read in a time that grows with them", () => {
  const big = message(11, vector(3, vector(3, Buffer.alloc(100_000))));
  const records = joined(big.subarray(0, 20_000), 1);
  const before = process.threadCpuUsage();
  read(records, 6);
  const { user, system } = process.threadCpuUsage(before);
  // Microseconds: 1.5 to 3 ms were seen, and 500 ms where all was read again with each record.
  expect(user + system).toBeLessThan(100_000);
});
