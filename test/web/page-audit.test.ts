import { expect, test } from "bun:test";
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

test("what is blocked stands first and open, and words of strangers are text", () => {
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
});

test("a filter by host names the eight with most requests, and none where there is one", () => {
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

test("each kind of resource has a rule of the filter", async () => {
  const style = await Bun.file(new URL("../../src/web/assets/style.css", import.meta.url)).text();
  const reference = await Bun.file(new URL("../../src/jobs/page/read/reference.ts", import.meta.url)).text();
  const [, union = ""] = /export type LoadAs =([^;]*);/.exec(reference) ?? [];
  const kinds = [...union.matchAll(/"(\w+)"/g)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  for (const kind of kinds)
    expect(style).toContain(`.loads:has([value="${kind}"]:checked) tbody tr:not(.${kind})`);
});
