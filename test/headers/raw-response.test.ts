/** Input of verdicts: known facts, bytes as text, and the part of the message that fits the limits. */

import { expect, test } from "bun:test";
import { parseMessage, readFieldLines } from "../../src/headers/message.ts";
import { rawResponse, toBytes } from "../../src/headers/raw-response.ts";

test("all known facts are passed on, and nothing else", () => {
  const known = {
    status: 200,
    url: "https://a.example/x",
    method: "GET",
    requestHeaders: ["Accept: a", "Accept: b", "Origin: ü"],
    receivedAt: 5,
  };
  expect(
    rawResponse(parseMessage(["Age: 1", "Vary : ü"], known), { framedBy: ["https://b.example/"] }),
  ).toEqual({
    lines: [
      { name: "age", value: "1", index: 0 },
      { name: "vary", value: "\xc3\xbc", index: 1, spaceBeforeColon: true },
    ],
    status: 200,
    url: new URL("https://a.example/x"),
    method: "GET",
    request: [
      { name: "accept", value: "a", index: 0 },
      { name: "accept", value: "b", index: 0 },
      { name: "origin", value: "\xc3\xbc", index: 1 },
    ],
    receivedAt: 5,
    questions: { framedBy: ["https://b.example/"] },
  });
  expect(Object.keys(rawResponse(parseMessage([])))).toEqual(["lines"]);
});

test("bytes that are not UTF-8 are unchanged", () => {
  const lines = readFieldLines([{ text: "A: caf\xe9", octets: true }]);
  expect(rawResponse({ lines }).lines).toEqual([{ name: "a", value: "caf\xe9", index: 0 }]);
  expect([toBytes("a\x7f"), toBytes("\x80"), toBytes("€")]).toEqual(["a\x7f", "\xc2\x80", "\xe2\x82\xac"]);
});

test("values are checked up to 131,072 characters in total", () => {
  const judged = (...lengths: number[]) =>
    rawResponse(parseMessage(lengths.map((length) => `A: ${"x".repeat(length)}`))).lines.length;
  expect([judged(131_072), judged(131_073)]).toEqual([1, 0]);
  expect([judged(131_071, 1), judged(131_071, 2), judged(131_071, 2, 1)]).toEqual([2, 1, 1]);
});
