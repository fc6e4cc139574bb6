/** All lines of a field judged together. */

import type { AnyField, Context, ExplainedLine } from "../field.ts";
import type { Report } from "../problem.ts";
import { fieldRepeated, fieldRepeatedIdentically } from "../reading/common-problems.ts";

/** `report` is about the first line where it says nothing else. */
export function checkGroup(
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
