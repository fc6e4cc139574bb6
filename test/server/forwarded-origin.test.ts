import { describe, expect, test } from "bun:test";
import { forwardedOrigin } from "../../src/server/pipeline/client-address.ts";

describe("the origin requested by a proxy's client", () => {
  const cases: readonly (readonly [fields: Record<string, string>, origin: object])[] = [
    [{}, {}],
    [{ "x-forwarded-proto": "https" }, { scheme: "https" }],
    [
      { "x-forwarded-proto": "HTTPS", "x-forwarded-host": "Tools.Example:8443" },
      { scheme: "https", host: "tools.example:8443" },
    ],
    [{ "x-forwarded-host": "[2001:db8::1]:80" }, { host: "[2001:db8::1]:80" }],
    // Only the last entry is from the trusted proxy; the client may have written the others.
    [
      { "x-forwarded-proto": "http, https", "x-forwarded-host": "evil.example, tools.example" },
      { scheme: "https", host: "tools.example" },
    ],
    [
      {
        forwarded: "for=192.0.2.1;proto=http;host=evil.example, for=10.0.0.1;proto=https;host=tools.example",
      },
      { scheme: "https", host: "tools.example" },
    ],
    [
      { forwarded: 'for="[2001:db8::1]";Proto=https;Host="tools.example:81"' },
      { scheme: "https", host: "tools.example:81" },
    ],
    [
      { forwarded: "proto=https", "x-forwarded-proto": "http", "x-forwarded-host": "a.example" },
      { scheme: "https", host: "a.example" },
    ],
    [{ "x-forwarded-proto": "javascript", "x-forwarded-host": "a.example/b" }, {}],
    [{ "x-forwarded-host": 'a"><script>' }, {}],
    [{ "x-forwarded-host": "user@a.example" }, {}],
    [{ "x-forwarded-host": "a.example:123456" }, {}],
    [{ "x-forwarded-host": "a.example:65536" }, {}],
    [{ "x-forwarded-host": "" }, {}],
  ];
  for (const [fields, origin] of cases)
    test(JSON.stringify(fields), () => expect(forwardedOrigin(new Headers(fields))).toEqual(origin));
});
