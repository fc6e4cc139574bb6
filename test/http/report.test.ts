/** Conversion of exchanges to a report: sentence, times, omitted parts, and content of each step. */

import { describe, expect, test } from "bun:test";
import { runSync } from "../../src/api/cooperative.ts";
import { readFieldLines } from "../../src/headers/message.ts";
import type { Exchange } from "../../src/http/exchange.ts";
import { type CompletedChain, reporting } from "../../src/http/report/reporting.ts";
import type { HttpReport, Stop } from "../../src/http/schema.ts";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import { harOf } from "../../src/jobs/har/write.ts";
import { parseAddress } from "../../src/syntax/ip-address.ts";
import { defaultSettings } from "./servers.ts";

const NOW = Date.UTC(2026, 10, 20, 12);

/** Exchange with a request and, if it has a status, a response. */
function exchangeOf(
  url: string,
  status: number | undefined,
  lines: readonly string[] = [],
  more: Partial<Exchange> = {},
): Exchange {
  const address = parseAddress("192.0.2.1");
  return {
    url: new URL(url),
    method: "GET",
    askedVersion: "1.1",
    requestLines: [`Host: ${new URL(url).host}`],
    ...(address && { address }),
    refused: [],
    unanswered: [],
    tries: [],
    httpVersion: "1.1",
    interim: [],
    extraBytes: false,
    isSent: true,
    stages: { dns: 0, tcp: 1, firstByte: 2, total: 3 },
    ...(status !== undefined && { head: headOf(status, lines) }),
    ...more,
  };
}

function headOf(status: number, lines: readonly string[]) {
  return { httpVersion: "1.1", status, reason: "", lines: readFieldLines(lines), flaws: [] };
}

function reportOf(exchanges: readonly Exchange[], more: Partial<CompletedChain> = {}): HttpReport {
  const [first] = exchanges;
  if (!first) throw new Error("there is a first");
  const ended: CompletedChain = {
    asked: first.url.href,
    target: first.url,
    exchanges,
    stop: "done",
    problems: [],
    findings: [],
    ...more,
  };
  return runSync(reporting(ended, defaultSettings, NOW));
}

const redirect = (n: number) =>
  exchangeOf(`http://a.test/${n}`, 302, [`Location: /${n + 1}`, "Content-Length: 0"]);
const chain = (redirects: number, last: Exchange) => [
  ...Array.from({ length: redirects }, (_, n) => redirect(n)),
  last,
];
const page = exchangeOf("http://a.test/end", 200, ["Content-Type: text/plain", "Content-Length: 0"]);
const failed = exchangeOf("http://a.test/end", undefined, [], {
  failure: new HttpFailure("connection-refused", "Nothing listens there."),
});

describe("the result in one sentence", () => {
  const nowhere = exchangeOf("http://a.test/9", 302, ["Content-Length: 0"]);
  const unreadable = exchangeOf("http://a.test/9", 302, ["Location: http://[::1", "Content-Length: 0"]);
  const location = new URL("http://user:secret@b.test/far");
  const rows: readonly (readonly [Stop, number, Exchange, string])[] = [
    ["done", 1, page, "One redirect leads to http://a.test/end, which "],
    ["done", 2, page, "2 redirects lead to http://a.test/end, which "],
    ["error", 0, failed, "Nothing listens there."],
    ["error", 1, failed, "One redirect leads to http://a.test/end, which fails: Nothing listens there."],
    ["error", 2, failed, "2 redirects lead to http://a.test/end, which fails: Nothing listens there."],
    ["loop", 1, redirect(9), "The redirects loop back to http://b.test/far, so clients never arrive."],
    ["too-many-redirects", 5, redirect(9), "After 5 redirects there is yet another, to http://b.test/far."],
    ["invalid-location", 0, nowhere, "Redirects without a target, so clients cannot follow."],
    [
      "invalid-location",
      1,
      nowhere,
      "After one redirect http://a.test/9 redirects without a target, so clients cannot follow.",
    ],
    [
      "invalid-location",
      0,
      unreadable,
      'Redirects to "http://[::1", which is not a valid URL, so clients cannot follow.',
    ],
    ["not-followed", 0, redirect(9), "Points to http://b.test/far, which was not followed."],
    [
      "not-followed",
      1,
      redirect(9),
      "After one redirect http://a.test/9 points to http://b.test/far, which was not followed.",
    ],
  ];
  test.each(rows)("%s after %d redirects", (stop, redirects, last, sentence) => {
    const { intent, steps, status } = reportOf(chain(redirects, last), { stop, location });
    const own = stop === "done" ? (steps.at(-1)?.intent ?? "") : "";
    expect(intent).toBe(sentence + own.charAt(0).toLowerCase() + own.slice(1));
    expect([steps.length, status]).toEqual([redirects + 1, last.head?.status ?? "error"]);
  });

  test("the intent of a single response", () => {
    const { intent, steps } = reportOf([page]);
    expect([intent, intent.length > 0]).toEqual([steps[0]?.intent ?? "", true]);
  });

  test("a long address is cut", () => {
    const end = (length: number) => exchangeOf(`http://a.test/${"x".repeat(length - 14)}`, 200);
    const reported = (length: number) =>
      reportOf(chain(1, end(length)))
        .intent.split(" ")[4]
        ?.replace(/,$/, "") ?? "";
    expect([reported(200).length, reported(201).length, reported(201).at(-1)]).toEqual([200, 201, "…"]);
  });
});

