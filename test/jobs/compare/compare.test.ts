import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../../src/http/decode.ts";
import { compareReports } from "../../../src/jobs/compare/compare.ts";

const NOW = Date.UTC(2026, 10, 20);
const report = (...headers: string[]) => decodeHeaders({ headers, url: "https://a.test/" }, NOW);
const differences = (a: readonly string[], b: readonly string[]) =>
  compareReports(report("HTTP/1.1 200 OK", ...a), report("HTTP/1.1 200 OK", ...b));
const fields = (a: readonly string[], b: readonly string[]) =>
  differences(a, b).filter(({ kind }) => kind.startsWith("field-"));

describe("fields", () => {
  test("added, removed, changed", () => {
    expect(fields(["X-A: 1", "X-B: 1"], ["X-B: 2", "X-C: 3"])).toEqual([
      { kind: "field-removed", name: "x-a", a: "1", title: "x-a is gone; it was 1.", effect: "other" },
      {
        kind: "field-changed",
        name: "x-b",
        a: "1",
        b: "2",
        title: "x-b is now 2; before, it was 1.",
        effect: "other",
      },
      { kind: "field-added", name: "x-c", b: "3", title: "x-c is new: 3.", effect: "other" },
    ]);
  });
  test.each([
    ["text/html; charset=UTF-8", "Text/HTML;charset=utf-8", 0],
    ['text/html; charset="utf-8"', "text/html; Charset=utf-8", 0],
    ["text/html; charset=utf-8", "text/html; charset=utf-16", 1],
    ["multipart/mixed; boundary=A", "multipart/mixed; boundary=a", 1],
    ["text/html; charset", "text/html; CHARSET", 1],
  ])("media types in another case: %s and %s", (a, b, count) => {
    expect(fields([`Content-Type: ${a}`], [`Content-Type: ${b}`])).toHaveLength(count);
  });
  test("cookies individually", () => {
    expect(
      fields(["Set-Cookie: a=1", "Set-Cookie: b=1"], ["Set-Cookie: b=1", "Set-Cookie: a=2"]),
    ).toMatchObject([
      {
        kind: "field-changed",
        name: "set-cookie",
        a: "a=1",
        b: "a=2",
        title: "Set-Cookie of a gains a=2 and loses a=1.",
      },
    ]);
  });

  const volatile: [name: string, a: string, b: string, isVolatile: boolean][] = [
    ["a date", "Date: Sat, 21 Nov 2026 01:18:43 GMT", "Date: Sat, 21 Nov 2026 01:18:44 GMT", true],
    ["an age", "Age: 1", "Age: 2", true],
    ["a request id", "X-Request-Id: a", "X-Request-Id: b", true],
    [
      "a nonce",
      "Content-Security-Policy: script-src 'nonce-YWJj'",
      "Content-Security-Policy: script-src 'nonce-eHl6'",
      true,
    ],
    [
      "a policy",
      "Content-Security-Policy: script-src 'nonce-YWJj'",
      "Content-Security-Policy: script-src 'self'",
      false,
    ],
    ["a lifetime", "Cache-Control: max-age=60", "Cache-Control: max-age=3600", false],
    [
      "a UUID",
      "X-Node: 01234567-89ab-cdef-0123-456789abcdef",
      "X-Node: 11234567-89ab-cdef-0123-456789abcdef",
      true,
    ],
    [
      "a session",
      "Set-Cookie: id=a1b2c3d4e5f6a7b8c9d0e1f2; Path=/",
      "Set-Cookie: id=b1b2c3d4e5f6a7b8c9d0e1f2; Path=/",
      true,
    ],
    ["16 hexadecimal digits", "X-A: 0123456789abcdef", "X-A: 1123456789abcdef", true],
    ["15 of them", "X-A: 0123456789abcde", "X-A: 1123456789abcde", false],
    ["20 letters and digits", "X-A: abcdefghijklmnopqrs1", "X-A: bbcdefghijklmnopqrs1", true],
    ["19 of them", "X-A: abcdefghijklmnopqr1", "X-A: bbcdefghijklmnopqr1", false],
    ["a time", "X-A: 2026-11-20T10:00:00Z", "X-A: 2026-11-20T10:00:01.5+01:00", true],
  ];
  for (const [name, a, b, isVolatile] of volatile)
    test(`${name} ${isVolatile ? "is" : "is not"} volatile`, () =>
      expect(fields([a], [b]).map((each) => each.volatile === true)).toEqual([isVolatile]));
});

