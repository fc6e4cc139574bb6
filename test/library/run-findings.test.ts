/**
 * Fixtures and reporters for test runners, with fake runners; build/slow/test-runners.test.ts uses real ones.
 */

import { describe, expect, spyOn, test } from "bun:test";
import { lintResponse } from "../../src/library/index.ts";
import playwrightReporter, { fixturesOf as playwrightFixtures } from "../../src/library/playwright.ts";
import { parseProject } from "../../src/library/project.ts";
import type { ResponseLike } from "../../src/library/response/message.ts";
import {
  type RunOptions,
  recorder,
  runTable,
  type TestFindings,
} from "../../src/library/response/run-findings.ts";
import vitestReporter, { fixturesOf as vitestFixtures } from "../../src/library/vitest.ts";

const at = (url: string, ...lines: readonly string[]) => ({
  url,
  status: 204,
  headers: ["Date: x", ...lines],
});
const found = async (options: RunOptions, responses: readonly ResponseLike[], base?: string) => {
  const { add, findings } = recorder(options, base);
  for (const response of responses) add(response);
  return await findings();
};
const names = ({ findings }: TestFindings, fails?: boolean) =>
  findings.filter((one) => fails === undefined || one.fails === fails).map(({ name }) => name);

describe("a recorder", () => {
  const own = at("https://a.example/", "Age: x");
  const other = at("https://b.example/", "Age: x");
  test("counts each response once, and only those of its origin", async () => {
    const { responses, findings } = await found({ project: undefined }, [
      own,
      own,
      other,
      at("https://a.example/b"),
    ]);
    expect(responses).toBe(2);
    expect(findings.filter(({ name }) => name === "age-invalid").map(({ url }) => url)).toEqual([own.url]);
  });
  test.each([
    [{}, "https://b.example/app/", 1],
    [{ origins: ["https://a.example", "https://b.example/"] }, undefined, 2],
    [{ origins: [] }, "https://b.example/", 0],
  ])("%j, base %p", async (options, base, responses) =>
    expect((await found({ project: undefined, ...options }, [own, other], base)).responses).toBe(responses),
  );
  test("fails by the project file, otherwise for errors", async () => {
    expect(names(await found({ project: undefined }, [own]), true)).toContain("age-invalid");
    const project = parseProject('fail-on = ["date-invalid"]\n[require]\nx-id = true');
    const failing = names(await found({ project }, [own]), true);
    expect(failing.toSorted()).toEqual(["date-invalid", "field-required"]);
    const mild = parseProject('[rules]\nage-invalid = "info"\ndate-invalid = "off"');
    const { findings, ignored } = await found({ project: mild, ignore: ["freshness-unset"] }, [own]);
    expect(findings.some(({ fails }) => fails)).toBe(false);
    expect(ignored).toContainEqual({
      name: "date-invalid",
      url: own.url,
      by: "netlens.toml",
      reason: "netlens.toml:3:1",
    });
  });
  test("skips a response whose page is closed, or that has no headers", async () => {
    const gone = { url: "https://a.example/", headersArray: () => Promise.reject(new Error("closed")) };
    expect((await found({ project: undefined }, [gone, {}, own])).responses).toBe(1);
  });
});

test.each([
  ["HTTP/1.1", false],
  ["h2", true],
  ["h3", true],
  ["spdy", false],
])("a runner's response has the version that the browser reports as %s", async (word, found) => {
  const headersArray = async () => [{ name: "Connection", value: "close" }];
  const names = (await lintResponse({ headersArray, status: () => 200, httpVersion: async () => word })).map(
    ({ name }) => name,
  );
  expect(names.includes("connection-field-in-http2")).toBe(found);
});

describe("the table of a run", () => {
  const one = (name: string, url: string, fails = false) =>
    ({ name, url, fails, title: `${name}.`, severity: fails ? "error" : "info" }) as const;
  const kept = (findings: TestFindings["findings"], responses = 1) => ({ responses, findings, ignored: [] });
  test("has each kind once, most severe first, with the first test that found it", () =>
    expect(
      runTable([
        { test: "a", found: kept([one("x", "https://a/1")]) },
        { test: "b", found: kept([one("y", "https://a/2", true), one("x", "https://a/1")], 3) },
      ]),
    ).toEqual({
      fails: true,
      text: `netlens: 4 responses in 2 tests: 1 error, 1 info

FAILS error    y. [y]
               https://a/2 (b)

      info     x. [x]
               https://a/1 (a)

netlens: 1 kind of finding fails this run`,
    }));
  test.each([
    [3, "3 (a)"],
    [4, "and 2 more URLs"],
  ])("of %d URLs", (count, last) => {
    const urls = Array.from({ length: count }, (_, index) => one("x", `https://a/${index + 1}`));
    const { text, fails } = runTable([{ test: "a", found: kept(urls) }]);
    expect([fails, text.endsWith(last)]).toEqual([false, true]);
  });
  test("of a run without responses has one sentence", () =>
    expect(runTable([])).toEqual({ fails: false, text: "netlens: 0 responses in 0 tests: no problems" }));
});

