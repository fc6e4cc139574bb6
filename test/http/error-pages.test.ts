import { describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

async function found(status: string, content: string): Promise<readonly string[]> {
  await using server = await tcpServer((socket) =>
    send(
      socket,
      `HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`,
    ),
  );
  const report = await lookupHttp(`127.0.0.1:${server.port}`, { follow: false }, testSettings);
  return (report.steps[0]?.problems ?? []).flatMap(({ name, title }) =>
    /^(?:error|default)-page-/.test(name) ? [`${name}: ${title}`] : [],
  );
}

const DATABASE = "<title>Shop</title><h1>Error establishing a database connection</h1>";
const sized = (bytes: number) => DATABASE.padEnd(bytes, " ");

describe("a page with status 200 that reports an error", () => {
  test.each([
    [
      DATABASE,
      'error-page-with-200: The page with status 200 reads "Error establishing a database connection": WordPress cannot reach its database.',
    ],
    [
      "<title>Page not found &#8211; Shop</title><h1>Oops</h1>",
      'error-page-with-200: The page with status 200 reads "Page not found": the page does not exist.',
    ],
    [
      "<html>\n<head><title>\n 502  Bad\nGateway </title>",
      'error-page-with-200: The page with status 200 reads "502 Bad Gateway": the proxy cannot reach the application.',
    ],
    [
      "<br />\n<b>Fatal error</b>:  Uncaught Error in /srv/a.php",
      'error-page-with-200: The page with status 200 reads "Fatal error": a PHP script failed.',
    ],
    [
      "<title>Welcome to nginx!</title>",
      'default-page-shown: The page with status 200 reads "Welcome to nginx!": nginx has no site for this name.',
    ],
  ])("%j", async (content, title) => expect(await found("200 OK", content)).toEqual([title]));
});

test.each([
  ["its own status", "500 Internal Server Error", DATABASE],
  [
    "an article about the error",
    "200 OK",
    "<title>How to fix &ldquo;Error establishing a database connection&rdquo;</title>",
  ],
  ["a text with the markup of an error", "200 OK", "<title>A</title>&lt;b>Fatal error&lt;/b>: "],
  ["a news site", "200 OK", "<title>404 Media</title><h1>News</h1>"],
])("no error page: %s", async (_, status, content) => expect(await found(status, content)).toEqual([]));

test("an article may have the title of an error: pages above 8 KB do not count", async () => {
  expect(await found("200 OK", sized(8192))).toHaveLength(1);
  expect(await found("200 OK", sized(8193))).toEqual([]);
});
