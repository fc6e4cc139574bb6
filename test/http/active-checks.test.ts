import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readFieldLines } from "../../src/headers/message.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { type Answer, activeChecks } from "../../src/http/report/active-checks.ts";
import { httpProblems } from "../../src/jobs/project/kinds.ts";

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
  readonly problems: readonly string[];
  /** Total number of requests; 2 by default (the page, and a second one without Accept-Encoding). */
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
  {
    name: "the same nonce twice",
    answer: () => plain("Content-Security-Policy: script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
    problems: ["csp-nonce-repeated"],
  },
  {
    name: "a nonce for each response",
    answer: (request) =>
      plain(
        `Content-Security-Policy: script-src 'nonce-${has(request, "Accept-Encoding") ? "pV3kq9XcT1u0yB7mZr4sLw" : "qW4lr0YdU2v1zC8nAs5tMx"}'`,
      ),
    problems: [],
  },
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

  test("are not sent unless requested", async () => {
    await using server = await tcpServer((socket) => send(socket, plain('ETag: "1"')));
    await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    expect(server.received).toHaveLength(1);
  });
});

describe("findings on the responses", () => {
  const answer = (status: number, fields: readonly string[] = [], bytes?: number): Answer => ({
    head: { httpVersion: "1.1", status, reason: "", lines: readFieldLines(fields), flaws: [] },
    ...(bytes !== undefined && { bytes }),
  });
  const reported = (name: string, first: Answer, second: Answer) => {
    const check = activeChecks(first).find((each) => each.name === name);
    return check?.judge(first, second).map(({ title }) => title) ?? "no such check";
  };
  const TAG = ['ETag: "1"'];
  const DATE = ["Last-Modified: Sat, 01 Jan 2000 00:00:00 GMT"];
  const RANGES = ["Accept-Ranges: none, Bytes"];
  const GZIP = ["Content-Encoding: gzip"];

  test.each<[string, Answer, Answer, readonly string[] | string]>([
    ["revalidation", answer(200), answer(200), "no such check"],
    ["revalidation", answer(206, TAG), answer(200), "no such check"],
    ["revalidation", answer(200, TAG), answer(304, TAG), []],
    [
      "revalidation",
      answer(200, [...TAG, ...DATE]),
      answer(200, TAG),
      ['The server answers a request with If-None-Match: "1" with 200 instead of 304.'],
    ],
    [
      "revalidation",
      answer(200, TAG),
      answer(500),
      ['The server answers a request with If-None-Match: "1" with 500 instead of 304.'],
    ],
    [
      "revalidation",
      answer(200, TAG),
      answer(200, ['ETag: "2"']),
      ['ETag was "1", and "2" a moment later, so caches can never revalidate.'],
    ],
    [
      "revalidation",
      answer(200, TAG),
      answer(200),
      ['ETag was "1", and absent a moment later, so caches can never revalidate.'],
    ],
    [
      "revalidation",
      answer(200, DATE),
      answer(200, ["Last-Modified: Sun, 02 Jan 2000 00:00:00 GMT"]),
      [
        "Last-Modified was Sat, 01 Jan 2000 00:00:00 GMT, and Sun, 02 Jan 2000 00:00:00 GMT a moment later, so caches can never revalidate.",
      ],
    ],
    [
      "revalidation",
      answer(200, DATE),
      answer(200, DATE),
      [
        "The server answers a request with If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT with 200 instead of 304.",
      ],
    ],
    [
      "revalidation",
      answer(200, [...TAG, "Vary: a", "Cache-Control: b", "Expires: c", "Content-Location: d", "Date: e"]),
      answer(304, ["Vary: a"]),
      ["The 304 response lacks Cache-Control, Content-Location, ETag, Expires, which the full response has."],
    ],
    ["range", answer(200, RANGES, 10), answer(206), "no such check"],
    ["range", answer(200, RANGES), answer(206), "no such check"],
    ["range", answer(200, [], 100), answer(206), "no such check"],
    ["range", answer(200, RANGES, 11), answer(206, ["Content-Range: bytes 0-9/11"], 10), []],
    ["range", answer(200, RANGES, 11), answer(206, ["Content-Range: bytes 0-9/*"]), []],
    [
      "range",
      answer(200, RANGES, 11),
      answer(206, ["Content-Range: bytes 0-9/11"], 9),
      ["A request for bytes 0 to 9 is answered with 9 bytes."],
    ],
    [
      "range",
      answer(200, RANGES, 11),
      answer(206, ["Content-Range: bytes 0-8/11"], 9),
      ["A request for bytes 0 to 9 is answered with the Content-Range bytes 0-8/11."],
    ],
    [
      "range",
      answer(200, RANGES, 11),
      answer(206, [], 10),
      ["A request for bytes 0 to 9 is answered with the Content-Range none."],
    ],
    ["range", answer(200, RANGES, 11), answer(416), ["A request for bytes 0 to 9 is answered with 416."]],
    [
      "range",
      answer(200, RANGES, 11),
      answer(200, [], 11),
      ["A request for bytes 0 to 9 is answered in full although Accept-Ranges promises ranges."],
    ],
    ["coding", answer(200), answer(200), []],
    ["coding", answer(200, ["Content-Encoding: identity"]), answer(200, ["Content-Encoding: identity"]), []],
    ["coding", answer(200, GZIP), answer(404, GZIP), []],
    [
      "coding",
      answer(200, GZIP),
      answer(200, ["Content-Encoding: gzip, br"]),
      ["The content is encoded (gzip, br) even for a request without Accept-Encoding."],
    ],
    [
      "coding",
      answer(200, [...GZIP, ...TAG]),
      answer(200, TAG),
      [
        "The content is encoded (gzip) or not depending on Accept-Encoding, but Vary does not say so.",
        'The encoded and the unencoded content have the same strong ETag "1".',
      ],
    ],
    ["coding", answer(200, [...GZIP, "Vary: *", 'ETag: W/"1"']), answer(200, ['ETag: W/"1"']), []],
    [
      "coding",
      answer(200, [...GZIP, "Vary: Accept, ACCEPT-Encoding", ...TAG]),
      answer(200, ['ETag: "2"']),
      [],
    ],
  ])("%s", (name, first, second, titles) => {
    expect(reported(name, first, second)).toEqual(titles as string[]);
  });

  test("requests that are sent", () => {
    const sent = (first: Answer) =>
      activeChecks(first).map(({ name, fields }) => [
        name,
        ...fields([
          ["Accept", "*/*"],
          ["Accept-Encoding", "gzip"],
        ]).map((field) => field.join(": ")),
      ]);
    expect(sent(answer(200, [...TAG, ...DATE, ...RANGES], 11))).toEqual([
      ["revalidation", "Accept: */*", "Accept-Encoding: gzip", 'If-None-Match: "1"'],
      ["range", "Accept: */*", "Accept-Encoding: gzip", "Range: bytes=0-9"],
      ["coding", "Accept: */*"],
    ]);
    expect(sent(answer(200, DATE))[0]).toContain("If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT");
    expect(sent(answer(204))).toEqual([]);
  });
});
