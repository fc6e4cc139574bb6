import { describe, expect, test } from "bun:test";
import help from "../../data/option-help.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import { ConfigError, loadConfig } from "../../src/settings/load.ts";
import { environmentName, helpOf, needsRestart, optionNames, options } from "../../src/settings/options.ts";
import { settingOf, settingsFrom } from "../../src/settings/settings.ts";
import { parseNetwork } from "../../src/syntax/ip-address.ts";

const file = (text: string) => ({ path: "netlens.toml", text });

describe("precedence", () => {
  test("flag over environment over file over default", () => {
    const toml = file('http-timeout = "1s"\nhttp-max-redirects = 3\nlog-level = "warn"\n');
    const env = { NETLENS_HTTP_TIMEOUT: "2s", NETLENS_HTTP_MAX_REDIRECTS: "4" };
    const { settings, sources } = loadConfig({ "http-timeout": "3s" }, env, toml);
    expect(settings.http.timeout).toBe(3000);
    expect(settings.http.maxRedirects).toBe(4);
    expect(settings.log.level).toBe("warn");
    expect(sources["http-timeout"].source).toBe("flag");
    expect(sources["http-max-redirects"].source).toBe("environment");
    expect(sources["log-level"].source).toBe("file");
    expect(sources.listen).toEqual({ text: "127.0.0.1:8080", source: "default" });
  });
  test("an explicit flag applies even if it equals the default", () => {
    const { settings, sources } = loadConfig({ "http-timeout": "15s" }, { NETLENS_HTTP_TIMEOUT: "2s" });
    expect(settings.http.timeout).toBe(15_000);
    expect(sources["http-timeout"].source).toBe("flag");
  });
  test("an empty environment variable is unset", () => {
    expect(loadConfig({}, { NETLENS_LISTEN: "" }).sources.listen.source).toBe("default");
  });
  test("lists may be arrays in the file", () => {
    const { settings } = loadConfig({}, {}, file('cors = ["https://a.example", "https://b.example"]'));
    expect(settings.api.cors).toEqual(["https://a.example", "https://b.example"]);
  });
});

describe("an invalid value is reported with the option and its source", () => {
  const cases: readonly (readonly [
    flags: Record<string, string>,
    env: Record<string, string>,
    toml: string,
    part: string,
  ])[] = [
    [{ "http-timeout": "soon" }, {}, "", "--http-timeout"],
    [{ listen: "nowhere" }, {}, "", "--listen"],
    [{ listen: "a:99999" }, {}, "", "--listen"],
    [{ listen: "unix:" }, {}, "", "--listen"],
    [{ "http-allow": "10.0.0.0/33" }, {}, "", "10.0.0.0/33"],
    [{ "http-ports": "80,0" }, {}, "", "--http-ports"],
    [{ "http-ports": "90-80" }, {}, "", "90-80"],
    [{ cors: "example.com" }, {}, "", "example.com"],
    [{ "rate-limit": "0/1m" }, {}, "", "--rate-limit"],
    [{ dns: "dns.example" }, {}, "", "--dns"],
    [{ "http-proxy": "127.0.0.1:3128" }, {}, "", "--http-proxy"],
    [{ "http-proxy": "ftp://127.0.0.1" }, {}, "", "--http-proxy"],
    [{ "http-proxy": "http://127.0.0.1/x" }, {}, "", "--http-proxy"],
    [{}, { NETLENS_HTTP_MAX_LOOKUPS: "9999" }, "", "NETLENS_HTTP_MAX_LOOKUPS"],
    [{}, {}, 'log-format = "xml"', "log-format in netlens.toml"],
    [{}, {}, 'lisen = "x"', 'unknown option "lisen"'],
    [{}, {}, "[table]\nx = 1", 'unknown option "table"'],
    [{}, {}, "not toml", "not valid TOML"],
    ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
      (key) => [{}, {}, `${key} = 1`, `unknown option "${key}"`] as const,
    ),
    [{ "http-timeout": "25d" }, {}, "", "--http-timeout"],
    [{ "http-timeout": "2147483648ms" }, {}, "", "2147483648ms"],
    [{ "rate-limit": "1/25d" }, {}, "", "--rate-limit"],
    [{ "max-request-body": "0" }, {}, "", "--max-request-body"],
    [{ "trusted-proxies": "unix,nginx" }, {}, "", "nginx"],
    [{ "base-url": "tools.example" }, {}, "", "--base-url"],
    [{ "base-url": "ftp://tools.example/" }, {}, "", "--base-url"],
    [{ "base-url": "https://tools.example/?a" }, {}, "", "--base-url"],
    [{ "base-url": "https://tools.example/#" }, {}, "", "--base-url"],
    [{ "base-url": "https://me@tools.example/" }, {}, "", "--base-url"],
    [{ "client-address-header": "X Real IP" }, {}, "", "--client-address-header"],
    [{ "client-address-header": "" }, {}, "", "--client-address-header"],
    [{ shared: "127.0.0.1:6379" }, {}, "", "--shared"],
    [{ shared: "http://a.example/" }, {}, "", "--shared"],
  ];
  for (const [flags, env, toml, part] of cases)
    test(part, () => {
      const load = () => loadConfig(flags, env, toml ? file(toml) : undefined);
      expect(load).toThrow(ConfigError);
      expect(load).toThrow(part);
    });
});

