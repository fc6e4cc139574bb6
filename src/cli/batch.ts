/** One way to answer arguments or standard input, for every command that looks something up. */

import { errorItem, NetlensError } from "../errors.ts";
import { type Call, EXIT } from "./command.ts";
import { inOrder, readLines } from "./lines.ts";
import { progress } from "./progress.ts";

export interface Batch<R> {
  /** @throws NetlensError for an item that cannot be looked up */
  readonly answer: (item: string) => R | Promise<R>;
  readonly render: (result: R) => string;
  /** Exit code of one result; the worst of all counts. */
  readonly verdict?: (result: R) => number;
  /** How many answers may be under way at once. Default 1. */
  readonly width?: number;
}

/** `-` among the positionals reads one item a line and writes NDJSON; otherwise each argument is answered. */
export async function answerAll<R>(call: Call, batch: Batch<R>): Promise<number> {
  if (call.positionals.length === 1 && call.positionals[0] === "-") return stream(call, batch);
  let code: number = EXIT.done;
  for (const [index, item] of call.positionals.entries()) {
    const result = await batch.answer(item);
    if (call.flags["json"] === true) await call.io.out(`${JSON.stringify(result)}\n`);
    else await call.io.out(`${index > 0 ? "\n" : ""}${batch.render(result)}`);
    code = Math.max(code, batch.verdict?.(result) ?? EXIT.done);
  }
  return code;
}

async function stream<R>(call: Call, batch: Batch<R>): Promise<number> {
  const { io } = call;
  const bar = progress(io);
  let code: number = EXIT.done;
  const items = nonEmpty(readLines(io.input()));
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
    const value = await batch.answer(item);
    return { value, code: batch.verdict?.(value) ?? EXIT.done };
  } catch (error) {
    if (!(error instanceof NetlensError)) throw error;
    return { value: errorItem(error), code: EXIT.failed };
  }
}

async function* nonEmpty(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) if (line.trim() !== "") yield line;
}
