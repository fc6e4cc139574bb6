import { describe, expect, test } from "bun:test";
import { createSite } from "../../src/api/site.ts";
import { bytes, milliseconds, plural } from "../../src/headers/wording.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import type { IpResult } from "../../src/ip/schema.ts";
import { allKinds } from "../../src/jobs/project/kinds.ts";
import type { UserAgentResult } from "../../src/useragent/schema.ts";
import { linkLabel } from "../../src/view/format.ts";
import { viewReport } from "../../src/view/report.ts";
import { html } from "../../src/web/html.ts";
import { notFoundPage } from "../../src/web/not-found.ts";
import { renderPage } from "../../src/web/page.ts";
import { renderForm } from "../../src/web/pages/forms.ts";
import { problemsView, problemView } from "../../src/web/pages/problems-page.ts";
import { reportFile } from "../../src/web/report-file.ts";
import { addressFacts, addressLead, addressMap } from "../../src/web/views/address-view.ts";
import { agentFacts, agentLead } from "../../src/web/views/agent-view.ts";
import { reportView } from "../../src/web/views/report-view.ts";
import { faultsOf, textOf } from "./markup.ts";
import { sampleReport, withStrings } from "./sample-report.ts";

const HOSTILE: readonly string[] = [
  `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  "</textarea></title></svg>&lt;b&gt;",
  "javascript:alert(1)",
  "\u0000\u001b[31m\u0085\r\n\u202e",
  "",
];

const place: IpResult = {
  ip: "203.0.113.5",
  ipType: 4,
  code: "geoip",
  countryCode: "NL",
  countryName: "Netherlands",
  regionCode: "NH",
  regionName: "North Holland",
  city: "Amsterdam",
  postCode: "1012",
  timeZone: "Europe/Amsterdam",
  latitude: 52.37,
  longitude: 4.9,
  accuracyRadius: 20_000,
  network: "203.0.113.0/24",
  asn: { number: 64_500, organization: "Example" },
  source: "socket",
};

const agent: UserAgentResult = {
  agent: "Examplebot/1.0",
  device: { vendor: "Example", name: "Examplebot", type: "bot", formFactor: "" },
  os: { name: "Linux", version: "" },
  engine: { name: "Blink", version: "1" },
  browser: { name: "Chrome", version: "120" },
  url: "https://example.com/bot",
  bot: { name: "Examplebot", category: "search", operator: "Example" },
};

const views = {
  report: (text?: string) =>
    reportView(viewReport(text === undefined ? sampleReport : withStrings(sampleReport, text))),
  address: (text?: string) => {
    const result = text === undefined ? place : { ...withStrings(place, text), code: place.code };
    return html`${addressLead(result)}${addressFacts(result, 0)}${addressMap(result)}`;
  },
  agent: (text?: string) => {
    const result = text === undefined ? agent : withStrings(agent, text);
    return html`${agentLead(result)}${agentFacts(result)}`;
  },
  forms: (text = "x") => {
    const state = {
      values: { url: text, headers: text, status: text, ip: text, useragent: text },
      error: text,
    };
    return html`${(["http", "headers", "address", "useragent"] as const).map((name) => html`<div>${renderForm(name, state)}</div>`)}`;
  },
};

describe("input is escaped", () => {
  for (const [name, view] of Object.entries(views))
    test.each([undefined, ...HOSTILE])(`${name}: %j`, (text) => {
      expect(faultsOf(view(text).markup, true).filter((fault) => !fault.startsWith("repeated ids"))).toEqual(
        [],
      );
    });
  test("in the title of a page", () => {
    for (const text of HOSTILE)
      expect(faultsOf(renderPage({ title: text, body: html`<h1>x</h1>` }, createSite(text)))).toEqual([]);
  });
});

describe("a report", () => {
  const text = textOf(views.report().markup);
  test.each([
    "After one redirect it fails.",
    "What to do next:",
    "This is of-the-chain.",
    "This is of-a-step.",
    "This is of-a-field.",
    "This is of-details.",
    "curl -sS",
    "This is of-an-item.",
    "fresh for 1 minute",
    "1 minute",
    "Tells caches what to do.",
    "Not trusted: it has expired",
    "expired 9 days ago",
    "2 names: example.com, www.example.com",
    "TLSv1.3",
    "1.2 KB received, gzip, 4.3 KB when decoded; reading stopped before the end",
    "103 Early Hints",
    "https://example.com/next",
    "203.0.113.5",
    "2 requests in 132 ms",
    "3 errors",
  ])("contains %j", (part) => expect(text).toContain(part));

  test("links in the summary lead to the positions", () => {
    const page = renderPage(
      { body: html`<h1>x</h1>${reportView(viewReport(sampleReport))}` },
      createSite("1"),
    );
    expect(faultsOf(page)).toEqual([]);
    expect(page).toContain('href="#step-1-line-1"');
  });
  test("describes a repeated header once", () => {
    const { steps, ...rest } = sampleReport;
    const [first] = steps;
    if (!first) throw new Error("no step");
    const { early: _, ...step } = first;
    const shown = textOf(reportView(viewReport({ ...rest, steps: [step], status: 302 })).markup);
    expect(shown.split("Tells caches what to do.").length).toBe(2);
  });
  test("without findings has one sentence, unless there was no response", () => {
    const [step] = sampleReport.steps;
    if (!step) throw new Error("no step");
    const clean = { ...sampleReport, problems: [], steps: [{ ...step, headers: [], problems: [] }] };
    expect(textOf(reportView(viewReport({ ...clean, status: 200 })).markup)).toContain("No problems found.");
    const error = {
      phase: "tcp",
      code: "connection-refused",
      message: "Nothing listens there.",
      hint: "",
    } as const;
    const failed = { ...clean, steps: [{ ...step, headers: [], problems: [], error }] };
    expect(textOf(reportView(viewReport(failed)).markup)).not.toContain("No problems found.");
    expect(textOf(reportView(viewReport(failed)).markup)).toContain("Not reachable");
  });
});

describe("sentences about addresses", () => {
  test.each<[Partial<IpResult>, string]>([
    [{}, "An IPv4 address in Amsterdam, North Holland, Netherlands."],
    [{ city: "Singapore", regionName: "", countryName: "Singapore" }, "An IPv4 address in Singapore."],
    [
      { city: "", regionName: "", countryName: "United Kingdom" },
      "An IPv4 address somewhere in the United Kingdom.",
    ],
    [{ city: "", regionName: "", countryName: "" }, "An IPv4 address whose location is not in the database."],
  ])("%j", (part, sentence) => {
    expect(textOf(addressLead({ ...place, ...part }).markup)).toContain(sentence);
  });
  test("private", () => {
    const lead = addressLead({ ip: "10.0.0.1", ipType: 4, code: "private", special: "private-use" });
    expect(textOf(lead.markup)).toContain("for use within one network only (private-use)");
  });
  test("special", () => {
    const lead = addressLead({ ip: "2001:db8::1", ipType: 6, code: "unknown", special: "documentation" });
    expect(textOf(lead.markup)).toContain("An IPv6 address reserved for a special purpose (documentation).");
  });
});

describe("the map of an address", () => {
  test("has the point, the circle and the attribution", () => {
    const { markup } = addressMap(place) ?? html``;
    expect(faultsOf(markup, true)).toEqual([]);
    expect(markup).toContain('cx="739.6" cy="126.52"');
    expect(textOf(markup)).toContain("Natural Earth");
    expect(markup).toContain('aria-label="Map: Amsterdam, Netherlands, 52.37, 4.9, within 20 km"');
  });
  test("is omitted if the place is unknown", () =>
    expect(addressMap({ ip: "10.0.0.1", ipType: 4, code: "private" })).toBeUndefined());
});

test("an unknown user agent", () => {
  const nothing = {
    agent: "",
    device: false,
    os: false,
    engine: false,
    browser: false,
    url: false,
    bot: false,
  } as const;
  expect(textOf(agentLead(nothing).markup)).toContain("Not recognised");
  expect(agentFacts(nothing)).toBeUndefined();
});

describe("more options are open when one is used", () => {
  test.each([
    [{ version: "auto", method: "HEAD" }, false],
    [{ version: "2" }, true],
    [{ agent: "x" }, true],
    [{ follow: "false" }, true],
  ])("%j", (values, open) => {
    expect(renderForm("http", { values }).markup.includes("<details open>")).toBe(open);
  });
});

describe("units", () => {
  test.each([
    [milliseconds(0.02), "0 ms"],
    [milliseconds(0.44), "0.4 ms"],
    [milliseconds(12.4), "12 ms"],
    [milliseconds(2345), "2.35 s"],
    [bytes(1), "1 byte"],
    [bytes(999), "999 bytes"],
    [bytes(12_340), "12.3 KB"],
    [bytes(4_100_000), "4.1 MB"],
    [plural(1, "error"), "1 error"],
    [plural(0, "error"), "0 errors"],
    [linkLabel("https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5"), "RFC 9111, section 5.2.2.5"],
    [linkLabel("https://httpwg.org/specs/rfc9110.html#field.vary"), "RFC 9110"],
    [linkLabel("https://www.w3.org/TR/CSP3/"), "Content Security Policy Level 3"],
    [linkLabel("no address"), "no address"],
  ])("%s", (given, wanted) => expect(given).toBe(wanted));
});

describe("the 404 page", () => {
  const ask = (path: string, accept: string) =>
    notFoundPage(new Request(`http://localhost${path}`, { headers: { accept } }), createSite("1"));
  test("is for browsers", async () => {
    const response = ask("/<b>/%22", "text/html");
    expect(response?.status).toBe(404);
    expect(response?.headers.get("vary")).toBe("Accept, Accept-Encoding");
    const page = await response?.text();
    expect(faultsOf(page ?? "<")).toEqual([]);
    expect(ask("/x", "*/*")).toBeUndefined();
  });
});

