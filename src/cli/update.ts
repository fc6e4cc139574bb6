/** `update` commands: a line of progress, then the result, or why there is none. */

import { type Call, EXIT, UsageError } from "./command.ts";
import { progress } from "./render/progress.ts";

/** An update of one file. */
interface Update<Result> {
  /** The unit of progress, such as MB, in which `size` of what `onProgress` counts are one. */
  readonly unit: string;
  readonly size?: number;
  /** Thrown by `run` where the file stays as it was; the message says why. */
  readonly Failure: new (
    message?: string,
  ) => Error;
  readonly run: (options: UpdateOptions) => Promise<Result>;
  /** The result in a line. */
  readonly line: (result: Result) => string;
  /** Parts that the update went on without, a line each. */
  readonly refused?: (result: Result) => readonly string[];
}

/** Options of each update. */
interface UpdateOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** Called as the work goes on; `total` is undefined where it is not known. */
  readonly onProgress: (done: number, total: number | undefined) => void;
}

/** Runs an update and prints its result. @returns the exit code */
export async function runUpdate<Result>(
  { flags, io }: Call,
  { unit, size = 1, Failure, run, line, refused = () => [] }: Update<Result>,
): Promise<number> {
  let bar: ReturnType<typeof progress> | undefined;
  let before = 0;
  const onProgress: UpdateOptions["onProgress"] = (done, total) => {
    bar ??= progress(io, total, unit, size);
    if (done !== before) bar.step(done - before);
    before = done;
  };
  try {
    const result = await run({
      now: io.clock(),
      force: flags["force"] === true,
      signal: io.signal,
      onProgress,
    });
    bar?.end();
    for (const reason of refused(result)) io.err(`netlens: ${reason}\n`);
    await io.out(`${flags["json"] === true ? JSON.stringify(result) : line(result)}\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    bar?.end();
    io.err(`netlens: ${error.message}\n`);
    return EXIT.failed;
  }
}

/** @throws UsageError for anything but `update` behind the command's name */
export function expectUpdate(command: string, { positionals }: Call): void {
  if (positionals.length !== 1 || positionals[0] !== "update")
    throw new UsageError(`${command}: did you mean \`netlens ${command} update\`?`);
}

/** The URL that a flag names; undefined without it. @throws UsageError for what is no http or https URL */
export function urlFlag(flag: string, { flags }: Call): string | undefined {
  const url = flags[flag];
  if (typeof url !== "string") return undefined;
  if (!/^https?:\/\//i.test(url))
    throw new UsageError(`--${flag}: expected an http or https URL, not "${url}"`);
  return url;
}
