import { describe, expect, test } from "bun:test";
import { ModuleError, readModules, regexpOf } from "../../../src/jobs/probe/modules.ts";

const modulesOf = (text: string, file: string) =>
  new Map<string, object>([...readModules(text, file)].map(([name, { module }]) => [name, module]));

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
    const modules = readModules("modules:\n  a: {prober: dns, dns: {x: 1}}\n  b: {prober: http}\n", "a.yml");
    expect([...modules].map(([name, { module }]) => [name, module])).toEqual([
      ["a", { otherProber: "dns" }],
      ["b", {}],
    ]);
  });
  test.each([
    ["a.yml", "modules:\n  x:\n    prober: htp", "a.yml: x: prober: expected 'http'"],
    [
      "a.yml",
      "modules:\n  x:\n    prober: http\n    http:\n      oauth2: {}",
      "a.yml: x: http.oauth2 is not supported",
    ],
    ["a.yml", "x: 1", "a.yml: has no modules"],
    ["a.yml", "modules: [", "a.yml: not valid YAML: "],
    ["a.toml", "x = 1", "a.toml: has no [probe.NAME] tables"],
    ["a.toml", "[probe.x]\ntimeout = '5'", 'a.toml:2:1: x: timeout: expected a duration such as 5s, not "5"'],
    [
      "a.toml",
      "[probe.x]\ntimeout = '0s'",
      'a.toml:2:1: x: timeout: expected a duration such as 5s, not "0s"',
    ],
    [
      "a.toml",
      "[probe.x]\nvalid_status_codes = [99]",
      "a.toml:2:23: x: valid_status_codes.0: expected integer to be greater or equal to 100",
    ],
    [
      "a.toml",
      "[probe.x]\nfail_if_body_matches_regexp = ['(']",
      "a.toml:2:32: x: Invalid regular expression",
    ],
    ["a.toml", "[probe.x]\nconnectto = ['x']", "a.toml:2:1: x: connectto is not supported"],
    ["a.toml", "[probe.x]\npublic_only = 1", "a.toml:2:1: x: public_only is not supported"],
    ["a.toml", "[probe.x]\nhttp_version = '4'", "a.toml:2:1: x: http_version: expected auto, 1.1, 2, 3"],
    ["a.toml", "[probe.x]\nresolve = 'x'", "a.toml:2:1: x: resolve: expected array"],
    ["a.toml", "[probe]\nx = 1", "a.toml:2:1: x: module: expected object"],
  ])("%s %j is refused", (file, text, message) => {
    expect(() => readModules(text, file)).toThrow(ModuleError);
    expect(() => readModules(text, file)).toThrow(message);
  });
  test("Go's flags at the start of a regular expression", () =>
    expect(regexpOf("(?is)A.b").test("a\nB")).toBe(true));
});