describe("the pages of problems", () => {
  const page = renderPage({ title: "Problems", body: problemsView() }, createSite("1"));
  test("the index has every kind once, with a link", () => {
    expect(faultsOf(page)).toEqual([]);
    expect(allKinds().length).toBeGreaterThan(100);
    for (const [id] of allKinds()) expect(page).toContain(`id="${id}"><a href="/problems/${id}">`);
  });
  test("the index has counts, in total and by group", () => {
    const counts = (text: string) =>
      [
        ...text.matchAll(
          /class="(?:mark|badge) (error|warning|info)">([a-z]*)<\/span> (\d*)|class="mark (\w+)">(\d+)</g,
        ),
      ].map(([, severity = "", , count, mark = "", marked]) => `${severity || mark} ${count || marked}`);
    const of = (kinds: readonly ReturnType<typeof allKinds>[number][]) =>
      (["error", "warning", "info"] as const).flatMap((severity) => {
        const count = kinds.filter(([, kind]) => kind.severity === severity).length;
        return count === 0 ? [] : [`${severity} ${count}`];
      });
    const { markup } = problemsView();
    const [lead = "", ...groups] = markup.split('<details class="card group">');
    expect(counts(lead)).toEqual(of(allKinds()));
    expect(groups.length).toBe(5);
    for (const group of groups) {
      const [summary = ""] = group.split("</summary>");
      const listed = allKinds().filter(([id]) => group.includes(`id="${id}"`));
      expect(listed.length).toBeGreaterThan(10);
      expect(counts(summary)).toEqual(of(listed));
    }
  });
  test("a group without a kind of some severity has no count for it", () => {
    const groups = problemsView().markup.split('<details class="card group">').slice(1);
    for (const group of groups) expect(group.split("</summary>")[0]).not.toMatch(/>0</);
  });
  test("each has its own page", () => {
    for (const [id, kind] of allKinds()) {
      const one = renderPage({ title: id, body: problemView(id, kind) }, createSite("1"));
      expect(faultsOf(one)).toEqual([]);
      expect(one).toMatch(kind.good ? /Without it/ : /What to do:/);
      expect(one.includes("Example finding")).toBe(kind.bad !== undefined);
    }
  });
  test("with the finding as worded by netlens, and the example with and without the problem", () => {
    const kind = allKinds().find(([id]) => id === "cookie-prefix-unmet")?.[1];
    const text = textOf(problemView("cookie-prefix-unmet", kind ?? { severity: "info", summary: "" }).markup);
    for (const part of [
      "Example finding",
      "__Host-",
      "With the problem",
      "Without it",
      "--ignore cookie-prefix-unmet",
    ])
      expect(text).toContain(part);
  });
});

