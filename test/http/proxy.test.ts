import { describe, expect, test } from "bun:test";
import { proxiesFor, proxyFor, proxyText, readProxy } from "../../src/http/wire/proxy.ts";

test.each([
  ["http://proxy.test:3128", "http://proxy.test:3128"],
  ["proxy.test:3128", "http://proxy.test:3128"],
  ["http://proxy.test", "http://proxy.test:80"],
  ["http://proxy.test:80/", "http://proxy.test:80"],
  ["https://proxy.test", "https://proxy.test:443"],
  ["HTTPS://u:p@[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"],
  ["socks5://127.0.0.1", "socks5://127.0.0.1:1080"],
  ["socks5h://127.0.0.1:9050", "socks5://127.0.0.1:9050"],
  ["socks4://127.0.0.1", undefined],
  ["ftp://proxy.test", undefined],
  ["http://", undefined],
  ["http://proxy.test/path", undefined],
  ["http://proxy.test/?a", undefined],
  ["http://proxy.test:99999", undefined],
])("%s is the proxy %s", (text, told) => {
  const proxy = readProxy(text, "--proxy");
  expect(proxy && proxyText(proxy)).toBe(told as string);
});

test("credentials are percent-decoded, and not shown", () => {
  const proxy = readProxy("http://me%40a.test:p%3Aw%zz@proxy.test:1", "--proxy");
  expect(proxy?.credentials).toEqual({ user: "me@a.test", password: "p%3Aw%zz" });
  expect(proxy && proxyText(proxy)).toBe("http://proxy.test:1");
  expect(readProxy("http://me@proxy.test", "x")?.credentials).toEqual({ user: "me", password: "" });
});

describe("the proxy for a URL", () => {
  const reported = (
    url: string,
    environment: Readonly<Record<string, string>>,
    given?: Parameters<typeof proxiesFor>[1],
  ) => {
    const proxy = proxyFor(
      new URL(url),
      proxiesFor((name) => environment[name], given),
    );
    return proxy ? `${proxy.host} ${proxy.from}` : "direct";
  };
  const rows: [url: string, environment: Record<string, string>, told: string][] = [
    ["http://a.test/", {}, "direct"],
    ["http://a.test/", { HTTP_PROXY: "h.test" }, "h.test HTTP_PROXY"],
    ["https://a.test/", { HTTP_PROXY: "h.test" }, "direct"],
    ["https://a.test/", { HTTPS_PROXY: "s.test" }, "s.test HTTPS_PROXY"],
    ["https://a.test/", { HTTPS_PROXY: "s.test", https_proxy: "l.test" }, "l.test https_proxy"],
    ["https://a.test/", { HTTPS_PROXY: "s.test", https_proxy: "" }, "s.test HTTPS_PROXY"],
    ["https://a.test/", { ALL_PROXY: "all.test" }, "all.test ALL_PROXY"],
    ["http://a.test/", { all_proxy: "all.test", http_proxy: "h.test" }, "h.test http_proxy"],
    // localhost and its subdomains bypass the proxy, as in Go and browsers.
    ["http://localhost:3000/", { HTTP_PROXY: "h.test" }, "direct"],
    ["http://x.localhost/", { HTTP_PROXY: "h.test" }, "direct"],
    ["http://127.8.0.1/", { HTTP_PROXY: "h.test" }, "direct"],
    ["http://[::1]/", { HTTP_PROXY: "h.test" }, "direct"],
    ["http://10.0.0.1/", { HTTP_PROXY: "h.test" }, "h.test HTTP_PROXY"],
  ];
  test.each(rows)("%s with %j is %s", (url, environment, expected) => {
    expect(reported(url, environment)).toBe(expected);
  });

  const exceptions: [list: string, url: string, isDirect: boolean][] = [
    ["*", "http://a.test/", true],
    ["a.test", "http://a.test/", true],
    ["A.TEST.", "http://a.test./", true],
    ["a.test", "http://www.a.test/", true],
    [".a.test", "http://a.test/", true],
    ["*.a.test", "http://www.a.test/", true],
    ["a.test", "http://ba.test/", false],
    ["b.test, a.test", "http://a.test/", true],
    ["b.test a.test", "http://a.test/", true],
    ["a.test:80", "http://a.test/", true],
    ["a.test:443", "http://a.test/", false],
    ["a.test:443", "https://a.test/", true],
    ["10.0.0.0/8", "http://10.9.9.9/", true],
    ["10.0.0.0/8", "http://11.0.0.1/", false],
    ["10.0.0.1", "http://10.0.0.1:81/", true],
    ["10.0.0.1:80", "http://10.0.0.1:81/", false],
    ["2001:db8::/32", "http://[2001:db8::9]/", true],
    ["[2001:db8::9]", "http://[2001:db8::9]/", true],
    ["[2001:db8::9]:80", "http://[2001:db8::9]/", true],
    ["0.1", "http://10.0.0.1/", false],
    [", ,", "http://a.test/", false],
  ];
  test.each(exceptions)("NO_PROXY %s of %s: %p", (NO_PROXY, url, isDirect) => {
    const proxies = { HTTP_PROXY: "p.test", HTTPS_PROXY: "p.test", NO_PROXY };
    expect(reported(url, proxies) === "direct").toBe(isDirect);
    expect(reported(url, { NO_PROXY }, { proxy: "p.test" }) === "direct").toBe(isDirect);
    expect(reported(url, { NO_PROXY: "*" }, { proxy: "p.test", noproxy: NO_PROXY }) === "direct").toBe(
      isDirect,
    );
  });

  test("a proxy of the command line applies to loopback too, and an empty one disables proxies", () => {
    expect(reported("http://127.0.0.1/", { HTTP_PROXY: "h.test" }, { proxy: "p.test" })).toBe(
      "p.test --proxy",
    );
    expect(reported("http://a.test/", { HTTP_PROXY: "h.test" }, { proxy: "" })).toBe("direct");
  });

  test("must be a valid proxy", () => {
    expect(() => proxiesFor((name) => (name === "HTTPS_PROXY" ? "gopher://a" : ""))).toThrow(
      /^HTTPS_PROXY: expected the URL of/,
    );
    expect(() => proxiesFor(() => undefined, { proxy: "http://a/b" })).toThrow(
      /^--proxy: expected the URL of/,
    );
  });
});
