/** Types of commands and of the outside world. */

import type { OptionRow as Flag } from "../../data/option-rows.ts";
import type { Config } from "../settings/load.ts";
import type { Slip } from "../settings/slip.ts";

export type { OptionRow as Flag } from "../../data/option-rows.ts";

export const API_JSON: Flag = { type: "boolean", help: "print the same JSON object as the API" };

/** The outside world, a parameter so that tests need no process. */
export interface Io {
  /** The caller may reuse the bytes once the promise resolves. */
  readonly out: (text: string | Uint8Array) => void | Promise<void>;
  readonly err: (text: string) => void;
  /** Standard error for a service, without blocking. Returns the number of bytes written. */
  readonly errTake: (bytes: Uint8Array) => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the working directory. */
  readonly directory: string;
  /** Standard input in chunks; each is valid until the next is read. */
  readonly input: () => AsyncIterable<Uint8Array>;
  readonly readFile: (path: string) => Promise<string>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  /** Replaces or creates a file atomically, with its folders. */
  readonly replaceFile: (path: string, text: string) => Promise<void>;
  /** Creates a file, with its folders; fails with EEXIST. */
  readonly writeNew: (path: string, text: string) => Promise<void>;
  /** @param mode permissions of a new file */
  readonly appendFile: (path: string, text: string, mode?: number) => Promise<void>;
  /** Text of a file in chunks, read on demand. */
  readonly openFile: (path: string) => AsyncIterable<string>;
  readonly openBytes: (path: string) => AsyncIterable<Uint8Array>;
  readonly colour: boolean;
  /** True on a terminal, which gets indented JSON. */
  readonly outIsTerminal: boolean;
  /** True on a terminal, which gets a prompt. */
  readonly inIsTerminal: boolean;
  /** True on a terminal, which gets a progress bar. */
  readonly errIsTerminal: boolean;
  readonly columns: number;
  /** Aborted by SIGINT and SIGTERM. If a command never reads this member, the signals end the process. */
  readonly signal: AbortSignal;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

export interface Call {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** Values of repeatable flags, in order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly config: Config;
  /** Reloads the settings. @throws ConfigError */
  readonly reread: () => Promise<Config>;
  readonly io: Io;
  /** All commands, for completion and the manual. */
  readonly commands: readonly Command[];
}

/** Flags without effect in some calls of a command, which are therefore errors. */
export interface Unused {
  readonly flags: readonly string[];
  readonly when: (call: Pick<Call, "flags" | "lists" | "positionals">) => boolean;
  /** End of "--most has no effect …". */
  readonly where: string;
}

export const notWith = (other: string, flags: readonly string[]): Unused => ({
  flags,
  when: (call) => call.flags[other] !== undefined,
  where: `with --${other}`,
});

export const onlyWith = (other: string, flags: readonly string[]): Unused => ({
  flags,
  when: (call) => call.flags[other] === undefined,
  where: `without --${other}`,
});

export interface Command {
  readonly name: string;
  /** Arguments in help. */
  readonly usage: string;
  readonly summary: string;
  /** Paragraphs of `--help`. */
  readonly notes?: readonly string[];
  /** Completion of arguments; default none. */
  readonly completes?: readonly string[] | "files" | (() => Promise<readonly string[]>);
  readonly examples?: readonly string[];
  readonly flags: Readonly<Record<string, Flag>>;
  readonly unused?: readonly Unused[];
  /** Flags in help; `--help all` shows the others. Default all. */
  readonly usual?: readonly string[];
  /** Rewrites the arguments before parsing (curl syntax). */
  readonly rewrite?: (args: readonly string[], io: Io) => Promise<readonly string[]>;
  /** Returns the exit code. Imports its modules when called, so that other commands start fast. */
  readonly run: (call: Call) => Promise<number>;
}

/** True if the output is text for people. */
export const isText = ({ flags: { format = "text" } }: Pick<Call, "flags">): boolean => format === "text";

/** First flag without effect in a call, with the reason. */
export function unusedFlag(
  { unused = [] }: Pick<Command, "unused">,
  call: Pick<Call, "flags" | "lists" | "positionals">,
  isGiven: (flag: string) => boolean,
): string | undefined {
  for (const { flags, when, where } of unused) {
    const found = flags.find(isGiven);
    if (found !== undefined && when(call)) return `--${found} has no effect ${where}`;
  }
  return undefined;
}

/** Flags shown in help. */
export function shownFlags({ flags }: Pick<Command, "flags">): (readonly [string, Flag])[] {
  return Object.entries(flags).filter(([, { hidden }]) => !hidden);
}

/** Output formats of reports; the first is the default. */
export const REPORT_FORMATS = [
  "text",
  "json",
  "brief",
  "github",
  "sarif",
  "junit",
  "markdown",
  "csv",
  "html",
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const EXIT = { done: 0, failed: 1, usage: 2, assertion: 4 } as const;

/** Invalid command line. */
export class UsageError extends Error {
  /** Misspelled word and the known words, for a suggestion. */
  readonly slip: Slip | undefined;
  constructor(message: string, slip?: Slip) {
    super(message);
    this.slip = slip;
  }
}
