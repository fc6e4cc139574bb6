/** One way to answer arguments or standard input, for every command that looks something up. */

import { type Call, EXIT, UsageError } from "../command.ts";
import { spelledOut } from "../input/select.ts";
import { jsonText } from "../render/json.ts";
import { tellWaiting, waitingLine } from "../render/progress.ts";
import type { Items } from "./input.ts";
import { outputFlags, outputForm } from "./output.ts";
import { stream, streamFlags } from "./stream.ts";

export interface Batch<R> {
  /** @throws NetlensError for an item that cannot be looked up */
  readonly answer: (item: string) => R | Promise<R>;
  /** One answer for people, or all of them where `whole` is set. */
  readonly render: (results: readonly R[]) => string;
  /** The answers make one document, written when the last is there. */
  readonly whole?: boolean;
  /** The end of a report of several, where the answers came one by one. */
  readonly closing?: (results: readonly R[]) => string;
  /** Standard input too is answered by `render`, as a format for people or reports was asked for. */
  readonly isReport?: boolean;
  /** The JSON that `--json` prints of an answer. Default the answer itself. */
  readonly json?: (result: R) => unknown;
  /** Exit code of one result; the worst of all counts. */
  readonly verdict?: (result: R) => number;
  /** Names of the answer's members besides those of the columns: asked for `--field` alone, since schemas take long to load. */
  readonly fields?: () => Promise<readonly string[]>;
  /** The message for a terminal while it waits for an answer. */
  readonly working?: string;
  /** The items in standard input. */
  readonly items: Items;
  /** Fields of a table that standard input becomes; `a.b` is a member inside another. */
  readonly columns: readonly string[];
  /** The text that `--json` prints, if it is cheaper than the object. Throws NetlensError. */
  readonly text?: (item: string) => string;
  /** Whether the answers since the last call are valid; if not, they are made again. */
  readonly holds?: () => boolean;
  /** How many answers may be under way at once. Default 1. */
  readonly width?: number;
}

/** `-` among the positionals reads items from standard input and writes one line each; otherwise each argument is answered. */
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

/** The text written once all results are there. */
function endOf<R>(kept: readonly R[], { render, closing, whole = false }: Batch<R>): string {
  if (whole) return kept.length > 0 ? render(kept) : "";
  return closing && kept.length > 1 ? closing(kept) : "";
}

/** Rows of a table where `--csv` or `--field` asks for them; the flags of streams at length are for streams. */
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
  tellWaiting(call.io, `one ${batch.items.name} per line`);
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

/** The report of all results, as it is written for arguments. @throws UsageError for flags of lines */
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
