import { expect, test } from "bun:test";
import type { PageReport, Resource } from "../../src/http/page/schema.ts";
import { auditForm, auditView } from "../../src/web/page-audit.ts";

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
      title: "script-src of the page's policy does not let in https://cdn.example.com.",
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
  expect(markup).toContain("<details open><summary>Blocked or failed: 1</summary>");
  expect(markup.indexOf("&lt;b&gt;")).toBeLessThan(markup.indexOf("some-longer-name-0"));
  expect(markup).not.toContain("<i>");
  expect(auditForm('"><script>').markup).not.toContain("<script>");
});
