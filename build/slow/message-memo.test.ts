/** Cached explanations: equal requests share one, and responses that differ in Date have their own date. */

import { expect, test } from "bun:test";
import { runSync } from "../../src/api/cooperative.ts";
import { responseKey, TIMELESS_FIELDS } from "../../src/headers/engine/message-memo.ts";
import { type ExplainOptions, explaining, explainMessage } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { openResponseBudget, type ResponseBudget } from "../../src/headers/response-budget.ts";
import { reportedVerdicts } from "../../src/headers/verdicts/index.ts";
import { EDGES } from "../../test/headers/edges.ts";

const AGENT = "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/20.0.0.0 Safari/537.36";

function explained(requestHeaders: readonly string[], given: object = {}, budget?: ResponseBudget) {
  const remaining = budget ?? openResponseBudget();
  const known = { status: 200, url: "http://a.test/", httpVersion: "1.1", requestHeaders, ...given };
  const {
    requestHeaders: headers,
    problems,
    truncated,
  } = runSync(explaining(parseMessage(["Content-Type: text/html"], known), 0, remaining));
  return { headers, problems, truncated, remaining };
}

test("equal requests have equal results and sizes", () => {
  const first = explained([AGENT, "Accept: text/html,"]);
  const second = explained([AGENT, "Accept: text/html,"]);
  expect(second).toEqual(first);
  expect(second.headers?.[0]).toBe(first.headers?.[0] ?? ({} as never));
});

test.each<[string, string[], object]>([
  ["another URL", [AGENT], { url: "http://b.test/" }],
  ["another version", [AGENT], { httpVersion: "2" }],
  ["another value", [`${AGENT}x`], {}],
  ["another spelling", [AGENT.toLowerCase()], {}],
  ["white space before the colon", [AGENT.replace(":", " :")], {}],
])("%s is not equal", (_name, lines, given) => {
  const [line] = explained([AGENT]).headers ?? [];
  expect(explained(lines, given).headers?.[0]).not.toBe(line ?? ({} as never));
});

test.each<[string, string[], object]>([
  ["with a time", [AGENT, "If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"], {}],
  ["with credentials", [AGENT, "Authorization: Bearer x"], {}],
  ["of a URL with a query", [AGENT], { url: "http://a.test/?token=1" }],
  ["that is long", [`User-Agent: ${"x".repeat(2048)}`], {}],
])("a request %s is not cached", (_name, lines, given) => {
  const first = explained(lines, given);
  expect(explained(lines, given).headers?.[0]).not.toBe(first.headers?.[0] ?? ({} as never));
});

test("in a small budget a request is explained within it, cached or not", () => {
  explained([AGENT]);
  const short = () => ({ ...openResponseBudget(), bytes: 1500 });
  const known = explained([AGENT], {}, short());
  const unknown = explained([AGENT], { url: "http://short.test/" }, short());
  expect(known.remaining).toEqual(unknown.remaining);
  expect(known.truncated).toEqual(unknown.truncated);
});

const MADE = Date.parse("2026-11-20T10:00:00Z");
const LINES = ["Content-Type: text/html", "Cache-Control: max-age=60", "Server: PHP/8.2"];
const ASKED: Known = { status: 200, url: "http://a.test/", httpVersion: "1.1", requestHeaders: [AGENT] };

/** Response with a Date `seconds` after `MADE`, received `late` ms after that Date. */
function response(lines: readonly string[], seconds = 0, late = 200, given: Known = {}) {
  const made = MADE + seconds * 1000;
  const date = `Date: ${new Date(made).toUTCString()}`;
  return parseMessage([...lines, date], { ...ASKED, ...given, receivedAt: made + late });
}

function explainedResponse(message: ReturnType<typeof response>, asked?: ExplainOptions) {
  const { verdicts, ...explained } = explainMessage(message, 0, asked);
  return { ...explained, verdicts: reportedVerdicts(verdicts) };
}