describe("values", () => {
  const cases = [
    ["listen", ":0", { kind: "tcp", host: "0.0.0.0", port: 0 }],
    ["listen", "[::1]:80", { kind: "tcp", host: "::1", port: 80 }],
    ["listen", "unix:/run/a.sock", { kind: "unix", path: "/run/a.sock" }],
    ["http-timeout", "1.5s", 1500],
    ["http-timeout", "250ms", 250],
    ["http-timeout", "2147483647ms", 2147483647],
    ["max-request-body", "1", 1],
    ["client-address-header", "X-Real-IP", "x-real-ip"],
    ["http-max-head", "64KiB", 65_536],
    ["http-max-head", "1MB", 1_000_000],
    [
      "http-ports",
      "80,8000-8010",
      [
        { from: 80, to: 80 },
        { from: 8000, to: 8010 },
      ],
    ],
    ["rate-limit", "60/1m", { requests: 60, window: 60_000 }],
    ["rate-limit", "off", undefined],
    ["http-cache", "off", 0],
    ["drain", "off", 0],
    ["drain", "1ms", 1],
    ["dns", "127.0.0.1:5353", { host: "127.0.0.1", port: 5353 }],
    ["dns", "[::1]", { host: "::1", port: 53 }],
    ["dns", "9.9.9.9", { host: "9.9.9.9", port: 53 }],
    ["dns", "", undefined],
    ["http-proxy", "", ""],
    ["http-proxy", "http://u:p@127.0.0.1:3128/", "http://u:p@127.0.0.1:3128/"],
    ["http-proxy", "socks5h://[::1]", "socks5h://[::1]"],
    ["cors", "*", ["*"]],
    ["base-url", "", ""],
    ["base-url", "https://Tools.Example", "https://tools.example"],
    ["base-url", "http://tools.example:81/a/b//", "http://tools.example:81/a/b"],
    ["frame-ancestors", "", []],
    ["frame-ancestors", "https://a.example,https://b.example", ["https://a.example", "https://b.example"]],
    ["http-allow", "10.0.0.1, 2001:db8::1", [parseNetwork("10.0.0.1/32"), parseNetwork("2001:db8::1/128")]],
    ["trusted-proxies", "unix,10.0.0.0/8", { networks: [parseNetwork("10.0.0.0/8")], unix: true }],
    ["trusted-proxies", "10.0.0.0/8", { networks: [parseNetwork("10.0.0.0/8")], unix: false }],
    ["geo-city", "a.mmdb,b.mmdb", ["a.mmdb", "b.mmdb"]],
  ] as const;
  for (const [name, text, expected] of cases)
    test(`${name} ${text}`, () =>
      expect<unknown>(settingOf(loadConfig({ [name]: text }, {}).settings, name)).toEqual(expected));
});

