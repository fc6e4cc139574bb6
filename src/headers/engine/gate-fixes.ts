/** The fixes of an explained message: those that make it better, one for all findings of a line. */

import { memoize, once } from "../../cache/memoize.ts";
import { type Message, parseMessage } from "../message.ts";
import type { HeaderObject, Problem } from "../schema.ts";
import { combineFixes, hasFix } from "./combined-fix.ts";
import { listsOf, openFixGate, type Tried } from "./fix-gate.ts";
import type { OpenLine } from "./lines.ts";
import { countFindings, type Findings, lint, lintWith } from "./lint.ts";
import { type MessageKind, REQUEST, RESPONSE } from "./message-kind.ts";

interface Fixable {
  readonly message: Message;
  readonly kind: MessageKind;
  readonly lines: readonly OpenLine[];
  readonly headers: readonly HeaderObject[];
  /** Findings of the message; those whose fix is not sound are replaced. */
  readonly problems: Problem[];
  /** Nothing of the message was omitted. */
  readonly isWhole: boolean;
}

/**
 * Removes the fixes that leave their finding, or bring another; the findings of a line get one fix for them all.
 * @returns what was found with each fix that was tried
 */
export function gateFixes({ message, kind, lines, headers, problems, isWhole }: Fixable): Tried {
  const found = once(() => countFindings(headers, problems));
  const gate = openFixGate({
    size: isWhole ? headers.reduce((size, { value }) => size + value.length, 0) : Number.POSITIVE_INFINITY,
    found,
    message(at, text) {
      const [line] = parseMessage([text]).lines;
      return line ? lintWith(message, lines, at, line, kind) : NO_FINDINGS;
    },
    line: kind === REQUEST ? lintRequest : lintResponse,
  });
  for (const [at, header] of headers.entries()) {
    if (!hasFix(header)) continue;
    gate.line(header, at);
    if (combineFixes(header)) gate.line(header, at);
  }
  for (const [at, problem] of problems.entries())
    if (problem.fix !== undefined) problems[at] = gate.problem(problem, headers);
  return gate.tried;
}

/** Removes the fixes, which nobody has tried. */
export function withoutFixes(headers: readonly HeaderObject[], problems: Problem[]): void {
  for (const list of [problems, ...headers.filter(hasFix).flatMap(listsOf)])
    for (const [at, { fix, ...others }] of list.entries()) if (fix !== undefined) list[at] = others;
}

const NO_FINDINGS: Findings = new Map();

/** The problems of a line by itself. */
const lintResponse = memoize((line) => lint(parseMessage([line]), RESPONSE));
const lintRequest = memoize((line) => {
  const { requestMessage } = parseMessage([], { requestHeaders: [line] });
  return requestMessage ? lint(requestMessage, REQUEST) : NO_FINDINGS;
});