describe("the steps", () => {
  test("have their target, followed or not, without credentials", () => {
    const report = reportOf([redirect(0), redirect(1)], {
      stop: "not-followed",
      location: new URL("http://user:secret@b.test/"),
    });
    expect(report.steps.map(({ location }) => location)).toEqual(["http://a.test/1", "http://b.test/"]);
    expect(reportOf([failed], { stop: "error" }).steps[0]?.location).toBeUndefined();
  });

  test("times are summed and rounded", () => {
    const timed = (stages: Exchange["stages"]) => exchangeOf("http://a.test/", 200, [], { stages });
    const report = reportOf([
      timed({ wait: 1.111, dns: 0, tcp: 2.222, firstByte: 3, total: 6.333 }),
      timed({ dns: 0.5, tls: 4, firstByte: 1, download: 0.005, total: 5.505 }),
    ]);
    expect(report.timeStages).toEqual({
      wait: 1.11,
      dns: 0.5,
      tcp: 2.22,
      tls: 4,
      firstByte: 4,
      download: 0.01,
      total: 11.84,
    });
    expect(Object.keys(report.timeStages)).toEqual([
      "wait",
      "dns",
      "tcp",
      "tls",
      "firstByte",
      "download",
      "total",
    ]);
    expect(report.timeTotal).toBe(11.84);
  });

  test("a failed one has its error, and the received part of the head", () => {
    const unfinished = headOf(200, ["Server: x"]);
    const cut = exchangeOf("http://a.test/", undefined, [], {
      failure: new HttpFailure("head-timeout", "No head."),
      unfinished,
    });
    const [step] = reportOf([cut], { stop: "error" }).steps;
    expect(step).toMatchObject({
      status: 0,
      statusMessage: "Response timed out",
      statusDescription: "No head.",
      intent: "No head.",
      headers: [{ name: "server" }],
      error: { phase: "head", code: "head-timeout", message: "No head." },
    });
    expect(step && "verdicts" in step).toBe(false);
  });

  test("an unsent request is not explained", () => {
    const [unsent] = reportOf([{ ...failed, isSent: false }], { stop: "error" }).steps;
    expect([unsent?.headers, unsent && "requestHeaders" in unsent]).toEqual([[], false]);
    const [sent] = reportOf([failed], { stop: "error" }).steps;
    expect(sent?.requestHeaders?.map(({ name }) => name)).toEqual(["host"]);
  });

  test("reports early hints, trailers, tries, content and earlier cookies", () => {
    const interim = [headOf(100, []), headOf(103, ["Link: </a>; rel=preload"])];
    const rich = exchangeOf("http://a.test/end", 200, ["Content-Length: 5"], {
      interim,
      trailers: readFieldLines(["X-Sum: 1"]),
      tries: [{ ip: "192.0.2.1", ms: 1 }],
      content: {
        body: { wireBytes: 5, decodedBytes: 5, encoding: "identity", truncated: false },
        undecodable: false,
      },
    });
    const first = exchangeOf("http://a.test/", 302, [
      "Location: /end",
      "Set-Cookie: a=b",
      "Content-Length: 0",
    ]);
    const { steps } = reportOf([first, rich]);
    expect(steps[1]).toMatchObject({
      early: [{ status: 103, statusMessage: "Early Hints", headers: [{ name: "link" }] }],
      trailers: [{ name: "x-sum" }],
      tries: [{ ip: "192.0.2.1", ms: 1 }],
      body: { wireBytes: 5 },
      request: { cookies: [{ name: "a" }] },
    });
    expect(steps[1]?.early?.length).toBe(1);
    const plain = reportOf([page]).steps[0] ?? {};
    for (const absent of ["early", "trailers", "tries", "tls", "body", "location", "error", "truncated"])
      expect([absent, absent in plain]).toEqual([absent, false]);
    expect(steps[0]?.request.cookies).toBeUndefined();
  });

  test("complete content is compared with Content-Length, cut content is not", () => {
    const sized = (truncated: boolean) =>
      reportOf([
        exchangeOf("http://a.test/", 200, ["Content-Length: 5"], {
          content: {
            body: { wireBytes: 4, decodedBytes: 4, encoding: "identity", truncated },
            undecodable: false,
          },
        }),
      ]);
    const names = (report: HttpReport) =>
      [...(report.steps[0]?.problems ?? []), ...(report.headers[0]?.problems ?? [])].map(({ name }) => name);
    expect(names(sized(false)).length).toBe(names(sized(true)).length + 1);
  });

  test("credentials in the URL are reported, but not shown", () => {
    const report = reportOf([page], { target: new URL("http://user:secret@a.test/end") });
    expect(report.problems.map(({ title }) => title)).toContain(
      "The URL carries a user name or password; they were not sent to a.test.",
    );
    expect(JSON.stringify(report)).not.toContain("secret");
  });

  test("findings of checks are on the last step, those of the chain on the report", () => {
    const problem = (name: string) => ({ name, title: name, severity: "info" as const });
    const report = reportOf([redirect(0), page], {
      findings: [problem("check")],
      problems: [problem("chain")],
    });
    const has = (problems: readonly { name: string }[], name: string) =>
      problems.some((each) => each.name === name);
    expect(report.steps.map(({ problems }) => has(problems, "check"))).toEqual([false, true]);
    expect(has(report.problems, "chain")).toBe(true);
  });

  test("omitted parts are counted over all steps", () => {
    const flood = exchangeOf(
      "http://a.test/",
      200,
      Array.from({ length: 2500 }, (_, n) => `Set-Cookie: c${n}=${"v".repeat(900)}`),
    );
    const { truncated, steps } = reportOf([flood, flood]);
    const parts = steps.map((step) => step.truncated ?? { lines: 0, details: 0, problems: 0 });
    expect(truncated).toEqual({
      lines: parts.reduce((sum, { lines }) => sum + lines, 0),
      details: parts.reduce((sum, { details }) => sum + details, 0),
      problems: parts.reduce((sum, { problems }) => sum + problems, 0),
    });
    expect(truncated && truncated.details + truncated.lines).toBeGreaterThan(0);
    // The last step keeps the most; earlier steps are truncated first.
    const [first, last] = parts;
    expect((first?.details ?? 0) + (first?.lines ?? 0)).toBeGreaterThan(
      (last?.details ?? 0) + (last?.lines ?? 0),
    );
  });
});

