/** A target that stops after any byte of its response: each lookup returns a result within its timeouts. */

import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { reset, tcpServer, testSettings } from "../../test/http/servers.ts";

const content = zlib.gzipSync("a page that is worth compressing, ".repeat(4));
const ANSWERS: Readonly<Record<"length" | "chunks" | "redirect", Buffer>> = {
  length: Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: ${content.length}\r\n\r\n`,
    ),
    content,
  ]),
  chunks: Buffer.from(
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n5;x=1\r\nhello\r\n2\r\n!!\r\n0\r\nX-Sum: 7\r\n\r\n",
  ),
  redirect: Buffer.from(
    "HTTP/1.1 301 Moved Permanently\r\nLocation: http://10.0.0.1/\r\nContent-Length: 5\r\n\r\nmoved",
  ),
};

/** Timeouts long enough for a busy machine, and short enough for a thousand lookups. */
const settings = { ...testSettings, headTimeout: 1000, idleTimeout: 1000, timeout: 5000 };

/** Looks up a response cut at every length, many at a time. */
async function deaths(answer: Buffer, how: "closes" | "resets" | "falls silent"): Promise<HttpReport[]> {
  const lengths = Array.from({ length: answer.length }, (_, length) => length);
  const reports: HttpReport[] = [];
  const die = async (): Promise<void> => {
    for (let length = lengths.pop(); length !== undefined; length = lengths.pop()) {
      const some = answer.subarray(0, length);
      await using server = await tcpServer((socket) => {
        socket.write(some, () => {
          if (how === "closes") socket.end();
          // Lets written bytes arrive before the reset.
          else if (how === "resets") setTimeout(() => reset(socket), 5);
        });
      });
      reports[length] = await lookupHttp(`127.0.0.1:${server.port}`, {}, settings);
    }
  };
  await Promise.all(Array.from({ length: 40 }, die));
  return reports;
}

for (const [name, answer] of Object.entries(ANSWERS))
  describe(name, () => {
    const head = answer.lastIndexOf("\r\n\r\n", answer.length - 5) + 4;
    for (const how of ["closes", "resets", "falls silent"] as const)
      test(`${how} at every byte`, async () => {
        const reports = await deaths(answer, how);
        expect(reports.length).toBe(answer.length);
        for (const [length, { steps, status }] of reports.entries()) {
          const last = `${how} after ${length} of ${answer.length} bytes`;
          const [first] = steps;
          // A cut in the head is a failure; a later one is a response with problems.
          if (length < head && name !== "chunks") {
            expect(status, last).toBe("error");
            expect(first?.error?.phase, last).toMatch(/^(?:request|head)$/);
          } else if (first && first.status !== 0 && name !== "redirect") {
            expect(first.error?.phase ?? first.problems.length, last).not.toBe(0);
          }
        }
        if (name === "redirect") expect(reports.at(-1)?.steps[0]?.status).toBe(301);
      }, 120_000);
  });