test("new and removed findings, with their severity", () => {
  const found = differences(["Age: 1"], ["Age: soon"]).filter(({ kind }) => kind.startsWith("finding-"));
  expect(found).toMatchObject([{ kind: "finding-new", severity: "error", field: "age" }]);
  const back = differences(["Age: soon"], ["Age: 1"]).filter(({ kind }) => kind.startsWith("finding-"));
  expect(back.map(({ kind }) => kind)).toEqual(["finding-gone"]);
});

test("a title may change with a value: id and field identify a finding", () => {
  expect(differences(["Age: soon"], ["Age: later"]).map(({ kind }) => kind)).toEqual(["field-changed"]);
  const item = differences(["Vary: Accept"], ["Vary: Accept, Accept"]).filter(
    ({ kind }) => kind === "finding-new",
  );
  expect(item.map(({ field }) => field)).toEqual(["vary"]);
});

test("a failed lookup, and one that succeeded", () => {
  const good = { ...report("HTTP/1.1 200 OK"), httpVersion: "1.1" };
  const [step] = good.steps;
  if (!step) throw new Error("there is a step");
  const failed = {
    ...good,
    status: "error" as const,
    httpVersion: "",
    headers: [],
    steps: [
      { ...step, status: 301 },
      {
        ...step,
        status: 0,
        problems: [],
        verdicts: {},
        error: { phase: "tcp" as const, code: "connection-refused", message: "Nothing listens.", hint: "" },
      },
    ],
  };
  const changed = compareReports(good, failed);
  expect(changed.filter(({ kind }) => kind === "outcome-changed")).toEqual([
    {
      kind: "outcome-changed",
      name: "status",
      a: "200",
      b: "error",
      title: "The status is now error; before, it was 200.",
      effect: "worse",
    },
    {
      kind: "outcome-changed",
      name: "steps",
      a: "200",
      b: "301 → error",
      title: "The chain is now 301 → error; before, it was 200.",
      effect: "other",
    },
  ]);
  expect(changed).toContainEqual({
    kind: "finding-new",
    name: "connection-refused",
    severity: "error",
    title: "Nothing listens.",
    effect: "worse",
  });
  expect(changed.filter(({ kind, b }) => kind === "verdict-changed" && b !== undefined)).toEqual([]);
});

test.each([
  [100, 149, false],
  [100, 150, true],
  [150, 100, true],
  [98, 147, false],
  [40, 89, false],
  [40, 90, true],
  [1000, 1499, false],
  [1000, 1500, true],
  [0, 1000, false],
  [1000, 0, false],
])("%d ms and %d ms differ: %p", (before, after, isTold) => {
  const timed = (timeTotal: number) => ({ ...report("HTTP/1.1 200 OK"), timeTotal });
  const title = `It now takes ${after} ms; before, it took ${before} ms.`;
  const effect = after > before ? ("worse" as const) : ("better" as const);
  expect(compareReports(timed(before), timed(after))).toEqual(
    isTold ? [{ kind: "time", name: "total", a: String(before), b: String(after), title, effect }] : [],
  );
});

test("lines of a name are compared together, without volatile parts", () => {
  expect(fields(["Vary: a", "Vary: b"], ["Vary: a, b"])).toEqual([]);
  expect(fields(["X-A: 1", "X-A: 2"], ["X-A: 2", "X-A: 1"])).toMatchObject([
    { kind: "field-changed", name: "x-a", a: "1, 2", b: "2, 1" },
  ]);
  const aged = differences(["Cache-Control: max-age=60", "Age: 1"], ["Cache-Control: max-age=60", "Age: 2"]);
  expect(aged).toMatchObject([{ kind: "field-changed", name: "age", a: "1", b: "2", volatile: true }]);
  const seen = differences(["X-Cache: MISS"], ["X-Cache: HIT"]).filter(({ name }) =>
    /^caching\.seen/.test(name),
  );
  expect(seen).toMatchObject([{ kind: "verdict-changed", volatile: true }]);
  expect(differences(["Cache-Control: max-age=60"], ["Cache-Control: max-age=61"])).toContainEqual({
    kind: "verdict-changed",
    name: "caching.shared.lifetime",
    a: "60",
    b: "61",
    title: "Shared caches may now store it for 1 minute 1 second; before, for 1 minute.",
    effect: "other",
  });
});

test("status and chain", () => {
  const changed = compareReports(report("HTTP/1.1 200 OK"), report("HTTP/1.1 404 Not Found"));
  expect(changed).toContainEqual({
    kind: "outcome-changed",
    name: "status",
    a: "200",
    b: "404",
    title: "The status is now 404; before, it was 200.",
    effect: "worse",
  });
});

