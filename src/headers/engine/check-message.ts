/** All that is found in a message: the one way to judge it, whether findings are worded or only counted. */

import { forEachYielding, type Task } from "../../api/cooperative.ts";
import type { Context } from "../field.ts";
import type { Report } from "../problem.ts";
import { checkGroup } from "./groups.ts";
import type { Groups, OpenLine } from "./lines.ts";
import type { MessageKind } from "./message-kind.ts";

/** Where findings go. */
interface Reports {
  readonly ofLine: (line: OpenLine) => Report;
  readonly ofMessage: Report;
}

/** Runs the checks of each line, of all lines of a name, and of the message, in this order. All lines are parsed. */
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
