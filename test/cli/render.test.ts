/** Reports in the terminal, with both sides of each width threshold. */

import { describe, expect, test } from "bun:test";
import { ROW_WRITERS } from "../../src/cli/redirects/row-writers.ts";
import { renderComparison } from "../../src/cli/render/compare.ts";
import { renderReport } from "../../src/cli/render/http.ts";
import { renderAddresses } from "../../src/cli/render/ip.ts";
import { jsonText } from "../../src/cli/render/json.ts";
import { type Screen, statusStyle } from "../../src/cli/render/screen.ts";
import { cut, fitted, paint, pairs, printable, table, wrapped } from "../../src/cli/render/text.ts";
import { waterfallLines } from "../../src/cli/render/waterfall.ts";
import type { Difference } from "../../src/jobs/compare/schema.ts";
import type { Finding } from "../../src/jobs/project/findings.ts";
import type { Judged } from "../../src/jobs/redirects/check-redirect.ts";
import { Summary } from "../../src/jobs/redirects/summary.ts";
import type { LineView } from "../../src/view/lines.ts";
import { redirectsCsv, redirectsTable } from "../../src/view/redirects.ts";
import { type ReportView, type StepView, viewReport } from "../../src/view/report.ts";
import { plainLine as line, sampleReport } from "../web/sample-report.ts";

describe("text", () => {
  test.each([
    ["bold", 1],
    ["dim", 2],
    ["red", 31],
    ["green", 32],
    ["yellow", 33],
    ["blue", 34],
    ["magenta", 35],
    ["cyan", 36],
  ] as const)("%s", (style, code) => {
    expect(paint("x", style, true)).toBe(`\u001b[${code}mx\u001b[0m`);
    expect(paint("x", style, false)).toBe("x");
    expect(paint("", style, true)).toBe("");
  });
  test("control characters are made visible", () => {
    expect(printable("\u0000a\u001f b\u007f\u009f\u200e\u202e\u2069\u00a0é")).toBe(
      "\u2400a\u241f b\\u007f\\u009f\\u200e\\u202e\\u2069\u00a0é",
    );
  });
  test("columns are as wide as their widest cell, and the last is not padded", () => {
    expect(table([["a", "bb", "c"], ["日本", "b", ""], ["a"]])).toBe("a     bb  c\n日本  b\na\n");
  });
  test("pairs", () => {
    expect(
      pairs(
        [
          ["a", "1"],
          ["long", "2\u001b"],
          ["longest", ""],
          ["longest", undefined],
        ],
        false,
      ),
    ).toBe("a     1\nlong  2\u241b\n");
    expect(pairs([["a", "1"]], true)).toBe("\u001b[2ma\u001b[0m  1\n");
    expect(pairs([], false)).toBe("");
  });
  test.each([
    ["", 0, ""],
    ["a", 0, "…"],
    ["a", 1, "a"],
    ["ab", 1, "…"],
    ["abcd", 4, "abcd"],
    ["abcde", 4, "abc…"],
    ["日本語", 4, "日…"],
  ])("%j cut to %d", (text, width, expected) => expect(cut(text, width)).toBe(expected));
  test.each([
    ["ab", 4, "ab  "],
    ["abcd", 4, "abcd"],
    ["abcde", 4, "abc…"],
    ["日本語", 4, "日… "],
  ])("%j fitted to %d", (text, width, expected) => expect(fitted(text, width)).toBe(expected));
  test.each([
    ["aaaa bbb cc", 8, ["aaaa bbb", "cc"]],
    ["aaaa bbbb cc", 8, ["aaaa", "bbbb cc"]],
    // Minimum width: that of most words.
    ["aaaa bbb cc", 1, ["aaaa bbb", "cc"]],
    ["12345678", 8, ["12345678"]],
    ["123456789", 8, ["12345678", "9"]],
    ["a 12345678", 8, ["a", "12345678"]],
    ["12345678 ", 8, ["12345678"]],
    ["a 12345678901234567", 8, ["a 123456", "78901234", "567"]],
    ["日本語日本語", 9, ["日本語日", "本語"]],
    ["a ", 8, ["a"]],
    ["", 8, [""]],
  ])("%j wrapped at %d", (text, width, expected) => expect(wrapped(text, width)).toEqual(expected));
});

