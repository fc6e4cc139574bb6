/** A fault that several rooms detect is reported once. */

import { expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { findingsOf } from "../../src/jobs/project/findings.ts";
import { tcpServer, testSettings } from "./servers.ts";

const EMPTY = "Content-Length: 0\r\n\r\n";
const REDIRECT = "HTTP/1.1 302 Found\r\n";

test.each([
  ["no Location", `${REDIRECT}${EMPTY}`, "redirect-without-location"],
  ["an empty Location", `${REDIRECT}Location:\r\n${EMPTY}`, "redirect-without-location"],
  ["a Location that is not a URL", `${REDIRECT}Location: http://[::1\r\n${EMPTY}`, "location-syntax"],
  [
    "a Location with a bad port",
    `${REDIRECT}Location: http://a.test:99999/\r\n${EMPTY}`,
    "redirect-unresolvable",
  ],
  ["two Locations", `${REDIRECT}Location: /a\r\nLocation: /b\r\n${EMPTY}`, "field-repeated"],
  ["a Location of a script", `${REDIRECT}Location: javascript:alert(1)\r\n${EMPTY}`, "location-scheme"],
  ["a folded line", `HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\n${EMPTY}`, "field-line-folded"],
  ["bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 0\n\n", "bare-line-feed"],
  [
    "two ways to end the content",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n",
    "length-and-transfer-encoding",
  ],
])("%s", async (_, response, name) => {
  await using server = await tcpServer((socket) => socket.end(response));
  const report = await lookupHttp(`http://127.0.0.1:${server.port}/`, { follow: false }, testSettings);
  const reported = findingsOf(report).filter(
    ({ severity, name }) => severity !== "info" && !OTHERS.has(name),
  );
  expect(reported.map(({ name }) => name)).toEqual([name]);
});

/** Findings on every response above that these tests ignore. */
const OTHERS: ReadonlySet<string> = new Set(["date-missing", "content-type-missing"]);
