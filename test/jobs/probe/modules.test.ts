import { describe, expect, test } from "bun:test";
import { ModuleError, readModules, regexpOf } from "../../../src/jobs/probe/modules.ts";

const modulesOf = (text: string, file: string) =>
  new Map<string, object>([...readModules(text, file)].map(([name, { read }]) => [name, read()]));

describe("modules", () => {
  test("are tables in TOML", () => {
    const text = `listen = "x"
[probe.shop]
timeout = "1m30s"
valid_status_codes = [200, 204]
headers = { Accept = "text/html" }
fail_if_header_not_matches = [{ header = "Content-Type", regexp = "^text/html", allow_missing = true }]
[probe.other]
method = "HEAD"
`;
    expect(modulesOf(text, "netlens.toml")).toEqual(
      new Map([
        [
          "shop",
          {
            timeoutMs: 90_000,
            valid_status_codes: [200, 204],
            headers: { Accept: "text/html" },
            fail_if_header_not_matches: [
              { header: "Content-Type", regexp: "^text/html", allow_missing: true },
            ],
          },
        ],
        ["other", { method: "HEAD" }],
      ]),
    );
  });
  test("are read from a blackbox.yml", () => {
    const text = `modules:
  http_2xx:
    prober: http
    timeout: 500ms
    http:
      valid_http_versions: ["HTTP/1.1", "HTTP/2.0"]
      preferred_ip_protocol: "ip4"
      tls_config:
        insecure_skip_verify: true
  http_post_2xx:
    prober: http
`;
    expect(modulesOf(text, "blackbox.yml")).toEqual(
      new Map<string, object>([
        [
          "http_2xx",
          {
            timeoutMs: 500,
            valid_http_versions: ["HTTP/1.1", "HTTP/2.0"],
            preferred_ip_protocol: "ip4",
            tls_config: { insecure_skip_verify: true },
          },
        ],
        ["http_post_2xx", {}],
      ]),
    );
  });
  test("a module of another prober loads with its name", () => {
    const text = "modules:\n  a: {prober: dns, dns: {x: 1}}\n  b: {prober: http}\n  c: {prober: future}\n";
    expect([...modulesOf(text, "a.yml")]).toEqual([
      ["a", { otherProber: "dns" }],
      ["b", {}],
      ["c", { otherProber: "future" }],
    ]);
  });
  test.each([
    ["a.yml", "x: 1", "a.yml: has no modules"],
    ["a.yml", "modules: [", "a.yml:1:11: not valid YAML: "],
    ["a.yml", "modules:\n  x: {prober: http, http: *a}", "a.yml:2:27: not valid YAML: no anchor &a"],
    ["a.yml", "modules:\n  x: {}\n", "a.yml:2:3: x: prober is missing"],
    ["a.toml", "x = 1", "a.toml: has no [probe.NAME] tables"],
    ["a.toml", "[probe.x]\ntimeout = '5'", 'a.toml:2:1: x: timeout: expected a duration such as 5s, not "5"'],
    ["a.toml", "[probe.x]\ntimeout = ''", 'a.toml:2:1: x: timeout: expected a duration such as 5s, not ""'],
    [
      "a.toml",
      "[probe.x]\nvalid_status_codes = [99]",
      "a.toml:2:23: x: valid_status_codes.0: expected integer to be greater or equal to 100",
    ],
    [
      "a.toml",
      "[probe.x]\nfail_if_body_matches_regexp = ['(']",
      "a.toml:2:32: x: error parsing regexp: missing closing )",
    ],
    ["a.toml", "[probe.x]\nconnectto = ['x']", "a.toml:2:1: x: connectto is not supported"],
    ["a.toml", "[probe.x]\npublic_only = 1", "a.toml:2:1: x: public_only is not supported"],
    ["a.toml", "[probe.x]\nhttp_version = '4'", "a.toml:2:1: x: http_version: expected auto, 1.1, 2, 3"],
    ["a.toml", "[probe.x]\nresolve = 'x'", "a.toml:2:1: x: resolve: expected array"],
    ["a.toml", "[probe]\nx = 1", "a.toml:2:1: x: module: expected object"],
  ])("%s %j is refused", (file, text, message) => {
    expect(() => modulesOf(text, file)).toThrow(ModuleError);
    expect(() => modulesOf(text, file)).toThrow(message);
  });

  test.each([
    ["oauth2: { client_id: a }", "5:7: x: oauth2 is not supported"],
    ["http_headers: { A: { values: [b] } }", "5:7: x: http_headers is not supported"],
    ["fail_if_body_json_matches_cel: body.a", "5:7: x: fail_if_body_json_matches_cel is not supported"],
    ["tls_config:\n        ca_ref: a", "6:9: x: tls_config.ca_ref is not supported"],
    ["valid_status_codes: [200, x]", "5:33: x: valid_status_codes.1: expected integer"],
    ["valid_status_codes: 200", "5:7: x: valid_status_codes: expected array"],
    ['follow_redirects: "no"', "5:7: x: follow_redirects: expected boolean"],
    ["compression: lzma", "5:7: x: compression: expected identity, gzip, deflate, br"],
    ["body_size_limit: 10", '5:7: x: body_size_limit: expected a size such as 10MB, not "10"'],
    ["tls_config: { min_version: TLS9 }", "5:21: x: tls_config.min_version: expected TLS10, TLS11"],
    ["fail_if_header_matches: [{ header: A }]", "5:32: x: fail_if_header_matches.0.regexp: expected"],
    ["bearer_token: a\n      basic_auth: { username: a }", "5:7: x: bearer_token: choose one of basic_auth,"],
    ["body: a\n      body_file: b", "6:7: x: body_file: choose one of body, body_file"],
    [
      "basic_auth: { password: a, password_file: b }",
      "5:34: x: basic_auth.password_file: choose one of password, password_file",
    ],
    ["fail_if_body_matches_regexp: [a, '(?=a)']", "5:40: x: error parsing regexp: invalid or unsupported"],
  ])("in YAML: %s", (members, message) => {
    const text = `modules:\n  x:\n    prober: http\n    http:\n      ${members}\n`;
    expect(() => modulesOf(text, "a.yml")).toThrow(`a.yml:${message}`);
  });
});