test("the request has its own table, open if it has a finding", () => {
  const page = (line: string) =>
    reportView(
      viewReport(decodeHeaders({ headers: ["HTTP/1.1 200 OK"], requestHeaders: ["User-Agent: a", line] }, 0)),
    ).markup;
  expect(page("Accept: */*")).toContain('<details class="request"><summary>Request: 2 lines</summary>');
  expect(page("Range: lines=1-2")).toContain('<details class="request" open>');
  expect(page("Range: lines=1-2")).toMatch(/<a class="mark warning" href="#[^"]+">/);
});

test("a report as a file has its subject in the title", () => {
  const title = (url: string) =>
    /<title>(.*) · netlens<\/title>/.exec(
      reportFile(viewReport({ ...sampleReport, url }), { made: 0, version: "1" }),
    )?.[1];
  expect(title("https://a.example/")).toBe("https://a.example/");
  expect(title("")).toBe("Header lines");
  expect(reportFile(viewReport(sampleReport), { made: 0, version: "1.2.3" })).toContain(
    "Made by netlens 1.2.3 on Thu, 01 Jan 1970 00:00:00 GMT.",
  );
});

test("a finding with one fix shows the fixed line", () => {
  const report = decodeHeaders({ headers: ["HTTP/1.1 200 OK", "ETag: abc"] }, 0);
  expect(reportView(viewReport(report)).markup).toContain(
    'Better: <code class="value">ETag: &quot;abc&quot;</code>',
  );
});
