import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import { loadFromText } from "../../src/http/settings.ts";
import { answersOf } from "../../src/view/report/questions.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function verdicts(body: object) {
  return decodeHeaders({ status: 200, url: "https://www.example.com/", ...body }, NOW).steps[0]?.verdicts;
}

test("again: would a cache serve the next request", () => {
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

test("loads: the text of inline code, and an unknown result", () => {
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
    "depends on script-src, which uses another digest algorithm",
  ]);
  expect(() => verdicts({ headers, loads: [{ as: "script", inline: "element", text: 1 }] })).toThrow("text");
});

test("loads: a text without more is a script or style element", () => {
  const digest = new Bun.CryptoHasher("sha256").update("a { b: c }").digest("base64");
  const headers = [`Content-Security-Policy: style-src 'sha256-${digest}'`];
  const loads = ["style text=a { b: c }", "style text=a{b:c}", "style inline=attribute text=a { b: c }"];
  const found = verdicts({ headers, loads: loads.map(loadFromText) })?.policy?.loads;
  expect(found?.map(({ inline, allowed }) => [inline, allowed])).toEqual([
    ["element", true],
    ["element", false],
    ["attribute", false],
  ]);
});

describe("loads: requirements of an embedder policy", () => {
  const COEP = "Cross-Origin-Embedder-Policy";
  const CORP = "Cross-Origin-Resource-Policy";
  const needsOf = (policy: string, as: string, url: string, engine?: "firefox" | "webkit") => {
    const known = verdicts({ headers: [`${COEP}: ${policy}`], loads: [{ as, url }] });
    return (engine ? known?.[engine]?.policy : known?.policy)?.loads?.[0]?.needs as unknown;
  };
  const cases: readonly (readonly [policy: string, as: string, url: string, needs: unknown])[] = [
    ["require-corp", "image", "https://b.example/a", { lines: [`${CORP}: cross-origin`], orCors: true }],
    ["require-corp", "script", "https://cdn.example.com/a", { lines: [`${CORP}: same-site`], orCors: true }],
    ["require-corp", "image", "/a", undefined],
    ["require-corp", "image", "data:,", undefined],
    ["require-corp", "font", "https://b.example/a", undefined],
    ["require-corp", "connect", "https://b.example/a", undefined],
    ["require-corp", "frame", "/a", { lines: [`${COEP}: require-corp`] }],
    ["require-corp", "worker", "/a", { lines: [`${COEP}: require-corp`] }],
    [
      "require-corp",
      "frame",
      "https://b.example/a",
      { lines: [`${COEP}: require-corp`, `${CORP}: cross-origin`] },
    ],
    ["credentialless", "image", "https://b.example/a", { lines: [], withoutCredentials: true }],
    [
      "credentialless",
      "frame",
      "https://b.example/a",
      { lines: [`${COEP}: credentialless`, `${CORP}: cross-origin`] },
    ],
    ["REQUIRE-CORP", "image", "https://b.example/a", undefined],
  ];
  for (const [policy, as, url, needs] of cases)
    test(`${policy}: ${as} ${url}`, () => expect(needsOf(policy, as, url)).toEqual(needs));

  test("an IP address is not a site to Chromium, and WebKit does not support credentialless", () => {
    const known = verdicts({
      url: "https://192.0.2.1/",
      headers: [`${COEP}: require-corp`],
      loads: [{ as: "image", url: "https://192.0.2.1:8443/a" }],
    });
    expect(known?.policy?.loads?.[0]?.needs?.lines).toEqual([`${CORP}: cross-origin`]);
    expect(known?.firefox?.policy?.loads?.[0]?.needs?.lines).toEqual([`${CORP}: same-site`]);
    expect(needsOf("credentialless", "image", "https://b.example/a", "webkit")).toBeUndefined();
  });
});

test("framedBy: may these pages frame it", () => {
  const framedBy = ["https://www.example.com/a", "https://other.example/"];
  const framing = verdicts({ headers: ["X-Frame-Options: SAMEORIGIN"], framedBy })?.framing;
  expect(framing?.framedBy).toEqual([
    { url: "https://www.example.com/a", allowed: true },
    { url: "https://other.example/", allowed: false },
  ]);
});

test("an invalid question is reported with its part", () => {
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

test("a load needs a URL or inline code", () => {
  expect(() => verdicts({ headers: [], loads: [{ as: "script" }] })).toThrow("loads[0] is not complete");
});

test("results as text", () => {
  const headers = ["Content-Security-Policy: script-src 'self'; frame-ancestors https://a.example"];
  const loads = [
    { as: "script", url: "/a.js" },
    { as: "script", url: "https://cdn.example/a.js" },
    { as: "style", inline: "element" },
  ];
  const reported = answersOf({ verdicts: verdicts({ headers, loads, framedBy: ["https://b.example/"] }) });
  expect(reported.map(({ about, answer }) => `${about}: ${answer}`)).toEqual([
    "script /a.js: allowed by script-src",
    "script https://cdn.example/a.js: blocked by script-src",
    "style inline element: allowed",
    "framed by https://b.example/: blocked by content-security-policy",
  ]);
});

test("a result has other browsers and the embedder policy", () => {
  const headers = [
    "Content-Security-Policy: object-src 'none'; frame-src 'none'",
    "Cross-Origin-Embedder-Policy: require-corp",
  ];
  const loads = [
    { as: "image", url: "https://b.example/" },
    { as: "object", url: "/a" },
    { as: "frame", url: "/a" },
  ];
  const [image, , frame] = answersOf({ verdicts: verdicts({ headers, loads }) });
  expect(image?.answer).toBe(
    "allowed, but Cross-Origin-Embedder-Policy requires its response to have Cross-Origin-Resource-Policy: cross-origin, or to be requested with CORS",
  );
  expect(frame?.answer).toBe("blocked by frame-src");
  const framed = { headers: ["Content-Security-Policy: frame-src 'none'"], loads };
  expect(answersOf({ verdicts: verdicts(framed) })[1]?.answer).toBe(
    "blocked by frame-src; in Firefox: allowed; in Safari: allowed",
  );
});

test("a load as text", () => {
  expect(loadFromText("script https://a.example/ nonce=n1 parser=false")).toEqual({
    as: "script",
    url: "https://a.example/",
    nonce: "n1",
    parser: false,
  });
  expect(loadFromText(" style  inline=element ")).toEqual({ as: "style", inline: "element" });
  expect(loadFromText("script nonce=n1 text=a( 1 ); text=2")).toEqual({
    as: "script",
    nonce: "n1",
    text: "a( 1 ); text=2",
  });
});

test("the maximum number of questions", () => {
  const loads = Array.from({ length: 100 }, () => ({ as: "script", url: "/a.js" }));
  expect(verdicts({ headers: [], loads })?.policy?.loads).toHaveLength(100);
  expect(() => verdicts({ headers: [], loads: [...loads, loads[0]] })).toThrow(
    "loads has more than 100 members.",
  );
  expect(verdicts({ headers: [], loads: null, framedBy: null, again: null })?.policy?.loads).toBeUndefined();
});

test("each part of a load and of a next request is accepted, or named in an error", () => {
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
