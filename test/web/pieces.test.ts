/** Parts of pages, with both sides of each threshold. */

import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { Endpoint } from "../../src/api/endpoint.ts";
import type { IpResult } from "../../src/ip/schema.ts";
import type { Finding } from "../../src/jobs/project/findings.ts";
import type { Judged } from "../../src/jobs/redirects/check-redirect.ts";
import { Summary } from "../../src/jobs/redirects/summary.ts";
import type { ChangeView, ComparisonView } from "../../src/view/comparison.ts";
import type { ItemView, LineView } from "../../src/view/lines.ts";
import { type ReportView, type StepView, viewReport } from "../../src/view/report.ts";
import { apiView } from "../../src/web/api-page.ts";
import { html } from "../../src/web/html.ts";
import { factTable } from "../../src/web/page.ts";
import { comparisonView } from "../../src/web/pages/compare-page.ts";
import { problemView } from "../../src/web/pages/problems-page.ts";
import { type RedirectsResult, resultEnd } from "../../src/web/pages/redirects-page.ts";
import { judgedRow, progressRow, resultStart } from "../../src/web/redirects-view.ts";
import { addressFacts, addressMap, addressParts } from "../../src/web/views/address-view.ts";
import { findingsView } from "../../src/web/views/findings-view.ts";
import { linesTable, linesView } from "../../src/web/views/lines-view.ts";
import { reportView } from "../../src/web/views/report-view.ts";
import { singleBar, waterfallView } from "../../src/web/views/waterfall-view.ts";
import { plainLine as line, sampleReport } from "./sample-report.ts";

/** Text between tags, separated by single spaces. */
function wordsOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const item: ItemView = {
  name: "part",
  value: "v",
  meaning: "",
  description: "",
  address: undefined,
  support: undefined,
};
const finding: Finding = {
  name: "age-invalid",
  title: "Age.",
  severity: "error",
  places: [{ step: 1, url: "https://a.example/" }],
};
const many = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

describe("a header line", () => {
  const row = (part: Partial<LineView>, step?: number, findings?: readonly Finding[]) =>
    linesTable([{ ...line, ...part }], step, findings).markup;
  const cells = (part: Partial<LineView>) => /<td>(?:(?!<td>).)*<\/td><\/tr>/s.exec(row(part))?.[0];

  test("without parts", () => {
    expect(row({})).toBe(`<table class="lines">
<thead><tr><th scope="col">Header</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>
<tr class="g-content">
<th scope="row"><code>X-A</code></th>
<td><details><summary><span class="hidden">X-A: </span><code class="value">b</code></summary><div class="more">


<p class="description">What it is for. </p></div></details></td>
<td></td></tr>
</tbody></table>`);
  });
  test.each<[Partial<LineView>, string]>([
    [{ value: "" }, '<code class="value">(empty)</code>'],
    [{ cut: 1 }, "<p>1 character more.</p>"],
    [{ cut: 2000 }, "<p>2,000 characters more.</p>"],
    [{ more: 1 }, "<p>The JSON has 1 more part.</p>"],
    [{ more: 2 }, "<p>The JSON has 2 more parts.</p>"],
    [
      { links: ["https://a.example/"] },
      ' <a href="https://a.example/" rel="noopener noreferrer">a.example</a></p>',
    ],
    [
      { links: ["https://a.example/", "https://a.example/b", "https://b.example/"] },
      ' <a href="https://a.example/b" rel="noopener noreferrer">a.example</a> · <a href="https://b.example/" rel="noopener noreferrer">b.example</a></p>',
    ],
    [
      { items: [item] },
      '<tr><th scope="row"><code>part</code></th><td><code class="value">v</code> <span class="description"></span></td></tr>',
    ],
    [
      { items: [{ ...item, value: "", meaning: "m", description: "d" }] },
      '<td><b>m</b> <span class="description">d</span></td>',
    ],
    [
      { items: [{ ...item, address: "192.0.2.1", support: "https://a.example/" }] },
      '<td><a href="/?ip=192.0.2.1"><code class="value">v</code></a> <span class="description"> <a href="https://a.example/" rel="noopener noreferrer">Supported versions</a></span></td>',
    ],
  ])("opened: %j", (part, markup) => expect(row(part)).toContain(markup));
  test("complete values without parts have no note", () => {
    expect(row({})).not.toMatch(/more\.<|class="items"|The JSON has/);
  });
  test.each<[Partial<LineView>, string]>([
    [{ meaning: "1 hour" }, "<td>1 hour</td></tr>"],
    [{ address: "2001:db8::1" }, '<td><a href="/?ip=2001%3Adb8%3A%3A1">Look it up</a></td></tr>'],
    [{ address: "192.0.2.1", meaning: "m" }, '<td><a href="/?ip=192.0.2.1">m</a></td></tr>'],
    [{ worst: "error" }, '<td><span class="mark error">error</span> </td></tr>'],
    [{ worst: "info", meaning: "m" }, '<td><span class="mark info">info</span> m</td></tr>'],
  ])("its meaning: %j", (part, markup) => expect(cells(part)).toBe(markup));

  const at = (step: number, number: number): Finding => ({
    ...finding,
    severity: "warning",
    places: [{ step, url: "", line: number }],
  });
  test.each([
    [[at(1, 1)], '<a class="mark warning" href="#finding-1">'],
    [[at(2, 1), at(1, 2), at(1, 1)], '<a class="mark warning" href="#finding-3">'],
    [[{ ...at(1, 1), severity: "error" as const }], '<span class="mark warning">'],
    [[at(2, 1), at(1, 2)], '<span class="mark warning">'],
    [[], '<span class="mark warning">'],
  ])("its mark links to the finding: %#", (findings, markup) => {
    const shown = row({ worst: "warning" }, 1, findings);
    expect(shown).toContain(markup);
    expect(shown).toContain('<tr class="g-content found" id="step-1-line-1">');
  });
});