describe("each unit", () => {
  test.each([
    ["1ms", 1],
    ["1s", 1000],
    ["1m", 60_000],
    ["1h", 3_600_000],
    ["1d", 86_400_000],
  ])("of time: %s", (text, ms) =>
    expect(loadConfig({ "http-timeout": text }, {}).settings.http.timeout).toBe(ms),
  );

  test.each([
    ["1", 1],
    ["1B", 1],
    ["1KB", 1000],
    ["1MB", 1_000_000],
    ["1GB", 1_000_000_000],
    ["1KiB", 1024],
    ["1MiB", 1_048_576],
    ["1GiB", 1_073_741_824],
  ])("of size: %s", (text, bytes) =>
    expect(loadConfig({ "max-request-body": text }, {}).settings.server.maxRequestBody).toBe(bytes),
  );
});

describe("limits of numbers", () => {
  test.each([
    ["http-max-redirects", 0, 50],
    ["http-max-informational", 0, 100],
    ["http-max-lookups", 1, 200],
    ["http-max-queue", 0, 10_000],
    ["workers", 1, 256],
    ["max-connections", 1, 1_000_000],
    ["max-connections-per-address", 1, 1_000_000],
  ] as const)("%s from %d to %d", (name, least, most) => {
    for (const good of [least, most])
      expect(settingOf(loadConfig({ [name]: String(good) }, {}).settings, name)).toBe(good);
    for (const bad of [least - 1, most + 1])
      expect(() => loadConfig({ [name]: String(bad) }, {})).toThrow(name);
  });

  test.each([
    ["listen", ":65535", ":65536"],
    ["dns", "[::1]:65535", "[::1]:65536"],
    ["http-ports", "1", "0"],
    ["http-ports", "65535", "65536"],
    ["http-ports", "80-80", "80-79"],
    ["http-timeout", "1ms", "0ms"],
    ["http-max-head", "1", "0"],
    ["http-max-decoded", "1", "0"],
    ["http-cache-size", "1", "0"],
    ["max-request-body", "1", "0"],
    ["rate-limit", "1/1s", "0/1s"],
    ["rate-limit", "999999999/1s", "1000000000/1s"],
  ])("%s accepts %s, but not %s", (name, good, bad) => {
    expect(() => loadConfig({ [name]: good }, {})).not.toThrow();
    expect(() => loadConfig({ [name]: bad }, {})).toThrow(name);
  });

  test("a size that may be 0 has no minimum in its message", () => {
    expect(loadConfig({ "http-max-body": "0" }, {}).settings.http.maxBodyBytes).toBe(0);
    expect(() => loadConfig({ "http-max-body": "x" }, {})).toThrow(/1MB, not "x"/);
    expect(() => loadConfig({ "http-max-head": "x" }, {})).toThrow(/1MB, at least 1, not "x"/);
  });
});

test("every default is valid, and every name is kebab-case", () => {
  expect(() => loadConfig({}, {})).not.toThrow();
  for (const name of optionNames) {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(helpOf(name).length).toBeGreaterThan(5);
  }
  expect(rowsIn(help).map(([name]) => name)).toEqual([...optionNames]);
  expect(environmentName("http-max-redirects")).toBe("NETLENS_HTTP_MAX_REDIRECTS");
});

describe("places in the settings object", () => {
  test("each option has its own, and its value is found there", () => {
    const settings = settingsFrom((name) => name) as unknown as Record<string, Record<string, string>>;
    for (const name of optionNames) {
      expect(options[name].at).toMatch(/^[a-z]+\.[a-z]+(?:[A-Z][a-z]+)*$/);
      const [group = "", key = ""] = options[name].at.split(".");
      expect(settings[group]?.[key]).toBe(name);
    }
  });
});

test("only options that are opened or counted at the start need a restart", () => {
  expect(optionNames.filter(needsRestart)).toEqual([
    "listen",
    "metrics-listen",
    "otlp",
    "geo-city",
    "geo-asn",
    "geo-networks",
    "rdap",
    "geo-load",
    "agents",
    "update",
    "http-max-lookups",
    "http-max-queue",
    "http-cache",
    "http-cache-size",
    "keep",
    "dns",
    "reports",
    "workers",
    "shared",
    "shared-timeout",
    "max-connections",
    "max-connections-per-address",
    "log-format",
  ]);
});
