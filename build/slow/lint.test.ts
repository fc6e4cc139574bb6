/** Linting and explaining find the same problems, since fixes are chosen by lint counts. */

import { expect, test } from "bun:test";
import { runSync } from "../../src/api/cooperative.ts";
import { checkMessage } from "../../src/headers/engine/check-message.ts";
import { openContext } from "../../src/headers/engine/context.ts";
import { noteOf, type OpenLine, openLines } from "../../src/headers/engine/lines.ts";
import { countFindings, lint, lintChanged } from "../../src/headers/engine/lint.ts";
import { REQUEST, RESPONSE } from "../../src/headers/engine/message-kind.ts";
import { messageReporter } from "../../src/headers/engine/report.ts";
import { parseLine } from "../../src/headers/engine/shown.ts";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Message, parseMessage } from "../../src/headers/message.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { rawResponse } from "../../src/headers/raw-response.ts";
import { openBudget, openResponseBudget } from "../../src/headers/response-budget.ts";
import { openVerdicts } from "../../src/headers/verdicts/index.ts";
import { EDGES } from "../../test/headers/edges.ts";
import { exampleMessage } from "../../test/headers/explained.ts";
import { samples } from "../measure/bench/headers-messages.ts";

function counts(findings: ReadonlyMap<string, number>) {
  return Object.fromEntries([...findings].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function expectSame(message: Message, name: string) {
  const { requestMessage, ...response } = message;
  const explained = explainMessage(response, 0);
  expect([name, counts(lint(response, RESPONSE))]).toEqual([
    name,
    counts(countFindings(explained.headers, explained.problems)),
  ]);
  if (!requestMessage) return;
  const { requestHeaders = [], problems } = explainMessage({ lines: [], requestMessage }, 0);
  expect([name, counts(lint(requestMessage, REQUEST))]).toEqual([
    name,
    counts(countFindings(requestHeaders, problems)),
  ]);
}

test("a lint finds what explaining the message finds", () => {
  for (const [id, { bad, good }] of problemKinds())
    for (const example of [bad, good, ...(EDGES[id] ?? [])]) expectSame(exampleMessage(example), id);
  for (const [name, { lines, known }] of Object.entries(samples(3)))
    expectSame(parseMessage(lines, known), name);
}, 60_000);

/** Parsed and checked lines of a message. */
function explainedLines(message: Message): readonly OpenLine[] {
  const budget = openBudget(openResponseBudget());
  const { lines, groups } = openLines(message.lines, budget, RESPONSE);
  const context = openContext(message, 0, lines, groups, openVerdicts(rawResponse(message)));
  for (const line of lines) parseLine(line, context, budget);
  const reports = {
    ofLine: (line: OpenLine) => noteOf(line, budget),
    ofMessage: messageReporter([], budget),
  };
  runSync(checkMessage(RESPONSE, context, lines, groups, reports));
  return lines;
}

test("a changed line is linted like a new message", () => {
  for (const [id, { bad, good }] of problemKinds())
    for (const example of [bad, good]) {
      const message = exampleMessage(example);
      const lines = explainedLines(message);
      for (const [at, line] of [...message.lines.entries()].slice(-2))
        expect([id, counts(lintChanged(message, lines, RESPONSE, { line, at }))]).toEqual([
          id,
          counts(lint(message, RESPONSE)),
        ]);
    }
}, 60_000);