describe("a header section", () => {
  const [step] = viewReport(sampleReport).steps;
  if (!step) throw new Error("no step");
  const shown = (part: Partial<StepView>) => linesView({ ...step, ...part }, []).markup;
  const lines = (count: number) => many(count, line);
  test("without lines", () => expect(shown({ lines: [] })).toBe("<p>No header lines.</p>"));
  test.each([
    [4, false],
    [5, true],
  ])("of %d lines has a filter: %p", (count, expected) =>
    expect(shown({ lines: lines(count) }).includes("<legend>Show lines</legend>")).toBe(expected),
  );
  test("its filter counts, and has no choice without lines", () => {
    const found = { ...line, worst: "error" as const, group: "caching" as const };
    const text = wordsOf(shown({ lines: [...lines(5), found], groups: ["caching", "cookies", "content"] }));
    expect(text).toContain("Show lines All 6 With findings 1 Caching 1 Content 5");
    expect(wordsOf(shown({ lines: lines(5), groups: ["content"] }))).toContain("Show lines All 5 Content 5");
  });
  test.each([
    [0, undefined],
    [1, "The JSON has 1 more line."],
    [2, "The JSON has 2 more lines."],
  ])("%d lines are not shown", (moreLines, said) =>
    expect(/<p>(The JSON has [^<]*)<\/p>/.exec(shown({ lines: lines(1), moreLines }))?.[1]).toBe(said),
  );
});

