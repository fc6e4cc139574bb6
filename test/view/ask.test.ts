import { describe, expect, test } from "bun:test";
import { questionOf } from "../../src/view/ask.ts";

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
    ["[2001:db8::1]:8080", "url"],
    ["1.2.3.4:8080", "url"],
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
  ])("%j is a question for %s", (text, kind) => expect(questionOf(text).kind).toBe(kind as never));

  test("a pasted header section gets its line breaks back", () => {
    const text =
      "HTTP/1.1 200 OK Content-Type: text/html; charset=utf-8 Cache-Control: max-age=60 Set-Cookie: a=b; Path=/";
    expect(questionOf(text)).toEqual({
      kind: "headers",
      text: "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\nCache-Control: max-age=60\nSet-Cookie: a=b; Path=/",
    });
  });
});
