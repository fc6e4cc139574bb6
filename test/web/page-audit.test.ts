import { expect, test } from "bun:test";
import { PAGE_LOADS } from "../../data/browsers/page-loads.ts";
import type { PageReport, Resource } from "../../src/jobs/page/schema.ts";
import { auditForm, auditView } from "../../src/web/pages/page-audit.ts";
import { faultsOf, textOf } from "./markup.ts";

const resource = (index: number, more: Partial<Resource> = {}): Resource => ({
  url: `https://cdn${index % 5}.example.com/assets/2026/some-longer-name-${index}.min.js?v=1234567890`,
  as: index % 2 ? "script" : "image",
  where: { line: index, element: "script[src]" },
  thirdParty: true,
  outcome: "loads",
  status: 200,
  wireBytes: 12_345,
  timeStart: index,
  timeTotal: 20,
  problems: [],
  ...more,
});

const report = (resources: Resource[]): PageReport => ({
  url: "https://example.com/",
  status: 200,
  document: {
    url: "",
    status: 200,
    statusMessage: "OK",
    intent: "Serves an HTML page.",
    total: 1,
    steps: [],
    findings: [],
  },
  policies: [],
  resources,
  inline: [],
  summary: { broken: [], risky: [], slow: [], origins: [], findings: [] },
  unseen: [],
  omitted: 0,
  timeTotal: 1,
});

test("a hundred resources, each blocked, fit in 60 KB without a script", () => {
  const blockedBy = [
    {
      by: "policy" as const,
      title: "script-src of the page's policy does not allow https://cdn.example.com.",
    },
  ];
  const { markup } = auditView(
    report(Array.from({ length: 100 }, (_, index) => resource(index, { outcome: "blocked", blockedBy }))),
  );
  expect(markup.length).toBeLessThan(60_000);
  expect(markup).not.toContain("<script");
});

test("blocked resources come first and open, and input is escaped", () => {
  const bad = resource(1, {
    url: "https://example.com/<b>",
    outcome: "blocked",
    blockedBy: [{ by: "cors", title: "no <i>" }],
  });
  const { markup } = auditView(report([resource(0), bad]));
  expect(faultsOf(markup, true)).toEqual([]);
  expect(textOf(markup)).toContain("Show kinds Blocked or failed 1 All 2 script 1 image 1");
  expect(markup).toMatch(/value="bad" checked/);
  expect(markup.indexOf("&lt;b&gt;")).toBeLessThan(markup.indexOf("some-longer-name-0"));
  expect(markup).not.toContain("<i>");
  expect(auditForm('"><script>').markup).not.toContain("<script>");
  expect(auditForm("").markup).not.toContain('name="browser"');
  expect(auditForm("", undefined, "h1", true).markup).toContain('name="browser"');
});

test("four numbers, findings in order of severity, and one directive a line", () => {
  const note = (title: string) => ({ title, count: 1, examples: ["a.js"] });
  const audit = {
    ...report([resource(0), resource(1, { outcome: "failed" })]),
    summary: {
      broken: [note("B")],
      risky: [note("R")],
      slow: [note("S"), note("T")],
      origins: [],
      findings: [],
    },
    policy: {
      ...{
        reportOnly: "Content-Security-Policy-Report-Only: default-src 'none'; img-src 'self'",
        enforce: "",
      },
      ...{ admits: [], beyond: [], blockedToday: [], unusable: [], notes: [] },
    },
  };
  const { markup } = auditView(audit, "example.com");
  expect(faultsOf(markup, true)).toEqual([]);
  expect(textOf(markup)).toContain("200 1 part of the page does not load 2 resources");
  expect([...markup.matchAll(/<b>(\d)<\/b> (\w+)<\/li>/g)].map(([, ...words]) => words.join(" "))).toEqual([
    "1 blocked",
    "1 risky",
    "2 slow",
    "0 hosts",
  ]);
  expect([...markup.matchAll(/<li class="(\w+)"><details( open)?>/g)].map(([, ...words]) => words)).toEqual([
    ["error", " open"],
    ["warning", undefined],
    ["info", undefined],
    ["info", undefined],
  ] as string[][]);
  // Copying takes the text of the element, which is one line.
  expect(markup).toContain(
    "Only:<span> default-src &#39;none&#39;;</span><span> img-src &#39;self&#39;</span>",
  );
  expect(markup).toContain('<a href="/?url=example.com">Response</a>');
  expect(markup).toContain('<a href="/page?url=example.com" aria-current="page">Page</a>');
});

test.each<[string, PageReport["status"], readonly string[], string]>([
  ["everything loads", 200, [], "Everything on the page loads"],
  ["everything on an error page loads", 400, [], "Everything on the error page loads"],
  ["it is no error page", 399, [], "Everything on the page loads"],
  ["browsers do not trust it", 200, ["certificate-expired"], "Not reachable for browsers"],
  ["nothing answers", "error", ["connection-refused"], "Not reachable"],
])("the verdict if %s", (_, status, names, verdict) => {
  const findings = names.map((name) => ({ name, severity: "error" as const, title: "T" }));
  const base = report([resource(0)]);
  expect(auditView({ ...base, status, document: { ...base.document, findings } }).markup).toContain(
    `<span class="verdict">${verdict}</span>`,
  );
});

test("a filter by host has the eight with most requests, and is absent with one host", () => {
  const at = (hosts: number) =>
    auditView(
      report(
        Array.from({ length: 3 * hosts }, (_, index) =>
          resource(index, { url: `https://h${index % hosts}.example/${index}` }),
        ),
      ),
    ).markup;
  expect(at(1)).not.toContain("Show hosts");
  expect(textOf(at(2))).toContain("Show hosts Any host 6 h0.example 3 h1.example 3");
  expect(at(8)).toContain('value="h7"');
  expect(at(9)).not.toContain('value="h8"');
  expect(at(9)).toContain('<tr class="image">');
});

test("each kind of resource has a CSS rule for the filter", async () => {
  const style = await Bun.file(new URL("../../src/web/assets/style.css", import.meta.url)).text();
  for (const kind of Object.keys(PAGE_LOADS))
    expect(style).toContain(`.loads:has([value="${kind}"]:checked) tbody tr:not(.${kind})`);
});