describe("findings", () => {
  const warning = { ...finding, severity: "warning" as const };
  const info = { ...finding, severity: "info" as const };
  const text = (findings: readonly Finding[], steps = 1) => wordsOf(findingsView(findings, steps).markup);
  test.each([
    [[finding], undefined],
    [[finding, warning], "All 2 Errors 1"],
    [[finding, info], "Errors and warnings 1 Errors 1 Infos 1 All 2"],
    [[warning, info], "Errors and warnings 1 Infos 1 All 2"],
    [[info], undefined],
    [[info, info], undefined],
    [[finding, finding, warning, info], "Errors and warnings 3 Errors 2 Infos 1 All 4"],
  ] as const)("the filter %#", (findings, choices) => {
    const found = /Show findings (.*?) (?:error|warning|note):/.exec(text(findings))?.[1];
    expect(found).toBe(choices);
  });
  test("the first choice is selected, and no other", () => {
    const { markup } = findingsView([finding, info], 1);
    expect(
      [...markup.matchAll(/value="(\w+)"( checked)?/g)].map(([, value, checked]) => [value, checked]),
    ).toEqual([
      ["serious", " checked"],
      ["error", undefined],
      ["info", undefined],
      ["all", undefined],
    ]);
  });
  test("counted by severity", () => {
    expect(text([finding, finding, warning, info])).toStartWith("2 errors 1 warning 1 info");
    expect(text([])).toBe("Findings No problems found.");
  });
  test.each([
    [80, 80, undefined],
    [81, 80, "The JSON has 1 more."],
    [90, 80, "The JSON has 10 more."],
  ])("of %d findings %d are listed", (count, listed, said) => {
    const { markup } = findingsView(many(count, finding), 1);
    expect(markup.match(/<li /g)?.length).toBe(listed);
    expect(/The JSON has \d+ more\./.exec(markup)?.[0]).toBe(said);
    expect(markup).toContain(`id="finding-${listed}"`);
    expect(markup).not.toContain('id="finding-0"');
  });
  test("the recipe of a line is at its first finding, with the server that responded selected", () => {
    const how = {
      nginx: "server_tokens off;",
      apache: "ServerTokens Prod",
      caddy: "header -Server",
      cloudflare: "-",
    };
    const block = {
      step: 1,
      url: "",
      server: "apache" as const,
      recipes: [
        { place: "nginx" as const, text: "all", fixes: 2, others: ["age-invalid"] },
        {
          place: "lighttpd" as const,
          text: "most",
          fixes: 1,
          others: ["age-invalid", "cookie-secure-missing"],
        },
      ],
    };
    const found = { ...finding, places: [{ step: 1, url: "" }] as const };
    const { markup } = findingsView([{ ...found, how }, { ...found, title: "Another.", how }, found], 1, [
      block,
    ]);
    expect(markup.match(/<legend>Recipes by server/g)).toHaveLength(2);
    expect(markup.match(/href="#finding-1" aria-label="how: [\w-]+">how</g)).toHaveLength(1);
    expect(
      [...markup.matchAll(/name="how-1"( checked)?> <span class="hidden">Server: <\/span>(\w+)/g)].map(
        ([, checked, name]) => [name, checked],
      ),
    ).toEqual([
      ["nginx", undefined],
      ["Apache", " checked"],
      ["Caddy", undefined],
      ["Cloudflare", undefined],
    ]);
    expect(wordsOf(markup)).toContain("Fix these");
    expect(markup).toContain('href="/problems/age-invalid"');
    expect(markup).not.toContain("/problems/cookie-secure-missing");
    expect(findingsView([found], 1).markup).not.toContain("Configuration for");
  });
  test("at most six positions", () => {
    const places = Array.from({ length: 7 }, (_, index) => ({
      step: 1,
      url: "",
      field: `f${index}`,
      line: index + 1,
    }));
    const [first, ...others] = places;
    if (!first) throw new Error("no place");
    const { markup } = findingsView([{ ...finding, places: [first, ...others] }], 1);
    expect(
      [...markup.matchAll(/href="#step-1-line-(\d)" aria-label="[^"]*">(f\d)</g)].map(
        ([, line, name]) => `${line} ${name}`,
      ),
    ).toEqual(["1 f0", "2 f1", "3 f2", "4 f3", "5 f4", "6 f5"]);
  });
  test.each([
    [{ step: 0, url: "" }, 2, undefined],
    [{ step: 1, url: "" }, 1, undefined],
    [{ step: 1, url: "" }, 2, '<a href="#step-1">step 1</a>'],
    [
      { step: 2, url: "", field: "Age", line: 3 },
      2,
      '<a href="#step-2-line-3" aria-label="step 2, Age, line 3">step 2, Age</a>',
    ],
    [
      { step: 1, url: "", field: "Age", line: 3 },
      1,
      '<a href="#step-1-line-3" aria-label="Age, line 3">Age</a>',
    ],
  ])("a position %j of %d steps", (place, steps, link) => {
    const { markup } = findingsView([{ ...finding, places: [place] }], steps);
    expect(/<p class="where">(<a href="#.*?<\/a>)?/.exec(markup)?.[1]).toBe(link);
  });
});

describe("a waterfall", () => {
  const span = (name: "dns" | "tcp", from: number, ms: number) => ({ name, label: name, from, ms });
  const waterfall = {
    total: 200,
    rows: [
      { step: 1, stages: [span("dns", 0, 50), span("tcp", 50, 0)], ms: 50 },
      { step: 2, stages: [span("tcp", 50, 0.1)], ms: 150 },
    ],
    stages: [
      { name: "dns" as const, label: "DNS", ms: 50 },
      { name: "tcp" as const, label: "TCP", ms: 0.1 },
    ],
  };
  const steps = [
    { number: 1, status: 301, url: "http://a.example/", redirectedBy: "WordPress" },
    { number: 2, status: 0, url: "http://b.example/", redirectedBy: "" },
  ] as StepView[];
  const { markup } = waterfallView(waterfall, steps);
  test("draws stages in proportion, and always visible", () => {
    expect(markup.match(/<rect class="stage-\w+" x.*?\/>/g)).toEqual([
      '<rect class="stage-dns" x="0.0" y="0" width="250.0" height="10"/>',
      '<rect class="stage-tcp" x="250.0" y="0" width="1.0" height="10"/>',
    ]);
    expect(markup).toContain('viewBox="0 0 1000 10"');
    expect(markup.match(/aria-label="[^S"][^"]*"/g)).toEqual([
      'aria-label="dns 50 ms, tcp 0 ms"',
      'aria-label="tcp 0.1 ms"',
    ]);
  });
  test("and as numbers", () =>
    expect(wordsOf(markup)).toBe(
      "2 requests in 200 ms 1 301 http://a.example/ by WordPress 50 ms 2 failed http://b.example/ 150 ms DNS 50 ms TCP 0.1 ms Times as a table Step DNS TCP total 1 50 ms 0 ms 50 ms 2 0.1 ms 150 ms",
    ));
  test("of one step has no number", () => {
    const bar = singleBar({ ...waterfall, rows: waterfall.rows.slice(0, 1) }).markup;
    expect(wordsOf(bar)).toBe("50 ms DNS 50 ms TCP 0.1 ms");
    expect(bar).not.toContain("#step-");
  });
  test("without duration has no length", () => {
    const instant = { ...waterfall, total: 0, rows: [{ step: 1, stages: [span("dns", 0, 0.001)], ms: 0 }] };
    expect(singleBar(instant).markup).toContain('width="1000.0"');
  });
});

describe("a comparison", () => {
  const row = { name: "age", a: "1", b: "", sign: "-" } as const;
  const markup = (part: Partial<ComparisonView>) =>
    comparisonView({
      ...{ a: "one", b: "other", outcome: "No differences.", unchecked: [] },
      ...{ groups: [], fields: [], volatile: [], ...part },
    }).markup;
  const group = (...changes: ChangeView[]) =>
    markup({ groups: [{ title: "Worse", effect: "worse", changes }] });
  test("states whether there are differences", () => {
    expect(markup({ volatile: [row] })).toContain('<h2 id="differences">No differences</h2>');
    expect(markup({ fields: [row] })).toContain('<h2 id="differences">Differences</h2>');
    expect(group({ title: "T." })).toContain('<h2 id="differences">Differences</h2>');
  });
  test("more than twelve sentences are folded", () => {
    expect(group(...many(12, { title: "T." }))).not.toContain("<details>");
    expect(group(...many(14, { title: "T." }))).toContain("<details><summary>2 more</summary>");
  });
  test("a sentence about a finding links to its problem", () => {
    expect(group({ title: "T.", problem: "age-invalid" })).toContain(
      '<li>T. <a href="/problems/age-invalid"><code>age-invalid</code></a></li>',
    );
    expect(group({ title: "<b>" })).toContain('<ul class="changes worse"><li>&lt;b&gt;</li>');
  });
  test("the changes of a policy are folded in one row", () => {
    expect(group({ title: "The policy:", parts: ["One.", "Two."] })).toContain(
      "<li><details><summary>The policy: 2 changes</summary><ul><li>One.</li><li>Two.</li></ul></details></li>",
    );
  });
  test("headers that differ each time are folded", () => {
    expect(markup({ volatile: [row] })).toContain(
      "<details><summary>Different every time: 1 header</summary>",
    );
    expect(markup({ fields: [row] })).not.toContain("every time");
  });
  test.each([
    [{}, '<td><code class="value">1</code></td><td><span class="description">absent</span></td>'],
    [{ a: "v".repeat(1000) }, `<code class="value">${"v".repeat(1000)}</code>`],
    [{ a: "v".repeat(1001) }, `<code class="value">${"v".repeat(1000)}…</code>`],
  ])("a header %#", (part, cell) => expect(markup({ fields: [{ ...row, ...part }] })).toContain(cell));
});

describe("checked redirects", () => {
  const judged = (row: number, outcome: Judged["outcome"], reason = ""): Judged =>
    ({ row, line: row, outcome, reason, from: `/${row}`, final: "/to", hops: [] }) as unknown as Judged;
  const shown = (all: readonly Judged[], part: Partial<RedirectsResult> = {}) => {
    const summary = new Summary();
    for (const each of all) summary.add(each);
    const end = resultEnd({
      judged: all,
      summary,
      findings: [],
      omitted: [],
      description: "lines",
      ...part,
    });
    return html`${resultStart("Checking…")}${all.map(judgedRow)}${end}`.markup;
  };
  test("are in the order of the map, with a filter for the wrong ones", () => {
    const markup = shown([
      judged(1, "as-wanted"),
      judged(2, "loop"),
      judged(3, "as-wanted"),
      judged(4, "error", "why"),
    ]);
    expect(
      [...markup.matchAll(/<tr class="([\w-]+)"><td class="number">(\d)<\/td>.*?<td>(.*?)<\/td>/g)].map(
        (found) => found.slice(1),
      ),
    ).toEqual([
      ["correct", "1", "correct"],
      ["loop", "2", "loop"],
      ["correct", "3", "correct"],
      ["dead-target", "4", "dead target: why"],
    ]);
    expect(wordsOf(markup)).toStartWith(
      "Checking… Show redirects All Wrong Correct Line From Result Leads to",
    );
    expect(wordsOf(markup)).toContain("Show redirects Wrong 2 All 4 correct 2 dead target 1 loop 1");
    expect(wordsOf(markup)).toContain("1 dead target The redirect is right, but its target fails.");
    expect(markup).toMatch(/value="wrong" checked/);
    expect(markup.indexOf('slot="summary"')).toBeGreaterThan(markup.indexOf("</table>"));
    expect(markup).toContain(">2 of 4 redirects are wrong</h2>");
    expect(markup).not.toContain("Findings about the map");
    expect(markup).not.toContain("Omitted rules");
  });
  test("have a progress row, whose time left follows from the time so far", () => {
    expect(wordsOf(progressRow(100, 400, 10_000).markup)).toBe("100 of 400 checked, about 30 seconds left");
    expect(wordsOf(progressRow(2000, 2001, 1000).markup)).toBe("2,000 of 2,001 checked, about 1 second left");
  });
  test("can be saved as a table without formulas", () => {
    const markup = shown([{ ...judged(1, "loop"), from: "=cmd|'x'!A1", to: '"/é,' }]);
    const [, data = ""] =
      /<a download="redirects.csv" href="data:text\/csv;charset=utf-8,([^"]*)">/.exec(markup) ?? [];
    const [, row] = decodeURIComponent(data.replaceAll("&#39;", "'")).split("\r\n");
    expect(row).toStartWith('1,\'=cmd|\'x\'!A1,"""/é,",,loop,,/to,');
  });
  test("all as expected", () => {
    const markup = shown([judged(1, "as-wanted"), judged(2, "as-wanted")], {
      omitted: [{ line: 2, column: 1, omitted: "a pattern" }],
      findings: [{ kind: "chain", severity: "warning", line: 1, column: 1, from: "/a", message: "why" }],
    });
    expect(markup).toContain(">All redirects are correct</h2>");
    expect(markup.match(/Show redirects/g)).toHaveLength(1);
    expect(markup).toContain("<h3>Omitted rules</h3><ul><li>Line 2: a pattern</li>");
    expect(markup).toContain(
      "<h3>Findings about the map</h3><ul><li>Line 1, <code>/a</code>: chain: why</li>",
    );
    expect(shown([judged(1, "as-wanted")])).toContain(">The redirect is correct</h2>");
    expect(shown([judged(1, "loop")])).toContain(">1 of 1 redirect is wrong</h2>");
  });
});

