import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpProblem } from "../../src/http/problems.ts";
import { httpProblems } from "../../src/http/problems.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

const content = "hello world, and more of it";
const plain = (...fields: string[]) => response("200 OK", fields, content);
const zipped = (...fields: string[]) =>
  response("200 OK", ["Content-Encoding: gzip", ...fields], gzipSync(content));

function response(status: string, fields: readonly string[], body: string | Uint8Array = ""): Buffer {
  const head = [`HTTP/1.1 ${status}`, ...fields, `Content-Length: ${body.length}`, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

const has = (request: string, field: string) => request.includes(`\r\n${field}`);

interface Row {
  readonly name: string;
  readonly answer: (request: string, count: number) => Buffer;
  readonly problems: readonly HttpProblem[];
  /** Requests in all; default 2: the first, and one without Accept-Encoding. */
  readonly requests?: number;
}

const rows: Row[] = [
  { name: "nothing to check but the coding", answer: () => plain(), problems: [] },
  {
    name: "a good revalidation",
    answer: (request) =>
      has(request, 'If-None-Match: "1"')
        ? response("304 Not Modified", ['ETag: "1"', "Vary: Accept"])
        : plain('ETag: "1"', "Vary: Accept"),
    problems: [],
    requests: 3,
  },
  {
    name: "a good revalidation by date",
    answer: (request) =>
      has(request, "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT")
        ? response("304 Not Modified", [])
        : plain("Last-Modified: Sat, 01 Jan 2000 00:00:00 GMT"),
    problems: [],
    requests: 3,
  },
  {
    name: "revalidation ignored",
    answer: () => plain('ETag: "1"'),
    problems: ["revalidation-ignored"],
    requests: 3,
  },
  {
    name: "a validator that changes",
    answer: (_, count) => plain(`ETag: "${count}"`),
    problems: ["validator-changes"],
    requests: 3,
  },
  {
    name: "a 304 without its fields",
    answer: (request) =>
      has(request, "If-None-Match")
        ? response("304 Not Modified", [])
        : plain('ETag: "1"', "Cache-Control: max-age=5"),
    problems: ["revalidation-fields-lost"],
    requests: 3,
  },
  {
    name: "content no longer than the part that would be asked for",
    answer: () => response("200 OK", ["Accept-Ranges: bytes"], "0123456789"),
    problems: [],
  },
  {
    name: "content that is one byte longer",
    answer: () => response("200 OK", ["Accept-Ranges: bytes"], "0123456789a"),
    problems: ["accept-ranges-untrue"],
    requests: 3,
  },
  {
    name: "a good range",
    answer: (request) =>
      has(request, "Range: bytes=0-9")
        ? response(
            "206 Partial Content",
            [`Content-Range: bytes 0-9/${content.length}`],
            content.slice(0, 10),
          )
        : plain("Accept-Ranges: bytes"),
    problems: [],
    requests: 3,
  },
  {
    name: "a range ignored",
    answer: () => plain("Accept-Ranges: bytes"),
    problems: ["accept-ranges-untrue"],
    requests: 3,
  },
  {
    name: "another range",
    answer: (request) =>
      has(request, "Range:")
        ? response("206 Partial Content", [`Content-Range: bytes 0-4/${content.length}`], content.slice(0, 5))
        : plain("Accept-Ranges: bytes"),
    problems: ["range-wrong"],
    requests: 3,
  },
  {
    name: "a range refused",
    answer: (request) =>
      has(request, "Range:") ? response("416 Range Not Satisfiable", []) : plain("Accept-Ranges: bytes"),
    problems: ["range-wrong"],
    requests: 3,
  },
  { name: "ranges not promised", answer: () => plain("Accept-Ranges: none"), problems: [] },
  { name: "a coding forced", answer: () => zipped("Vary: Accept-Encoding"), problems: ["coding-forced"] },
  {
    name: "a good negotiation",
    answer: (request) =>
      has(request, "Accept-Encoding") ? zipped("Vary: Accept-Encoding") : plain("Vary: Accept-Encoding"),
    problems: [],
  },
  {
    name: "a negotiation without Vary",
    answer: (request) => (has(request, "Accept-Encoding") ? zipped() : plain()),
    problems: ["negotiation-without-vary"],
  },
  {
    name: "one strong ETag for two codings",
    answer: (request) =>
      has(request, "If-None-Match")
        ? response("304 Not Modified", ['ETag: "1"', "Vary: Accept-Encoding"])
        : has(request, "Accept-Encoding")
          ? zipped('ETag: "1"', "Vary: Accept-Encoding")
          : plain('ETag: "1"', "Vary: Accept-Encoding"),
    problems: ["etag-shared"],
    requests: 3,
  },
  {
    name: "an error page",
    answer: () => response("404 Not Found", ['ETag: "1"']),
    problems: [],
    requests: 1,
  },
  {
    name: "a server that answers once",
    answer: (_, count) => (count === 1 ? plain() : Buffer.from("SSH-2.0\r\n")),
    problems: ["check-failed"],
  },
];

describe("active checks", () => {
  for (const { name, answer, problems, requests = 2 } of rows)
    test(name, async () => {
      let count = 0;
      await using server = await tcpServer((socket, request) => send(socket, answer(request, ++count)));
      const report = await lookupHttp(`127.0.0.1:${server.port}/x?y`, { checks: true }, testSettings);
      const own = report.steps[0]?.problems
        .map((problem) => problem.name)
        .filter((each) => Object.hasOwn(httpProblems, each));
      expect(own).toEqual([...problems]);
      expect(server.received).toHaveLength(requests);
      expect(server.received.every((request) => request.startsWith("GET /x?y HTTP/1.1"))).toBe(true);
      expect(report.steps).toHaveLength(1);
    });

  test("are not made without being asked for", async () => {
    await using server = await tcpServer((socket) => send(socket, plain('ETag: "1"')));
    await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    expect(server.received).toHaveLength(1);
  });
});