test.each([
  [0, "red"],
  [100, "green"],
  [299, "green"],
  [300, "blue"],
  [399, "blue"],
  [400, "red"],
  [599, "red"],
] as const)("a status %d is %s", (status, style) => expect(statusStyle(status)).toBe(style));

describe("JSON", () => {
  const value = { a: "b\u0085", n: [1.5, -2e21, true, null], "c:d": "x: 1" };
  test("one line for programs", () =>
    expect(jsonText({ a: 1 }, { outIsTerminal: false, colour: true })).toBe('{"a":1}\n'));
  test("indented on a terminal", () =>
    expect(jsonText(value, { outIsTerminal: true, colour: false })).toBe(
      '{\n  "a": "b\\u0085",\n  "n": [\n    1.5,\n    -2e+21,\n    true,\n    null\n  ],\n  "c:d": "x: 1"\n}\n',
    ));
  test("and coloured", () => {
    const c = (code: number, text: string) => `\u001b[${code}m${text}\u001b[0m`;
    expect(jsonText(value, { outIsTerminal: true, colour: true })).toBe(
      [
        "{",
        `  ${c(36, '"a"')}: ${c(32, '"b\\u0085"')},`,
        `  ${c(36, '"n"')}: [`,
        `    ${c(33, "1.5")},`,
        `    ${c(33, "-2e+21")},`,
        `    ${c(33, "true")},`,
        `    ${c(33, "null")}`,
        "  ],",
        `  ${c(36, '"c:d"')}: ${c(32, '"x: 1"')}`,
        "}\n",
      ].join("\n"),
    );
  });
});

describe("addresses in a table", () => {
  const address = (part: object) => ({ ip: "192.0.2.1", ipType: 4, code: "unknown", ...part }) as const;
  test("columns without any value are left out, and lines are cut", () => {
    const rows = [
      address({ countryCode: "DE", city: "Berlin", regionName: "Berlin", network: "192.0.2.0/24" }),
      address({ special: "loopback", asn: { number: 64_500, organization: "Example" } }),
      address({}),
    ];
    expect(renderAddresses(rows, { columns: 80 })).toBe(
      [
        "ADDRESS    COUNTRY   PLACE           NETWORK       ANNOUNCED BY",
        "192.0.2.1  DE        Berlin, Berlin  192.0.2.0/24",
        "192.0.2.1  loopback                                AS64500 Example",
        "192.0.2.1  unknown",
        "",
      ].join("\n"),
    );
    expect(renderAddresses([address({}), address({})], { columns: 12 })).toBe(
      "ADDRESS    …\n192.0.2.1  …\n192.0.2.1  …\n",
    );
  });
});

describe("a comparison", () => {
  const shown = (differences: readonly Difference[], all = false, columns = 60) =>
    renderComparison(
      {
        a: sampleReport,
        b: { ...sampleReport, url: "", status: 0, statusMessage: "" },
        differences: [...differences],
      },
      { colour: false, columns },
      all,
    )
      .split("\n")
      .slice(3)
      .join("\n");
  const added = { kind: "field-added", name: "vary", b: "*", title: "Vary.", effect: "other" } as const;
  const date = { ...added, kind: "field-changed", name: "date", a: "1", b: "2", volatile: true } as const;
  test("without differences", () => {
    expect(shown([])).toBe("No differences.\n");
    expect(
      renderComparison(
        { a: sampleReport, b: sampleReport, differences: [] },
        { colour: false, columns: 60 },
        false,
      ),
    ).toStartWith("Before  https://example.com/?q=1 error Connection refused\nAfter   https://example.com/");
  });
  test("fields with a sign", () => {
    const removed = { ...added, kind: "field-removed", name: "te", a: "x", b: undefined } as const;
    const changed = { ...date, name: "x-a", volatile: undefined } as const;
    expect(shown([added, removed, changed] as Difference[])).toBe(
      "Headers\n  + vary: *\n  - te: x\n  ~ x-a: 1 → 2\n",
    );
  });
  test("sentences wrap between words", () => {
    const found = { kind: "finding-new", name: "age-invalid", severity: "error", effect: "worse" } as const;
    expect(shown([{ ...found, title: "Age: soon is not a number of seconds." }], false, 40)).toBe(
      "Worse\n  • Age: soon is not a number of\n    seconds. [age-invalid]\n",
    );
  });
  test("headers that differ in every response are shown with --all", () => {
    expect(shown([date])).toBe(
      "No differences.\n\nNot shown: 1 header, different in every response (--all)\n",
    );
    expect(shown([date, date])).toContain("Not shown: 2 headers");
    expect(shown([date], true)).toBe("Headers\n  ~ date: 1 → 2\n");
  });
});

