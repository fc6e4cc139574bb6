/** Answers arguments or standard input, for all commands that look something up. */

import { type Call, EXIT, UsageError } from "../command.ts";
import { spelledOut } from "../input/select.ts";
import { jsonText } from "../render/json.ts";
import { promptInput, waitingLine } from "../render/progress.ts";
import type { Items } from "./input.ts";
import { outputFlags, outputForm } from "./output.ts";
import { stream, streamFlags } from "./stream.ts";

export interface Batch<R> {
  /** @throws NetlensError for an invalid item */
  readonly answer: (item: string) => R | Promise<R>;
  /** Text of one answer, or of all if `whole` is set. */
  readonly render: (results: readonly R[]) => string;
  /** Writes all answers as one document at the end. */
  readonly whole?: boolean;
  /** Text after several answers. */
  readonly closing?: (results: readonly R[]) => string;
  /** Uses `render` for standard input too. */
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
export async function answerAll<R>(given: Call, batch: Batch<R>): Promise<number> {
  const call = await spelledOut(given, async () => [...batch.columns, ...((await batch.fields?.()) ?? [])]);
  if (call.positionals.length === 1 && call.positionals[0] === "-") return streamed(call, batch);
  const { json = (result: R) => result, render, closing, whole = false, working } = batch;
  const row = rowWriter(given, call, batch);
  let code: number = EXIT.done;
  const kept: R[] = [];
  for (const [index, item] of call.positionals.entries()) {
    const waiting = working === undefined ? undefined : waitingLine(call.io, `${working} ${item}`);
    const result = await Promise.resolve(batch.answer(item)).finally(() => waiting?.end());
    code = Math.max(code, batch.verdict?.(result) ?? EXIT.done);
    if (row) await call.io.out(row(json(result)));
    else if (call.flags["json"] === true) await call.io.out(jsonText(json(result), call.io));
    else {
      if (whole || closing) kept.push(result);
      if (!whole) await call.io.out(`${index > 0 ? "\n" : ""}${render([result])}`);
    }
  }
  await call.io.out(endOf(kept, batch));
  return code;
}

function endOf<R>(kept: readonly R[], { render, closing, whole = false }: Batch<R>): string {
  if (whole) return kept.length > 0 ? render(kept) : "";
  return closing && kept.length > 1 ? closing(kept) : "";
}

/** Formatter for `--csv` or `--field`. @throws UsageError for stream flags without a stream */
function rowWriter<R>(
  given: Call,
  call: Call,
  { columns }: Batch<R>,
): ((answer: unknown) => string) | undefined {
  if (given === call) {
    const misused = Object.keys(streamFlags).find((name) => call.flags[name] !== undefined);
    if (misused !== undefined)
      throw new UsageError(`--${misused} applies only to items from standard input (-)`);
    return undefined;
  }
  const { header, line = (answer: unknown) => JSON.stringify(answer) } = outputForm(call, columns);
  let before = header();
  return (answer) => {
    const text = `${before}${line(answer)}\n`;
    before = "";
    return text;
  };
}

async function streamed<R>(call: Call, batch: Batch<R>): Promise<number> {
  const { json = (result: R) => result, verdict = () => EXIT.done } = batch;
  const report = batch.isReport ? reportOf(call, batch) : undefined;
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

/** Writer of a stream's report. @throws UsageError for flags that format lines */
function reportOf<R>({ flags, io }: Call, batch: Batch<R>) {
  const { render, closing, whole = false } = batch;
  const misused = Object.keys(outputFlags).find((name) => flags[name] !== undefined);
  if (misused !== undefined)
    throw new UsageError(`--${misused} is for lines, not for --format ${flags["format"] ?? "text"}`);
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
