import { describe, expect, test } from "bun:test";
import { makeBudget } from "../../../src/api/budget.ts";
import { pageBudget } from "../../../src/api/limits.ts";
import { openLog, type Violation } from "../../../src/jobs/page/browser/log.ts";
import { withBrowser } from "../../../src/jobs/page/browser/merge.ts";
import { openPage } from "../../../src/jobs/page/judge/page-context.ts";
import { suggestedPolicy } from "../../../src/jobs/page/page-report.ts";
import { readPage } from "../../../src/jobs/page/read/read-page.ts";

type Step = readonly [method: string, params: object];

const sent = (requestId: string, url: string, type: string, more: object = {}): Step => [
  "Network.requestWillBeSent",
  {
    requestId,
    frameId: "main",
    documentURL: "https://a.example/",
    type,
    request: { url, method: "GET" },
    initiator: { type: "parser" },
    timestamp: 1,
    ...more,
  },
];
const received = (requestId: string, headers: object = {}, status = 200): Step => [
  "Network.responseReceived",
  { requestId, response: { status, headers }, hasExtraInfo: false },
];
const byScript = {
  initiator: { type: "script", stack: { callFrames: [{ url: "https://a.example/app.js" }] } },
};

function logOf(steps: readonly Step[], failures = new Map<string, string>()) {
  let count = 0;
  const log = openLog("main", failures, () => {
    count++;
  });
  for (const [method, params] of steps) log.receive({ method, params });
  return { log, count: () => count };
}

const violation = (directive: string, blocked: string, more: Partial<Violation> = {}): Step => [
  "Runtime.bindingCalled",
  {
    payload: JSON.stringify({
      directive,
      blocked,
      text: "",
      isWhole: true,
      source: "https://a.example/app.js",
      line: 1,
      ...more,
    }),
  },
];

describe("the log of a load", () => {
  const urls = (steps: readonly Step[]) =>
    logOf(steps)
      .log.entries()
      .map((entry) => (entry as { request: { url: string } }).request.url);

  test.each<readonly [string, readonly Step[], readonly string[]]>([
    ["requests of the page", [sent("1", "https://a.example/x", "Image")], ["https://a.example/x"]],
    ["its own document", [sent("1", "https://a.example/", "Document")], []],
    ["data: URLs", [sent("1", "data:,x", "Image")], []],
    [
      "preflights and reports",
      [sent("1", "https://a.example/x", "Preflight"), sent("2", "https://a.example/y", "CSPViolationReport")],
      [],
    ],
    [
      "documents of its frames, not what they load",
      [
        ["Page.frameAttached", { frameId: "f", parentFrameId: "main" }],
        sent("1", "https://b.example/", "Document", { frameId: "f" }),
        sent("2", "https://b.example/x", "Image", { frameId: "f", documentURL: "https://b.example/" }),
        ["Page.frameAttached", { frameId: "g", parentFrameId: "f" }],
        sent("3", "https://c.example/", "Document", { frameId: "g" }),
      ],
      ["https://b.example/"],
    ],
    [
      "what its blank frames load",
      [sent("1", "https://a.example/x", "Image", { frameId: "f", documentURL: "about:srcdoc" })],
      ["https://a.example/x"],
    ],
    [
      "WebSockets",
      [["Network.webSocketCreated", { requestId: "1", url: "wss://a.example/w", initiator: {} }]],
      ["wss://a.example/w"],
    ],
  ])("%s", (_, steps, expected) => expect(urls(steps)).toEqual([...expected]));

  test("redirects, with the headers on the wire", () => {
    const { log, count } = logOf([
      sent("1", "https://a.example/x", "Image"),
      ["Network.requestWillBeSentExtraInfo", { requestId: "1", headers: { "Sec-Fetch-Mode": "cors" } }],
      [
        "Network.responseReceivedExtraInfo",
        { requestId: "1", statusCode: 302, headers: { Location: "/y", "Set-Cookie": "a=1\nb=2" } },
      ],
      sent("1", "https://a.example/y", "Image", {
        redirectResponse: { status: 302, headers: {} },
        redirectHasExtraInfo: true,
      }),
      received("1", { "Content-Type": "image/png" }),
      ["Network.loadingFinished", { requestId: "1", timestamp: 1.5, encodedDataLength: 70 }],
    ]);
    expect(log.entries()).toMatchObject([
      {
        request: { headers: [{ name: "Sec-Fetch-Mode", value: "cors" }] },
        response: {
          status: 302,
          headers: [
            { name: "Location", value: "/y" },
            { name: "Set-Cookie", value: "a=1" },
            { name: "Set-Cookie", value: "b=2" },
          ],
        },
      },
      {
        time: 500,
        response: { status: 200, bodySize: 70, headers: [{ name: "Content-Type", value: "image/png" }] },
      },
    ]);
    expect([count(), log.pending()]).toEqual([2, 0]);
  });

  test.each([
    [
      { errorText: "net::ERR_FAILED", corsErrorStatus: { corsError: "MissingAllowOriginHeader" } },
      "Chromium blocks it by CORS (MissingAllowOriginHeader).",
    ],
    [{ errorText: "net::ERR_BLOCKED_BY_CSP", blockedReason: "csp" }, "Chromium blocks it (csp)."],
    [{ errorText: "net::ERR_SOCKS_CONNECTION_FAILED" }, "refused by the guard"],
    [{ errorText: "net::ERR_ABORTED" }, "refused by the guard"],
  ])("the reason of a failure, %#", (failure, reason) => {
    const failures = new Map([["b.example:443", "refused by the guard"]]);
    const steps: Step[] = [
      sent("1", "https://b.example/x", "Fetch"),
      ["Network.loadingFailed", { requestId: "1", timestamp: 2, ...failure }],
    ];
    expect(logOf(steps, failures).log.entries()).toMatchObject([{ _error: reason }]);
    expect(logOf(steps).log.pending()).toBe(0);
  });

  test("EventSource and workers' scripts are not waited for", () => {
    const waits = (steps: readonly Step[]) => logOf(steps).log.pending();
    expect(waits([sent("1", "https://a.example/x", "Fetch")])).toBe(1);
    expect(waits([sent("1", "https://a.example/x", "EventSource")])).toBe(0);
    expect(
      waits([
        sent("1", "https://a.example/x", "Script"),
        ["Network.responseReceivedExtraInfo", { requestId: "1", statusCode: 200, headers: {} }],
      ]),
    ).toBe(0);
  });

  test("inline code has the hash of Chromium's message", () => {
    const hash = `'sha256-${"a".repeat(43)}='`;
    const text = `Executing inline script violates 'script-src 'report-sample''. Either a hash (${hash}), …`;
    const message: Step = [
      "Log.entryAdded",
      { entry: { text, url: "https://a.example/app.js", lineNumber: 0 } },
    ];
    const inline = violation("script-src-elem", "inline");
    expect(
      logOf([message, inline, inline])
        .log.violations()
        .map((one) => one.hash),
    ).toEqual([hash, undefined]);
    expect(
      logOf([message, violation("script-src-attr", "inline")]).log.violations()[0]?.hash,
    ).toBeUndefined();
    expect(
      logOf([message, violation("script-src-elem", "inline", { line: 2 })]).log.violations()[0]?.hash,
    ).toBeUndefined();
  });
});