test("verdicts by their paths", () => {
  const changed = differences(['Clear-Site-Data: "cookies"'], ['Clear-Site-Data: "storage"']);
  expect(changed).toContainEqual({
    kind: "verdict-changed",
    name: "clears.cookies",
    a: "true",
    b: "false",
    title: "It no longer clears the site's cookies.",
    effect: "other",
  });
});

describe("facts that one side lacks are no change", () => {
  const bare = (...headers: string[]) => decodeHeaders({ headers }, NOW);
  const changed = compareReports(report("HTTP/1.1 200 OK", "Age: 1"), bare("Age: 1"));
  test("status, version and chain", () => {
    expect(changed.filter(({ kind }) => kind === "outcome-changed")).toEqual([]);
  });
  test("facts that depend on the URL", () => {
    const names = changed.flatMap(({ kind, name }) => (kind === "verdict-changed" ? [name] : []));
    expect(names.filter((name) => /^(?:firefox\.)?security\./.test(name))).toEqual([]);
  });
});

test("Firefox's verdicts are shown if they change differently from Chromium's", () => {
  const names = (a: string, b: string) => differences([a], [b]).map(({ name }) => name);
  expect(names("Referrer-Policy: origin", "Referrer-Policy: no-referrer")).toContain(
    "security.referrer.sameOrigin",
  );
  expect(names("Referrer-Policy: origin", "Referrer-Policy: no-referrer")).not.toContain(
    "firefox.security.referrer.sameOrigin",
  );
  // Firefox sends only the origin to other sites, even with unsafe-url.
  expect(names("Referrer-Policy: origin", "Referrer-Policy: unsafe-url")).toContain(
    "security.referrer.crossOrigin",
  );
  expect(names("Referrer-Policy: no-referrer", "Referrer-Policy: unsafe-url")).toContain(
    "firefox.security.referrer.crossOrigin",
  );
});

test("equal sides have no difference", () => {
  const lines = ["Cache-Control: max-age=60", "Set-Cookie: a=b", "Age: 1"];
  expect(differences(lines, lines)).toEqual([]);
});

describe("the order of unordered members is no difference", () => {
  test.each([
    ["Vary: Accept, Cookie", "Vary: cookie, accept"],
    ["Cache-Control: public, max-age=60", "Cache-Control: max-age=60, public"],
    ["Allow: GET, HEAD", "Allow: HEAD, GET"],
    [
      "Content-Security-Policy: default-src 'self' a.test; img-src *",
      "Content-Security-Policy: img-src *; Default-Src a.test 'self'",
    ],
    ["Set-Cookie: a=b; Secure; HttpOnly", "Set-Cookie: a=b; HttpOnly; Secure"],
    [
      "Strict-Transport-Security: max-age=9; includeSubDomains",
      "Strict-Transport-Security: includesubdomains; max-age=9",
    ],
  ])("%s", (a, b) => expect(differences([a], [b])).toEqual([]));

  test.each([
    ["Content-Encoding: gzip, br", "Content-Encoding: br, gzip"],
    ["Referrer-Policy: origin, no-referrer", "Referrer-Policy: no-referrer, origin"],
    ["Via: 1.1 a, 1.1 b", "Via: 1.1 b, 1.1 a"],
    ["Allow: GET", "Allow: get"],
    ["Set-Cookie: a=Secure; HttpOnly", "Set-Cookie: a=HttpOnly; Secure"],
  ])("but %s is not %s", (a, b) => expect(fields([a], [b])).toHaveLength(1));
});

describe("name of a change of fields", () => {
  const long = "x".repeat(81);
  test.each<[readonly string[], readonly string[], string]>([
    [["Vary: a"], ["Vary: a, b, c"], "Vary gains b and c."],
    [["Vary: a, b"], ["Vary: a"], "Vary loses b."],
    [["Vary: a"], ["Vary: b, c, d, e"], "Vary gains b, c, d and e and loses a."],
    [["Vary: a"], ["Vary: a, b, c, d, e, f"], "Vary gains b, c, d and 2 more."],
    [["X-A: 1"], ["X-A:"], "x-a is now empty; before, it was 1."],
    [[], [`X-A: ${long}`], `x-a is new: ${long.slice(1)}….`],
    [[], [`X-A: ${long.slice(1)}`], `x-a is new: ${long.slice(1)}.`],
  ])("%j, %j", (a, b, title) => expect(fields(a, b).map((each) => each.title)).toEqual([title]));
});