describe("checked redirects", () => {
  const judged = (outcome: Judged["outcome"], part: Partial<Judged> = {}): Judged => ({
    row: 1,
    line: 7,
    from: "/a",
    to: "/b",
    outcome,
    status: 301,
    final: "https://x/b",
    finalStatus: 200,
    redirects: 1,
    chainType: "301",
    hops: [
      { url: "https://x/a", status: 301 },
      { url: "https://x/b", status: 200 },
    ],
    ms: 5,
    reason: "",
    ...part,
  });
  const written = (format: string, all: readonly Judged[]) => {
    const writer = ROW_WRITERS.get(format)?.({
      colour: false,
      path: "map",
      base: undefined,
      now: 0,
      version: "1",
    });
    const summary = new Summary();
    for (const each of all) summary.add(each);
    return `${writer?.begin ?? ""}${all.map((each) => writer?.row(each)).join("")}${writer?.end?.(summary) ?? ""}`;
  };
  test("each row, then the number of each kind and the first five wrong ones", () => {
    const wrong = (count: number) => written("text", Array(count).fill(judged("loop", { reason: "round" })));
    expect(written("text", [judged("as-wanted", { note: "odd" }), judged("loop", { reason: "round" })])).toBe(
      "correct           line 7: /a → https://x/b (301): odd\nloop              line 7: /a: round\n1 correct, 1 loop\nloop (1)\n  line 7: /a: round\n",
    );
    expect(wrong(5)).not.toContain("more");
    expect(wrong(6)).toEndWith("  and 1 more\n");
    expect(written("text", [])).toBe("nothing was checked\n");
  });
  test("CSV quotes what needs it, and no cell is a formula", () => {
    const rows = [
      judged("as-wanted", { from: "=1+1", to: 'a,"b"', wantedStatus: 301 }),
      judged("error", { from: "-x", to: "", reason: "a\nb", hops: [{ url: "https://x/a", status: 0 }] }),
    ];
    expect(redirectsCsv(rows).split("\r\n").slice(1)).toEqual([
      '7,\'=1+1,"a,""b""",301,as-wanted,301,https://x/b,1,,200,301,301 https://x/a → 200 https://x/b,5,,,correct',
      '7,\'-x,,,error,301,https://x/b,1,"a\nb",200,301,failed https://x/a,5,,,dead target',
      "",
    ]);
    expect(redirectsTable.tsv.row(judged("error", { reason: "a\tb" }))).toContain("\ta b\t");
  });
  test("JUnit", () => {
    const all = [
      judged("as-wanted"),
      judged("loop", { reason: "<round>" }),
      judged("other-target", { to: "" }),
      judged("error", { reason: "gone" }),
    ];
    expect(written("junit", all)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="netlens">
  <testsuite name="redirects" tests="4" failures="2" errors="1">
    <testcase classname="redirects" name="line 7: /a → /b"/>
    <testcase classname="redirects" name="line 7: /a → /b">
      <failure type="loop" message="&lt;round&gt;"/>
    </testcase>
    <testcase classname="redirects" name="line 7: /a → anywhere">
      <failure type="other-target" message=""/>
    </testcase>
    <testcase classname="redirects" name="line 7: /a → /b">
      <error type="error" message="gone"/>
    </testcase>
  </testsuite>
</testsuites>
`);
  });
  test("JUnit has a suite for each thousand rows", () => {
    const suites = (count: number) =>
      [
        ...written("junit", Array(count).fill(judged("as-wanted"))).matchAll(
          /<testsuite name="([^"]*)" tests="(\d+)"/g,
        ),
      ].map(([, name, tests]) => `${name}: ${tests}`);
    expect(suites(0)).toEqual(["redirects: 0"]);
    expect(suites(999)).toEqual(["redirects: 999"]);
    expect(suites(1000)).toEqual(["redirects 1: 1000"]);
    expect(suites(1001)).toEqual(["redirects 1: 1000", "redirects 2: 1"]);
  });
});

const screen: Screen = { colour: false, columns: 60, verbose: false, full: false };
const view = viewReport(sampleReport);
const [first, last] = view.steps;
if (!first || !last) throw new Error("two steps");
const bareStep: StepView = {
  ...first,
  facts: [],
  asked: [],
  answers: [],
  lines: [],
  sent: [],
  moreLines: 0,
  moreSent: 0,
  failure: undefined,
};
const bare: ReportView = {
  ...view,
  failed: false,
  status: 0,
  reason: "",
  intent: "It answers.",
  description: "",
  hint: "",
  grade: undefined,
  redirects: 0,
  ms: 0,
  bytes: "",
  url: "",
  findings: [],
  variants: [],
  waterfall: undefined,
  steps: [bareStep],
};
/** Rendered report that has only the given part, without the final count of findings. */
const drawn = (part: Partial<ReportView>, more: Partial<Screen> = {}) =>
  renderReport({ ...bare, ...part }, { ...screen, ...more }).replace(
    /\n*(?:\u001b\[32m)?no problems(?:\u001b\[0m)?\n$/,
    "",
  );
const step = (part: Partial<StepView>, more: Partial<Screen> = {}) =>
  drawn({ intent: "", steps: [{ ...bareStep, ...part }] }, more);

describe("the first lines of a report", () => {
  test.each<[Partial<ReportView>, string]>([
    [{}, "It answers."],
    [{ url: "https://a.example/" }, "https://a.example/\nIt answers."],
    [{ url: `https://a.example/${"x".repeat(42)}` }, `https://a.example/${"x".repeat(42)}\nIt answers.`],
    [{ url: `https://a.example/${"x".repeat(43)}` }, `https://a.example/${"x".repeat(41)}…\nIt answers.`],
    [{ status: 200, reason: "OK" }, "200 OK\nIt answers."],
    [{ status: 1, reason: "" }, "1\nIt answers."],
    [{ failed: true, reason: "Refused" }, "failed: Refused"],
    [{ redirects: 1 }, "1 redirect\nIt answers."],
    [{ ms: 0.4 }, "0.4 ms\nIt answers."],
    [
      { status: 200, reason: "OK", redirects: 2, ms: 12, bytes: "1 KB", grade: { grade: "A", score: 90 } },
      "200 OK · 2 redirects · 12 ms · 1 KB · MDN Observatory A (90)\nIt answers.",
    ],
    [{ description: "D.", hint: "H." }, "It answers.\nD.\nH."],
    [{ slow: "60 % of 1.00 s is connecting." }, "It answers.\n60 % of 1.00 s is connecting."],
  ])("%j", (part, text) => expect(drawn(part)).toBe(text));
  test("counts of findings", () => {
    const finding = (severity: Finding["severity"]): Finding => ({
      name: "x",
      title: "T.",
      severity,
      places: [{ step: 1, url: "" }],
    });
    const counted = (...severities: Finding["severity"][]) =>
      drawn({ findings: severities.map(finding) })
        .trimEnd()
        .split("\n")
        .at(-1);
    expect(counted("error")).toBe("1 error");
    expect(counted("error", "error", "warning", "info", "info")).toBe("2 errors, 1 warning, 2 infos");
    expect(renderReport(bare, screen)).toBe("It answers.\n\nno problems\n");
  });
});

describe("a step", () => {
  test("of several has a title, and only the last is shown", () => {
    const steps = [
      { ...bareStep, number: 1, status: 301, url: "https://a.example/", lines: [line] },
      {
        ...bareStep,
        number: 2,
        status: 0,
        url: "https://b.example/",
        failure: { message: "Gone.", hint: "" },
      },
    ];
    expect(drawn({ intent: "", steps })).toBe("2. https://b.example/\nfailed: Gone.");
    expect(drawn({ intent: "", steps }, { verbose: true })).toBe(
      "1. 301 https://a.example/\n\n  X-A: b\n        What it is for.\n\n2. https://b.example/\nfailed: Gone.",
    );
    expect(step({ failure: { message: "Gone.", hint: "" }, lines: [line] })).toBe("  X-A: b");
    const answers = [{ question: "Who?", answer: "Nobody.", tone: "good", details: [] }] as const;
    const [one, two] = steps;
    expect(
      drawn({ intent: "", steps: [one, { ...two, status: 1, failure: undefined, answers }] as StepView[] }),
    ).toBe("2. 1 https://b.example/\n\nWho? Nobody.");
  });
  test("facts and answers come before the lines", () => {
    const facts = [{ label: "Server", parts: ["a ", { code: "b" }, { address: "c" }, { url: "d" }] }];
    const asked = [{ about: "script a", answer: "blocked", allowed: false }];
    expect(step({ facts, asked, lines: [line] })).toBe("server       a bcd\nscript a: blocked\n\n  X-A: b");
    expect(step({ asked: [{ about: "x", answer: "no", allowed: false }] }, { colour: true })).toBe(
      "x: \u001b[31mno\u001b[0m",
    );
    expect(step({ asked: [{ about: "x", answer: "yes", allowed: true }] }, { colour: true })).toBe(
      "x: \u001b[32myes\u001b[0m",
    );
  });
  test("long facts keep their position, and bad ones are red", () => {
    const facts = [{ label: "Certificate", parts: [{ bad: "aaaa" }, ` ${"b".repeat(42)} cc`] }];
    expect(step({ facts })).toBe(`certificate  aaaa ${"b".repeat(42)}\n             cc`);
    expect(step({ facts: [{ label: "X", parts: [{ bad: "a" }] }] }, { colour: true })).toBe(
      "\u001b[2mx           \u001b[0m \u001b[31ma\u001b[0m",
    );
    expect(step({ facts: [{ label: "X", parts: ["a"] }] }, { colour: true })).toBe(
      "\u001b[2mx           \u001b[0m a",
    );
  });
  test("omitted lines are counted", () => {
    expect(step({ lines: [line], moreLines: 1 })).toBe("  X-A: b\n… and 1 more line (--json has all)");
    expect(step({ lines: [line], moreLines: 2 })).toEndWith("… and 2 more lines (--json has all)");
  });
  test("the request with -v, and if it has a finding", () => {
    const wrong = { ...line, worst: "error" as const };
    expect(step({ sent: [line], lines: [line] })).toBe("  X-A: b");
    expect(step({ sent: [line, wrong] })).toBe("\nrequest\n  X-A: b\n● X-A: b");
    expect(step({ sent: [wrong], moreSent: 1 })).toEndWith("● X-A: b\n… and 1 more line (--json has all)");
    expect(step({ sent: [line] }, { verbose: true })).toBe("\nrequest\n  X-A: b\n        What it is for.");
    expect(step({ sent: [] }, { verbose: true })).toBe("");
  });
});

describe("a header line", () => {
  const rows = (part: Partial<LineView>, more: Partial<Screen> = {}) =>
    step({ lines: [{ ...line, ...part }] }, more);
  test.each<[Partial<LineView>, Partial<Screen>, string]>([
    [{ value: "" }, {}, "  X-A: (empty)"],
    [{ meaning: "1 hour" }, {}, "  X-A: b\n      1 hour"],
    [{ value: "v".repeat(53) }, {}, `  X-A: ${"v".repeat(53)}`],
    [{ value: "v".repeat(54) }, {}, `  X-A: ${"v".repeat(52)}…`],
    [{ value: "v".repeat(49) }, { full: true }, `  X-A: ${"v".repeat(49)}`],
    [{ value: `${"v".repeat(48)} w` }, { full: true }, `  X-A: ${"v".repeat(48)}\n      w`],
    [{ meaning: `${"m".repeat(53)} n` }, {}, `  X-A: b\n      ${"m".repeat(53)}\n      n`],
    [{ value: `${"v".repeat(49)} w` }, { full: true }, `  X-A: ${"v".repeat(49)}\n      w`],
    [{ meaning: `${"m".repeat(54)} n` }, {}, `  X-A: b\n      ${"m".repeat(54)}\n      n`],
    [{ worst: "error" }, { colour: true }, "\u001b[31m●\u001b[0m \u001b[36mX-A\u001b[0m: b"],
    [{ worst: "warning" }, { colour: true }, "\u001b[33m●\u001b[0m \u001b[36mX-A\u001b[0m: b"],
    [{ worst: "info" }, { colour: true }, "\u001b[36m●\u001b[0m \u001b[36mX-A\u001b[0m: b"],
  ])("narrow %j %j", (part, more, text) => expect(rows(part, more)).toBe(text));

  test("in columns from 110 characters on", () => {
    expect(rows({ meaning: "m" }, { columns: 109 })).toBe("  X-A: b\n      m");
    expect(rows({ meaning: "m" }, { columns: 110 })).toBe(`  X-A  b${" ".repeat(48)} │ m`);
    expect(rows({ value: "v".repeat(49) }, { columns: 110 })).toBe(`  X-A  ${"v".repeat(49)} │`);
    expect(rows({ value: "v".repeat(50) }, { columns: 110 })).toBe(`  X-A  ${"v".repeat(48)}… │`);
    const long = { value: `${"v".repeat(49)} w`, meaning: `${"m".repeat(50)} n` };
    expect(rows(long, { columns: 110, full: true })).toBe(
      `  X-A  ${"v".repeat(49)} │ ${"m".repeat(50)}\n       w${" ".repeat(48)} │ n`,
    );
    expect(rows({ meaning: `${"m".repeat(48)} n` }, { columns: 110 })).toEndWith(` │ ${"m".repeat(48)} n`);
    expect(rows({ meaning: `${"m".repeat(49)} n` }, { columns: 110 })).toEndWith(" │ n");
    expect(rows({ meaning: `${"m".repeat(50)} n` }, { columns: 110 })).toBe(
      `  X-A  b${" ".repeat(48)} │ ${"m".repeat(50)}\n       ${" ".repeat(49)} │ n`,
    );
  });
  test("names are as wide as the widest, up to 28", () => {
    const named = (length: number) =>
      step({ lines: [line, { ...line, name: "N".repeat(length) }] }, { columns: 110 }).split("\n");
    expect(named(5)[0]).toBe(`  X-A    b${" ".repeat(47)} │`);
    expect(named(28)[1]).toStartWith(`  ${"N".repeat(28)}  b`);
    expect(named(29)[1]).toStartWith(`  ${"N".repeat(27)}…  b`);
  });
  test("with -v its parts and its purpose", () => {
    const part = {
      name: "p",
      value: "v",
      meaning: "m",
      description: "d",
      address: undefined,
      support: undefined,
    };
    const items = [part, { ...part, value: "", meaning: "", description: "" }];
    expect(rows({ items, more: 1 }, { verbose: true })).toBe(
      "  X-A: b\n        p: v — m — d\n        p\n        … and 1 more part\n        What it is for.",
    );
    expect(rows({ items, more: 0 }, { verbose: true })).not.toContain("more part");
    expect(rows({ items })).toBe("  X-A: b");
    const wide = { ...part, value: "v".repeat(47), meaning: "", description: "" };
    expect(rows({ items: [wide], description: "" }, { verbose: true })).toEndWith(
      `        p: ${"v".repeat(47)}`,
    );
    const wider = { ...wide, value: `${"v".repeat(46)} w` };
    expect(rows({ items: [wider], description: "" }, { verbose: true })).toEndWith(
      `        p: ${"v".repeat(46)}…`,
    );
    expect(rows({ items: [wider], description: "" }, { verbose: true, full: true })).toEndWith(
      `        p: ${"v".repeat(46)}\n        w`,
    );
    const description = `${"d".repeat(52)} e`;
    expect(rows({ description }, { verbose: true })).toEndWith(`        ${"d".repeat(52)}\n        e`);
  });
});

describe("answers, addresses and findings", () => {
  const answer = {
    question: "Who?",
    answer: "Nobody.",
    tone: "good",
    details: [`${"d".repeat(55)} e`],
  } as const;
  test("answers in colour, details with -v", () => {
    expect(step({ answers: [answer] })).toBe("Who? Nobody.");
    expect(step({ answers: [answer] }, { verbose: true })).toBe(`Who? Nobody.\n    ${"d".repeat(55)}\n    e`);
    const told = (tone: "good" | "bad" | "neutral") =>
      step({ answers: [{ ...answer, tone }] }, { colour: true });
    expect(told("good")).toBe("Who? \u001b[32mNobody.\u001b[0m");
    expect(told("bad")).toBe("Who? \u001b[31mNobody.\u001b[0m");
    expect(told("neutral")).toBe("Who? Nobody.");
    const long = { ...answer, answer: `${"a".repeat(55)} b` };
    expect(step({ answers: [long] }, { colour: true })).toBe(
      `Who? \u001b[32m${"a".repeat(55)}\u001b[0m\n\u001b[32mb\u001b[0m`,
    );
  });
  test("the addresses of a site", () => {
    const variant = {
      url: "http://a.example/",
      answer: "200",
      failed: false,
      final: "",
      notes: [`${"n".repeat(55)} o`],
    };
    expect(drawn({ intent: "", variants: [variant] })).toBe(
      `http://a.example/  200\n    ${"n".repeat(55)}\n    o`,
    );
    expect(drawn({ intent: "", variants: [{ ...variant, notes: [], final: "https://a.example/" }] })).toBe(
      "http://a.example/  200 → https://a.example/",
    );
    expect(
      drawn({ intent: "", variants: [{ ...variant, notes: [], failed: true }] }, { colour: true }),
    ).toContain("\u001b[31mhttp://a.example/  200\u001b[0m");
  });
  const finding: Finding = {
    name: "age-invalid",
    title: "Age.",
    severity: "error",
    places: [{ step: 1, url: "" }],
  };
  const found = (part: Partial<Finding>, steps = 1, more: Partial<Screen> = {}) =>
    drawn(
      {
        intent: "",
        findings: [{ ...finding, ...part }],
        steps: Array(steps)
          .fill(bareStep)
          .map((each, index) => ({ ...each, number: index + 1, url: "" })),
      },
      more,
    )
      .split("\n")
      .filter((row) => /Age|better|\[|^ {9}/.test(row))
      .join("\n");
  test("a finding", () => {
    expect(found({})).toBe("error    Age. [age-invalid]");
    expect(found({ severity: "warning" })).toBe("warning  Age. [age-invalid]");
    expect(found({ severity: "info" })).toBe("info     Age. [age-invalid]");
    expect(found({ fix: "Age: 1" })).toBe("error    Age. [age-invalid]\n         better: Age: 1");
    expect(found({ title: `Age ${"t".repeat(47)}` })).toBe(
      `error    Age ${"t".repeat(47)}\n         [age-invalid]`,
    );
    expect(found({ fix: `${"f".repeat(42)} g` })).toEndWith(`         better: ${"f".repeat(42)}\n         g`);
  });
  test("its positions, for several steps", () => {
    const at = (...steps: number[]) => {
      const [one, ...others] = steps.map((number) => ({ step: number, url: "" }));
      return { places: [one ?? { step: 0, url: "" }, ...others] as const } as Partial<Finding>;
    };
    expect(found(at(1, 2, 1), 2)).toBe("error    1, 2. Age. [age-invalid]");
    expect(found(at(1), 2)).toBe("error    1. Age. [age-invalid]");
    expect(found(at(0), 2)).toBe("error    Age. [age-invalid]");
    expect(found(at(1), 1)).toBe("error    Age. [age-invalid]");
  });
});

describe("a waterfall", () => {
  const span = (name: "dns" | "tcp" | "download", from: number, ms: number) => ({
    name,
    label: name,
    from,
    ms,
  });
  const stages = [
    { name: "dns" as const, label: "DNS", ms: 20 },
    { name: "tcp" as const, label: "TCP", ms: 80 },
  ];
  const one = {
    total: 100,
    rows: [{ step: 1, stages: [span("dns", 0, 20), span("tcp", 20, 80)], ms: 100 }],
    stages,
  };
  const lines = (
    waterfall: Parameters<typeof waterfallLines>[0],
    columns: number,
    steps: StepView[] = [bareStep],
  ) => waterfallLines(waterfall, steps, { ...screen, columns });
  test("of one step uses the available width, up to 80", () => {
    expect(lines(one, 60)).toEqual([
      `${"░".repeat(10)}${"▒".repeat(40)}   100 ms`,
      "░ DNS 20 ms  ▒ TCP 80 ms",
    ]);
    expect(lines(one, 20)[0]).toBe(`${"░".repeat(2)}${"▒".repeat(8)}   100 ms`);
    expect(lines(one, 19)[0]).toBe(`${"░".repeat(2)}${"▒".repeat(8)}   100 ms`);
    expect(lines(one, 90)[0]).toBe(`${"░".repeat(16)}${"▒".repeat(64)}   100 ms`);
    expect(lines(one, 200)[0]).toBe(`${"░".repeat(16)}${"▒".repeat(64)}   100 ms`);
  });
  const two = {
    total: 200,
    rows: [
      { step: 1, stages: [span("dns", 0, 100)], ms: 100 },
      { step: 2, stages: [span("tcp", 100, 100)], ms: 100 },
    ],
    stages,
  };
  const steps = (...urls: string[]) =>
    urls.map((url, index) => ({ ...bareStep, number: index + 1, status: index * 200, url }));
  test("of several steps uses one scale, with the steps' names", () => {
    expect(lines(two, 69, steps("https://a/", "https://b/"))).toEqual([
      ` 1 –   https://a/  ${"░".repeat(20)}${" ".repeat(20)}   100 ms`,
      ` 2 200 https://b/  ${" ".repeat(20)}${"▒".repeat(20)}   100 ms`,
      "░ DNS 20 ms  ▒ TCP 80 ms",
    ]);
    // The legend is below the bars only if 60 columns remain for it there.
    expect(lines(two, 78, steps("https://a/", "https://b/")).at(-1)).toStartWith("░ DNS");
    expect(lines(two, 79, steps("https://a/", "https://b/")).at(-1)).toStartWith(`${" ".repeat(19)}░ DNS`);
  });
  test("a long legend wraps below the bars", () => {
    const many = { ...two, stages: Array(5).fill(stages[0]) };
    const urls = steps("https://a/", "https://b/");
    const legend = (count: number) => Array(count).fill("░ DNS 20 ms").join("  ");
    expect(lines(many, 79, urls).slice(2)).toEqual([
      `${" ".repeat(19)}${legend(4)}  ░ DNS 20`,
      `${" ".repeat(19)}ms`,
    ]);
    expect(lines(many, 78, urls).slice(2)).toEqual([legend(5)]);
  });
  test("a status of one digit is valid", () => {
    expect(
      lines(
        two,
        69,
        steps("u", "v").map((each) => ({ ...each, status: 1 })),
      )[0],
    ).toStartWith(" 1 1 u");
  });
  test("URLs are complete: bars go below them if less than ten columns remain", () => {
    const drawn = (columns: number) => lines(two, columns, steps("u".repeat(50), "v"));
    expect(drawn(79)[0]).toBe(` 1 –   ${"u".repeat(50)}  ${"░".repeat(5)}${" ".repeat(5)}   100 ms`);
    expect(drawn(78).slice(0, 4)).toEqual([
      ` 1 –   ${"u".repeat(50)}`,
      `${" ".repeat(7)}${"░".repeat(31)}${" ".repeat(30)}   100 ms`,
      " 2 200 v",
      `${" ".repeat(7)}${" ".repeat(31)}${"▒".repeat(30)}   100 ms`,
    ]);
    const narrow = lines(two, 37, steps("u".repeat(200), "v"));
    expect(narrow.slice(0, 5)).toEqual([
      ` 1 –   ${"u".repeat(30)}`,
      `${" ".repeat(7)}${"u".repeat(30)}`,
      `${" ".repeat(7)}${"u".repeat(30)}`,
      `${" ".repeat(7)}${"u".repeat(29)}…`,
      `${" ".repeat(7)}${"░".repeat(10)}${" ".repeat(10)}   100 ms`,
    ]);
  });
  test("a stage without duration has a mark, and no bar exceeds the width", () => {
    const row = (part: object) => lines({ ...one, rows: [{ step: 1, stages: [], ms: 0, ...part }] }, 20)[0];
    expect(row({})).toBe(`▏${" ".repeat(9)}     0 ms`);
    const empty = lines({ ...one, total: 10, rows: [{ step: 1, stages: [], ms: 0 }] }, 20)[0];
    expect(empty).toBe(`▏${" ".repeat(9)}     0 ms`);
    expect(row({ stages: [span("dns", 50, 1)] })).toBe(`${" ".repeat(5)}▏${" ".repeat(4)}     0 ms`);
    expect(row({ stages: [span("dns", 100, 1)] })).toBe(`${" ".repeat(10)}     0 ms`);
    expect(row({ stages: [span("dns", 50, 500)] })).toBe(`${" ".repeat(5)}░░░░░     0 ms`);
    expect(row({ stages: [span("dns", 0, 50), span("tcp", 50, 1), span("download", 51, 49)] })).toBe(
      "░░░░░▄▄▄▄▄     0 ms",
    );
    expect(
      lines({ ...one, total: 0, rows: [{ step: 1, stages: [span("dns", 0, 0.0005)], ms: 0 }] }, 20)[0],
    ).toBe(`${"░".repeat(5)}${" ".repeat(5)}     0 ms`);
  });
});
