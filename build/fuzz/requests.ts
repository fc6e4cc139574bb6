/** Requests from the API description, and mutations of them. */

import fc from "fast-check";
import type { Document, Operation } from "./document.ts";

export interface Requested {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly content: string | Uint8Array | undefined;
}

/** Values that often break code without input checks. */
const AWKWARD = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "true",
  "[]",
  "constructor",
  "__proto__",
  "toString",
  "%",
  "%zz",
  "%00",
  "%ff%fe",
  "..",
  "../..",
  "\u0000",
  "\r\nX-Injected: 1",
  "é",
  "\ud800",
  "🦊",
  "a".repeat(9000),
  "::",
  "::ffff:1.2.3.4",
  "1.2.3.4/8",
  "0x7f.1",
  "256.256.256.256",
  "fe80::1%eth0",
  "http://[::1",
  "http://user:pass@127.0.0.1:1/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "http://a..b/",
  "http://xn--/",
  "http://127.0.0.1:99999/",
  "Mozilla/5.0 (",
  "(((((",
  "HTTP/1.1 200 OK",
  "HTTP/9.9 999",
  ": ",
  "Set-Cookie: =;;;",
  'Content-Security-Policy: script-src "',
  "Cache-Control: max-age=99999999999999999999",
  "Date: yesterday",
  "Strict-Transport-Security: max-age=",
  "Content-Type: text/html; charset",
  "Link: <",
  "Accept-CH: \u0001",
];

const fieldNames = [
  "Age",
  "Date",
  "ETag",
  "Vary",
  "Link",
  "Set-Cookie",
  "Cache-Control",
  "Content-Type",
  "Refresh",
];

/** Text similar to an example, different from it, or cut from it. */
function textNear(examples: readonly string[]): fc.Arbitrary<string> {
  const near = fc.constantFrom(...(examples.length > 0 ? examples : ["x"]), ...AWKWARD);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(examples.length > 0 ? examples : ["x"])) },
    { weight: 4, arbitrary: near },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(near, near, fc.nat(20)).map(([a, b, at]) => a.slice(0, at) + b + a.slice(at)),
    },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.ipV4(), fc.ipV6(), fc.webUrl(), fc.domain(), fc.double().map(String)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...fieldNames), fc.string({ unit: "grapheme-ascii", maxLength: 60 }))
        .map(([name, value]) => `${name}: ${value}`),
    },
  );
}

/** Percent-encoding of a part of the target: correct, raw where the parser allows it, or double. */
const encoded = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(9)).map(([value, how]) => {
    const whole = value.toWellFormed();
    if (how === 0) return encodeURIComponent(encodeURIComponent(whole));
    return how === 1 ? whole.replace(/[^\x21-\x7e]|[?#]/gu, encodeURIComponent) : encodeURIComponent(whole);
  });

/**
 * Maximum length of content. Above 64 MiB the platform answers a bare 413 before the service receives the
 * request.
 */
const LONGEST_CONTENT = 16_777_216;

/**
 * JSON of the described form, with some parts replaced, repeated, nested or removed. Only one array on a path
 * is repeated a thousand times: three nested ones took 800 MB.
 */
function jsonNear(example: unknown, repeated = 1000): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    textNear([]),
    fc.constantFrom<unknown>(null, -0, 1e308, 2 ** 53, [], {}, [[]], "x".repeat(100_000)),
    fc
      .integer({ min: 1, max: 70 })
      .map((depth) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) as unknown),
  );
  if (Array.isArray(example)) {
    const items = example.map((item) => jsonNear(item, 10));
    const item = fc.oneof(...items, other);
    return fc.oneof(
      fc.tuple(...items),
      fc.array(item, { maxLength: 12 }),
      fc.array(item, { minLength: repeated - 10, maxLength: repeated + 10 }),
      other,
    );
  }
  if (typeof example === "object" && example !== null) {
    const parts = Object.entries(example).map(([name, value]) => [name, jsonNear(value, repeated)] as const);
    const more = [
      "status",
      "url",
      "method",
      "requestHeaders",
      "receivedAt",
      "httpVersion",
      "har",
      "again",
      "loads",
      "framedBy",
      "ip",
      "hints",
      "__proto__",
      "constructor",
    ];
    const extra = fc.dictionary(fc.constantFrom(...more), other, { maxKeys: 4 });
    const changed = fc.tuple(fc.record(Object.fromEntries(parts), { requiredKeys: [] }), extra);
    return fc.oneof(
      { weight: 6, arbitrary: changed.map(([record, added]) => ({ ...added, ...record })) },
      { weight: 1, arbitrary: other },
    );
  }
  return typeof example === "string"
    ? fc.oneof(textNear([example]), other)
    : fc.oneof(fc.constant(example), other);
}

function contentNear(operation: Operation): fc.Arbitrary<string | Uint8Array | undefined> {
  const described = operation.requestBody?.content["application/json"];
  const bytes = fc.uint8Array({ maxLength: 200 });
  if (!described)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: bytes });
  const json = jsonNear(described.example).map((value) =>
    (JSON.stringify(value) ?? "").slice(0, LONGEST_CONTENT),
  );
  return fc.oneof(
    { weight: 10, arbitrary: json },
    { weight: 1, arbitrary: fc.tuple(json, fc.nat(200)).map(([text, at]) => text.slice(0, at)) },
    { weight: 1, arbitrary: bytes },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "{", "[".repeat(500_000), " ".repeat(1_100_000), '{"ips":'.repeat(1000)),
    },
  );
}