describe("YAML", () => {
  const read = (members: string, before = "") =>
    modulesOf(`${before}modules:\n  x:\n    prober: http\n    http:\n${members}\n`, "a.yml").get("x") ?? {};
  test.each([
    ["", {}],
    [
      "      headers: { A: 1.10, B: yes, C: 0755, D: 2024-01-01, E: ~, F:, on: null }",
      {
        headers: { A: "1.10", B: "yes", C: "0755", D: "2024-01-01", E: "", F: "", on: "" },
      },
    ],
    [
      "      follow_redirects: no\n      fail_if_ssl: on\n      fail_if_not_ssl:",
      {
        follow_redirects: false,
        fail_if_ssl: true,
      },
    ],
    ["      valid_status_codes: [200, 0x12C]", { valid_status_codes: [200, 300] }],
    ["      method: &m GET\n      body: *m", { method: "GET", body: "GET" }],
    ["      body: |-\n        a\n        b", { body: "a\nb" }],
    ["      body_size_limit: 1.5KiB", { bodyLimit: 1536 }],
    ["      body_size_limit: 10MB", { bodyLimit: 10_485_760 }],
    ["      body_size_limit: 0", {}],
    ["      compression: ''", { compression: "" }],
    ["---\nmodules: [", {}],
  ])("%j", (members, module) => expect(read(members)).toEqual(module));
  test("merge keys", () =>
    expect(read("      <<: *b\n      method: PUT", "x-base: &b { method: GET, body: a }\n")).toEqual({
      method: "PUT",
      body: "a",
    }));
  test.each([
    ["1h", 3_600_000],
    ["1.5s", 1500],
    ["1m30s", 90_000],
    ["10us", 0.01],
    ["0s", undefined],
    ["0", undefined],
  ])("timeout: %s", (timeout, timeoutMs) =>
    expect(modulesOf(`modules:\n  x: { prober: http, timeout: ${timeout} }`, "a.yml").get("x")).toEqual(
      timeoutMs === undefined ? {} : { timeoutMs },
    ),
  );
});

/** Expressions with a text that they match and one that they do not, judged by regexp of Go 1.19. */
test.each([
  ["\\Aok\\z", "ok", "ok\n"],
  ["(?m)^b$", "a\nb", "ab"],
  ["^b$", "b", "a\nb"],
  ["[[:alpha:]]", "a", "1é"],
  ["[[:^digit:]]", "a", "1"],
  ["\\Qa.b\\E", "a.b", "aXb"],
  ["^\\p{Greek}+$", "αΩ", "a"],
  ["\\pN", "1", "a"],
  ["\\P{Lu}", "a", "A"],
  ["(?P<x>ok)", "ok", "no"],
  ["a(?i:OK)b", "aoKb", "AOKB"],
  ["(?i)ſ", "S", "ß"],
  ["(?i)k", "\u212a", "c"],
  ["(?U)a+?b", "aab", "a"],
  ["(?is)A.b", "a\nB", "ab"],
  [".", "a", "\n"],
  ["\\bж", "zж", "ж"],
  ["\\s", "\f", "\u00a0\v"],
  ["\\w", "_", "é"],
  ["\\d", "7", "٣"],
  ["\\x{263a}", "☺", "x"],
  ["\\07", "\u0007", "7"],
  ["a{,2}", "a{,2}", "aa"],
  ["[]a]", "]", "b"],
  ["[^\\x00-\\x7F]", "é", "e"],
  ["^.$", "😀", "ab"],
])("%s matches %j, not %j", (expression, text, other) => {
  expect(regexpOf(expression).test(text)).toBe(true);
  expect(regexpOf(expression).test(other)).toBe(false);
});

test.each([
  ...[
    "(?=a)",
    "(?!a)",
    "(?<=a)b",
    "(a)\\1",
    "(?>a)",
    "a*+",
    "\\Z",
    "\\C",
    "\\u0041",
    "\\cA",
    "\\h",
    "a{1001}",
  ],
  ...["[z-a]", "\\p{Foo}", "\\é", "[[:foo:]]", "(?x)a", "(?#a)", "((a{100}){10}){10}"],
])("%s is refused, as in Go", (expression) =>
  expect(() => regexpOf(expression)).toThrow("error parsing regexp"),
);
