import { describe, expect, test } from "bun:test";
import { parseQuestion } from "../../src/view/parse-question.ts";

describe("what is typed into the box", () => {
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
  ] as const)("%j is asked as", (text, question) => expect(parseQuestion(text) as object).toEqual(question));

  test("a pasted header section gets its line breaks back", () => {
    const text =
      "HTTP/1.1 200 OK Content-Type: text/html; charset=utf-8 Cache-Control: max-age=60 Set-Cookie: a=b; Path=/";
    expect(parseQuestion(text)).toEqual({
      kind: "headers",
      text: "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\nCache-Control: max-age=60\nSet-Cookie: a=b; Path=/",
    });
  });
});