describe("a report", () => {
  const view = viewReport(sampleReport);
  const [first, last] = view.steps;
  if (!first || !last) throw new Error("two steps");
  const shown = (part: Partial<ReportView>) => reportView({ ...view, ...part }).markup;
  const one = (part: Partial<StepView>, more: Partial<ReportView> = {}) =>
    shown({ steps: [{ ...first, failure: undefined, ...part }], ...more });
  const answer = { question: "Who?", answer: "Nobody.", tone: "good", details: ["Why."] } as const;

  test("answers are next to the findings, if there are any", () => {
    expect(one({ answers: [] })).toContain('<div class="overview">');
    expect(one({ answers: [] })).not.toContain("What browsers and caches do with it");
    expect(one({ answers: [answer] })).toContain('<div class="overview beside">');
    expect(wordsOf(one({ answers: [answer] }))).toContain("Who? Nobody. Why.");
    const { markup } = reportView({ ...view, steps: [{ ...first, answers: [answer] }, last] });
    expect(markup).toContain('<div class="overview">');
  });
  test.each<[Partial<ReportView>, string | undefined]>([
    [{ redirects: 0, ms: 0, bytes: "" }, undefined],
    [{ redirects: 1, ms: 0, bytes: "" }, "1 redirect"],
    [{ redirects: 0, ms: 0.4, bytes: "" }, "0.4 ms"],
    [{ redirects: 2, ms: 1500, bytes: "1 KB" }, "2 redirects · 1.50 s · 1 KB"],
  ])("figures %j", (part, figures) =>
    expect(/<span class="figures">([^<]*)<\/span><\/h2>/.exec(shown(part))?.[1]).toBe(figures),
  );
  test.each<[Partial<ReportView>, string]>([
    [{ failed: true }, '<span class="status failed">failed</span> <span class="verdict">V</span></h2>'],
    [
      { failed: false, status: 404 },
      '<span class="status s4">404</span> <span class="verdict">V</span></h2>',
    ],
    [
      { failed: false, status: 399 },
      '<span class="status s3">399</span> <span class="verdict">V</span></h2>',
    ],
    [{ failed: false, status: 1 }, '<span class="status s0">1</span> <span class="verdict">V</span></h2>'],
    [{ failed: false, status: 0 }, '<h2 id="lead"><span class="verdict">V</span></h2>'],
  ])("the lead %j", (part, markup) =>
    expect(shown({ ...part, verdict: "V", redirects: 0, ms: 0, bytes: "" })).toContain(markup),
  );
  test("the grade, its meaning, and the next step", () => {
    const grade = { grade: "B+", score: 80 };
    const graded = shown({ grade, untrusted: false, description: "D.", hint: "H." });
    expect(graded).toContain('<section class="lead graded"');
    expect(graded).toContain('<p class="grade grade-b"><b>B+</b> <span>80 <');
    expect(shown({ grade, untrusted: true })).toContain(
      '<p class="grade grade-f"><b>B+</b> <span>not reachable for browsers</span>',
    );
    expect(graded).toContain('<p class="description">D.</p>');
    expect(graded).toContain("<b>What to do next:</b> H.</p>");
    const bare = shown({ grade: undefined, description: "", hint: "" });
    expect(bare).toContain('<section class="lead" ');
    expect(bare).not.toMatch(/class="grade|<p class="advice">|<\/p>\n<p class="description">/);
  });
  test("times of several steps as a waterfall, of one step as a bar", () => {
    expect(shown({})).toContain("2 requests in 132 ms");
    expect(shown({})).not.toContain('<div class="waterfall">');
    expect(one({})).toContain('<div class="waterfall">');
    expect(one({})).not.toContain('<section class="waterfall"');
    expect(one({}, { waterfall: undefined })).not.toContain("waterfall");
  });
  test("one step is the response; of several the last one is open", () => {
    expect(wordsOf(one({}))).toContain("Response ");
    const several = shown({});
    expect(several).toContain(
      '<details class="step" id="step-1"><summary><span class="number">1</span> <span class="status s3">302</span> <span class="url">https://example.com/?q=1</span> <span class="figures">66 ms</span></summary>\n<p>Redirects temporarily.</p>',
    );
    expect(several).toContain('<section class="step" id="step-2" aria-labelledby="step-2-title">');
    expect(several).toContain('<span class="number">2</span> <span class="status failed">failed</span>');
    expect(several).toContain('<p class="failure">Nothing listens there.</p>');
    expect(one({ failure: { message: "Nothing.", hint: "" } })).not.toContain('class="failure"');
    expect(several.match(/<p>Redirects temporarily/g)?.length).toBe(1);
  });
  test("a step without lines has a note, unless it failed", () => {
    expect(one({ lines: [] })).toContain("No header lines.");
    expect(one({ lines: [], failure: { message: "x", hint: "" } })).not.toContain("No header lines.");
    expect(one({ lines: [line], failure: { message: "x", hint: "" } })).toContain("<code>X-A</code>");
  });
  test("known facts and questions, if there are any", () => {
    const asked = [
      { about: "script a", answer: "allowed", allowed: true },
      { about: "script b", answer: "blocked", allowed: false },
    ];
    expect(one({ asked, facts: [] })).toContain(
      '<dl class="connection"><div><dt>script a:</dt> <dd>allowed</dd></div>\n<div><dt>script b:</dt> <dd><b class="bad">blocked</b></dd></div>\n</dl>',
    );
    expect(one({ asked: asked.slice(1), facts: [] })).toContain('<b class="bad">blocked</b>');
    expect(one({ asked: [], facts: [] })).not.toContain('<dl class="connection">');
    expect(one({ asked: [], facts: [{ label: "L", parts: ["p"] }] })).toContain("<dt>L</dt> <dd>p</dd>");
  });
  test.each([
    [0, undefined],
    [1, "The JSON has 1 more line."],
  ])("the request, with %d omitted lines", (moreSent, said) => {
    const shown = one({ sent: [line, { ...line, worst: "info" }], moreSent, moreLines: 0 });
    expect(shown).toContain(`<details class="request"><summary>Request: ${2 + moreSent} lines</summary>`);
    expect(/<p>(The JSON has [^<]*)<\/p>/.exec(shown)?.[1]).toBe(said);
    expect(one({ sent: [line] })).toContain("<summary>Request: 1 line</summary>");
    expect(one({ sent: [] })).not.toContain('class="request"');
  });
  test.each([
    ["info", false],
    ["warning", true],
    ["error", true],
  ] as const)("the request with a finding of severity %s is open: %p", (worst, open) =>
    expect(one({ sent: [line, { ...line, worst }] }).includes('<details class="request" open>')).toBe(open),
  );
  test("the addresses of a site", () => {
    const variant = {
      url: "http://a.example/",
      answer: "200",
      failed: false,
      final: "",
      notes: [] as string[],
    };
    const cells = (part: object) =>
      /<\/th><td>(.*?)<\/tr>/s.exec(
        shown({ variants: [{ ...variant, ...part }] }).split("URL variants")[1] ?? "",
      )?.[1];
    expect(cells({})).toBe("200</td><td>itself</td>");
    expect(cells({ notes: ["n"] })).toBe("200<ul><li>n</li></ul></td><td>itself</td>");
    expect(cells({ failed: true, answer: "no" })).toBe("no</td><td></td>");
    expect(cells({ final: "https://a.example/" })).toBe(
      '200</td><td><code class="value">https://a.example/</code></td>',
    );
    expect(shown({ variants: [{ ...variant, failed: true }] })).toContain(
      '<tr class="error"><th scope="row"><a href="/?url=http%3A%2F%2Fa.example%2F">',
    );
    expect(shown({ variants: [] })).not.toContain("The site");
  });
});

describe("the API for people", () => {
  const endpoint = (part: Partial<Endpoint>): Endpoint => ({
    operationId: "one",
    tags: ["ip"],
    summary: "Summary",
    description: "What `it` does with `that`.",
    answer: { schema: Type.String() },
    errors: [],
    cost: 1,
    ...part,
  });
  const card = async (method: string, path: string, part: Partial<Endpoint>) =>
    /<article.*<\/article>/s.exec((await apiView([{ method, path, endpoint: endpoint(part) }])).markup)?.[0];
  const part = { description: "" };
  test("an endpoint with all parts", async () => {
    const parameter = (required: boolean, example: string) => ({
      ...{ description: "A `word`", schema: { type: "string" }, required, example },
    });
    expect(
      await card("GET", "/v1/x/*/y/*", {
        path: { a: { ...part, example: "1/2" }, b: { ...part, example: "3" } },
        query: { must: parameter(true, "a b"), also: parameter(true, "c"), may: parameter(false, "d") },
        answer: { schema: Type.String(), example: () => ({ a: 1 }) },
      }),
    ).toBe(`<article class="operation" aria-labelledby="one">
<h3 id="one"><code>GET /v1/x/{a}/y/{b}</code></h3>
<p>Summary. What <code>it</code> does with <code>that</code>.</p>
<dl class="parameters"><div><dt><code>must</code> (required)</dt> <dd>A <code>word</code></dd></div>
<div><dt><code>also</code> (required)</dt> <dd>A <code>word</code></dd></div>
<div><dt><code>may</code></dt> <dd>A <code>word</code></dd></div>
</dl>
<pre tabindex="0">curl &#39;\ue000/v1/x/1%2F2/y/3?must=a%20b&amp;also=c&#39;</pre>
<p><a href="/v1/x/1%2F2/y/3?must=a%20b&amp;also=c">Try it</a></p>
<details><summary>Example answer</summary><pre tabindex="0">{
  &quot;a&quot;: 1
}</pre></details>
</article>`);
  });
  test("and one with content only", async () => {
    const content = { schema: Type.String(), example: () => ({ a: 1 }), read: (json: unknown) => json };
    expect(await card("POST", "/v1/x", { content })).toBe(`<article class="operation" aria-labelledby="one">
<h3 id="one"><code>POST /v1/x</code></h3>
<p>Summary. What <code>it</code> does with <code>that</code>.</p>

<pre tabindex="0">curl &#39;\ue000/v1/x&#39; -H &#39;Content-Type: application/json&#39; -d &#39;{&quot;a&quot;:1}&#39;</pre>
<p></p>

</article>`);
  });
  test.each([1500, 1501])("an answer of %d characters", async (length) => {
    const example = () => "x".repeat(length - 2);
    const markup = await card("GET", "/v1/x", { answer: { schema: Type.String(), example } });
    const shown = /<pre tabindex="0">&quot;(.*?)<\/pre><\/details>/s.exec(markup ?? "")?.[1];
    expect(shown).toBe(length === 1500 ? `${"x".repeat(1498)}&quot;` : `${"x".repeat(1499)}\n…`);
  });
  test("one parameter", async () => {
    const markup = await card("GET", "/v1/x", {
      query: { may: { description: "A word", schema: { type: "string" }, required: false } },
    });
    expect(markup).toContain('<dl class="parameters"><div><dt><code>may</code></dt> <dd>A word</dd></div>');
  });
  test("groups that are not empty, in order, without aliases", async () => {
    const { markup } = await apiView([
      { method: "GET", path: "/a", endpoint: endpoint({ tags: ["status"], operationId: "a" }) },
      { method: "GET", path: "/b", endpoint: endpoint({ operationId: "b" }) },
      { method: "GET", path: "/v2/c", endpoint: endpoint({ tags: ["http"], operationId: "c" }) },
    ]);
    expect(markup.match(/href="#[^"]*"/g)).toEqual([
      'href="#tag-ip"',
      'href="#tag-status"',
      'href="#errors"',
      'href="#failures"',
    ]);
    expect([...markup.matchAll(/<h3 id="(\w)"/g)].map(([, id]) => id ?? "")).toEqual(["b", "a"]);
    const statuses = [...markup.matchAll(/<tr id="[^"]*">.*?<td>(\d{3}) /g)].map(([, status]) =>
      Number(status),
    );
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
    expect(statuses.length).toBeGreaterThan(10);
  });
});

