/** Names that every object inherits (`constructor`, `toString`, `__proto__` …) are words like any other, everywhere. */

import { describe, expect, test } from "bun:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Elysia } from "elysia";
import { createSite } from "../../src/api/site.ts";
import { allFields } from "../../src/headers/fields/index.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { HttpReport } from "../../src/http/schema.ts";
import type { GeoDatabases } from "../../src/ip/lookup-source.ts";
import { ConfigError, loadConfig } from "../../src/settings/load.ts";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { UserAgentResult } from "../../src/useragent/schema.ts";
import { webRoutes } from "../../src/web/routes.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { testSettings } from "../../test/http/servers.ts";

const WORDS = Object.getOwnPropertyNames(Object.prototype);
const NOW = Date.parse("2026-11-20T10:00:00Z");

/** Fits its schema, and JSON loses nothing of it: a function or a symbol would be left out. */
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
    // A word that is no command is looked up as a user agent where it can be one.
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
