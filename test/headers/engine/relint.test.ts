/** Judging again only who read a line that changes finds what judging all of it again finds. */

import { expect, test } from "bun:test";
import { openBudget } from "../../../src/headers/engine/budget.ts";
import { checkLine } from "../../../src/headers/engine/check-line.ts";
import { openContext } from "../../../src/headers/engine/context.ts";
import { checkGroup } from "../../../src/headers/engine/groups.ts";
import { noteOf, openLines } from "../../../src/headers/engine/lines.ts";
import { countFindings, type Findings, lintWith } from "../../../src/headers/engine/lint.ts";
import { RESPONSE } from "../../../src/headers/engine/message-kind.ts";
import { parseLine } from "../../../src/headers/engine/parse-line.ts";
import { openRelint } from "../../../src/headers/engine/relint.ts";
import { messageReporter } from "../../../src/headers/engine/report.ts";
import { type Message, parseMessage } from "../../../src/headers/message.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { openResponseBudget } from "../../../src/headers/response-budget.ts";
import type { Problem } from "../../../src/headers/schema.ts";
import { openVerdicts } from "../../../src/headers/verdicts/index.ts";
import { logged, type ReadLog, type Span } from "../../../src/headers/verdicts/read-log.ts";
import { exampleMessage } from "../explained.ts";

function judged(message: Message) {
  const budget = openBudget(openResponseBudget());
  const { lines, groups } = openLines(message.lines, budget, RESPONSE);
  const context = openContext(message, 0, lines, groups, openVerdicts(rawResponse(message)));
  const problems: Problem[] = [];
  const log: ReadLog = [];
  const readBy = new Map<unknown, Span>();
  const note = (judge: unknown, work: () => void) => readBy.set(judge, logged(log, work));
  for (const line of lines) note(line.header, () => parseLine(line, context, budget));
  for (const line of lines) note(line, () => checkLine(line, context, budget));
  for (const group of groups.values())
    note(group, () => {
      const [first] = group;
      if (first?.field) checkGroup(group, first.field, context, noteOf(first, budget));
    });
  if (RESPONSE.hasRules(message))
    for (const rule of RESPONSE.rules)
      note(rule, () => rule.check(context, messageReporter(problems, budget)));
  const relint = openRelint({
    message,
    kind: RESPONSE,
    lines,
    groups,
    context,
    readBy,
    questions: undefined,
  });
  return {
    lines,
    relint,
    found: countFindings(
      lines.map(({ header }) => header),
      problems,
    ),
  };
}

const CHANGES = [
  "Cache-Control: private, no-cache",
  "Content-Security-Policy: default-src 'none'",
  "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax",
  "Access-Control-Allow-Origin: *",
  "Content-Type: text/html; charset=utf-8",
  "Vary: Origin",
  "X-Frame-Options: DENY",
  "X-Unknown: 1",
].flatMap((line) => parseMessage([line]).lines);

test("what a changed line leaves to be found", () => {
  let compared = 0;
  const counted = (findings: Findings) => [...findings].filter(([, count]) => count > 0).toSorted();
  for (const [id, { bad, good }] of problemKinds())
    for (const [at, example] of [bad, good].entries()) {
      const message = exampleMessage(example);
      const { lines, relint, found } = judged(message);
      for (const line of CHANGES)
        for (const place of [undefined, 0]) {
          if (place !== undefined && lines.length === 0) continue;
          const again = relint(place, line, found);
          if (!again) continue;
          compared++;
          const whole = lintWith(message, lines, place, line, RESPONSE);
          expect([id, at, line.name, place, counted(again)]).toEqual([
            id,
            at,
            line.name,
            place,
            counted(whole),
          ]);
        }
    }
  expect(compared).toBeGreaterThan(10_000);
}, 60_000);