describe("a problem's page", () => {
  const shown = (bad: Parameters<typeof problemView>[1]["bad"]) =>
    /With the problem<\/figcaption><pre tabindex="0">(.*?)<\/pre>/s.exec(
      problemView("age-invalid", { severity: "error", summary: "", bad: bad ?? [], good: [] }).markup,
    )?.[1];
  test.each([
    [["Age: 1"], "Age: 1"],
    [[], "(no header lines)"],
    [[`X: ${"v".repeat(397)}`], `X: ${"v".repeat(397)}`],
    [[`X: ${"v".repeat(398)}`], `X: ${"v".repeat(397)}…`],
    [{ lines: ["Age: 1"] }, "Age: 1"],
    [{ lines: ["Age: 1"], url: "https://a.example/" }, "&gt; GET https://a.example/\nAge: 1"],
    [{ lines: ["Age: 1"], method: "PUT" }, "&gt; PUT\nAge: 1"],
    [
      { lines: ["Age: 1"], method: "PUT", url: "https://a.example/", requestHeaders: ["A: b"], status: 200 },
      "&gt; PUT https://a.example/\n&gt; A: b\nHTTP/1.1 200\nAge: 1",
    ],
  ])("an example %#", (bad, text) => expect(shown(bad as never)?.replace(/v{300,}/, (v) => v)).toBe(text));
});

