/**
 * Names that every object inherits (`constructor`, `toString`, `__proto__` …) are treated as ordinary words.
 */

import { describe, expect, test } from "bun:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Elysia } from "elysia";
import { runSync } from "../../src/api/cooperative.ts";
import { createSite } from "../../src/api/site.ts";
import { allFields } from "../../src/headers/fields/index.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { HttpReport } from "../../src/http/schema.ts";
import { type NetworkList, publishedNetworks, readList } from "../../src/ip/connection/network-lists.ts";
import type { GeoDatabases } from "../../src/ip/mmdb/lookup-source.ts";
import { readDomain, readRegistration } from "../../src/ip/rdap.ts";
import { explainingHar } from "../../src/jobs/har/read.ts";
import { readImportMap } from "../../src/jobs/page/read/script-text.ts";
import { readModules } from "../../src/jobs/probe/modules.ts";
import { readJsonMap } from "../../src/jobs/redirects/map/json.ts";
import { ConfigError, loadConfig } from "../../src/settings/load.ts";
import { type Address, parseAddress } from "../../src/syntax/ip-address.ts";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { networksIn } from "../../src/useragent/ranges.ts";
import { UserAgentResult } from "../../src/useragent/schema.ts";
import { signingKeys } from "../../src/useragent/verify/web-bot-auth.ts";
import { webRoutes } from "../../src/web/routes.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { testSettings } from "../../test/http/servers.ts";

const WORDS = Object.getOwnPropertyNames(Object.prototype);
const NOW = Date.parse("2026-11-20T10:00:00Z");

/**
 * Returns a check that a value matches the schema and survives JSON: functions and symbols would be dropped.
 */
function expectWhole(schema: TSchema): (value: unknown) => void {
  const check = TypeCompiler.Compile(schema);
  return (value) => {
    expect(check.Errors(value).First()).toBeUndefined();
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  };
}

const wholeReport = expectWhole(HttpReport);
const wholeAgent = expectWhole(Type.Union([UserAgentResult]));

const FORMS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `"${word}"`,
  (word) => `${word}=1`,
  (word) => `a=${word}`,
  (word) => `a; ${word}=1`,
  (word) => `a; ${word}`,
  (word) => `a="b"; a=${word}`,
  (word) => `a/${word}; charset=${word}`,
  (word) => `${word}/1.0 (${word})`,
  (word) => `${word} ${word}, ${word}`,
  (word) => `{"${word}": 1, "max_age": 1, "endpoints": [{"${word}": "${word}"}]}`,
  (word) => `</>; rel=${word}; as=${word}; ${word}=1`,
  (word) => `Self=${word}; Root=${word}; Sampled=${word}`,
  (word) => `1; ${word}; mode=${word}; ${word}`,
];

describe("in a header section", () => {
  const named = allFields().map(({ name }) => name);
  for (const word of WORDS)
    test(`value, directive, attribute, parameter: ${word}`, () => {
      for (const form of FORMS) {
        const headers = named.map((name) => `${name}: ${form(word)}`);
        wholeReport(decodeHeaders({ headers, status: 200, requestHeaders: [`Accept: ${word}`] }, NOW));
      }
    });
  test("field name, of request and response", () => {
    for (const word of WORDS) {
      const headers = [`${word}: ${word}`, word, `X-${word}: 1`];
      wholeReport(decodeHeaders({ headers, requestHeaders: [`${word}: 1`] }, NOW));
    }
  });
  test("member of the request's JSON", () => {
    for (const word of WORDS)
      wholeReport(decodeHeaders(JSON.parse(`{"headers": ["A: 1"], "${word}": 1}`), NOW));
  });
});

test("in a user agent: product token, comment, hint, brand, platform, form factor, model", () => {
  for (const word of WORDS) {
    const agents = [
      word,
      `${word}/1.0`,
      `Mozilla/5.0 (${word}; ${word} 1; rv:1) ${word}/1.0 ${word}`,
      `Mozilla/5.0 (Linux; Android 14; ${word} Build/${word}) AppleWebKit/537.36 Chrome/120.0.0.0 ${word}/2`,
      `Mozilla/5.0 (SMART-TV; ${word}; ${word}) Model/${word}-1 HbbTV/1.2.1 (;${word};${word};1;${word};)`,
    ];
    const hints = readClientHints({
      "sec-ch-ua": `"${word}";v="1"`,
      "sec-ch-ua-full-version-list": `"${word}";v="1.2"`,
      "sec-ch-ua-platform": `"${word}"`,
      "sec-ch-ua-platform-version": `"${word}"`,
      "sec-ch-ua-model": `"${word}"`,
      "sec-ch-ua-form-factors": `"${word}"`,
      "x-requested-with": word,
    });
    for (const agent of agents) {
      wholeAgent(lookupUserAgent(agent));
      wholeAgent(lookupUserAgent(agent, hints));
    }
  }
});

