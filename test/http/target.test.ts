import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../src/api/errors.ts";
import {
  emptyRequest,
  hostOf,
  parseTarget,
  portOf,
  requestObject,
  requestTarget,
  shownUrl,
} from "../../src/http/target.ts";

const good: [text: string, href: string][] = [
  ["example.com", "http://example.com/"],
  [" example.com/a ", "http://example.com/a"],
  ["example.com:8080/x", "http://example.com:8080/x"],
  ["localhost:3000", "http://localhost:3000/"],
  ["//example.com/x", "http://example.com/x"],
  ["HTTPS://Example.COM/", "https://example.com/"],
  ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
  ["http://2130706433/", "http://127.0.0.1/"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
  ["http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
  ["1.2.3.4", "http://1.2.3.4/"],
  ["http://example.com./", "http://example.com./"],
];
const bad = [
  "",
  "  ",
  "http://",
  "https:///",
  "ftp://example.com/",
  "file:///etc/passwd",
  "mailto:a@example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://exa mple.com/",
  "http://a:99999/",
  "http://[::1",
  "http://[fe80::1%25eth0]/",
  "http://a\nb/",
  `http://a/${"x".repeat(9000)}`,
  "http://%00/",
  "/path",
  "\\path",
];

describe("typed targets", () => {
  for (const [text, href] of good) test(text, () => expect(parseTarget(text).href).toBe(href));
  for (const text of bad)
    test(`not ${JSON.stringify(text.slice(0, 40))}`, () => {
      let error: unknown;
      try {
        parseTarget(text);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(NetlensError);
      expect(error).toMatchObject({ code: "invalid-url" });
    });
});

for (const scheme of ["file", "mailto", "javascript", "ftp"])
  test(`the refusal of ${scheme} names the scheme`, () =>
    expect(() => parseTarget(`${scheme}:///x`)).toThrow(`the scheme ${scheme};`));

test("the request object", () => {
  expect(requestObject(new URL("https://user:secret@example.com/a%20b?x=1&y=a+b&x=%C3%BC#f"))).toEqual({
    protocol: "https:",
    host: "example.com",
    port: "443",
    pathname: "/a%20b",
    search: "?x=1&y=a+b&x=%C3%BC",
    parameters: [
      { name: "x", value: "1" },
      { name: "y", value: "a b" },
      { name: "x", value: "ü" },
    ],
    url: "https://example.com/a%20b?x=1&y=a+b&x=%C3%BC#f",
  });
});

test("user information is never shown", () => {
  const asked = "http://user:secret@example.com/";
  expect(shownUrl(asked, parseTarget(asked))).toBe("http://example.com/");
  expect(shownUrl(" example.com", parseTarget("example.com"))).toBe("example.com");
});

test.each([
  ["", "url is empty; expected a URL such as https://example.com/."],
  ["a\u007fb", "url contains a control character."],
  ["a\u001fb", "url contains a control character."],
  ["ftp://a/", "url has the scheme ftp; only http and https can be looked up."],
  ["/path", "url is not a URL that can be looked up, such as https://example.com/."],
  ["http://", "url is not a URL that can be looked up, such as https://example.com/."],
  [`http://a/${"x".repeat(8184)}`, "url is longer than 8192 characters."],
])("%.20j is refused with a reason", (text, reason) => {
  expect(() => parseTarget(text)).toThrow(reason);
});

test("a URL of 8,192 characters is looked up", () => {
  expect(parseTarget(` http://a/${"x".repeat(8183)} `).href.length).toBe(8192);
});

test.each([
  ["http://a/", 80, "a"],
  ["https://a/", 443, "a"],
  ["http://a:443/", 443, "a"],
  ["https://a:8443/", 8443, "a"],
  ["http://[::1]:8080/", 8080, "::1"],
  ["http://192.0.2.1/", 80, "192.0.2.1"],
])("%s is dialled at port %d of %s", (url, port, host) => {
  expect([portOf(new URL(url)), hostOf(new URL(url))]).toEqual([port, host]);
  expect(requestObject(new URL(url)).port).toBe(String(port));
});

test("an unknown request has empty parts", () => {
  expect(Object.keys(emptyRequest)).toEqual(Object.keys(requestObject(new URL("http://a/"))));
  expect(Object.values(emptyRequest).flat().join("")).toBe("");
});

test.each([
  ["http://a.test", "/"],
  ["http://a.test/b?c=d#e", "/b?c=d"],
  ["http://a.test/?", "/?"],
  ["http://a.test/b?#e", "/b?"],
  ["http://a.test/b?#", "/b?"],
  ["http://a.test/b#?", "/b"],
  ["http://a.test/b#", "/b"],
])("the request line of %s names %s", (url, target) => {
  expect(requestTarget(new URL(url))).toBe(target);
});
