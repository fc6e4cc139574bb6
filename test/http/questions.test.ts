import { expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import { loadFromText } from "../../src/http/questions.ts";
import { answersOf } from "../../src/view/questions.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function verdicts(body: object) {
  return decodeHeaders({ status: 200, url: "https://www.example.com/", ...body }, NOW).steps[0]?.verdicts;
}

test("again: would a cache answer the next request", () => {
  const headers = ["Cache-Control: max-age=60", "Vary: Accept"];
  const asked = { headers, requestHeaders: ["Accept: a"] };
  const answer = (again: object) => verdicts({ ...asked, again })?.caching?.shared.again;
  expect(answer({ after: 59, requestHeaders: ["Accept: a"] })).toBe("from-cache");
  expect(answer({ after: 60, requestHeaders: ["Accept: a"] })).toBe("from-origin");
  expect(answer({ after: 1, requestHeaders: ["Accept: b"] })).toBe("from-origin");
  expect(answer({ after: 1, method: "post" })).toBe("from-origin");
});

test("loads: would the policy let it load", () => {
  const headers = ["Content-Security-Policy: script-src 'self' 'nonce-n1'"];
  const loads = [
    { as: "script", url: "/a.js" },
    { as: "script", url: "https://cdn.example/a.js" },
    { as: "script", inline: "element", nonce: "n1" },
    { as: "script", inline: "element" },
  ];
  const answers = verdicts({ headers, loads })?.policy?.loads?.map(({ allowed }) => allowed);
  expect(answers).toEqual([true, false, true, false]);
});

test("loads: the text of inline code, and an answer that is open", () => {
  const digest = new Bun.CryptoHasher("sha384").update("go()").digest("base64");
  const headers = [`Content-Security-Policy: script-src 'sha384-${digest}'`];
  const loads = [
    { as: "script", inline: "element", text: "go()" },
    { as: "script", inline: "element", hash: "sha256-AAAA" },
  ];
  const found = verdicts({ headers, loads });
  expect(found?.policy?.loads?.map(({ allowed }) => allowed)).toEqual([true, undefined]);
  expect(answersOf({ verdicts: found }).map(({ answer }) => answer)).toEqual([
    "allowed by script-src",
    "depends on script-src, which has digests by another algorithm",
  ]);
  expect(() => verdicts({ headers, loads: [{ as: "script", inline: "element", text: 1 }] })).toThrow("text");
});

test("framedBy: may these pages frame it", () => {
  const framedBy = ["https://www.example.com/a", "https://other.example/"];
  const framing = verdicts({ headers: ["X-Frame-Options: SAMEORIGIN"], framedBy })?.framing;
  expect(framing?.framedBy).toEqual([
    { url: "https://www.example.com/a", allowed: true },
    { url: "https://other.example/", allowed: false },
  ]);
});

test("a question that cannot be read names its part", () => {
  for (const [body, part] of [
    [{ again: 5 }, "again is not an object"],
    [{ again: { after: -1 } }, "again.after is not a number of seconds"],
    [{ again: { after: 1, method: "a b" } }, "again.method"],
    [{ again: { after: 1, requestHeaders: [1] } }, "again.requestHeaders[0]"],
    [{ loads: {} }, "loads is not an array"],
    [{ loads: [{ url: "/" }] }, "loads[0].as is not one of"],
    [{ loads: [{ as: "scripts", url: "/" }] }, "loads[0].as is not one of"],
    [{ loads: [{ as: "script", inline: "x" }] }, "loads[0].inline is not one of"],
    [{ loads: [{ as: "script", url: "/", parser: 1 }] }, "loads[0].parser is not true or false"],
    [{ framedBy: ["/a"] }, "framedBy[0] is not an absolute URL"],
    [{ framedBy: Array.from({ length: 101 }, () => "https://a.example/") }, "framedBy has more than 100"],
  ] as const)
    expect(() => verdicts({ headers: [], ...body })).toThrow(part);
});

test("a load needs something to load", () => {
  expect(() => verdicts({ headers: [], loads: [{ as: "script" }] })).toThrow("loads[0] is not complete");
});

test("answers are told in words", () => {
  const headers = ["Content-Security-Policy: script-src 'self'; frame-ancestors https://a.example"];
  const loads = [
    { as: "script", url: "/a.js" },
    { as: "script", url: "https://cdn.example/a.js" },
    { as: "style", inline: "element" },
  ];
  const told = answersOf({ verdicts: verdicts({ headers, loads, framedBy: ["https://b.example/"] }) });
  expect(told.map(({ about, answer }) => `${about}: ${answer}`)).toEqual([
    "script /a.js: allowed by script-src",
    "script https://cdn.example/a.js: blocked by script-src",
    "style inline element: allowed",
    "framed by https://b.example/: blocked by content-security-policy",
  ]);
});

test("a load as people write it", () => {
  expect(loadFromText("script https://a.example/ nonce=n1 parser=false")).toEqual({
    as: "script",
    url: "https://a.example/",
    nonce: "n1",
    parser: false,
  });
  expect(loadFromText(" style  inline=element ")).toEqual({ as: "style", inline: "element" });
});

test("as many questions as are answered", () => {
  const loads = Array.from({ length: 100 }, () => ({ as: "script", url: "/a.js" }));
  expect(verdicts({ headers: [], loads })?.policy?.loads).toHaveLength(100);
  expect(() => verdicts({ headers: [], loads: [...loads, loads[0]] })).toThrow(
    "loads has more than 100 members.",
  );
  expect(verdicts({ headers: [], loads: null, framedBy: null, again: null })?.policy?.loads).toBeUndefined();
});

test("each part of a load and of a next request is taken, or named", () => {
  const headers = [
    "Content-Security-Policy: script-src 'nonce-n' 'strict-dynamic'",
    "Cache-Control: max-age=60",
    "Vary: X-A",
  ];
  const allowed = (load: object) =>
    verdicts({ headers, loads: [{ as: "script", url: "/a.js", ...load }] })?.policy?.loads?.[0]?.allowed;
  expect([
    allowed({}),
    allowed({ nonce: "n" }),
    allowed({ parser: false }),
    allowed({ parser: true }),
  ]).toEqual([false, true, true, false]);
  const again = (line: string) =>
    verdicts({ headers, requestHeaders: ["X-A: 1"], again: { after: 0, requestHeaders: [line] } })?.caching
      ?.shared.again;
  expect([again("X-A: 1"), again(" x-a :1 "), again("X-A"), again("X-A: 2")]).toEqual([
    "from-cache",
    "from-cache",
    "from-origin",
    "from-origin",
  ]);
  for (const [body, message] of [
    [{ loads: [5] }, "loads[0] is not an object."],
    [{ loads: [{ as: "script", url: 5 }] }, "loads[0].url is not a string."],
    [{ loads: [{ as: "script", url: "/", nonce: 5 }] }, "loads[0].nonce is not a string."],
    [{ loads: [{ as: "script", url: "/", hash: 5 }] }, "loads[0].hash is not a string."],
    [{ loads: [{ as: 5, url: "/" }] }, "loads[0].as is not a string."],
    [{ framedBy: [5] }, "framedBy[0] is not an absolute URL."],
    [{ framedBy: {} }, "framedBy is not an array."],
    [{ again: { after: "1" } }, "again.after is not a number of seconds."],
  ] as const)
    expect(() => verdicts({ headers: [], ...body })).toThrow(message);
});
