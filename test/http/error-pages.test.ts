import { describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

async function found(
  status: string,
  content: string | Uint8Array,
  fields = "Content-Type: text/html; charset=utf-8",
): Promise<readonly string[]> {
  await using server = await tcpServer((socket) =>
    send(
      socket,
      Buffer.concat([
        Buffer.from(
          `HTTP/1.1 ${status}\r\n${fields}\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n`,
        ),
        Buffer.from(content as string),
      ]),
    ),
  );
  const report = await lookupHttp(`127.0.0.1:${server.port}`, { follow: false }, testSettings);
  return (report.steps[0]?.problems ?? []).flatMap(({ name, title }) =>
    /^(?:error|default)-page-|^content-still|^xml-/.test(name) ? [`${name}: ${title}`] : [],
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

test.each([
  [
    "400 Bad Request",
    "<title>400 The plain HTTP request was sent to HTTPS port</title>",
    "this port speaks TLS; request https",
  ],
  ["403 Forbidden", "<title>Just a moment...</title>", "Cloudflare tests for bots"],
])("the cause in the page of a %s", async (status, content, cause) => {
  const [finding] = await found(status, content);
  expect(finding).toStartWith("error-page-cause: The error page reads ");
  expect(finding).toContain(cause);
  expect(await found("200 OK", content)).toEqual([]);
});

const PACKED = Bun.gzipSync("body { color: red }");
const GZIP = "Content-Encoding: gzip";

test.each([
  ["gzip in gzip", `Content-Type: text/css\r\n${GZIP}`, Bun.gzipSync(PACKED), "it is compressed twice"],
  ["gzip without its coding", "Content-Type: text/css", PACKED, "Content-Encoding is missing"],
  ["gzip", `Content-Type: text/css\r\n${GZIP}`, PACKED, undefined],
  ["an archive", "Content-Type: application/gzip", PACKED, undefined],
  [
    "a line before XML",
    "Content-Type: application/xml",
    "\n<?xml version='1.0'?><a/>",
    "xml-declaration-late",
  ],
  ["XML", "Content-Type: application/xml", "<?xml version='1.0'?><a/>", undefined],
  ["XML without a declaration", "Content-Type: application/xml", "\n<a/>", undefined],
])("the first bytes of the content: %s", async (_, fields, content, wanted) => {
  const titles = await found("200 OK", content, fields);
  if (wanted === undefined) expect(titles).toEqual([]);
  else expect(titles.join("\n")).toContain(wanted);
});