describe("the map of an address", () => {
  const at = (part: Partial<IpResult>) =>
    addressMap({
      ip: "192.0.2.1",
      ipType: 4,
      code: "geoip",
      latitude: 0,
      longitude: 0,
      accuracyRadius: 0,
      ...part,
    })?.markup ?? "";
  const drawn = (part: Partial<IpResult>) => /viewBox="([^"]*)"/.exec(at(part))?.[1];
  test("marks have the same size in every view", () => {
    expect(drawn({})).toBe("688 323.2 64 25.6");
    expect(at({})).toContain(
      '<ellipse class="circle" cx="720" cy="336" rx="0.32" ry="0.32" stroke-width="0.1"/>',
    );
    expect(at({})).toContain('<circle class="point" cx="720" cy="336" r="0.26"/>');
    const world = { accuracyRadius: 20_000_000, longitude: 0.123 };
    expect(drawn(world)).toBe("0 0 1440 576");
    expect(at(world)).toContain(
      '<ellipse class="circle" cx="720.49" cy="336" rx="718.65" ry="718.65" stroke-width="2.16"/>',
    );
    expect(at(world)).toContain('r="5.76"/>');
    const narrow = { accuracyRadius: 60_000, latitude: 60 };
    expect(at(narrow)).toContain('rx="4.31" ry="2.16"');
    // Near the pole the circle is an ellipse; its minor radius has a visible minimum.
    expect(at({ latitude: 89, accuracyRadius: 700_000 })).toMatch(/rx="503.05" ry="25.15"/);
  });
  test("network and autonomous system link to facts about them", () => {
    const asn = { number: 64_500, organization: "Example" };
    const facts = addressFacts(
      { ip: "192.0.2.1", ipType: 4, code: "unknown", network: "192.0.2.0/24", asn },
      0,
    );
    expect(facts?.markup).toContain('<a href="/?ip=192.0.2.0%2F24"><code>192.0.2.0/24</code></a>');
    expect(facts?.markup).toContain('<a href="https://stat.ripe.net/AS64500">AS64500 Example</a>');
  });
  test("each part of a block has its sentence and its autonomous system, and its kind of network once", () => {
    const connection = [{ kind: "anycast" as const, service: "A", source: "s", since: "2026-01-01" }];
    const part = { ip: "192.0.2.0", ipType: 4, code: "unknown", network: "192.0.2.0/25" } as const;
    const asn = { number: 64_500, organization: "Example" };
    const shown = (truncated?: number) =>
      addressParts({
        prefix: "192.0.2.0/24",
        parts: [{ ...part, connection, asn }],
        ...(truncated !== undefined && { truncated }),
      }).markup;
    expect(shown().match(/an anycast network \(A\)/g)).toBeArrayOfSize(1);
    expect(shown()).toContain("(A), whose location is not in the database. AS64500 Example</td>");
    expect(shown()).not.toContain("left out");
    expect(shown(1)).toContain("; 1 further part is not shown.");
  });
  test("meaning of the circle", () => {
    expect(at({})).toContain("The circle is the accuracy radius of the database. Map:");
    expect(at({ estimated: true })).toContain("Approximate; the circle is the uncertainty. Map:");
    expect(at({})).toContain('aria-label="Map: the place, 0, 0, within 0 km"');
  });
  test("if only the country is known, it is coloured, and no position is given", () => {
    const germany = {
      estimated: true as const,
      countryCode: "DE",
      countryName: "Germany",
      accuracyRadius: 400_000,
    };
    expect(at(germany)).toMatch(/<path class="circle" d="M[^"]+z" stroke-width/);
    expect(at(germany)).not.toContain("<ellipse");
    expect(at(germany)).toContain('aria-label="Map: Germany"');
    expect(at(germany)).toContain("Only the country is known. Map:");
    expect(at({ ...germany, city: "Berlin" })).toContain("<ellipse");
    // Too small for the map.
    expect(at({ ...germany, countryCode: "MC" })).toContain("<ellipse");
  });
});

test("a table of facts has only known facts", () => {
  expect(
    factTable([
      ["a", undefined],
      ["b", false],
      ["c", ""],
    ]),
  ).toBeUndefined();
  expect(
    wordsOf(
      factTable([
        ["a", undefined],
        ["b", "1"],
      ])?.markup ?? "",
    ),
  ).toBe("b 1");
});
