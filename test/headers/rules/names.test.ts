import { expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { problemsOfLast, problemsOfMessage } from "../explained.ts";

/** Lines (the last one is checked), context, and the expected problems with names. */
const CASES: readonly (readonly [lines: readonly string[], known: Known, problems: readonly string[]])[] = [
  [["X-Mine: a"], {}, []],
  [["X-Powered-Bi: a"], {}, []],
  [["Chache-Control: no-store"], {}, ["warning field-name-typo"]],
  [["Content-Secruity-Policy: default-src 'self'"], {}, ["warning field-name-typo"]],
  [["Strict-Transport-Securty: max-age=1"], {}, ["warning field-name-typo"]],
  [["Referer-Policy: no-referrer"], {}, ["warning field-name-typo"]],
  [["X-Frame-Option: DENY"], {}, ["warning field-name-typo"]],
  [["Access-Control-Allow-Orgin: *"], {}, ["warning field-name-typo"]],
  [["Content-Lenght: 5"], {}, ["warning field-name-typo"]],
  [["Content-Hash: abc"], {}, []],
  [["Content_Type: text/html"], {}, ["warning field-name-typo"]],
  [["Ago: 5"], {}, []],
  [["constructor: a"], {}, []],
  [["Access-Control: foo"], {}, ["warning field-obsolete"]],
  [["Public: GET"], {}, ["warning field-obsolete"]],
  [['P3P: CP="NOI"'], {}, ["info field-outdated"]],
  [["Set-Cookie2: a=1"], {}, ["warning field-obsolete"]],
  [["X-UA-Compatible: IE=edge"], {}, []],
  [["User-Agent: x"], {}, ["warning request-field-in-response"]],
  [["Cookie: a=1"], {}, ["warning request-field-in-response"]],
  [["Authorization: Basic YTpi"], {}, ["warning request-field-in-response"]],
  [["X-Amz-Date: 20261120T100000Z"], {}, []],
  [["Connection: close"], { httpVersion: "1.1" }, []],
  [["Connection: close"], { httpVersion: "2" }, ["error connection-field-in-http2"]],
  [["Upgrade: h2c"], { httpVersion: "3" }, ["error connection-field-in-http2"]],
  [["Transfer-Encoding: chunked"], { httpVersion: "2" }, ["error connection-field-in-http2"]],
  [["Connection: close"], {}, []],
];

const ABOUT_NAMES = /field-obsolete|field-outdated|request-field|field-name-typo|connection-field/;

for (const [lines, known, problems] of CASES)
  test(`${lines.join(" | ")} ${known.httpVersion ?? ""}`, () => {
    const found = problemsOfLast(lines, known).filter((problem) => ABOUT_NAMES.test(problem));
    expect(found).toEqual([...problems]);
  });

test("size of a line and of all lines", () => {
  const large = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `X-${at}: ${"a".repeat(length)}`);
  expect(problemsOfLast(large(1, 4000))).toEqual([]);
  expect(problemsOfLast(large(1, 5000))).toEqual(["warning field-too-large"]);
  expect(problemsOfMessage(large(30, 100))).not.toContain("warning fields-too-large");
  expect(problemsOfMessage(large(100, 100))).toContain("warning fields-too-large");
});

/** Cache-Control, a cookie, and whether shared caches may send the cookie to other users. */
const SHARED: readonly (readonly [cacheControl: string, cookie: string, shared: boolean])[] = [
  // Without a lifetime caches use a heuristic one. With 0 and no validator they cannot reuse the response.
  ["public", "a=1", true],
  ["public, max-age=0", "a=1", false],
  ["max-age=60", "a=1", true],
  ["s-maxage=60, max-age=0", "a=1", true],
  ["max-age=60, s-maxage=0", "a=1", false],
  ["private, max-age=60", "a=1", false],
  ["no-store", "a=1", false],
  ["max-age=0", "a=1", false],
  ["no-transform", "a=1", false],
  ["max-age=60", "__cf_bm=1", false],
  // Browsers reject this cookie, but the cache still sends it.
  ["max-age=60", "__Secure-a=1", true],
];

for (const [cacheControl, cookie, shared] of SHARED)
  test(`Cache-Control: ${cacheControl} with ${cookie}`, () => {
    const problems = problemsOfLast([`Cache-Control: ${cacheControl}`, `Set-Cookie: ${cookie}; Max-Age=9`]);
    expect(problems.includes("warning cookies-in-shared-cache")).toBe(shared);
  });

test.each([
  [["Cache-Control: max-age=60"], true],
  [["Cache-Control: max-age=0"], false],
  [["Cache-Control: public, max-age=60"], false],
  [["Cache-Control: private, max-age=60"], false],
  [["Vary: Cookie", "Cache-Control: max-age=60"], false],
])("credentials allowed with %j", (lines, shared) => {
  const problems = problemsOfLast(["Access-Control-Allow-Credentials: true", ...lines]);
  expect(problems.includes("warning credentialed-shared")).toBe(shared);
});

test.each([
  ["theme=dark; sid=5d41402a", true],
  ["theme=dark", false],
])("credentials allowed, public, and the request has %s", (cookie, shared) => {
  const problems = problemsOfLast(
    ["Access-Control-Allow-Credentials: true", "Cache-Control: public, max-age=60"],
    {
      requestHeaders: [`Cookie: ${cookie}`],
    },
  );
  expect(problems.includes("warning credentialed-shared")).toBe(shared);
});
