import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { parseQuestion, unknownWord } from "../../src/view/parse-question.ts";

describe("input of the search box", () => {
  test.each([
    ["example.com", "url"],
    ["https://example.com/a?b#c", "url"],
    ["http://localhost:3000/", "url"],
    ["localhost", "url"],
    ["localhost:3000/x", "url"],
    ["nas:5000", "url"],
    ["example.com:8080/x y".replace(" ", "%20"), "url"],
    ["ftp://example.com/", "url"],
    ["münchen.de", "url"],
    ["[2001:db8::1]:8080", "address"],
    ["1.2.3.4:8080", "address"],
    ["1.2.3.4:8080/", "url"],
    ["http://1.2.3.4:8080", "url"],
    ["fe80::1%eth0", "address"],
    ["[fe80::1%eth0]:80", "address"],
    ["192.0.2.0/24", "address"],
    ["2001:db8::/32", "address"],
    ["192.0.2.10/240", "url"],
    ["192.0.2.10/x", "url"],
    ["1.2.3.4", "address"],
    [" 2001:db8::1 ", "address"],
    ["[2001:db8::1]", "address"],
    ["::1", "address"],
    ["404", "status"],
    ["099", "agent"],
    ["curl/8.5.0", "agent"],
    ["Googlebot", "agent"],
    ["Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0", "agent"],
    ["User-Agent: curl/8.5.0", "agent"],
    ["constructor", "agent"],
    ["", "agent"],
    ["Age: 60", "headers"],
    ["cache-control:no-store", "headers"],
    ["HTTP/2 200", "headers"],
    ["HTTP/1.1 301 Moved Permanently\r\nLocation: /x", "headers"],
    ["X-Whatever: http://example.com/", "headers"],
    ["X-Whatever:\tx", "headers"],
    ["nonsense:x: y", "agent"],
    ["80: x", "agent"],
    ["100", "status"],
    ["1000", "agent"],
    ["localhost: x", "agent"],
    ["example.com?a.b", "url"],
    ["a#b.example", "agent"],
    [":status: 200", "headers"],
  ])("%j is a question for %s", (text, kind) => expect(parseQuestion(text).kind).toBe(kind as never));

  test.each([
    ["User-Agent: curl/8.5.0", { kind: "agent", text: "curl/8.5.0" }],
    ["user-agent:", { kind: "agent", text: "" }],
    [" [2001:db8::1] ", { kind: "address", text: "2001:db8::1" }],
    ["404", { kind: "status", code: 404 }],
    [" example.com ", { kind: "url", text: "example.com" }],
    ["Age: 60", { kind: "headers", text: "Age: 60" }],
    ["Age: 60 X-Other: 1 nonsense: 2", { kind: "headers", text: "Age: 60\nX-Other: 1 nonsense: 2" }],
    ["Age: 60\nx Vary: *", { kind: "headers", text: "Age: 60\nx Vary: *" }],
  ] as const)("%j is requested as", (text, question) =>
    expect(parseQuestion(text) as object).toEqual(question),
  );

  test.each([
    ["exmaple,com", "http://exmaple.com/"],
    ["www,exmaple.co,uk/a,b", "http://www.exmaple.co.uk/a,b"],
    ["http//a.example/x", "http://a.example/x"],
    ["https:/a.example", "https://a.example"],
    ["http:\\\\a.example", "http://a.example"],
    ["user@a.example", "http://a.example/"],
    ["mailto:user@a.example", "http://a.example/"],
    ["AS13335", undefined],
    ["as 13335", undefined],
    ['{"a": 1}', undefined],
    ['[{"a": 1}]', undefined],
    ["{}", undefined],
    ["192.168.1", undefined],
    ["1.2.3.4.5", undefined],
  ])("%j is a mistake, and %j was meant", (text, url) => {
    const question = parseQuestion(text);
    expect(question).toMatchObject({ kind: "hint", text });
    expect("url" in question ? question.url : undefined).toBe(url);
  });

  test.each(["AS", "ASX1/2", "a,b", "a, b.example", "[FBAN/FBIOS]", "http/1.1", "x@y", "{x}"])(
    "%j is not one of these mistakes",
    (text) => expect(parseQuestion(text).kind).not.toBe("hint"),
  );

  test("longer texts get no hint", () => {
    const kindAt = (length: number) => parseQuestion("exmaple,com/".padEnd(length, "x")).kind;
    expect([kindAt(2048), kindAt(2049)]).toEqual(["hint", "agent"]);
  });

  test("a single word is a user agent only if it is listed, or a bot by its ending", () => {
    const of = (text: string) => unknownWord(text, lookupUserAgent(text))?.url;
    expect(["curl", "Googlebot", "firefox", "nosuchbot", "two words", "a/1"].map(of)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
    expect(["exmaple", "Mozilla", "constructor"].map(of)).toEqual([
      "http://exmaple/",
      "http://Mozilla/",
      "http://constructor/",
    ]);
  });

  const listed = (text: string): readonly string[] | string => {
    const question = parseQuestion(text);
    return question.kind === "list"
      ? question.items.map(({ kind, text, line }) => `${line} ${kind} ${text}`)
      : question.kind;
  };
  test.each([
    ["a.example b.example/x", ["1 url a.example", "2 url b.example/x"]],
    ["192.0.2.1, https://A.example/", ["1 address 192.0.2.1", "2 url https://A.example/"]],
    ["[2001:db8::1]:443 nas:5000", ["1 address 2001:db8::1", "2 url nas:5000"]],
    ["a.example\r\n\r\nb.example\n", ["1 url a.example", "3 url b.example"]],
    ["a.example\nb.example c.example", ["1 url a.example", "2 url b.example", "2 url c.example"]],
    ["a.example\nslip\nb.example", ["1 url a.example", "2 neither slip", "3 url b.example"]],
    ["a.example\n192.0.2.0/24\n::1", ["1 url a.example", "2 neither 192.0.2.0/24", "3 address ::1"]],
    // At least half of the lines must be URLs or addresses; comments do not count.
    ["a.example\nslip", ["1 url a.example", "2 neither slip"]],
    ["a.example\nslip/1.0", "agent"],
    ["a.example\nslip\nslip", "agent"],
    ["192.0.2.1\nslip", "visitor"],
    ["a.example slip b.example", "agent"],
    ["a.example\nslip slip\nb.example", ["1 url a.example", "2 neither slip slip", "3 url b.example"]],
    [
      "# old\na.example\n# new, 2\n# x",
      ["1 neither # old", "2 url a.example", "3 neither # new, 2", "4 neither # x"],
    ],
    ["192.0.2.1 curl/8.5.0", "visitor"],
    ["192.0.2.1 slip 192.0.2.2", "visitor"],
    ["UP.Browser/3.1 UP.Link/5.1", "agent"],
    ["WordPress.com; https://a.wordpress.com", "agent"],
    ["de.mobile.app/10 (9.7)", "agent"],
    ["node.js 12.34", "agent"],
  ])("%j is the list %j", (text, items) => expect(listed(text)).toEqual(items));

  test("a list of more than 100 is read only as far as that shows", () => {
    const items = listed(Array.from({ length: 500 }, (_, row) => `h${row}.example`).join("\n"));
    expect(items).toHaveLength(101);
  });

  test("a pasted header section gets its line breaks back", () => {
    const text =
      "HTTP/1.1 200 OK Content-Type: text/html; charset=utf-8 Cache-Control: max-age=60 Set-Cookie: a=b; Path=/";
    expect(parseQuestion(text)).toEqual({
      kind: "headers",
      text: "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\nCache-Control: max-age=60\nSet-Cookie: a=b; Path=/",
    });
  });
});
