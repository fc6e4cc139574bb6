/** The type of a command, and of its input. */

import type { Config } from "../settings/load.ts";
import type { Slip } from "../settings/slip.ts";

export interface Flag {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** The placeholder of the value in help. */
  readonly value?: string;
  readonly help: string;
  /** The words it takes, for completion and for the check. */
  readonly words?: readonly string[];
  /** It takes other values than `words` too. */
  readonly open?: true;
  /** Its value names a file, for completion. */
  readonly file?: true;
  /** Its value is a list of ids of problems, for completion. */
  readonly ids?: true;
  /** May be given several times; its values are in `lists`. */
  readonly repeats?: true;
  /** Other names that it is known by, from curl or from earlier releases. */
  readonly aliases?: readonly string[];
  /** It is accepted, and help does not show it: it changes nothing here. */
  readonly hidden?: true;
}

/** `--json` where the API has the same answer. */
export const API_JSON: Flag = { type: "boolean", help: "print the same JSON object as the API" };

/** The outside world, given to commands so that tests need no process. */
export interface Io {
  /** Bytes may be changed once the promise is settled. */
  readonly out: (text: string | Uint8Array) => void | Promise<void>;
  readonly err: (text: string) => void;
  /** Standard error for a service, which must not wait: takes what it can at once and says how many bytes. */
  readonly errTake: (bytes: Uint8Array) => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory, as an absolute path. */
  readonly directory: string;
  /** Standard input in chunks, each of which holds until the next is asked for. */
  readonly input: () => AsyncIterable<Uint8Array>;
  readonly readFile: (path: string) => Promise<string>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  /** A file in place of one of that name, whole or not at all, with the folders above it. */
  readonly replaceFile: (path: string, text: string) => Promise<void>;
  /** A file that must not be there yet (EEXIST), with the folders above it. */
  readonly writeNew: (path: string, text: string) => Promise<void>;
  /** @param mode permissions of a file that it makes */
  readonly appendFile: (path: string, text: string, mode?: number) => Promise<void>;
  /** A file's text in chunks, read no further than it is asked for. */
  readonly openFile: (path: string) => AsyncIterable<string>;
  /** The same as bytes. */
  readonly openBytes: (path: string) => AsyncIterable<Uint8Array>;
  readonly colour: boolean;
  /** Whether standard output is a terminal: then JSON is indented. */
  readonly outIsTerminal: boolean;
  /** Whether somebody types standard input: then a message says what is waited for. */
  readonly inIsTerminal: boolean;
  /** Whether standard error is a terminal: only then a progress bar is drawn. */
  readonly errIsTerminal: boolean;
  readonly columns: number;
  /** Aborted at SIGINT and SIGTERM for a command that reads it; any other is ended by them at once. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Call {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** Values of the flags that may be given several times, in order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly config: Config;
  /** Reads the file and the environment again. @throws ConfigError */
  readonly reread: () => Promise<Config>;
  readonly io: Io;
  /** The command table, for commands about commands. */
  readonly commands: readonly Command[];
}

export interface Command {
  readonly name: string;
  /** Arguments as help shows them. */
  readonly usage: string;
  readonly summary: string;
  /** More words for `--help`, one paragraph a string. */
  readonly notes?: readonly string[];
  /** The kind of its arguments, for completion: words, or names of files. Default neither. */
  readonly completes?: readonly string[] | "files" | (() => Promise<readonly string[]>);
  readonly examples?: readonly string[];
  readonly flags: Readonly<Record<string, Flag>>;
  /** Rewrites what follows its name before that is read, for words that are another program's. */
  readonly rewrite?: (args: readonly string[], io: Io) => Promise<readonly string[]>;
  /** Gives the exit code. Imports what it works with when it runs, so that the others start at once. */
  readonly run: (call: Call) => Promise<number>;
}

/** A command's flags as help shows them. */
export function shownFlags({ flags }: Pick<Command, "flags">): (readonly [string, Flag])[] {
  return Object.entries(flags).filter(([, { hidden }]) => !hidden);
}

/** Forms of a report, the first by default. */
export const REPORT_FORMATS = [
  "text",
  "json",
  "brief",
  "github",
  "sarif",
  "junit",
  "markdown",
  "csv",
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Exit codes. */
export const EXIT = { done: 0, failed: 1, usage: 2, assertion: 4 } as const;

/** Wrong use of the command line; the message says what to change. */
export class UsageError extends Error {
  /** The word at fault with those that are known: who shows the message says which is near. */
  readonly slip: Slip | undefined;
  constructor(message: string, slip?: Slip) {
    super(message);
    this.slip = slip;
  }
}
