/** File of `--resume`: a line with the options that affect results, then one line of JSON per row. */

import type { Judged } from "../../jobs/redirects/check-redirect.ts";
import type { RedirectRow } from "../../jobs/redirects/map-item.ts";
import type { RowWork } from "../../jobs/redirects/run.ts";
import { type Io, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";

/** Options that affect results. */
export type ResumeKey = Readonly<
  Record<"base" | "method" | "maxChain" | "allowed" | "content" | "userAgent", string>
>;

export interface Resume {
  /** Number of recorded rows. */
  readonly known: number;
  /** Adds recorded results to rows, in order. */
  readonly merge: (works: AsyncIterable<readonly RowWork[]>) => AsyncGenerator<RowWork[]>;
  readonly record: (judged: Judged) => void;
  /** Ends recording; false if a part could not be read or written. */
  readonly end: () => Promise<boolean>;
}

const HEAD = "netlens redirects";

/** @throws UsageError for a file of another kind */
export async function openResume(
  path: string,
  key: ResumeKey,
  retryFailed: boolean,
  io: Pick<Io, "openFile" | "appendFile" | "writeFile" | "err">,
): Promise<Resume> {
  const head = JSON.stringify({ file: HEAD, ...key });
  const failed = (error: unknown) => fileError("--resume", path, error);
  const before = await scan(path, head, io).catch((error: unknown) => {
    throw error instanceof UsageError ? error : failed(error);
  });
  if (before.other) io.err(`netlens: ${path}: was recorded with other settings; starting over\n`);
  if (before.isNew || before.other)
    await io.writeFile(path, `${head}\n`).catch((error: unknown) => Promise.reject(failed(error)));
  let pending = before.isCut ? "\n" : "";
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    while (pending !== "") {
      const text = pending;
      pending = "";
      await io.appendFile(path, text);
    }
    writing = undefined;
  };
  let isBroken = false;
  /** A full disk stops recording, not the check. */
  const giveUp = (error: unknown) => {
    if (isBroken) return;
    isBroken = true;
    io.err(`netlens: ${failed(error).message}; going on without it\n`);
  };
  return {
    known: before.rows.size,
    merge: (works) => merged(works, before, () => io.openFile(path), retryFailed, giveUp),
    record(judged) {
      if (isBroken) return;
      pending += `${JSON.stringify(judged)}\n`;
      writing ??= write().catch(giveUp);
    },
    async end() {
      await writing;
      return !isBroken;
    },
  };
}

interface Scan {
  readonly rows: ReadonlySet<number>;
  /** Latest records of rows that were recorded several times. */
  readonly newer: ReadonlyMap<number, Judged>;
  /** True if the last line is incomplete, because the run was killed. */
  readonly isCut: boolean;
  readonly isNew: boolean;
  /** True if the file was recorded with other options. */
  readonly other: boolean;
}

async function scan(path: string, head: string, io: Pick<Io, "openFile">): Promise<Scan> {
  const rows = new Set<number>();
  const newer = new Map<number, Judged>();
  let first: string | undefined;
  let isCut = false;
  try {
    for await (const { text, isWhole } of lines(io.openFile(path))) {
      if (first === undefined) {
        first = text;
        if (text !== head) break;
        continue;
      }
      isCut = !isWhole;
      const row = rowOf(text);
      if (row === undefined) continue;
      const judged = rows.has(row) ? parsed(text) : undefined;
      if (judged) newer.set(row, judged);
      else if (isWhole) rows.add(row);
    }
  } catch (error) {
    // An unreadable file must not be overwritten.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const isNew = first === undefined || first === "";
  const other = !isNew && first !== head;
  // Records of older versions start with `line`.
  if (other && !/^\{"(?:file":"netlens redirects"|line":\d)/.test(first ?? ""))
    throw new UsageError(`--resume: ${path} was not written by an earlier run and would be overwritten`);
  return { rows, newer, isCut, isNew, other };
}

function rowOf(text: string): number | undefined {
  const row = /^\{"row":(\d{1,9}),/.exec(text)?.[1];
  return row === undefined ? undefined : Number(row);
}

/** Adds recorded results to rows. Records are roughly in row order, so few are kept in memory. */
async function* merged(
  works: AsyncIterable<readonly RowWork[]>,
  { rows, newer }: Scan,
  open: () => AsyncIterable<string>,
  retryFailed: boolean,
  giveUp: (error: unknown) => void,
): AsyncGenerator<RowWork[]> {
  let records = rows.size > 0 ? lines(open()) : undefined;
  const held = new Map<number, string>();
  const recordOf = async (row: number): Promise<Judged | undefined> => {
    while (records && !held.has(row)) {
      const next = await records.next();
      if (next.done) return undefined;
      const number = rowOf(next.value.text);
      if (number !== undefined && !held.has(number)) held.set(number, next.value.text);
    }
    const text = held.get(row) ?? "";
    held.delete(row);
    return newer.get(row) ?? parsed(text);
  };
  /** Unreadable records are looked up again. */
  const unread = (error: unknown) => {
    records = undefined;
    giveUp(error);
    return undefined;
  };
  for await (const some of works) {
    const merged: RowWork[] = [];
    for (const work of some) {
      const { row } = work;
      const record = rows.has(row.row) ? await recordOf(row.row).catch(unread) : undefined;
      const isSame =
        record !== undefined && isOfRow(record, row) && !(retryFailed && record.outcome === "error");
      merged.push(isSame ? { row, known: { ...record, line: row.line } } : work);
    }
    yield merged;
  }
}

function isOfRow(judged: Judged, { from, to, status }: RedirectRow): boolean {
  return judged.from === from && judged.to === to && judged.wantedStatus === status;
}

function parsed(text: string): Judged | undefined {
  try {
    const value = JSON.parse(text) as Judged | null;
    return typeof value?.from === "string" && typeof value.outcome === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Splits chunks into lines; the last may be incomplete. */
export async function* lines(
  text: AsyncIterable<string>,
): AsyncGenerator<{ text: string; isWhole: boolean }> {
  let rest = "";
  for await (const piece of text) {
    const parts = `${rest}${piece}`.split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield { text: part, isWhole: true };
  }
  if (rest !== "") yield { text: rest, isWhole: false };
}
