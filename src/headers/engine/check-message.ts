/** Runs all checks of a message, for full reports and for lint counts. */

import { forEachYielding, type Task } from "../../api/cooperative.ts";
import type { AnyField, Context, ExplainedLine } from "../field.ts";
import type { Report } from "../problem.ts";
import { fieldRepeated, fieldRepeatedIdentically } from "../reading/value-problems.ts";
import type { Groups, OpenLine } from "./lines.ts";
import type { MessageKind } from "./message-kind.ts";

interface Reports {
  readonly ofLine: (line: OpenLine) => Report;
  readonly ofMessage: Report;
}

/** Runs checks per line, per header name and per message, in this order. All lines must be parsed. */
export function* checkMessage(
  kind: MessageKind,
  context: Context,
  lines: readonly OpenLine[],
  groups: Groups,
  { ofLine, ofMessage }: Reports,
): Task<void> {
  yield* forEachYielding(lines, sizeOf, (line) => {
    if (line.parsed !== undefined) line.field?.check?.(line.parsed, context, ofLine(line), line);
  });
  yield* forEachYielding([...groups.values()], sizeOfGroup, (group) => {
    const [first] = group;
    if (first?.field) checkGroup(group, first.field, context, ofLine(first));
  });
  yield* forEachYielding(
    kind.hasRules(context.message) ? kind.rules : [],
    () => lines.length,
    (rule) => rule.check(context, ofMessage),
  );
}

export function sizeOf({ line }: OpenLine): number {
  return line.sent.length + line.value.length;
}

function sizeOfGroup(group: readonly OpenLine[]): number {
  let size = 0;
  for (const line of group) size += sizeOf(line);
  return size;
}

function checkGroup(
  group: readonly ExplainedLine[],
  field: AnyField,
  context: Context,
  report: Report,
): void {
  field.checkAll?.(group, context, report);
  if (field.repeat === "single" && group.length > 1) reportRepeats(field, group, context, report);
}

function reportRepeats(
  field: AnyField,
  group: readonly ExplainedLine[],
  { verdicts }: Context,
  report: Report,
): void {
  const values = new Set(group.map((line) => line.line.value));
  const second = group[1];
  const sent = `${field.name} is sent ${group.length} times`;
  const outcome =
    verdicts.conflict === field.name
      ? "Chromium and Firefox reject the response"
      : "it must be sent only once";
  if (values.size > 1) report(fieldRepeated, `${sent} with different values; ${outcome}.`, second);
  else report(fieldRepeatedIdentically, `${sent} with the same value; once is enough.`, second);
}