function targetNear(operation: Operation): fc.Arbitrary<string> {
  const parameters = operation.parameters ?? [];
  const parts = parameters.filter((parameter) => parameter.in === "path");
  const values = fc.tuple(...parts.map(({ example }) => encoded(textNear([String(example)]))));
  const known = parameters.filter((parameter) => parameter.in === "query");
  const names = [...known.map(({ name }) => name), "locale", "format", "q", "unknown", "__proto__"];
  const pair = fc.constantFrom(...names).chain((name) => {
    const { schema = {}, example } = known.find((parameter) => parameter.name === name) ?? {};
    const examples = [...(schema.enum ?? []), ...(example === undefined ? [] : [example])].map(String);
    return encoded(textNear(examples)).map((value) => `${name}=${value}`);
  });
  const search = fc.oneof(
    { weight: 3, arbitrary: fc.array(pair, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: encoded(textNear([])).map((value) => [value]) },
  );
  return fc.tuple(values, search, fc.boolean()).map(([given, query, slash]) => {
    const path = parts.reduce(
      (made, { name }, index) => made.replace(`{${name}}`, () => given[index] ?? ""),
      operation.path,
    );
    return `${path}${slash ? "/" : ""}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  });
}

const fieldsNear = fc.array(
  fc
    .oneof(
      fc.tuple(
        fc.constant("accept"),
        fc.constantFrom("*/*", "application/json", "text/html", "text/html;q=0", ",;,"),
      ),
      fc.tuple(fc.constant("accept-encoding"), fc.constantFrom("gzip", "identity", "gzip;q=0", "br", "*")),
      fc.tuple(
        fc.constant("content-type"),
        fc.constantFrom(
          "application/json",
          "application/ld+json",
          "text/plain",
          "application/x-www-form-urlencoded",
          "x",
          "application/json; charset=utf-16",
        ),
      ),
      fc.tuple(fc.constant("user-agent"), fc.string({ unit: "grapheme-ascii", maxLength: 80 })),
      fc.tuple(
        fc.constantFrom(
          "origin",
          "x-forwarded-for",
          "forwarded",
          "sec-ch-ua",
          "sec-ch-ua-platform",
          "range",
          "if-none-match",
          "expect",
          "x-request-id",
        ),
        fc.string({ unit: "grapheme-ascii", maxLength: 40 }),
      ),
    )
    .map(([name, value]): readonly [string, string] => [name, value.trim()]),
  { maxLength: 3 },
);

/** One request, usually with the described method, sometimes with another. */
export function requestNear({ operations }: Document): fc.Arbitrary<Requested> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 8, arbitrary: fc.constant(operation.method) },
          {
            weight: 1,
            arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST", "GET"),
          },
        ),
        target: targetNear(operation),
        fields: fieldsNear,
        content: contentNear(operation),
      })
      .map((requested): Requested => {
        const carries = !["GET", "HEAD"].includes(requested.method);
        const typed = requested.fields.some(([name]) => name === "content-type");
        return {
          ...requested,
          content: carries ? requested.content : undefined,
          // Adds the Content-Type that the API expects, unless a type was generated.
          fields:
            typed || !carries
              ? requested.fields
              : [...requested.fields, ["content-type", "application/json"]],
        };
      }),
  );
}

/** Bytes that look like requests, and bytes that do not. */
export function bytesNear(document: Document): fc.Arbitrary<Uint8Array> {
  const line = fc
    .tuple(
      fc.constantFrom("GET", "POST", "HEAD", "OPTIONS", "get", "", "PRI", "CONNECT", "\u0016\u0003"),
      fc.oneof(
        ...document.operations.map(targetNear),
        fc.constantFrom("*", "http://h/v1/ip", "//", "/%", "/#x", "/v1/ip?#"),
      ),
      fc.constantFrom("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/1.9", "", "HTTP/0.9"),
    )
    .map((parts) => parts.join(" "));
  const field = fc.oneof(
    fc.constantFrom(
      "Host: x",
      "Host:",
      "Host: [",
      "Content-Length: 5",
      "Content-Length: -1",
      "Content-Length: 99999999999999999999",
      "Transfer-Encoding: chunked",
      "Transfer-Encoding: gzip, chunked",
      "Connection: close",
      "Connection: upgrade",
      "Upgrade: h2c",
      "Expect: 100-continue",
      "Content-Type: application/json",
      " folded: 1",
      "no colon",
      "X: \u0000",
      `X: ${"a".repeat(20_000)}`,
    ),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  const tail = fc.constantFrom(
    "",
    "hello",
    "5\r\nhello\r\n0\r\n\r\n",
    "ffffffffffffffff\r\n",
    '{"ips":["8.8.8.8"]}',
    "0\r\n\r\n",
  );
  const request = fc
    .tuple(line, fc.array(field, { maxLength: 6 }), tail, fc.constantFrom("\r\n", "\n"))
    .map(([first, fields, rest, end]) => new TextEncoder().encode([first, ...fields, "", rest].join(end)));
  return fc.oneof(
    { weight: 9, arbitrary: request },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}