describe("a HAR log", () => {
  test("each part of an entry", () => {
    const second = exchangeOf("https://a.test/end?x=1&y=", 200, ["Content-Type: text/html", "Age: soon"], {
      content: {
        body: { wireBytes: 5, decodedBytes: 9, encoding: "gzip", truncated: false },
        undecodable: false,
      },
      stages: { wait: 1, dns: 2, tcp: 3, tls: 4, firstByte: 5, download: 6, total: 21 },
    });
    const first = exchangeOf("http://a.test/", 303, ["Location: https://a.test/end?x=1&y="], {
      method: "POST",
      stages: { tcp: 7, firstByte: 2, total: 9 },
    });
    const report = reportOf([first, second]);
    const { log } = harOf(report, "POST", NOW);
    expect(log).toMatchObject({ version: "1.2", creator: { name: "netlens" }, pages: [] });
    expect(log._netlens).toEqual({ intent: report.intent, stop: "done", problems: report.problems });
    const [one, two] = log.entries;
    expect(one).toMatchObject({
      startedDateTime: "2026-11-20T11:59:59.970Z",
      time: 9,
      request: {
        method: "POST",
        url: "http://a.test/",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: [{ name: "Host", value: "a.test" }],
        queryString: [],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 303,
        statusText: "See Other",
        headers: [{ name: "Location", value: "https://a.test/end?x=1&y=" }],
        content: { size: 0, mimeType: "" },
        redirectURL: "https://a.test/end?x=1&y=",
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { blocked: 0, dns: -1, connect: 7, ssl: -1, send: 0, wait: 2, receive: 0 },
      serverIPAddress: "192.0.2.1",
    });
    expect(two).toMatchObject({
      startedDateTime: "2026-11-20T11:59:59.979Z",
      time: 21,
      request: {
        method: "GET",
        queryString: [
          { name: "x", value: "1" },
          { name: "y", value: "" },
        ],
      },
      response: { content: { size: 9, mimeType: "text/html" }, redirectURL: "", bodySize: 5 },
      timings: { blocked: 1, dns: 2, connect: 7, ssl: 4, send: 0, wait: 5, receive: 6 },
    });
    expect(two?._netlens.problems).toContainEqual(
      expect.objectContaining({ name: "age-invalid", field: "age" }),
    );
    expect(two && "_error" in two.response).toBe(false);
  });

  test("a failed step", () => {
    const { address: _, ...unknown } = { ...failed, httpVersion: "", stages: { dns: 1, tls: 2, total: 3 } };
    const [entry] = harOf(reportOf([unknown], { stop: "error" }), "GET", NOW).log.entries;
    expect(entry).toMatchObject({
      request: { httpVersion: "" },
      response: {
        status: 0,
        statusText: "Connection refused",
        httpVersion: "",
        content: { size: 0, mimeType: "" },
        _error: "connection-refused: Nothing listens there.",
      },
      timings: { dns: 1, connect: 2, ssl: 2 },
    });
    expect(entry && "serverIPAddress" in entry).toBe(false);
    const never = reportOf([{ ...unknown, stages: { dns: 1, total: 1 } }], { stop: "error" });
    expect(harOf(never, "GET", NOW).log.entries[0]?.timings).toMatchObject({ connect: -1, ssl: -1 });
  });

  test("facts of undecoded content", () => {
    const one = reportOf([
      exchangeOf("http://a.test/", 200, [], {
        content: { body: { wireBytes: 5, encoding: "x", truncated: true }, undecodable: false },
      }),
    ]);
    expect(harOf(one, "GET", NOW).log.entries[0]?.response).toMatchObject({
      content: { size: 5, mimeType: "" },
      bodySize: 5,
    });
  });
});

describe("facts that browsers do not show", () => {
  const page = ["Content-Type: text/html"];
  const intentOf = (more: Partial<Exchange>) =>
    reportOf([exchangeOf("https://a.example/", 200, page, more)]).intent;
  const TLS = {
    protocol: "TLSv1.3",
    cipher: "",
    alpn: "",
    authorized: false,
    error: "",
    subject: "",
    issuer: "",
    validFrom: "2026-01-01T00:00:00Z",
    validTo: "2026-02-01T00:00:00Z",
    daysLeft: -1,
    names: [],
    fingerprint256: "",
  };
  const VERDICT = {
    chain: "",
    expired: false,
    notYetValid: false,
    otherName: false,
    weakKey: 0,
    sha1: false,
  };
  const alone = { ...VERDICT, chain: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" };

  test.each([
    ["an expired certificate", { ...VERDICT, expired: true }, true],
    ["a certificate for another name", { ...VERDICT, otherName: true }, true],
    ["a chain to nobody known", alone, true],
    ["a missing intermediate that browsers fetch", { ...alone, issuerUrl: "http://ca.example/" }, false],
  ])("%s", (_, verdict, isWarned) => {
    expect(intentOf({ tls: TLS, verdict })).toEndWith(
      isWarned ? "; browsers show a certificate warning instead." : "page.",
    );
  });

  test("a trusted certificate", () => {
    expect(intentOf({ tls: { ...TLS, authorized: true }, verdict: VERDICT })).not.toContain("warning");
  });
});
