import { describe, expect, test } from "bun:test";
import type { HeaderObject } from "../../src/headers/schema.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import { groupOf } from "../../src/view/groups.ts";
import { linesOf } from "../../src/view/lines.ts";
import { viewReport } from "../../src/view/report.ts";
import { viewVariants } from "../../src/view/variants.ts";
import { verdictAnswers as answersOf } from "../../src/view/verdicts.ts";
import { sampleReport } from "../web/sample-report.ts";

const header = (part: Partial<HeaderObject>): HeaderObject => ({
  name: "x-a",
  value: "b",
  description: "What it is for. And more.",
  details: {},
  problems: [],
  type: "string",
  link: [],
  ...part,
});

test("the lines of the request are numbered on, as findings count them", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("the sample has a step");
  const problem = { name: "accept-invalid", title: "Accept.", severity: "error" } as const;
  const requestHeaders = [header({ name: "accept", problems: [problem] })];
  const view = viewReport({ ...sampleReport, problems: [], steps: [{ ...step, requestHeaders }] });
  const at = step.headers.length + 1;
  expect(view.steps[0]?.sent.map(({ number, worst }) => [number, worst])).toEqual([[at, "error"]]);
  const found = view.findings.find(({ name }) => name === problem.name);
  expect(found?.places[0]).toMatchObject({ step: 1, field: "accept", line: at });
});

describe("lines", () => {
  test("a value longer than people read is cut, and by how much is told", () => {
    const shown = (length: number) => linesOf([header({ value: "v".repeat(length) })])[0];
    expect(shown(4000)).toMatchObject({ value: "v".repeat(4000), cut: 0 });
    expect(shown(100_000)).toMatchObject({ value: "v".repeat(4000), cut: 96_000 });
  });
  test("items beyond those that people read are counted", () => {
    const items = Array.from({ length: 61 }, (_, n) => ({ name: String(n), value: "x", description: "" }));
    const [line] = linesOf([header({ details: { items } })]);
    expect([line?.items.length, line?.more]).toEqual([60, 1]);
  });
  test("the gravest finding counts, also of an item", () => {
    const problem = (severity: "error" | "warning") => ({ name: "x", title: "X.", severity });
    const items = [{ name: "a", value: "", description: "", problems: [problem("error")] }];
    expect(linesOf([header({ problems: [problem("warning")], details: { items } })])[0]?.worst).toBe("error");
    expect(linesOf([header({ problems: [problem("warning")] })])[0]?.worst).toBe("warning");
    expect(linesOf([header({})])[0]?.worst).toBeUndefined();
  });
  test("an address leads to its place, software to which of its versions get fixes", () => {
    const item = (name: string, value: string) => ({ name, value, description: "" });
    const items = [item("for", '"[2001:db8::1]"'), item("by", "192.0.2.1"), item("host", "example.com")];
    expect(linesOf([header({ details: { items } })])[0]?.items.map(({ address }) => address)).toEqual([
      "2001:db8::1",
      "192.0.2.1",
      undefined,
    ]);
    const products = [item("PHP", "8.1.2"), item("Unheard-of", "1")];
    const shown = linesOf([header({ type: "product", details: { items: products } })])[0]?.items;
    expect(shown?.map(({ support }) => support)).toEqual(["https://www.php.net/eol.php", undefined]);
    expect(linesOf([header({ details: { items: products } })])[0]?.items[0]?.support).toBeUndefined();
  });
  test("what it means: the alternate, else what the field is for, once", () => {
    const lines = linesOf([header({}), header({}), header({ alternate: "1 hour" })]);
    expect(lines.map(({ meaning }) => meaning)).toEqual(["What it is for", "", "1 hour"]);
    expect(lines.map(({ description }) => description)).toEqual(["What it is for. And more.", "", ""]);
  });
  test("a value that is an address leads to its place", () => {
    expect(linesOf([header({ value: "192.0.2.1" })])[0]?.address).toBe("192.0.2.1");
    expect(linesOf([header({ value: "192.0.2.1, 192.0.2.2" })])[0]?.address).toBeUndefined();
  });
});

test.each([
  ["set-cookie", "cookies"],
  ["cookie-prefix-unmet", "cookies"],
  ["content-security-policy-report-only", "security"],
  ["strict-transport-security", "security"],
  ["access-control-allow-origin", "security"],
  ["cache-control", "caching"],
  ["cdn-cache-control", "caching"],
  ["cf-cache-status", "caching"],
  ["etag", "caching"],
  ["content-length", "transport"],
  ["server-timing", "transport"],
  ["content-type", "content"],
  ["server", "content"],
] as const)("%s belongs to %s", (name, group) => expect(groupOf(name)).toBe(group));

test("the waterfall has all steps on one axis", () => {
  const { waterfall } = viewReport(sampleReport);
  const [first, second] = waterfall?.rows ?? [];
  expect(waterfall?.total).toBe(132);
  expect(first?.stages.map(({ name, from }) => [name, from])).toEqual([
    ["wait", 0],
    ["dns", 1],
    ["tcp", 3],
    ["tls", 6],
    ["firstByte", 10],
    ["download", 60],
  ]);
  expect(second?.stages[0]?.from).toBe(66);
});

test("nothing was sent when decoding, so there is no command and no time", () => {
  const decoded: HttpReport = { ...sampleReport, url: "", timeTotal: 0 };
  expect(viewReport(decoded)).toMatchObject({ curl: undefined, waterfall: undefined });
});

