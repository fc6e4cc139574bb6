/** Answers items of standard input in order, in bounded memory. */

import { errorItem, NetlensError } from "../../api/errors.ts";
import { visible } from "../clean-output.ts";
import { type Call, EXIT, type Flag, type Io, type Unused } from "../command.ts";
import { progress } from "../render/progress.ts";
import { decoded } from "./decoded.ts";
import { inOrder } from "./in-order.ts";
import { areRows, type Items, inputFlags, itemReader, type ReadItem, type Row, rowReader } from "./input.ts";
import { type Line, Lines } from "./lines.ts";
import { type Output, outputFlags, outputForm } from "./output.ts";

export const streamFlags: Readonly<Record<string, Flag>> = { ...inputFlags, ...outputFlags };

/** Rows of commands that answer arguments or standard input. */
export const streamUnused: readonly Unused[] = [
  {
    flags: ["input", "column"],
    when: ({ positionals }) => !positionals.some((given) => given === "-" || given.startsWith("@")),
    where: "without standard input (-)",
  },
  {
    flags: ["field"],
    when: ({ flags }) => !["json", "csv", "tsv", undefined].includes(flags["format"] as string | undefined),
    where: "in this format: use json, csv or tsv",
  },
];

interface Settled {
  readonly value: unknown;
  readonly code: number;
  readonly error?: NetlensError;
}

export interface Stream {
  readonly items: Items;
  /** Columns of tables, in order; `a.b` is a nested member. */
  readonly columns: readonly string[];
  /** @throws NetlensError */
  readonly answer: (item: string) => Settled | Promise<Settled>;
  /** JSON text of an answer, if this is cheaper than the object. @throws NetlensError */
  readonly text?: ((item: string) => string) | undefined;
  /** False if answers since the last call must be repeated. */
  readonly holds?: (() => boolean) | undefined;
  /** Simultaneous answers. */
  readonly width: number;
  /** Formats answers of reports; errors go to standard error. */
  readonly print?: ((value: unknown) => string) | undefined;
}

export async function stream(call: Call, how: Stream): Promise<number> {
  const output = outputForm(how.print ? { flags: {}, lists: {} } : call, how.columns);
  const isRows = !how.print && areRows(call);
  let header: string | undefined;
  const read = isRows
    ? rowReader(call, how.items, (columns) => {
        header = output.header(columns);
      })
    : itemReader(call, how.items);
  let isBegun = false;
  /** Writes the header once. */
  const begin = async (): Promise<void> => {
    if (isBegun) return;
    isBegun = true;
    const first = header ?? output.header();
    // Bytes like the other output: the order of text and bytes is not guaranteed.
    if (first !== "") await call.io.out(Buffer.from(first));
  };
  // A copied table's header is known after its first line.
  if (!isRows) await begin();
  const code =
    how.width > 1 || how.print
      ? await several(call.io, how, read, output, begin)
      : await chunkwise(call.io, how, read, output, begin);
  await begin();
  return code;
}

/** Characters split into lines at once. */
const PIECE = 16_384;
/** Characters of output that are written before the end of a chunk. */
const FULL = 2 ** 18;

/** Writes synchronous answers per chunk: a promise per line would cost as much as the answer. */
async function chunkwise(
  io: Io,
  how: Stream,
  read: ReadItem,
  output: Output,
  begin: () => Promise<void>,
): Promise<number> {
  const bar = progress(io);
  let out = "";
  const lines = new Lines();
  const text = output.line === undefined ? how.text : undefined;
  let code: number = EXIT.done;
  const answerItem = (item: Item): Promise<Settled> | undefined => {
    try {
      if (item instanceof NetlensError) throw item;
      if (text === undefined) {
        const settled = how.answer(textOf(item));
        if (settled instanceof Promise) return settled;
        print(settled, item);
      } else out += `${text(textOf(item))}\n`;
    } catch (error) {
      print(failed(error), item);
    }
    return undefined;
  };
  const print = (settled: Settled, item: Item): void => {
    code = Math.max(code, settled.code);
    out += lineOf(settled.value, item, output);
  };
  /** Writes the buffer; false if its answers must be repeated. */
  const flush = async (): Promise<boolean> => {
    const holds = how.holds?.() !== false;
    if (holds && out.length > 0) {
      await begin();
      await bar.out(Buffer.from(out));
    }
    out = "";
    return holds;
  };
  const answerAll = async (items: readonly Item[]): Promise<void> => {
    let first = 0;
    for (let at = 0; at < items.length; at++) {
      const item = items[at] ?? "";
      const later = answerItem(item);
      if (later !== undefined) print(await later.catch(failed), item);
      if (out.length < FULL && at < items.length - 1) continue;
      if (await flush()) first = at + 1;
      else at = first - 1;
    }
    bar.step(items.length);
  };
  const answerText = async (text: string): Promise<void> => {
    for (let at = 0; at < text.length; at += PIECE)
      await answerAll(itemsOf(lines.feed(text.slice(at, at + PIECE)), read));
  };
  for await (const text of decoded(io.input())) await answerText(text);
  await answerAll(itemsOf(lines.end(), read));
  bar.end();
  return code;
}

/** Runs asynchronous answers concurrently and writes them in order. */
async function several(
  io: Io,
  how: Stream,
  read: ReadItem,
  output: Output,
  begin: () => Promise<void>,
): Promise<number> {
  const bar = progress(io);
  let code: number = EXIT.done;
  const answer = async (item: Item) => ({ item, ...(await settle(item, how)) });
  for await (const settled of inOrder(eachItem(io, read), how.width, answer)) {
    await begin();
    if (how.print && settled.error) bar.err(`netlens: ${settled.error.message}\n`);
    else if (how.print) await bar.out(how.print(settled.value));
    else await bar.out(Buffer.from(lineOf(settled.value, settled.item, output)));
    bar.step();
    code = Math.max(code, settled.code);
  }
  bar.end();
  return code;
}

/** An item, alone or in its row, or the error of a line. */
type Item = string | Row | NetlensError;

function textOf(item: string | Row): string {
  return typeof item === "string" ? item : item.item;
}

function itemsOf(lines: readonly Line[], read: ReadItem): readonly Item[] {
  const items: Item[] = [];
  for (const line of lines) {
    try {
      const item = read(line);
      if (item !== undefined) items.push(item);
    } catch (error) {
      if (!(error instanceof NetlensError)) throw error;
      items.push(error);
    }
  }
  return items;
}

async function* eachItem(io: Io, read: ReadItem): AsyncGenerator<Item> {
  const lines = new Lines();
  for await (const text of decoded(io.input())) yield* itemsOf(lines.feed(text), read);
  yield* itemsOf(lines.end(), read);
}

/** Items of standard input; `""` for lines without one. */
export async function* eachText(call: Call, items: Items): AsyncGenerator<string> {
  for await (const item of eachItem(call.io, itemReader(call, items)))
    yield item instanceof NetlensError ? "" : textOf(item);
}

/** Invalid items become error objects; the stream continues. */
async function settle(item: Item, how: Stream): Promise<Settled> {
  if (item instanceof NetlensError) return failed(item);
  try {
    return await how.answer(textOf(item));
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Settled {
  if (!(error instanceof NetlensError)) throw error;
  return { value: errorItem(error), code: EXIT.failed, error };
}

function lineOf(value: unknown, item: Item, { line }: Output): string {
  if (line === undefined) return `${visible(JSON.stringify(value))}\n`;
  return `${line(value, typeof item === "object" && "cells" in item ? item.cells : undefined)}\n`;
}
