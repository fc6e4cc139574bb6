import { describe, expect, test } from "bun:test";
import type { HeaderObject } from "../../src/headers/schema.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import { countText } from "../../src/view/findings.ts";
import { groupOf, linesOf } from "../../src/view/lines.ts";
import { viewVariants } from "../../src/view/report/variants.ts";
import { verdictAnswers as answersOf } from "../../src/view/report/verdicts.ts";
import { viewReport } from "../../src/view/report.ts";
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

test("the lines of the request continue the numbers, as findings count them", () => {
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

test.each([
  [
    { expires: "2099-01-02T00:00:00.000Z", daysLeft: 1, registrar: "Ex Ltd", status: ["active", "locked"] },
    "Domain a.example at Ex Ltd; registered until 2099-01-02, 1 day left; status active, locked",
  ],
  [
    { expires: "2020-01-02T00:00:00.000Z", daysLeft: -1, status: [] },
    "Domain a.example; registered until 2020-01-02, over",
  ],
  [
    { expires: "2020-01-02T00:00:00.000Z", daysLeft: 0, status: [] },
    "Domain a.example; registered until 2020-01-02, 0 days left",
  ],
  [{ status: ["active"] }, "Domain a.example; registered; status active"],
])("the registration %j in words", (part, text) => {
  const domain = { name: "a.example", source: "", at: "", ...part };
  const paths = [{ url: "https://a.example/x", status: 404 }];
  expect(viewReport({ ...sampleReport, domain }).notes).toEqual([text]);
  expect(viewReport({ ...sampleReport, domain, paths }).notes).toEqual([
    text,
    "Also requested: https://a.example/x (404)",
  ]);
  expect(viewReport({ ...sampleReport, domain, paths: [] }).notes).toEqual([text]);
  expect(viewReport(sampleReport).notes).toEqual([]);
});

test("trailers are among the facts: at most ten, with 200 characters each", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("the sample has a step");
  const partsOf = (...values: string[]) => {
    const trailers = values.map((value) => header({ value }));
    const [seen] = viewReport({ ...sampleReport, steps: [{ ...step, trailers }] }).steps;
    return seen?.facts.find(({ label }) => label === "Trailers")?.parts;
  };
  expect(partsOf("1", "2")).toEqual([{ code: "x-a: 1" }, ", ", { code: "x-a: 2" }]);
  const long = "v".repeat(195);
  expect(partsOf(long, `${long}v`)).toEqual([{ code: `x-a: ${long}` }, ", ", { code: `x-a: ${long}…` }]);
  expect(partsOf(...new Array<string>(10).fill("1"))).toHaveLength(19);
  expect(partsOf(...new Array<string>(11).fill("1"))?.at(-1)).toBe(" and 1 more");
});

test.each([
  [399, "no problems"],
  [400, "no problems in the headers of the error page"],
  ["error", "no problems"],
] as const)("without findings, status %p gives %s", (status, text) => {
  const { none } = viewReport({ ...sampleReport, status });
  expect(countText([], { checked: 1, none })).toBe(text);
});

describe("lines", () => {
  test("a long value is cut, with the number of omitted characters", () => {
    const shown = (length: number) => linesOf([header({ value: "v".repeat(length) })])[0];
    expect(shown(4000)).toMatchObject({ value: "v".repeat(4000), cut: 0 });
    expect(shown(100_000)).toMatchObject({ value: "v".repeat(4000), cut: 96_000 });
  });
  test("omitted items are counted", () => {
    const items = Array.from({ length: 61 }, (_, n) => ({ name: String(n), value: "x", description: "" }));
    const [line] = linesOf([header({ details: { items } })]);
    expect([line?.items.length, line?.more]).toEqual([60, 1]);
  });
  test("the most severe finding counts, also of an item", () => {
    const problem = (severity: "error" | "warning") => ({ name: "x", title: "X.", severity });
    const items = [{ name: "a", value: "", description: "", problems: [problem("error")] }];
    expect(linesOf([header({ problems: [problem("warning")], details: { items } })])[0]?.worst).toBe("error");
    expect(linesOf([header({ problems: [problem("warning")] })])[0]?.worst).toBe("warning");
    expect(linesOf([header({})])[0]?.worst).toBeUndefined();
  });
  test("an address links to its place, software to the versions with fixes", () => {
    const item = (name: string, value: string) => ({ name, value, description: "" });
    const items = [item("for", '"[2001:db8::1]"'), item("by", "192.0.2.1"), item("host", "example.com")];
    expect(linesOf([header({ details: { items } })])[0]?.items.map(({ address }) => address)).toEqual([
      "2001:db8::1",
      "192.0.2.1",
      undefined,
    ]);
    const products = [item("PHP", "8.1.2"), item("Unheard-of", "1")];
    const shown = linesOf([header({ type: "product", details: { items: products } })])[0]?.items;
    expect(shown?.map(({ support }) => support)).toEqual(["https://endoflife.date/php", undefined]);
    expect(linesOf([header({ details: { items: products } })])[0]?.items[0]?.support).toBeUndefined();
  });
  test("the meaning: the readable form, otherwise the purpose of the header, once", () => {
    const lines = linesOf([header({}), header({}), header({ alternate: "1 hour" })]);
    expect(lines.map(({ meaning }) => meaning)).toEqual(["What it is for", "", "1 hour"]);
    expect(lines.map(({ description }) => description)).toEqual(["What it is for. And more.", "", ""]);
  });
  test("a value that is an address links to its place", () => {
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

test("the waterfall has all steps on one scale", () => {
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

test("given lines were not requested, so there is no command and no time", () => {
  const decoded: HttpReport = { ...sampleReport, url: "", timeTotal: 0 };
  expect(viewReport(decoded)).toMatchObject({ curl: undefined, waterfall: undefined });
});

test.each([
  ["https://a.example/", undefined, "curl -sS -D - -o /dev/null -L 'https://example.com/?q=1'"],
  ["https://a.example/", "it's", "curl -sS -D - -o /dev/null -L -A 'it'\\''s' 'https://example.com/?q=1'"],
] as const)("as a curl command %#", (url, agent, command) =>
  expect(viewReport({ ...sampleReport, url, httpVersion: "1.1" }, [], agent).curl).toBe(command),
);

describe("answers to common questions", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("no step");
  const { verdicts: _, ...bare } = step;
  const told = (verdicts: unknown) =>
    answersOf({ ...bare, verdicts } as HttpStep).map(({ question, answer }) => `${question} ${answer}`);
  test("unknown facts have no answer", () => expect(answersOf(bare)).toEqual([]));
  test("timing has no answer if no other page may read it", () =>
    expect(told({ timing: "same-origin" })).toEqual([]));
  const store = {
    stores: true,
    lifetime: 3600,
    lifetimeFrom: "max-age",
    freshFor: 3600,
    reuse: "without-asking",
  };
  const none = { stores: false, lifetime: null, lifetimeFrom: "none", reuse: "never" };
  test.each([
    [{ caching: { shared: store, private: store } }, "Browsers and shared caches may store it for 1 hour."],
    [{ caching: { shared: none, private: store } }, "Only the visitor's browser may store it for 1 hour."],
    [
      { caching: { shared: { ...store, lifetime: 7200, freshFor: 7200 }, private: store } },
      "Browsers may store it for 1 hour; shared caches may store it for 2 hours.",
    ],
    [{ caching: { shared: store, private: none } }, "Only shared caches may store it for 1 hour."],
    [{ caching: { shared: none, private: none } }, "No cache: it is fetched every time."],
    [
      {
        caching: {
          shared: { ...none, stores: true },
          private: { ...none, stores: true },
          browser: { again: "from-cache", reload: "from-origin", back: "from-cache", remembered: "for good" },
        },
      },
      "Browsers reuse it indefinitely; shared caches fetch it every time.",
    ],
    [
      { permissions: { usb: { self: false, allowlist: [] }, camera: { self: true, allowlist: ["*"] } } },
      "Which browser features may it use? Not usb.",
    ],
    [
      { permissions: { camera: { self: true, allowlist: ["*"] } } },
      "All; the policy also allows some in frames.",
    ],
    [{ timing: "anyone" }, "Who may read its timing? Pages of any site."],
    [{ timing: ["https://b.example"] }, "Only pages of its own origin and https://b.example."],
    [{ integrity: { blocked: ["script"], reportOnly: false } }, "Scripts, which are blocked without one."],
    [{ integrity: { blocked: ["script"], reportOnly: true } }, "Scripts, which are reported without one."],
    [
      { integrity: { blocked: [], reportOnly: false, unsupported: ["style"] } },
      "Nothing: the policy blocks nothing.",
    ],
    [
      { caching: { shared: none, private: { ...store, lifetime: 0, freshFor: 0, reuse: "after-check" } } },
      "checking with the server before each use",
    ],
    [
      { caching: { shared: none, private: { ...store, reuse: "after-check" } } },
      "Only the visitor's browser may store it, checking with the server before each use.",
    ],
    [{ cookies: [cookie("a", "stored"), cookie("b", "refused")] }, "1 of 2; rejected: b."],
    [{ cookies: [cookie("a", "stored")] }, "The only one."],
    [{ cookies: [cookie("a", "stored"), cookie("b", "deleted")] }, "Which cookies do browsers keep? 1 of 2."],
    [
      { caching: { shared: none, private: { ...store, lifetime: null, freshFor: null } } },
      "Only the visitor's browser may store it for a time of their own choosing.",
    ],
    [
      { caching: { shared: none, private: { ...store, lifetime: 60, freshFor: undefined } } },
      "Only the visitor's browser may store it for 1 minute.",
    ],
    [
      { caching: { shared: none, private: { ...store, lifetime: undefined, freshFor: undefined } } },
      "Only the visitor's browser may store it for a time of their own choosing.",
    ],
    [{ framing: { by: "anyone", from: "none" } }, "Any site."],
    [{ framing: { by: "nobody", from: "x-frame-options" } }, "No site."],
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
      "Scripts from a nonce, scripts that these load.",
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
  test("the end of each, and the number of redirects", () => {
    expect(shown({})).toEqual({
      url: "http://a.test/",
      answer: "200, after 1 redirect",
      failed: false,
      final: "https://a.test/",
      notes: ["sends Strict-Transport-Security"],
    });
  });
  test("one without a redirect, and one that fails", () => {
    expect(shown({ final: "http://a.test/", redirects: 0, hsts: false })).toMatchObject({
      answer: "200",
      final: "",
      notes: [],
    });
    expect(shown({ status: "error" })).toMatchObject({ answer: "does not answer", failed: true });
  });
});

test("a curl command without following redirects", () => {
  const [first, second] = sampleReport.steps;
  if (!first || !second) throw new Error("the sample has two steps");
  const own = (...steps: HttpStep[]) => viewReport({ ...sampleReport, steps, httpVersion: "2" }, []).curl;
  const elsewhere = { ...second, request: { ...second.request, url: "https://b.example/" } };
  const start = "curl -sS -D - -o /dev/null";
  expect(own(first)).toBe(`${start} --http2 'https://example.com/?q=1'`);
  expect(own(first, elsewhere)).toBe(`${start} -L --http2 'https://example.com/?q=1'`);
  expect(own()).toBe(`${start} --http2 'https://example.com/?q=1'`);
});

describe("amount shown", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("no step");
  const lines = (count: number) => Array.from({ length: count }, () => header({}));
  const shown = (part: Partial<HttpStep>) =>
    viewReport({ ...sampleReport, steps: [{ ...step, ...part }] }).steps[0];
  test.each([
    [300, 300, 0],
    [301, 300, 1],
  ])("of %d lines %d", (count, most, more) => {
    const view = shown({ headers: lines(count), requestHeaders: lines(count) });
    expect([view?.lines.length, view?.moreLines, view?.sent.length, view?.moreSent]).toEqual([
      most,
      more,
      most,
      more,
    ]);
    const early = [{ status: 103, statusMessage: "Early Hints", headers: lines(count) }];
    expect(shown({ early })?.early.map(({ title, lines }) => [title, lines.length])).toEqual([
      ["103 Early Hints", most],
    ]);
  });
  test("the header section as text, with marks at cut values", () => {
    const headers = [header({ sent: "X-A" }), header({ value: "v".repeat(4001) })];
    expect(shown({ headers })?.raw).toBe(`HTTP/1.1 302 Found\nX-A: b\nx-a: ${"v".repeat(4000)}…`);
    expect(shown({ headers: [header({ value: "v".repeat(4000) })], httpVersion: "", status: 200 })?.raw).toBe(
      `HTTP/1.1 200 Found\nx-a: ${"v".repeat(4000)}`,
    );
    expect(shown({ headers: [header({})], status: 0 })?.raw).toBe("x-a: b");
    expect(shown({ headers: [], statusMessage: "", httpVersion: "2" })?.raw).toBe("HTTP/2 302");
  });
});

describe("a summary in a few words", () => {
  test.each([
    [{ status: 200 }, ""],
    [{ status: 299 }, ""],
    [{ status: 300 }, "What it is."],
    [{ status: "error" }, "What it is."],
    [{ status: 404, intent: "Not there: What it is." }, ""],
  ] as const)("an unknown or unrequested status: %j", (part, description) => {
    const report = { ...sampleReport, statusDescription: "What it is.", intent: "It answers.", ...part };
    expect(viewReport(report).description).toBe(description);
  });
  test.each([
    [404, 404, false],
    [0, 0, false],
    ["error", 0, true],
  ] as const)("the status %p", (status, number, failed) =>
    expect(viewReport({ ...sampleReport, status })).toMatchObject({ status: number, failed }),
  );
  test("counts, times and sizes", () => {
    expect(viewReport(sampleReport)).toMatchObject({
      redirects: 1,
      ms: 132,
      bytes: "1.2 KB",
      hint: "Start it.",
      grade: undefined,
    });
    const [step] = sampleReport.steps;
    if (!step) throw new Error("no step");
    const { body: _, ...without } = step;
    expect(viewReport({ ...sampleReport, steps: [without] })).toMatchObject({
      redirects: 0,
      bytes: "",
      hint: "",
    });
  });
});

describe("facts about connection and content", () => {
  const [step] = sampleReport.steps;
  if (!step?.tls || !step.body) throw new Error("no step");
  const { tls, body } = step;
  const fact = (label: string, part: Partial<HttpStep>) =>
    viewReport({ ...sampleReport, steps: [{ ...step, ...part }] }).steps[0]?.facts.find(
      (each) => each.label === label,
    )?.parts as unknown;
  test("the server", () => {
    expect(fact("Server", {})).toEqual([{ address: "203.0.113.5" }, " port 443, HTTP/1.1"]);
    expect(fact("Server", { httpVersion: "" })).toEqual([{ address: "203.0.113.5" }, " port 443"]);
    expect(fact("Server", { ip: "" })).toBeUndefined();
  });
  test("parameters", () => {
    const given = (...names: string[]) => ({
      request: { ...step.request, parameters: names.map((name) => ({ name, value: "1" })) },
    });
    expect(fact("Parameters", given())).toBeUndefined();
    expect(fact("Parameters", given("a"))).toEqual([{ code: "a=1" }]);
    expect(fact("Parameters", given("a", "b"))).toEqual([{ code: "a=1" }, ", ", { code: "b=1" }]);
  });
  test.each([
    [{}, "1.2 KB received, gzip, 4.3 KB when decoded; reading stopped before the end"],
    [{ truncated: false }, "1.2 KB received, gzip, 4.3 KB when decoded"],
    [{ encoding: "", truncated: false }, "1.2 KB received"],
    [{ decodedBytes: undefined, truncated: false }, "1.2 KB received"],
    [{ decodedBytes: 0, truncated: false }, "1.2 KB received, gzip, 0 bytes when decoded"],
  ])("content %j", (part, text) =>
    expect(fact("Content", { body: { ...body, ...part } as typeof body })).toEqual([text]),
  );
  test("redirect target and TLS", () => {
    expect(fact("Points to", {})).toEqual([{ url: "https://example.com/next" }]);
    expect(fact("TLS", {})).toEqual(["TLSv1.3, TLS_AES_128_GCM_SHA256, ALPN http/1.1"]);
    expect(fact("TLS", { tls: { ...tls, alpn: "", cipher: "" } })).toEqual(["TLSv1.3"]);
  });
  const six = ["a", "b", "c", "d", "e", "f"];
  const trusted = { ...tls, authorized: true, issuer: "", names: [] as string[] };
  test.each([
    [
      tls,
      { bad: "Not trusted: it has expired" },
      "; example.com; issued by An authority; valid until 2026-02-01, expired 9 days ago; 2 names: example.com, www.example.com",
    ],
    [{ ...trusted, daysLeft: 0 }, "Trusted", "; example.com; valid until 2026-02-01, 0 days left"],
    [{ ...trusted, daysLeft: 1 }, "Trusted", "; example.com; valid until 2026-02-01, 1 day left"],
    [{ ...trusted, daysLeft: -1 }, "Trusted", "; example.com; valid until 2026-02-01, expired 1 day ago"],
    [{ ...trusted, validTo: "", names: ["a"] }, "Trusted", "; example.com; 1 name: a"],
    [{ ...trusted, validTo: "", names: six.slice(1) }, "Trusted", "; example.com; 5 names: b, c, d, e, f"],
    [{ ...trusted, validTo: "", names: six }, "Trusted", "; example.com; 6 names: a, b, c, d, e …"],
    [{ ...trusted, subject: "", validTo: "" }, "Trusted", ""],
  ])("the certificate %#", (tls, trust, rest) => expect(fact("Certificate", { tls })).toEqual([trust, rest]));
  test.each([
    [{ lines: 1, details: 0, problems: 0 }, "1 header line"],
    [{ lines: 0, details: 2, problems: 0 }, "the details of 2 header lines"],
    [{ lines: 0, details: 0, problems: 1 }, "1 finding"],
    [{ lines: 2, details: 1, problems: 2 }, "2 header lines, the details of 1 header line, 2 findings"],
  ])("omitted parts: %j", (truncated, text) =>
    expect(fact("Omitted", { truncated })).toEqual([`${text}: this response is too large to show in full`]),
  );
});

test("parts omitted by limits are reported with their step", () => {
  const [step] = sampleReport.steps;
  if (!step) throw new Error("no step");
  const cut = { ...step, truncated: { lines: 1, details: 0, problems: 1200 } };
  const [shown] = viewReport({ ...sampleReport, steps: [cut] }).steps;
  expect(shown?.facts).toContainEqual({
    label: "Omitted",
    parts: ["1 header line, 1,200 findings: this response is too large to show in full"],
  });
  expect(viewReport(sampleReport).steps[0]?.facts.map(({ label }) => label)).not.toContain("Omitted");
});

test("an answer that differs in Firefox is marked", () => {
  const line = "Set-Cookie: a=b; Expires=Sat, 21 Nov 2026 25:61:61 GMT";
  const [step] = decodeHeaders(
    { headers: ["HTTP/1.1 200 OK", "Set-Cookie: =b; Secure", line], url: "https://example.com/" },
    Date.parse("2026-11-20T10:00:00Z"),
  ).steps;
  const details = step ? answersOf(step).flatMap((answer) => answer.details) : [];
  expect(details.some((detail) => detail.startsWith("In Firefox: "))).toBe(true);
});

test("a page has a note if browsers ignore its Permissions-Policy", () => {
  const report = decodeHeaders(
    { headers: ["Permissions-Policy: geolocation=()"], status: 200, url: "https://a.example/" },
    Date.parse("2026-11-20T10:00:00Z"),
  );
  const [step] = report.steps;
  const found = step && answersOf(step).find(({ question }) => question.includes("features"));
  expect(found?.details).toEqual([
    "geolocation: no origin",
    "Only in Chromium: Firefox and Safari ignore the header.",
  ]);
});
