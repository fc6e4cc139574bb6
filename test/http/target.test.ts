import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../src/errors.ts";
import { parseTarget, requestObject, shownUrl } from "../../src/http/target.ts";

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

describe("what people type", () => {
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