test.each([
  ["https://a.example/", undefined, "curl -sS -D - -o /dev/null -L 'https://example.com/?q=1'"],
  ["https://a.example/", "it's", "curl -sS -D - -o /dev/null -L -A 'it'\\''s' 'https://example.com/?q=1'"],
] as const)("as curl %#", (url, agent, command) =>
  expect(viewReport({ ...sampleReport, url, httpVersion: "1.1" }, [], agent).curl).toBe(command),
);

describe("answers to what people ask", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("no step");
  const { verdicts: _, ...bare } = step;
  const told = (verdicts: unknown) =>
    answersOf({ ...bare, verdicts } as HttpStep).map(({ question, answer }) => `${question} ${answer}`);
  test("nothing is said of what is not known", () => expect(answersOf(bare)).toEqual([]));
  const store = {
    stores: true,
    lifetime: 3600,
    lifetimeFrom: "max-age",
    freshFor: 3600,
    reuse: "without-asking",
  };
  const none = { stores: false, lifetime: null, lifetimeFrom: "none", reuse: "never" };
  test.each([
    [{ caching: { shared: store, private: store } }, "Browsers and shared caches, for 1 hour."],
    [{ caching: { shared: none, private: store } }, "Only the visitor's browser, for 1 hour."],
    [
      { caching: { shared: { ...store, lifetime: 7200, freshFor: 7200 }, private: store } },
      "Browsers, for 1 hour; shared caches, for 2 hours.",
    ],
    [{ caching: { shared: store, private: none } }, "Only shared caches, for 1 hour."],
    [{ caching: { shared: none, private: none } }, "Nobody: it is fetched each time."],
    [
      { caching: { shared: none, private: { ...store, lifetime: 0, freshFor: 0, reuse: "after-check" } } },
      "asking the server before each use",
    ],
    [
      { caching: { shared: none, private: { ...store, reuse: "after-check" } } },
      "Only the visitor's browser, asking the server before each use.",
    ],
    [{ cookies: [cookie("a", "stored"), cookie("b", "refused")] }, "1 of 2; refused: b."],
    [{ cookies: [cookie("a", "stored")] }, "The one that is set."],
    [{ framing: { by: "anyone", from: "none" } }, "Any site."],
    [{ framing: { by: "nobody", from: "x-frame-options" } }, "Nobody."],
    [{ framing: { by: ["https://a.example"], from: "content-security-policy" } }, "Only https://a.example."],
    [
      {
        policy: { directives: { "script-src": { from: "script-src", inline: true, sources: [["'self'"]] } } },
      },
      "does not stop cross-site scripting",
    ],
    [
      {
        policy: {
          directives: {
            "script-src": { from: "script-src", nonces: ["x"], strictDynamic: true, sources: [[]] },
          },
        },
      },
      "Scripts from a nonce, what those load.",
    ],
    [{ policy: { directives: { "img-src": { from: "img-src", sources: [["*"]] } } } }, "Any script"],
  ])("%j", (verdicts, part) => expect(told(verdicts).join("\n")).toContain(part));

  function cookie(name: string, outcome: string) {
    return { name, outcome, secure: true, httpOnly: true, sameSite: "lax", expires: "session" };
  }
});

describe("the addresses of a site", () => {
  const variant = {
    url: "http://a.test/",
    status: 200,
    final: "https://a.test/",
    redirects: 1,
    hsts: true,
    problems: [],
  };
  const shown = (part: Partial<typeof variant> | { status: "error" }) =>
    viewVariants([{ ...variant, ...part }])[0];
  test("where each ends, and after how many redirects", () => {
    expect(shown({})).toEqual({
      url: "http://a.test/",
      answer: "200, after 1 redirect",
      failed: false,
      final: "https://a.test/",
      notes: ["sends Strict-Transport-Security"],
    });
  });
  test("one that answers itself, and one that does not", () => {
    expect(shown({ final: "http://a.test/", redirects: 0, hsts: false })).toMatchObject({
      answer: "200",
      final: "",
      notes: [],
    });
    expect(shown({ status: "error" })).toMatchObject({ answer: "does not answer", failed: true });
  });
});

test("what the bounds of an answer leave out is said with its step", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("no step");
  const cut = { ...step, truncated: { lines: 1, details: 0, problems: 1200 } };
  const [shown] = viewReport({ ...sampleReport, steps: [cut] }).steps;
  expect(shown?.facts).toContainEqual({
    label: "Left out",
    parts: ["1 header line, 1,200 findings: this response is too large to tell all of it"],
  });
  expect(viewReport(sampleReport).steps[0]?.facts.map(({ label }) => label)).not.toContain("Left out");
});

test("an answer that Firefox gives otherwise says so", () => {
  const line = "Set-Cookie: a=b; Expires=Sat, 21 Nov 2026 25:61:61 GMT";
  const [step] = decodeHeaders(
    { headers: ["HTTP/1.1 200 OK", "Set-Cookie: =b; Secure", line], url: "https://example.com/" },
    Date.parse("2026-11-20T10:00:00Z"),
  ).steps;
  const details = step ? answersOf(step).flatMap((answer) => answer.details) : [];
  expect(details.some((detail) => detail.startsWith("In Firefox: "))).toBe(true);
});
