/** Answers arguments or standard input, for all commands that look something up. */

import { type Call, EXIT, UsageError } from "../command.ts";
import { jsonText } from "../render/json.ts";
import { promptInput, waitingLine } from "../render/progress.ts";
import type { Items } from "./input.ts";
import { isTable, outputForm } from "./output.ts";
import { stream } from "./stream.ts";

export interface Batch<R> {
  /** @throws NetlensError for an invalid item */
  readonly answer: (item: string) => R | Promise<R>;
  /** Text of one answer, or of all if `whole` is set. */
  readonly render: (results: readonly R[]) => string;
  /** Writes all answers as one document at the end. */
  readonly whole?: boolean;
  /** Text after several answers. */
  readonly closing?: (results: readonly R[]) => string;
  /** Uses `render` for standard input too; default for `--format text` only. */
  readonly isReport?: boolean;
  /** JSON of an answer; default: the answer itself. */
  readonly json?: (result: R) => unknown;
  /** Exit code of a result; the highest counts. */
  readonly verdict?: (result: R) => number;
  /** Further members for `--field`; loaded late because schemas are large. */
  readonly fields?: () => Promise<readonly string[]>;
  /** Text of the waiting line. */
  readonly working?: string;
  /** Items of standard input. */
  readonly items: Items;
  /** Columns of tables; `a.b` is a nested member. */
  readonly columns: readonly string[];
  /** JSON text of an answer, if this is cheaper than the object. @throws NetlensError */
  readonly text?: (item: string) => string;
  /** False if answers since the last call must be repeated. */
  readonly holds?: () => boolean;
  /** Simultaneous answers, default 1. */
  readonly width?: number;
}

/** Answers each argument, or with `-` each item of standard input, one line each. */
export async function answerAll<R>(call: Call, batch: Batch<R>): Promise<number> {
  await checkFields(call, batch);
  const { json = (result: R) => result, render, closing, whole = false, working } = batch;
  const isReport = batch.isReport ?? call.flags["format"] === "text";
  if (call.positionals.length === 1 && call.positionals[0] === "-") return streamed(call, batch, isReport);
  const row = batch.isReport || !isLines(call) ? undefined : rowWriter(call, batch);
  let code: number = EXIT.done;
  const kept: R[] = [];
  for (const [index, item] of call.positionals.entries()) {
    const waiting = working === undefined ? undefined : waitingLine(call.io, `${working} ${item}`);
    const result = await Promise.resolve(batch.answer(item)).finally(() => waiting?.end());
    code = Math.max(code, batch.verdict?.(result) ?? EXIT.done);
    if (row) await call.io.out(row(json(result)));
    else if (call.flags["format"] === "json") await call.io.out(jsonText(json(result), call.io));
    else {
      if (whole || closing) kept.push(result);
      if (!whole) await call.io.out(`${index > 0 ? "\n" : ""}${render([result])}`);
    }
  }
  await call.io.out(endOf(kept, batch));
  return code;
}

const isLines = (call: Call) => isTable(call) || call.lists["field"] !== undefined;

/** @throws UsageError for a field that no answer has */
async function checkFields<R>({ lists }: Call, { columns, fields }: Batch<R>): Promise<void> {
  const { field } = lists;
  if (!field) return;
  const paths = [...columns, ...((await fields?.()) ?? []), "error", "message"];
  const names = [...new Set(paths.map((path) => path.split(".")[0] ?? ""))];
  const unknown = field.find((path) => !names.includes(path.split(".")[0] ?? ""));
  if (unknown !== undefined)
    throw new UsageError(`--field: there is no field "${unknown}"; fields are ${names.join(", ")}`);
}

function endOf<R>(kept: readonly R[], { render, closing, whole = false }: Batch<R>): string {
  if (whole) return kept.length > 0 ? render(kept) : "";
  return closing && kept.length > 1 ? closing(kept) : "";
}

/** Formatter for tables and `--field`. */
function rowWriter<R>(call: Call, { columns }: Batch<R>): (answer: unknown) => string {
  const { header, line = (answer: unknown) => JSON.stringify(answer) } = outputForm(call, columns);
  let before = header();
  return (answer) => {
    const text = `${before}${line(answer)}\n`;
    before = "";
    return text;
  };
}

async function streamed<R>(call: Call, batch: Batch<R>, isReport: boolean): Promise<number> {
  const { json = (result: R) => result, verdict = () => EXIT.done } = batch;
  const report = isReport ? reportOf(call, batch) : undefined;
  promptInput(call.io, `one ${batch.items.name} per line`);
  const settle = (result: R) => ({ value: report ? result : json(result), code: verdict(result) });
  const code = await stream(call, {
    print: report?.print,
    items: batch.items,
    columns: batch.columns,
    answer: (item) => {
      const result = batch.answer(item);
      return result instanceof Promise ? result.then(settle) : settle(result);
    },
    text: batch.text,
    holds: batch.text && batch.holds,
    width: batch.width ?? 1,
  });
  await report?.end();
  return code;
}

/** Writer of a stream's report. */
function reportOf<R>({ io }: Call, batch: Batch<R>) {
  const { render, closing, whole = false } = batch;
  const kept: R[] = [];
  let count = 0;
  return {
    print(value: unknown): string {
      const result = value as R;
      if (whole || closing) kept.push(result);
      return whole ? "" : `${count++ > 0 ? "\n" : ""}${render([result])}`;
    },
    async end(): Promise<void> {
      await io.out(whole ? render(kept) : endOf(kept, batch));
    },
  };
}