/** Explains without the cache: messages with questions are not cached. */
const uncached = (message: ReturnType<typeof response>, asked?: ExplainOptions) =>
  explainedResponse(message, { ...asked, questions: {} });

test("a response that differs in Date alone has its own Date", () => {
  const first = explainedResponse(response(LINES));
  const second = explainedResponse(response(LINES, 3601, 300));
  expect(second.headers[0]).toBe(first.headers[0] ?? ({} as never));
  expect(second.verdicts).toBe(first.verdicts);
  expect(second).toEqual(uncached(response(LINES, 3601, 300)));
  expect(second.headers[3]?.alternate).toBe("20 November 2026, 11:00 UTC (just now)");
});

test.each<[string, ReturnType<typeof response>]>([
  ["that came half a second later", response(LINES, 0, 500)],
  ["that came at the very second", response(LINES, 0, 0)],
  ["of another day", response(LINES, 86_400)],
  ["with another status", response(LINES, 0, 200, { status: 404 })],
  ["to another request", response(LINES, 0, 200, { requestHeaders: ["Accept: */*"] })],
  ["of another length", response(LINES, 0, 200, { bodyLength: 3 })],
  ["with another value", response([...LINES.slice(1), "Content-Type: text/css"])],
  ["in another order", response(LINES.toReversed())],
])("a response %s is not equal", (_name, message) => {
  const [line] = explainedResponse(response(LINES)).headers;
  expect(explainedResponse(message).headers).not.toContain(line as never);
  expect(explainedResponse(message)).toEqual(uncached(message));
});

test.each<[string, ReturnType<typeof response>]>([
  ["that names a moment", response([...LINES, "Last-Modified: Fri, 20 Nov 2026 09:00:00 GMT"])],
  ["with a field that nobody knows", response([...LINES, "X-Unknown: 1763632800"])],
  ["with a cookie", response([...LINES, "Set-Cookie: a=b; Max-Age=60"])],
  ["with a query in a line", response([...LINES, "Location: /?token=1"])],
  ["with two dates", response([...LINES, "Date: Fri, 20 Nov 2026 10:00:00 GMT"])],
  ["without a request", parseMessage(LINES, { receivedAt: MADE })],
])("a response %s is not cached", (_name, message) => {
  expect(responseKey(message, "")).toBeUndefined();
});

test("a cached response uses as much of the budget as an uncached one", () => {
  const room = (questions?: object) => {
    const remaining = openResponseBudget();
    runSync(explaining(response(LINES), 0, remaining, questions && { questions }));
    return remaining;
  };
  room();
  expect(room()).toEqual(room({}));
});

test("timeless fields mean the same at any time", () => {
  const examples = [
    ...[...problemKinds().values()].flatMap(({ bad, good }) => [bad, good]),
    ...Object.values(EDGES).flat(),
  ];
  const timelessParts = examples.map((example) => {
    const { lines, ...given }: Exclude<Example, readonly string[]> =
      "lines" in example ? example : { lines: example };
    const timeless = lines.filter((line) => TIMELESS_FIELDS.has(line.split(":", 1)[0]?.toLowerCase() ?? ""));
    return { timeless, given };
  });
  const different = new Map(timelessParts.map((part) => [JSON.stringify(part), part]));
  const kept = [...different.values()].filter(({ timeless, given }) => {
    const at = (seconds: number, late: number) =>
      response(timeless, seconds, late, { ...ASKED, ...given, requestHeaders: [AGENT] } as Known);
    for (const how of [undefined, "nginx"] as const) {
      explainedResponse(at(0, 700), { how });
      expect(explainedResponse(at(40_003, 900), { how }), timeless.join("\n")).toEqual(
        uncached(at(40_003, 900), { how }),
      );
    }
    return responseKey(at(0, 0), "") !== undefined;
  });
  expect(kept.length).toBeGreaterThan(800);
});
