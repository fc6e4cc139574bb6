import { describe, expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { parseDictionary } from "../../../src/syntax/structured-fields.ts";
import { lookupUserAgent } from "../../../src/useragent/lookup.ts";
import { openNonces, signatureChecker, signedAnswer } from "../../../src/useragent/signature-checker.ts";
import {
  checkSignature,
  openDirectories,
  type SigningKey,
  signatureBase,
  signingKeys,
} from "../../../src/useragent/verify/web-bot-auth.ts";

/** Key of RFC 9421 appendix B.1.4. */
const RFC_KEY = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
const RFC_PRIVATE = { ...RFC_KEY, d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" };
/** Signature input of RFC 9421 appendix B.2.6. */
const RFC_INPUT =
  'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
const RFC_SIGNATURE =
  "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==";

const coveredBy = (input: string) => {
  const [member] = [...(parseDictionary(input).value?.values() ?? [])];
  if (member?.kind !== "inner-list") throw new Error(`no inner list: ${input}`);
  return member;
};

test("the signature of RFC 9421 appendix B.2.6 is valid and reproducible", async () => {
  const { createPrivateKey, verify } = await import("node:crypto");
  const request = {
    method: "POST",
    url: new URL("https://example.com/foo?param=Value&Pet=dog"),
    headers: new Headers({
      date: "Tue, 20 Apr 2021 02:07:55 GMT",
      "content-type": "application/json",
      "content-length": "18",
    }),
  };
  const base = signatureBase(request, coveredBy(RFC_INPUT)) ?? "";
  expect(base.split("\n")).toEqual([
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@method": POST',
    '"@path": /foo',
    '"@authority": example.com',
    '"content-type": application/json',
    '"content-length": 18',
    `"@signature-params": ${RFC_INPUT.slice("sig-b26=".length)}`,
  ]);
  const [{ key }] = signingKeys(JSON.stringify({ keys: [RFC_KEY] })) as [SigningKey];
  expect(verify(null, Buffer.from(base), key, Buffer.from(RFC_SIGNATURE, "base64"))).toBe(true);
  const own = sign(null, Buffer.from(base), createPrivateKey({ key: RFC_PRIVATE, format: "jwk" }));
  expect(own.toString("base64")).toBe(RFC_SIGNATURE);
});

test("a missing, repeated or unsupported component gives no base", () => {
  const request = {
    method: "GET",
    url: new URL("https://example.com/?q=1"),
    headers: new Headers({ a: "b=1" }),
  };
  for (const component of ['"date"', '"@status"', '"@path";req', '"a";key="c"', '"a";bs', '"A"', '"a" "a"'])
    expect([component, signatureBase(request, coveredBy(`s=(${component})`))]).toEqual([
      component,
      undefined,
    ]);
  expect(
    signatureBase(request, coveredBy('s=("a";key="b" "@query" "@target-uri" "@scheme" "@request-target")')),
  ).toBe(
    '"a";key="b": 1\n"@query": ?q=1\n"@target-uri": https://example.com/?q=1\n"@scheme": https\n"@request-target": /?q=1\n"@signature-params": ("a";key="b" "@query" "@target-uri" "@scheme" "@request-target")',
  );
});

const NOW = 1_800_000_000;
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const jwk = publicKey.export({ format: "jwk" });
const [published] = signingKeys(JSON.stringify({ keys: [jwk] })) as [SigningKey];

interface Signed {
  readonly agent?: string;
  readonly components?: string;
  readonly parameters?: string;
  readonly key?: KeyObject;
  readonly string?: string;
  /** URL of the request, if changed after signing. */
  readonly url?: string;
}

function signed({
  agent = '"https://bot.example"',
  components = '"@authority" "signature-agent"',
  parameters = `created=${NOW};expires=${NOW + 300};keyid="${published.thumbprint}";tag="web-bot-auth"`,
  key = privateKey,
  string = "ExampleBot/1.0 (+https://bot.example/about)",
  url = "https://netlens.example/v1/useragent?verify=true",
}: Signed): Request {
  const headers = new Headers({ "user-agent": string, "signature-agent": agent });
  const input = `(${components});${parameters}`;
  const original = {
    method: "GET",
    url: new URL("https://netlens.example/v1/useragent?verify=true"),
    headers,
  };
  const base = signatureBase(original, coveredBy(`sig1=${input}`)) ?? "";
  headers.set("signature-input", `sig1=${input}`);
  headers.set("signature", `sig1=:${sign(null, Buffer.from(base), key).toString("base64")}:`);
  return new Request(url, { headers });
}

const check = (request: Request, keys: readonly SigningKey[] | undefined = [published]) =>
  checkSignature(
    { method: request.method, url: new URL(request.url), headers: request.headers },
    { directories: async () => keys, now: () => NOW * 1000, seen: () => false },
  );

const terms = (created: number, expires: number, rest = "") =>
  `created=${NOW + created};expires=${NOW + expires}${rest};keyid="${published.thumbprint}";tag="web-bot-auth"`;

describe("the signature of a request", () => {
  test.each<[string, Signed]>([
    ["a string in Signature-Agent", {}],
    ["a member of its label", { agent: 'sig1="https://bot.example"' }],
    [
      "the member alone",
      {
        agent: 'sig1="https://bot.example";type=directory',
        components: '"@authority" "signature-agent";key="sig1"',
      },
    ],
    ["the whole URL", { components: '"@target-uri" "@method" "@path" "signature-agent"' }],
    ["the skew of clocks", { parameters: terms(60, 300) }],
    ["a day", { parameters: terms(0, 86_400) }],
    ["the named algorithm", { parameters: terms(0, 9, ';alg="ed25519"') }],
  ])("is valid: %s", async (_, request) => {
    expect(await check(signed(request))).toEqual({ outcome: "signature", host: "bot.example" });
  });

  test.each<[string, Signed]>([
    ["another host", { url: "https://other.example/v1/useragent?verify=true" }],
    ["another's key", { key: generateKeyPairSync("ed25519").privateKey }],
    [
      "a key that is not there",
      { parameters: `created=${NOW};expires=${NOW + 9};keyid="k";tag="web-bot-auth"` },
    ],
    ["from the future", { parameters: terms(61, 300) }],
    ["expired", { parameters: terms(-300, 0) }],
    ["longer than a day", { parameters: terms(-1, 86_400) }],
    ["ends before it begins", { parameters: terms(50, 40) }],
    ["no times", { parameters: `keyid="${published.thumbprint}";tag="web-bot-auth"` }],
    ["another algorithm", { parameters: terms(0, 9, ';alg="hmac-sha256"') }],
    ["covers no host", { components: '"@method" "signature-agent"' }],
    ["covers no agent", { components: '"@authority"' }],
    [
      "covers another's agent",
      {
        agent: 'sig1="https://bot.example", b="https://other.example"',
        components: '"@authority" "signature-agent";key="b"',
      },
    ],
  ])("is invalid: %s", async (_, request) => {
    expect(await check(signed(request))).toEqual({ outcome: "failed", host: "bot.example" });
  });

  test.each<[string, Signed]>([
    ["another purpose", { parameters: terms(0, 9).replace("web-bot-auth", "other") }],
    ["plain HTTP", { agent: '"http://bot.example"' }],
    ["a port", { agent: '"https://bot.example:8443"' }],
    ["an address", { agent: '"https://127.0.0.1"' }],
    ["a name without a dot", { agent: '"https://localhost"' }],
    ["a token", { agent: "bot" }],
    ["another label", { agent: 'x="https://bot.example"' }],
  ])("is ignored: %s", async (_, request) => {
    expect(await check(signed(request))).toBeUndefined();
  });

  test("is undefined without its headers", async () => {
    expect(await check(new Request("https://netlens.example/"))).toBeUndefined();
  });

  test("is unknown without the keys, and invalid before and after a key's lifetime", async () => {
    expect(
      await checkSignature(
        {
          method: "GET",
          url: new URL("https://netlens.example/v1/useragent?verify=true"),
          headers: signed({}).headers,
        },
        { directories: async () => undefined, now: () => NOW * 1000, seen: () => false },
      ),
    ).toMatchObject({ outcome: "unknown" });
    expect(await check(signed({}), [{ ...published, until: NOW }])).toMatchObject({ outcome: "failed" });
    expect(await check(signed({}), [{ ...published, until: NOW + 1 }])).toMatchObject({
      outcome: "signature",
    });
    expect(await check(signed({}), [{ ...published, from: NOW + 61 }])).toMatchObject({ outcome: "failed" });
    expect(await check(signed({}), [{ ...published, from: NOW + 60 }])).toMatchObject({
      outcome: "signature",
    });
  });
});

describe("a nonce", () => {
  test("is accepted once, until its signature expires", () => {
    let now = NOW * 1000;
    const seen = openNonces(() => now);
    expect([seen("a", NOW + 10), seen("b", NOW + 10), seen("a", NOW + 10)]).toEqual([false, false, true]);
    now += 10_000;
    expect(seen("a", NOW + 20)).toBe(false);
  });

  test("is used up by a valid signature, not by an invalid one", async () => {
    const checker = signatureChecker({
      fetchPage: async () => JSON.stringify({ keys: [jwk] }),
      clock: () => 0,
      now: () => NOW * 1000,
    });
    const parameters = terms(0, 60, ';nonce="n1"');
    const answer = lookupUserAgent("ExampleBot/1.0 (+https://bot.example/about)");
    const forged = signed({ parameters, key: generateKeyPairSync("ed25519").privateKey });
    expect(await checker(forged, answer)).toBe("failed");
    expect(await checker(signed({ parameters }), answer)).toMatchObject({ bot: { verified: "signature" } });
    expect(await checker(signed({ parameters }), answer)).toBe("failed");
  });
});

describe("the robot's identity", () => {
  const answerOf = (agent: string, host: string, outcome: "signature" | "failed" | "unknown" = "signature") =>
    signedAnswer(lookupUserAgent(agent), { outcome, host });
  const GOOGLE =
    "Mozilla/5.0 (compatible; Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent)";
  const CHROME =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

  test("the operator's own host proves it", () => {
    expect(answerOf(GOOGLE, "agent.bot.goog")).toMatchObject({
      bot: { name: "Google-Agent", verified: "signature" },
    });
    expect(answerOf(GOOGLE, "agent.bot.goog", "failed")).toBe("failed");
    expect(answerOf(GOOGLE, "agent.bot.goog", "unknown")).toBeUndefined();
  });

  test("another host proves nothing about a listed bot, whatever page its string has", () => {
    expect(answerOf(GOOGLE, "evil.example")).toBeUndefined();
    expect(answerOf("Googlebot/2.1 (+https://evil.example/)", "evil.example")).toBeUndefined();
    expect(answerOf("GPTBot/1.2 (+https://evil.example/)", "evil.example", "failed")).toBeUndefined();
  });

  test("an unlisted bot has the site in its string", () => {
    expect(answerOf("SomethingNewBot/1 (+https://www.bot.example/)", "bot.example")).toMatchObject({
      bot: { verified: "signature" },
    });
    expect(answerOf("SomethingNewBot/1 (+https://bot.example/)", "other.example")).toBeUndefined();
  });

  test("an agent with a browser's string is identified by its signature", () => {
    expect(answerOf(CHROME, "chatgpt.com")).toMatchObject({
      device: { type: "bot", vendor: "OpenAI", name: "ChatGPT Agent", formFactor: "desktop" },
      bot: { name: "ChatGPT Agent", category: "ai-assistant", operator: "OpenAI", verified: "signature" },
    });
    expect(answerOf(CHROME, "chatgpt.com", "failed")).toBeUndefined();
    expect(answerOf(CHROME, "bot.example")).toBeUndefined();
  });
});

describe("a key directory", () => {
  test("has Ed25519 keys by their thumbprint, and nothing else", () => {
    // Example of a thumbprint in RFC 8037 appendix A.3.
    const x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    const keys = [
      { kty: "OKP", crv: "Ed25519", x },
      { kty: "RSA" },
      null,
      { kty: "OKP", crv: "Ed25519", x: "?" },
    ];
    expect(signingKeys(JSON.stringify({ keys }))?.map(({ thumbprint }) => thumbprint)).toEqual([
      "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    ]);
    expect([signingKeys("{"), signingKeys("null"), signingKeys('{"keys": 1}')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const many = JSON.stringify({ keys: Array(40).fill(keys[0]) });
    expect(signingKeys(many)).toHaveLength(32);
  });

  test("is downloaded once an hour, and after a minute if it is unavailable", async () => {
    let now = 0;
    let text: string | undefined;
    const asked: string[] = [];
    const directories = openDirectories({
      fetchPage: async (host, path) => {
        asked.push(host + path);
        return text;
      },
      ...{ keep: 3_600_000, retry: 60_000, most: 2, clock: () => now },
    });
    expect(await directories("a.example")).toBeUndefined();
    now = 59_999;
    expect(await directories("a.example")).toBeUndefined();
    expect(asked).toEqual(["a.example/.well-known/http-message-signatures-directory"]);
    now = 60_000;
    text = JSON.stringify({ keys: [jwk] });
    expect(await directories("a.example")).toHaveLength(1);
    now += 3_599_999;
    await directories("a.example");
    expect(asked).toHaveLength(2);
    now++;
    await directories("a.example");
    expect(asked).toHaveLength(3);
    for (const host of ["b.example", "c.example", "a.example"]) await directories(host);
    expect(asked).toHaveLength(6);
  });
});
