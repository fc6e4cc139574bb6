import { expect, test } from "bun:test";
import { cookieAttribute, parseSetCookie } from "../../src/syntax/cookies.ts";

test("a full cookie", () => {
  expect(parseSetCookie("id = a=b ; Path=/; Secure ;Max-Age = 5; SameSite")).toEqual({
    name: "id",
    value: "a=b",
    hasEquals: true,
    attributes: [
      { name: "path", sent: "Path", value: "/", at: 11 },
      { name: "secure", sent: "Secure", at: 19 },
      { name: "max-age", sent: "Max-Age", value: "5", at: 27 },
      { name: "samesite", sent: "SameSite", at: 40 },
    ],
  });
});

test.each([
  ["", "", "", false, 0],
  ["value", "", "value", false, 0],
  ["=value", "", "value", true, 0],
  ["name=", "name", "", true, 0],
  ['a="b;c"', "a", '"b', true, 1],
  ["a=b;", "a", "b", true, 0],
  ["a=b;;  ; HttpOnly", "a", "b", true, 1],
  ["a=b; =x", "a", "b", true, 1],
  ["; Secure", "", "", false, 1],
])("%p", (text, name, value, hasEquals, attributes) => {
  const cookie = parseSetCookie(text);
  expect([cookie.name, cookie.value, cookie.hasEquals]).toEqual([name, value, hasEquals]);
  expect(cookie.attributes).toHaveLength(attributes);
});

test("the last of several equal attributes applies", () => {
  const cookie = parseSetCookie("a=b; Path=/x; path=/y; Expires=Wed, 21 Oct 2015 07:28:00 GMT");
  expect(cookieAttribute(cookie, "path")?.value).toBe("/y");
  expect(cookieAttribute(cookie, "expires")?.value).toBe("Wed, 21 Oct 2015 07:28:00 GMT");
  expect(cookieAttribute(cookie, "domain")).toBeUndefined();
});
