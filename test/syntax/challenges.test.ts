import { expect, test } from "bun:test";
import { parseChallenges } from "../../src/syntax/challenges.ts";

type Expected = [scheme: string, parameters: Record<string, string>, token68: string | undefined];

const valid: readonly (readonly [string, Expected[]])[] = [
  ['Basic realm="x"', [["basic", { realm: "x" }, undefined]]],
  ["Negotiate", [["negotiate", {}, undefined]]],
  [
    "Negotiate YII=, NTLM",
    [
      ["negotiate", {}, "YII="],
      ["ntlm", {}, undefined],
    ],
  ],
  [
    'Digest realm="a, b", qop="auth", nonce=abc, Bearer error="invalid_token", Basic realm=""',
    [
      ["digest", { realm: "a, b", qop: "auth", nonce: "abc" }, undefined],
      ["bearer", { error: "invalid_token" }, undefined],
      ["basic", { realm: "" }, undefined],
    ],
  ],
  [
    String.raw`Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple"`,
    [
      ["newauth", { realm: "apps", type: "1", title: 'Login to "apps"' }, undefined],
      ["basic", { realm: "simple" }, undefined],
    ],
  ],
  ["", []],
];

test.each(valid)("%p", (value, expected) => {
  const { challenges, flaws } = parseChallenges(value);
  expect(flaws).toEqual([]);
  const read = challenges.map(({ scheme, parameters, token68 }) => [
    scheme,
    Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.value])),
    token68,
  ]);
  expect(read).toEqual(expected);
});

test.each([
  ["Basic realm=", [["parameter-missing-value", 6, "realm"]]],
  ["Basic realm=a b", [["parameter-bad-value", 12, "a b"]]],
  ['Digest realm="a" nonce="b"', [["parameter-missing-comma", 7, "realm"]]],
  ['Basic realm = "a"', [["parameter-space-around-equals", 6, "realm"]]],
  ['Basic realm="a", Realm="b"', [["parameter-repeated", 17, "Realm"]]],
  ["Bearer scope=a/b", [["parameter-bad-value", 13, "a/b"]]],
  ['Basic realm="a', [["quote-unclosed", 12, '"a']]],
  ['realm="a"', [["challenge-bad-scheme", 0, 'realm="a"']]],
  ['Basic "a"', [["challenge-bad-scheme", 6, '"a"']]],
  ["(x), Basic", [["challenge-bad-scheme", 0, "(x)"]]],
  [
    "Basic,, NTLM,",
    [
      ["empty-member", 6, ""],
      ["empty-member", 13, ""],
    ],
  ],
])("%p", (value, flaws) => {
  expect(parseChallenges(value).flaws.map(({ id, at, text }) => [id, at, text])).toEqual(flaws);
});

test("two schemes in one line may use the same parameter name", () => {
  expect(parseChallenges("A realm=x, B realm=x").flaws).toEqual([]);
});

test.each([
  ["Bearer error_description=No such user", ["No such user"]],
  ["Basic realm=My Site, Digest realm=b", ["My Site"]],
  ["Basic realm=a Digest realm=b", []],
  ["Basic realm=a", []],
])("a text without quotes is one value: %s", (value, expected) => {
  const bad = parseChallenges(value).flaws.filter(({ id }) => id === "parameter-bad-value");
  expect(bad.map(({ text }) => text)).toEqual(expected);
});
