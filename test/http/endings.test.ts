/** Incomplete responses: the reported error, and the received part. */

import { describe, expect, test } from "bun:test";
import type net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpSettings } from "../../src/http/settings.ts";
import { reset, send, tcpServer, testSettings } from "./servers.ts";

type End = "close" | "reset" | "stay";

/** Sends the bytes, then closes, resets or stays silent. */
function ending(bytes: string, end: End) {
  return tcpServer((socket: net.Socket) => {
    if (end === "close") socket.end(Buffer.from(bytes, "latin1"));
    else if (bytes !== "") send(socket, bytes);
    if (end === "reset") setTimeout(() => reset(socket), bytes === "" ? 0 : 30);
  });
}

const HEAD = "HTTP/1.1 200 OK\r\n";
const UP_TO_HEAD = ["wait", "dns", "tcp", "firstByte", "total"];
const WITH_DOWNLOAD = ["wait", "dns", "tcp", "firstByte", "download", "total"];
const quick = { headTimeout: 300, idleTimeout: 300 };

const rows: readonly (readonly [
  bytes: string,
  end: End,
  told: string,
  stages: readonly string[],
  settings?: Partial<HttpSettings>,
])[] = [
  [
    "",
    "close",
    "request/closed-without-response: The server closed the connection without a response.",
    UP_TO_HEAD,
  ],
  [
    "",
    "reset",
    "request/reset-without-response: The server reset the connection without a response.",
    UP_TO_HEAD,
  ],
  [
    "",
    "stay",
    "head/head-timeout: The server accepted the connection, but sent no complete header section within 0.3 s.",
    UP_TO_HEAD,
    quick,
  ],
  [
    `${HEAD}A: b\r\n`,
    "close",
    "head/closed-in-head: The server closed the connection in the middle of the header section.",
    WITH_DOWNLOAD,
  ],
  [
    `${HEAD}A: b\r\n`,
    "stay",
    "head/head-timeout: The server accepted the connection, but sent no complete header section within 0.3 s.",
    WITH_DOWNLOAD,
    quick,
  ],
  [
    `${HEAD}Content-Length: 5\r\n\r\nhe`,
    "close",
    "body/closed-in-body: The server closed the connection before the end of the content: 3 of 5 bytes did not arrive.",
    WITH_DOWNLOAD,
  ],
  [
    `${HEAD}Content-Length: 5\r\n\r\nhe`,
    "reset",
    "body/closed-in-body: The connection was reset in the middle of the content.",
    WITH_DOWNLOAD,
  ],
  [
    `${HEAD}Content-Length: 5\r\n\r\nhe`,
    "stay",
    "body/body-timeout: The server stopped in the middle of the content and sent nothing for 0.3 s.",
    WITH_DOWNLOAD,
    quick,
  ],
  [
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhe`,
    "close",
    "body/closed-in-body: The server closed the connection before the end of the content: 3 bytes of a chunk did not arrive.",
    WITH_DOWNLOAD,
  ],
  [
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nhello`,
    "close",
    "body/malformed-chunks: The content is declared as chunked, but its chunks are malformed.",
    WITH_DOWNLOAD,
  ],
  [
    `${HEAD}\r\nhe`,
    "reset",
    "body/closed-in-body: The connection was reset in the middle of the content.",
    WITH_DOWNLOAD,
  ],
  [
    `${HEAD}Content-Length: 5, 6\r\n\r\nhello`,
    "close",
    "body/invalid-framing: Content-Length is given as 5, 6, so the length of the content is unknown; it was not read.",
    WITH_DOWNLOAD,
  ],
  [`${HEAD}\r\nhe`, "close", "whole", WITH_DOWNLOAD],
  [`${HEAD}Content-Length: 2\r\n\r\nhe`, "stay", "whole", WITH_DOWNLOAD],
  [`${HEAD}Content-Length: 0\r\n\r\n`, "stay", "whole", WITH_DOWNLOAD],
];

describe("HTTP/1.1", () => {
  for (const [bytes, end, told, stages, settings] of rows)
    test(`${JSON.stringify(bytes)}, ${end}`, async () => {
      await using server = await ending(bytes, end);
      const url = `http://127.0.0.1:${server.port}/`;
      const [step] = (await lookupHttp(url, {}, { ...testSettings, ...settings })).steps;
      const error = step?.error;
      expect(error ? `${error.phase}/${error.code}: ${error.message}` : "whole").toBe(told);
      // A stage that was not reached is absent.
      expect(Object.keys(step?.timeStages ?? {})).toEqual([...stages]);
    });

  test.each([
    ["hi!", true],
    ["hi", false],
  ])("one byte after the content is reported: %s", async (content, isTold) => {
    await using server = await ending(`${HEAD}Content-Length: 2\r\n\r\n${content}`, "close");
    const [step] = (await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, testSettings)).steps;
    expect(step?.problems.some(({ name }) => name === "bytes-after-content")).toBe(isTold);
  });

  test("one chunk with an extension is counted, and none is not", async () => {
    const body = async (size: string) => {
      await using server = await ending(
        `${HEAD}Transfer-Encoding: chunked\r\n\r\n${size}\r\nhe\r\n0\r\n\r\n`,
        "stay",
      );
      return (await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, testSettings)).steps[0]?.body;
    };
    expect(await body("2;a")).toMatchObject({ wireBytes: 2, extensions: 1 });
    const plain = await body("2");
    expect(plain && "extensions" in plain).toBe(false);
  });

  test("extensions count toward the limit of content", async () => {
    const chunk = `1;${"e".repeat(998)}\r\nx\r\n`;
    await using server = await ending(
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(50)}0\r\n\r\n`,
      "stay",
    );
    const look = async (maxBodyBytes: number) =>
      (await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, { ...testSettings, maxBodyBytes })).steps[0];
    expect(await look(50_000)).toMatchObject({ body: { wireBytes: 50, extensions: 50, truncated: false } });
    const cut = await look(49_999);
    expect(cut?.body).toMatchObject({ truncated: true });
    expect(cut?.problems.find(({ name }) => name === "content-limit")?.title).toBe(
      "The content, with the extensions of its chunks, is larger than 49999 bytes; netlens stopped reading.",
    );
  });
});
