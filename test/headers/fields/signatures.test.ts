/**
 * Signature components: those covered by a response's signature, and those that Accept-Signature requests.
 */

import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { problemsOf } from "../explained.ts";

const NOW = Date.UTC(2026, 10, 20, 10);
const DIGEST = "Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:";
const ABSENT = "error signature-component-absent";
const MISPLACED = "error signature-component-misplaced";

function ids(lines: readonly string[], requestHeaders?: readonly string[]): string[] {
  const message = parseMessage(lines, { status: 200, ...(requestHeaders && { requestHeaders }) });
  return explainMessage(message, NOW)
    .headers.flatMap(problemsOf)
    .filter((text) => text.includes("signature"));
}

const covering = (components: string, parameters = "created=1") => [
  DIGEST,
  `Signature-Input: a=(${components});${parameters}`,
  "Signature: a=:AAAA:",
];

test.each([
  ['"@status" "content-digest"', []],
  ['"@status" "@authority";req', []],
  ['"@status" "@authority"', [MISPLACED]],
  ['"@path" "@query-param";name="a"', [MISPLACED, MISPLACED]],
  ['"content-digest" "content-digest";req', [ABSENT]],
  ['"date"', [ABSENT]],
  ['"expires";tr', []],
])("a signature of a response that covers %s: %j", (components, expected) => {
  expect(ids(covering(components), ["Host: a.example"])).toEqual(expected);
});

test("request components are not checked without the request", () => {
  expect(ids(covering('"content-digest";req'))).toEqual([]);
});

test.each([
  ["created=5;expires=5", ["error signature-never-valid"]],
  ["created=5;expires=6", []],
  ['alg="ed25519"', []],
  ['alg="md5"', ["warning signature-algorithm-unknown"]],
])("a signature with %s: %j", (parameters, expected) => {
  expect(ids(covering('"@status"', parameters))).toEqual(expected);
});

test.each([
  ['("@method" "@target-uri");created;keyid="k"', []],
  ['("content-type");created=1', ["warning accept-signature-parameter"]],
  ['("@status")', ["error accept-signature-component"]],
  ['("@method";req)', ["error accept-signature-component"]],
  ['("Date" "@foo")', ["error accept-signature-component", "error accept-signature-component"]],
])("Accept-Signature: a=%s has the problems %j", (value, expected) => {
  expect(ids([`Accept-Signature: a=${value}`])).toEqual(expected);
});