describe("an audit with a browser", () => {
  const url = new URL("https://a.example/");
  async function merged(markup: string, steps: readonly Step[], policy?: string, incomplete?: string) {
    const budget = makeBudget(pageBudget(100, 10_000));
    const reading = await readPage(markup, url, budget);
    const lines = policy === undefined ? [] : [{ name: "content-security-policy", value: policy, index: 0 }];
    const page = openPage({ url, status: 200, lines }, reading);
    const loads = reading.references.map((reference) => ({ reference, urls: [reference.url] }));
    const resources = reading.references.map(({ url, as, where, condition }) => ({
      url: url.href,
      as,
      where,
      ...(condition && { condition }),
      thirdParty: false,
      outcome: "loads" as const,
      problems: [],
    }));
    const read = {
      page,
      resources,
      inline: [],
      loads,
      code: reading.inline,
      omitted: 0,
      unchecked: [],
      isWhole: true,
    };
    const { log } = logOf(steps);
    const loaded = {
      version: "Chrome/1",
      entries: log.entries(),
      violations: log.violations(),
      ...(incomplete && { incomplete }),
    };
    const audit = await withBrowser(read, loaded, budget);
    const suggested = await suggestedPolicy([audit], "origin");
    return { audit, policy: suggested?.enforce ?? "", notes: suggested?.notes ?? [], browser: audit.browser };
  }
  const rows = (all: readonly { as: string; url: string }[] = []) => all.map(({ as, url }) => `${as} ${url}`);

  test("a load that the markup names is not missed", async () => {
    const { audit, browser } = await merged("<img src=/x#part><img src=/late loading=lazy>", [
      sent("1", "https://a.example/x", "Image"),
      received("1"),
      violation("img-src", "https://a.example/x"),
    ]);
    expect([browser?.missed, browser?.notRequested]).toEqual([[], []]);
    expect(audit.resources).toHaveLength(2);
  });

  test("loads of scripts are rows and in the policy, by the directive that governs them", async () => {
    const { audit, browser, policy } = await merged("<script src=/app.js></script>", [
      sent("1", "https://a.example/app.js", "Script"),
      received("1"),
      sent("2", "https://b.example/data.json", "Fetch", byScript),
      received("2", { "Access-Control-Allow-Origin": "*" }),
      sent("3", "https://c.example/prefetched", "Other", byScript),
      received("3"),
      violation("style-src-elem", "https://c.example/prefetched"),
      violation("worker-src", "blob"),
      ["Network.webSocketCreated", { requestId: "4", url: "wss://d.example/w", ...byScript }],
      received("4", {}, 101),
      violation("script-src-elem", "https://e.example/service-worker.js"),
    ]);
    expect(rows(browser?.missed)).toEqual([
      "connect https://b.example/data.json",
      "style https://c.example/prefetched",
      "connect wss://d.example/w",
      "worker blob:",
      "script https://e.example/service-worker.js",
    ]);
    expect(audit.resources.find(({ url }) => url === "https://b.example/data.json")).toMatchObject({
      by: "browser",
      outcome: "loads",
      initiator: "https://a.example/app.js",
      thirdParty: true,
    });
    expect(audit.resources.find(({ url }) => url === "wss://d.example/w")?.outcome).toBe("loads");
    expect(policy).toContain("connect-src https://b.example wss://d.example;");
    expect(policy).toContain("style-src https://c.example;");
    expect(policy).toContain("worker-src blob:;");
  });

  test("without requests of scripts, connect-src is no guess", async () => {
    const steps = [sent("1", "https://a.example/app.js", "Script"), received("1")];
    const { policy, notes } = await merged("<script src=/app.js></script>", steps);
    expect([policy.includes("connect-src"), notes.join().includes("guess")]).toEqual([false, false]);
  });

  test("resources that it does not request, unless it stopped early", async () => {
    const markup = "<img src=/x><img src=data:,x><link rel=manifest href=/m><form action=/f></form>";
    expect(rows((await merged(markup, [])).browser?.notRequested)).toContain("image https://a.example/x");
    const { browser, audit } = await merged(markup, [], undefined, "the browser ended");
    expect(browser?.notRequested).toEqual([]);
    expect(audit.unchecked).toEqual([{ what: "load in the browser", count: 1, reason: "the browser ended" }]);
  });

  test("resources that fail only in the browser", async () => {
    const failed: Step = ["Network.loadingFailed", { requestId: "1", timestamp: 2, errorText: "net::ERR_X" }];
    const { browser } = await merged("<img src=/x>", [sent("1", "https://a.example/x", "Image"), failed]);
    expect(browser?.failed).toEqual([
      { url: "https://a.example/x", as: "image", error: "Chromium cannot load it (net::ERR_X)." },
    ]);
  });

  test("inserted code and eval, but not what today's policy blocks", async () => {
    const steps = [
      violation("script-src-elem", "inline", { text: "inserted()" }),
      violation("script-src-elem", "inline", { text: "known()" }),
      violation("style-src-attr", "inline", { text: "color: red" }),
      violation("script-src-elem", "inline", { text: "cut", isWhole: false }),
      violation("script-src", "eval", { text: "1" }),
      violation("script-src", "wasm-eval"),
    ];
    const open = await merged("<script>known()</script>", steps);
    expect(open.audit.inline.map(({ as, inline, text }) => `${as} ${inline} ${text}`)).toEqual([
      "script element inserted()",
      "style attribute color: red",
    ]);
    expect(open.policy).toContain("'unsafe-eval' 'wasm-unsafe-eval' 'sha256-");
    expect(open.policy).toContain("style-src-attr 'unsafe-hashes' 'sha256-");
    const strict = await merged("<script>known()</script>", steps, "script-src 'none'; style-src 'none'");
    expect(strict.policy).toContain("default-src 'none'");
    expect(strict.policy).not.toMatch(/eval|sha256/);
  });

  test("code of which only the hash is known is judged by it", async () => {
    const hash = `'sha256-${"a".repeat(43)}='`;
    const message: Step = [
      "Log.entryAdded",
      { entry: { text: `'report-sample' (${hash})`, url: "https://a.example/app.js", lineNumber: 0 } },
    ];
    const steps = [message, violation("script-src-elem", "inline", { text: "x".repeat(40), isWhole: false })];
    const allowed = await merged("", steps, `script-src ${hash}`);
    expect([allowed.audit.inline[0]?.outcome, allowed.policy.includes(hash)]).toEqual(["loads", true]);
    const blocked = await merged("", steps, "script-src 'none'");
    expect([blocked.audit.inline[0]?.outcome, blocked.policy.includes(hash)]).toEqual(["blocked", false]);
  });

  test("the icon that browsers request themselves is not missed", async () => {
    const icon = (path: string) => [
      sent("1", `https://a.example${path}`, "Other"),
      received("1"),
      violation("img-src", `https://a.example${path}`),
    ];
    expect((await merged("", icon("/favicon.ico"))).browser?.missed).toEqual([]);
    expect(rows((await merged("", icon("/favicon.png"))).browser?.missed)).toEqual([
      "image https://a.example/favicon.png",
    ]);
  });
});
