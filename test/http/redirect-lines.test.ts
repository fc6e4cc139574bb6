/** Each form in which a line of a redirect map is written, and what is said of those that are not. */

import { describe, expect, test } from "bun:test";
import { readRedirects } from "../../src/http/redirects/read.ts";

/** The only row of a text, as `from to status`, or why there is none. */
function told(text: string): string | undefined {
  const { rows, bad } = readRedirects(text);
  const [row] = rows;
  return row ? [row.from, row.to, row.status].filter((part) => part !== undefined).join(" ") : bad[0]?.reason;
}

describe("lines", () => {
  test.each([
    ["/a", "/a "],
    ["/a /b;", "/a /b"],
    ['"/a b" /c', "/a b /c"],
    ["/a /b 301", "/a /b 301"],
    ["/a /b 300", undefined],
    ["Redirect /a /b", "/a /b 302"],
    ["redirect temp /a /b", "/a /b 302"],
    ["Redirect seeother /a /b", "/a /b 303"],
    ["Redirect permanent /a /b", "/a /b 301"],
    ["Redirect 308 /a /b", "/a /b 308"],
    ["RedirectTemp /a /b", "/a /b 302"],
    ["RedirectPermanent /a /b", "/a /b 301"],
    ["RedirectMatch /a /b", "a regular expression has no single source"],
    ["~^/a /b;", "a regular expression has no single source"],
    ["RewriteRule ^a$ /b [R=301,L]", "/a /b 301"],
    ["RewriteRule ^/a/?$ /b [L,R=permanent]", "/a /b 301"],
    ["RewriteRule a\\.html /b? [R]", "/a.html /b 302"],
    ["RewriteRule ^a /b [R=308]", "/a /b 308"],
    ["RewriteRule ^(.*)$ /b [R=301]", "a regular expression has no single source"],
    ["rewrite ^/a$ /b permanent;", "/a /b 301"],
    ["rewrite ^/a$ /b redirect;", "/a /b 302"],
    ["rewrite ^/a$ /b;", "/a /b 302"],
    ["RewriteEngine on", undefined],
    ["Options +FollowSymLinks", undefined],
    ["location /a {", undefined],
    ["# /a /b", undefined],
  ])("%s", (line, expected) => {
    const got = told(line);
    if (line.endsWith("300")) expect(got).toMatch(/300/);
    else expect(got).toBe(expected as string);
  });
});

describe("CSV", () => {
  test.each([
    ["from,to\n/a,/b", "/a /b"],
    ["to,from\n/b,/a", "/a /b"],
    ["Source URL , Target URL , HTTP code\n/a,/b,307", "/a /b 307"],
    ["old url,new url,type\n/a,/b,30", "/a /b"],
    ["\ufefffrom,to,status\r\n/a,/b,301", "/a /b 301"],
    ['from,to\n"/a,""b""",/c', '/a,"b" /c'],
    ["from,to,regex\n/a,/b,yes", "a regular expression has no single source"],
    ["from,to,is_regex\n/a,/b,0", "/a /b"],
    ["from,to,enabled\n/a,/b,no", undefined],
    ["from,to,enabled\n/a,/b,true", "/a /b"],
    ["from,to,status\n/a,/b,disabled", undefined],
    ["from,to\n,/b", "there is no source"],
    ["from,to\n/a,", "/a "],
  ])("%j", (text, expected) => {
    expect(told(text)).toBe(expected as string);
  });

  test("needs the names of both columns", () => {
    expect(readRedirects("from\n/a /b").rows).toEqual([{ line: 2, from: "/a", to: "/b" }]);
    expect(readRedirects("from,code\n/a /b").rows).toEqual([{ line: 2, from: "/a", to: "/b" }]);
  });
});

test("a bad line is shown up to 200 characters", () => {
  const shown = (length: number) => readRedirects("n".repeat(length)).bad[0]?.text.length;
  expect([shown(200), shown(201)]).toEqual([200, 200]);
});

describe("what a line is instead is shown, cut where it is long", () => {
  const long = (length: number) => "n".repeat(length);
  test.each([
    [long(60), `"${long(60)}" is not a URL or a path`],
    [long(61), `"${long(60)}" is not a URL or a path`],
    [`/a ${long(60)}`, `"${long(60)}" is not a URL or a path`],
    [`/a ${long(61)}`, `"${long(60)}" is not a URL or a path`],
    [`/a /b ${long(20)}`, `"${long(20)}" is not a status code`],
    [`/a /b ${long(21)}`, `"${long(20)}" is not a status code`],
    ["/a /b 099", '"099" is not a status code'],
    ["/a /b 600", '"600" is not a status code'],
    ["/a /b 3011", '"3011" is not a status code'],
    ["ftp://a.test/ /b", '"ftp://a.test/" is not a URL or a path'],
  ])("%j", (line, reason) => {
    expect(readRedirects(`/good /b\n${line}`)).toEqual({
      rows: [{ line: 1, from: "/good", to: "/b" }],
      bad: [{ line: 2, text: line, reason }],
    });
  });

  test.each([
    ["/a - 410", { from: "/a", to: "", status: 410 }],
    ["/a /b 100", { from: "/a", to: "/b", status: 100 }],
    ["/a /b 599", { from: "/a", to: "/b", status: 599 }],
    ["HTTPS://a.test/ http://b.test/", { from: "HTTPS://a.test/", to: "http://b.test/" }],
  ])("%j is a row", (line, row) => {
    expect(readRedirects(line)).toEqual({ rows: [{ line: 1, ...row }], bad: [] });
  });
});
