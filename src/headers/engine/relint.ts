/** What is found in an explained message when one of its lines changes: only who read such lines judges again. */

import type { Context } from "../field.ts";
import type { FieldLine, Message } from "../message.ts";
import type { AnyRow, Report } from "../problem.ts";
import { rawResponse } from "../raw-response.ts";
import { changedVerdicts } from "../verdicts/index.ts";
import { foundIn, readsAny, type Span } from "../verdicts/read-log.ts";
import type { Questions } from "../verdicts/response.ts";
import { openContext } from "./context.ts";
import { checkGroup } from "./groups.ts";
import { describeLine, type Groups, type OpenLine, openLine } from "./lines.ts";
import type { Findings } from "./lint.ts";
import type { MessageKind } from "./message-kind.ts";
import { idReporter } from "./report.ts";

interface Judged {
  readonly message: Message;
  readonly kind: MessageKind;
  readonly lines: readonly OpenLine[];
  readonly groups: Groups;
  readonly context: Context;
  /** What was read for each line's value (by its header object), by its checks (by the line), each group and each rule. */
  readonly readBy: ReadonlyMap<unknown, Span>;
  readonly questions: Questions | undefined;
}

/**
 * What is found with `line` in the place of the message's line `at`, or as one line more; `found` is what was found in the
 * message. Undefined where all of it has to be judged again.
 */
export type Relint = (at: number | undefined, line: FieldLine, found: Findings) => Findings | undefined;

export function openRelint(judged: Judged): Relint {
  const { kind, lines, readBy } = judged;
  // Whether odd bytes are told of depends on what else was found in their line.
  const isPlain = ({ isRead, line: { flaws, value } }: OpenLine) =>
    isRead && flaws.length === 0 && /^[\x00-\x7f]*$/.test(value);
  return (at, line, found) => {
    const old = at === undefined ? undefined : lines[at];
    if (!kind.hasRules(judged.message) || line.flaws.length > 0 || !lines.every(isPlain)) return undefined;
    const names = new Set(old ? [old.line.name, line.name] : [line.name]);
    const touches = readsAny(names);
    const isAffected = (judge: unknown) => {
      const span = readBy.get(judge);
      return span !== undefined && touches(span);
    };
    const others = lines.filter((one) => one !== old && one.field !== undefined);
    if (others.some((one) => !one.field?.readsAlone && isAffected(one.header))) return undefined;
    const added = openLine(line, describeLine(line, kind), true);
    const changed = changedMessage(judged, old, added, names, touches);
    const counts = new Map(found);
    const forget = (judge: unknown) => {
      const span = readBy.get(judge);
      if (span) for (const id of foundIn(span)) counts.set(id, (counts.get(id) ?? 0) - 1);
    };
    if (old) for (const one of [old.header, old]) forget(one);
    judgeLine(added, changed.context);
    for (const { name } of added.header.problems) counts.set(name, (counts.get(name) ?? 0) + 1);
    const report = counting(counts);
    for (const again of judgesAgain(judged, others, names, isAffected)) {
      forget(again.judge);
      again.work(changed.context, report);
    }
    for (const name of names) judgeGroup(changed.groups.get(name), changed.context, report);
    return counts;
  };
}

interface Again {
  readonly judge: unknown;
  readonly work: (context: Context, report: Report) => void;
}

/** Who has to judge again: lines, groups and rules that looked at what changes. */
function* judgesAgain(
  { kind, groups }: Judged,
  others: readonly OpenLine[],
  names: ReadonlySet<string>,
  isAffected: (judge: unknown) => boolean,
): Generator<Again> {
  for (const line of others) {
    const { field, parsed } = line;
    if (field && !field.checksAlone() && parsed !== undefined && isAffected(line))
      yield { judge: line, work: (context, report) => field.check?.(parsed, context, report, line) };
  }
  for (const [name, group] of groups) {
    // As it is then, it is judged by itself.
    if (names.has(name)) yield { judge: group, work: () => undefined };
    else if (isAffected(group))
      yield { judge: group, work: (context, report) => judgeGroup(group, context, report) };
  }
  for (const rule of kind.rules)
    if (isAffected(rule)) yield { judge: rule, work: (context, report) => rule.check(context, report) };
}

/** The message with the line, and what was made of it that this leaves as it is. */
function changedMessage(
  { message, lines, groups, context, questions }: Judged,
  old: OpenLine | undefined,
  added: OpenLine,
  names: ReadonlySet<string>,
  touches: (span: Span) => boolean,
): { readonly context: Context; readonly groups: Groups } {
  const all = old ? lines.map((one) => (one === old ? added : one)) : [...lines, added];
  const regrouped = new Map(groups);
  for (const name of names) {
    const group = all.filter((one) => one.line.name === name);
    if (group.length > 0) regrouped.set(name, group);
    else regrouped.delete(name);
  }
  const shown = { ...message, lines: all.map((one) => one.line) };
  const stays = (span: Span) => !touches(span);
  const verdicts = changedVerdicts(rawResponse(shown, questions), context.verdicts, stays);
  return {
    context: openContext(shown, 0, all, regrouped, verdicts, { context, stays }),
    groups: regrouped,
  };
}

/** Findings stand at the line itself: some rules look whether it has any. */
function judgeLine(line: OpenLine, context: Context): void {
  const { field, header } = line;
  const report = idReporter(header.problems, line);
  line.parsed = field?.parse(line.line.value, report, context);
  if (line.parsed !== undefined) field?.check?.(line.parsed, context, report, line);
}

function judgeGroup(group: readonly OpenLine[] | undefined, context: Context, report: Report): void {
  const field = group?.[0]?.field;
  if (group && field) checkGroup(group, field, context, report);
}

/** Counts what is reported, wherever it stands. */
function counting(counts: Map<string, number>): Report {
  const report = ({ id }: AnyRow) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };
  return report as unknown as Report;
}
