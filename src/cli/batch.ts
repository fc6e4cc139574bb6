/** One way to answer arguments or standard input, for every command that looks something up. */

import type { AnswerBytes } from "../ip/answer-bytes.ts";
import { type Call, EXIT, UsageError } from "./command.ts";
import type { Items } from "./stream/input.ts";
import { stream, streamFlags } from "./stream/stream.ts";

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
  /** What stands in standard input. */
  readonly items: Items;
  /** Fields of a table that standard input becomes; `a.b` is a member inside another. */
  readonly columns: readonly string[];
  /** Writes what `--json` prints, for who has it as bytes. Throws NetlensError, with nothing written. */
  readonly write?: (item: string, out: AnswerBytes) => void;
  /** Whether what has been written since it was last asked holds; where not, it is written anew. */
  readonly holds?: () => boolean;
  /** How many answers may be under way at once. Default 1. */
  readonly width?: number;
}

/** `-` among the positionals reads items from standard input and writes one line each; otherwise each argument is answered. */
export async function answerAll<R>(call: Call, batch: Batch<R>): Promise<number> {
  if (call.positionals.length === 1 && call.positionals[0] === "-") return streamed(call, batch);
  const misused = Object.keys(streamFlags).find((name) => call.flags[name] !== undefined);
  if (misused !== undefined) throw new UsageError(`--${misused}: is for items from standard input, named -`);
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

function streamed<R>(call: Call, batch: Batch<R>): Promise<number> {
  const { json = (result: R) => result, verdict = () => EXIT.done } = batch;
  const settle = (result: R) => ({ value: json(result), code: verdict(result) });
  return stream(call, {
    items: batch.items,
    columns: batch.columns,
    answer: (item) => {
      const result = batch.answer(item);
      return result instanceof Promise ? result.then(settle) : settle(result);
    },
    write: batch.write,
    holds: batch.write && batch.holds,
    width: batch.width ?? 1,
  });
}
