/** One way to answer arguments or standard input, for every command that looks something up. */

import { errorItem, NetlensError } from "../errors.ts";
import { type Call, EXIT } from "./command.ts";
import { inOrder, readLines } from "./lines.ts";
import { progress } from "./progress.ts";

export interface Batch<R> {
  /** @throws NetlensError for an item that cannot be looked up */
  readonly answer: (item: string) => R | Promise<R>;
  /** One answer for people, or all of them where `whole` is set. */
  readonly render: (results: readonly R[]) => string;
  /** The answers make one document, written when the last is there. */
  readonly whole?: boolean;
  /** What `--json` prints of an answer. Default the answer itself. */
  readonly json?: (result: R) => unknown;
  /** Exit code of one result; the worst of all counts. */
  readonly verdict?: (result: R) => number;
  /** An empty line of standard input is an item too. */
  readonly emptyLines?: boolean;
  /** How many answers may be under way at once. Default 1. */
  readonly width?: number;
}

/** `-` among the positionals reads one item a line and writes NDJSON; otherwise each argument is answered. */
export async function answerAll<R>(call: Call, batch: Batch<R>): Promise<number> {
  if (call.positionals.length === 1 && call.positionals[0] === "-") return stream(call, batch);
  const { json = (result: R) => result, render, whole = false } = batch;
  let code: number = EXIT.done;
  const kept: R[] = [];
  for (const [index, item] of call.positionals.entries()) {
    const result = await batch.answer(item);
    code = Math.max(code, batch.verdict?.(result) ?? EXIT.done);
    if (whole) kept.push(result);
    else if (call.flags["json"] === true) await call.io.out(`${JSON.stringify(json(result))}\n`);
    else await call.io.out(`${index > 0 ? "\n" : ""}${render([result])}`);
  }
  if (whole) await call.io.out(render(kept));
  return code;
}

async function stream<R>(call: Call, batch: Batch<R>): Promise<number> {
  const { io } = call;
  const bar = progress(io);
  let code: number = EXIT.done;
  const lines = readLines(io.input());
  const items = batch.emptyLines ? lines : nonEmpty(lines);
  for await (const result of inOrder(items, batch.width ?? 1, (item) => settle(item, batch))) {
    await io.out(`${JSON.stringify(result.value)}\n`);
    bar.step();
    code = Math.max(code, result.code);
  }
  bar.end();
  return code;
}

/** A bad line becomes an error object in its place, and the stream goes on. */
async function settle<R>(item: string, batch: Batch<R>): Promise<{ value: unknown; code: number }> {
  try {
    const result = await batch.answer(item);
    return { value: batch.json ? batch.json(result) : result, code: batch.verdict?.(result) ?? EXIT.done };
  } catch (error) {
    if (!(error instanceof NetlensError)) throw error;
    return { value: errorItem(error), code: EXIT.failed };
  }
}

async function* nonEmpty(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) if (line.trim() !== "") yield line;
}