/** Printed lines of a reporter. */
async function printed(run: () => unknown): Promise<{ readonly given: unknown; readonly text: string }> {
  const log = spyOn(console, "log").mockImplementation(() => {});
  try {
    return { given: await run(), text: log.mock.calls.join("\n") };
  } finally {
    log.mockRestore();
  }
}

test("Playwright's fixture records pages and requests, and its reporter fails the run", async () => {
  const listeners: ((response: ResponseLike) => void)[] = [];
  const context = { on: (_: string, listener: (response: ResponseLike) => void) => listeners.push(listener) };
  const verbs = () => {
    const fetch = async () => at("https://a.example/api", "Age: x");
    // As in Playwright, `get` calls `fetch`, so the fixture sees the same response twice.
    const get = function (this: { fetch: typeof fetch }) {
      return this.fetch();
    };
    return { fetch, get, delete: fetch, head: fetch, patch: fetch, post: fetch, put: fetch };
  };
  const [fixture, { auto }] = playwrightFixtures({ project: undefined }).netlens;
  const attached: { name: string; body: Uint8Array }[] = [];
  const request = verbs();
  await fixture(
    { context: { ...context, request: verbs() }, request, baseURL: "https://a.example/" },
    async (watch) => {
      for (const listener of listeners) listener(at("https://a.example/page"));
      await request.get();
      watch(at("https://a.example/mine"));
      watch(context);
    },
    { attach: async (name, { body }) => void attached.push({ name, body: Buffer.from(body) }) },
  );
  expect([auto, listeners.length, attached.length]).toEqual([true, 2, 1]);
  expect(JSON.parse(String(attached[0]?.body)).responses).toBe(3);
  const end = (status: string, tries: readonly { attachments: typeof attached }[]) =>
    printed(() => {
      const { onBegin, onEnd } = playwrightReporter();
      onBegin({}, { allTests: () => [{ titlePath: () => ["", "a.spec.ts", "b"], results: tries }] });
      return onEnd({ status });
    });
  const { given, text } = await end("passed", [{ attachments: [] }, { attachments: attached }]);
  expect(given).toEqual({ status: "failed" });
  expect(text).toContain("https://a.example/api (a.spec.ts › b)");
  expect((await end("interrupted", [{ attachments: attached }])).given).toBeUndefined();
  expect((await end("passed", [{ attachments: attached }, { attachments: [] }])).given).toBeUndefined();
});

test("Vitest's fixture records fetch while a test runs, and its reporter fails the run", async () => {
  const before = globalThis.fetch;
  const stub = Object.assign(
    async (input: string | URL | Request) => {
      const response = new Response("x", { headers: { age: "x" } });
      return Object.defineProperty(response, "url", {
        value: input instanceof Request ? input.url : String(input),
      });
    },
    { preconnect: before.preconnect },
  );
  globalThis.fetch = stub;
  const meta: { netlens?: TestFindings } = {};
  const [fixture] = vitestFixtures({ project: undefined }).netlens;
  try {
    await fixture({ task: { meta } }, async () => {
      await fetch("https://a.example/1");
      await fetch(new Request("https://a.example/2", { method: "HEAD" }));
      await fixture({ task: { meta: {} } }, async () => void (await fetch("https://a.example/3")));
    });
    await fetch("https://a.example/after");
  } finally {
    globalThis.fetch = before;
  }
  expect(meta.netlens?.responses).toBe(3);
  const code = process.exitCode;
  const { text } = await printed(() => {
    const children = {
      allTests: () => [
        { fullName: "a > b", meta: () => meta },
        { fullName: "c", meta: () => ({}) },
      ],
    };
    vitestReporter().onTestRunEnd([{ children }]);
  });
  expect(process.exitCode).toBe(1);
  process.exitCode = code ?? 0;
  expect(text).toContain("https://a.example/1 (a > b)");
});