test("in the settings: a TOML key is refused, a value too", () => {
  for (const word of WORDS) {
    const file = { path: "netlens.toml", text: `${JSON.stringify(word)} = "1"` };
    expect(() => loadConfig({}, {}, file)).toThrow(ConfigError);
    for (const name of ["log-level", "http-timeout", "max-request-body"])
      expect(() => loadConfig({ [name]: word }, {})).toThrow(ConfigError);
  }
});

test("on the command line", async () => {
  for (const word of WORDS) {
    // A word that is not a command may be looked up as a user agent.
    expect([0, 2]).toContain((await cli([word])).code);
    const wrong = [
      ["completion", word],
      ["http", `--${word}`, "a.example"],
      ["headers", "--ignore", word],
      ["http", "--as", word, "a.example"],
    ];
    for (const args of wrong) expect((await cli(args)).code).toBe(2);
  }
});

describe("a key of a document is an ordinary key", () => {
  /** Documents as JSON with the key NEW added to each object, and in place of each key. */
  function withKey(value: unknown): string[] {
    if (typeof value !== "object" || value === null) return [];
    const whole = (parts: readonly string[]) => (Array.isArray(value) ? `[${parts}]` : `{${parts}}`);
    const members = Object.entries(value).map(([name, member]) => ({
      before: Array.isArray(value) ? "" : `${JSON.stringify(name)}:`,
      member,
      text: JSON.stringify(member),
    }));
    const written = members.map(({ before, text }) => before + text);
    return [
      ...(Array.isArray(value)
        ? []
        : ['{"x":1}', '"x"', "[1]", "null"].map((more) => whole([...written, `"NEW":${more}`]))),
      ...members.flatMap(({ before, member, text }, index) => [
        ...(before === "" ? [] : [whole(written.with(index, `"NEW":${text}`))]),
        ...withKey(member).map((inner) => whole(written.with(index, before + inner))),
      ]),
    ];
  }
  const header = (name: string) => (text: string) =>
    decodeHeaders({ headers: [`${name}: ${text}`], status: 200, url: "https://a.example/" }, NOW);
  const token = (text: string) => `Bearer ${btoa('{"alg":"RS256"}')}.${btoa(text).replaceAll("=", "")}.x`;
  const list = (form: string) =>
    publishedNetworks().find(({ read, find }) => !find && read.name === form) ?? publishedNetworks()[0];
  const headers = [{ name: "A", value: "1" }];
  const entry = {
    startedDateTime: "2026-11-20T10:00:00Z",
    time: 1,
    request: { method: "GET", url: "https://a.example/", httpVersion: "h2", headers },
    response: { status: 200, statusText: "", httpVersion: "h2", headers, content: { mimeType: "text/html" } },
    timings: { send: 1, wait: 1, receive: 1 },
  };
  const person = [
    "vcard",
    [
      ["fn", {}, "text", "A"],
      ["email", { type: "work" }, "text", "a@a.example"],
    ],
  ];
  const http = {
    valid_status_codes: [200],
    headers: { "X-A": "1" },
    tls_config: { ca_file: "a" },
    fail_if_header_matches: [{ header: "a", regexp: "b" }],
  };
  const readers: Readonly<Record<string, readonly [sample: unknown, read: (text: string) => unknown]>> = {
    "a request": [
      {
        headers: ["A: 1"],
        status: 200,
        url: "https://a.example/",
        again: { after: 1 },
        loads: [{ as: "script", url: "https://a.example/" }],
      },
      (text) => decodeHeaders(JSON.parse(text), NOW),
    ],
    "a HAR log": [
      { log: { version: "1.2", entries: [entry] } },
      (text) => runSync(explainingHar(JSON.parse(text), NOW)),
    ],
    "an import map": [
      { imports: { a: "/a.js", "b/": "/b/" }, scopes: { "/c/": { a: "/d.js" } } },
      (text) => [...readImportMap(text, new URL("https://a.example/"))],
    ],
    "a registration": [
      {
        startAddress: "8.8.8.0",
        endAddress: "8.8.8.255",
        name: "A",
        entities: [
          { roles: ["registrant"], vcardArray: person, entities: [{ roles: ["abuse"], vcardArray: person }] },
        ],
      },
      (text) => readRegistration(JSON.parse(text), parseAddress("8.8.8.8") as Address),
    ],
    "a registration of a domain": [
      {
        ldhName: "a.example",
        events: [{ eventAction: "expiration", eventDate: "2099-01-01" }],
        status: ["active"],
        entities: [{ roles: ["registrar"], vcardArray: person }],
      },
      (text) => readDomain(JSON.parse(text), "a.example"),
    ],
    "published ranges": [
      { creationTime: "x", prefixes: [{ ipv4Prefix: "66.249.64.0/27" }], part: ["66.249.64.0/27"] },
      (text) => [networksIn(text), networksIn(text, "part")],
    ],
    "ranges of AWS": [
      {
        createDate: "2026-01-01-00-00-00",
        prefixes: [{ ip_prefix: "3.5.140.0/22", region: "a", service: "EC2" }],
        ipv6_prefixes: [],
      },
      (text) => readList(list("aws") as NetworkList, text),
    ],
    "keys of a robot": [
      {
        keys: [
          { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", nbf: 1, exp: 2 },
        ],
      },
      (text) => signingKeys(text)?.map(({ thumbprint, from, until }) => ({ thumbprint, from, until })),
    ],
    "a map of redirects": [
      { redirects: [{ source: "/a", destination: "/b", permanent: true }] },
      readJsonMap,
    ],
    "a map by names": [{ "/a": "/b", c: "/d" }, readJsonMap],
    "modules of a probe": [
      { modules: { one: { prober: "http", timeout: "5s", http } } },
      (text) => [...readModules(text, "blackbox.yml")].map(([name, { read }]) => [name, read()]),
    ],
    ...Object.fromEntries(
      ["Report-To", "NEL", "Expect-CT", "Reporting-Endpoints", "Permissions-Policy"].map(
        (name) =>
          [
            name,
            [
              { group: "a", max_age: 1, endpoints: [{ url: "https://a.example/", priority: 1 }] },
              header(name),
            ],
          ] as const,
      ),
    ),
    "a token": [
      { iss: "https://a.example/", sub: "a", exp: 1, aud: ["b"], address: { country: "x" } },
      (text) => decodeHeaders({ headers: ["A: 1"], requestHeaders: [`Authorization: ${token(text)}`] }, NOW),
    ],
    "client hints": [
      { "Sec-CH-UA-Platform": '"macOS"', platform: "macOS", brands: [{ brand: "A", version: "1" }] },
      (text) => readClientHints(JSON.parse(text)),
    ],
  };
  /** Result of a reader for a text, or the message of its error. */
  function outcome(read: (text: string) => unknown, text: string): string {
    try {
      return JSON.stringify(read(text)) ?? "undefined";
    } catch (error) {
      expect(error, text).not.toBeInstanceOf(TypeError);
      expect(error, text).not.toBeInstanceOf(RangeError);
      return String(error);
    }
  }
  // Replaces the word, in any case, and numbers, which depend on its length.
  const alike = (text: string, word: string) =>
    text.replaceAll(new RegExp(word, "gi"), "WORD").replaceAll(/\d+/g, "9");
  test.each(Object.entries(readers))("in %s", (_, [sample, read]) => {
    expect(() => read(JSON.stringify(sample))).not.toThrow();
    for (const text of withKey(sample))
      for (const word of WORDS) {
        // A key of the same length, with letters replaced.
        const other = word.replaceAll(/[a-z]/gi, "q");
        const [found, expected] = [word, other].map((key) =>
          alike(outcome(read, text.replaceAll("NEW", key)), key).replaceAll(
            /eyJ[\w.-]*|[A-Za-z\d_-]{43}/g,
            "B64",
          ),
        );
        expect(found, text.replaceAll("NEW", word)).toBe(expected ?? "");
      }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(WORDS);
  });
});

test("in a query parameter, a language and a path of the pages", async () => {
  const none: GeoDatabases = { places: { 4: [], 6: [] }, asns: { 4: [], 6: [] } };
  const app = new Elysia().use(
    webRoutes({
      site: createSite("1"),
      ip: { geo: () => none, caller: () => undefined },
      http: { settings: { ...testSettings, allow: [] } },
    }),
  );
  for (const word of WORDS)
    for (const path of [
      `/?${word}=${word}`,
      `/?url=http://127.0.0.1/&${word}=1&method=${word}&version=${word}`,
      `/?q=${word}`,
      `/?ip=10.0.0.1&locale=${word}`,
      `/?useragent=${word}`,
      `/problems?${word}=1`,
    ]) {
      const response = await app.handle(
        new Request(`http://localhost${path}`, { headers: { accept: "text/html" } }),
      );
      expect(response.status, path).toBeLessThan(500);
      expect(await response.text(), path).not.toContain("native code");
    }
});
