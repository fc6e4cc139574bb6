/** Types of examples, problems, lines, and the context of checks. */

import type { Example } from "../../../data/headers/problem-examples.ts";
import type { FieldLine, Message } from "../message.ts";
import type { HeaderObject, Item, Severity } from "../schema.ts";
import type { AllVerdicts } from "../verdicts/index.ts";

export type { Example };

/** Result of `detect`: `undefined` and `false` mean no finding; other values are passed to `title` and `fix`. */
export type Found<F> = F | undefined | false;

/** A part that occurs once in the value, and its replacement. */
export type Edit = readonly [part: string, by: string];

/** Corrected value; `name` is the lower-case header name. */
export type Fix<F> = (value: string, found: F, name: string) => string | Edit | undefined;

/** Facts of a problem, of lines or of a lookup. */
export interface ProblemFacts {
  readonly severity: Severity;
  /** Specification of the rule. */
  readonly link: string;
  /** One sentence for the list of problems, true for every message with the problem. */
  readonly summary: string;
  /** Advice, if no example shows the fix. */
  readonly advice?: string | undefined;
}

/** A problem of lines. Tests check that `bad` has it and `good` does not. */
export interface ProblemKind extends ProblemFacts {
  /** See `problem.ts`. */
  readonly fix?: Fix<never> | undefined;
  readonly bad: Example;
  readonly good: Example;
}

/** A header line and the header object built from it. */
export interface ExplainedLine<T = unknown> {
  readonly line: FieldLine;
  /** Absent if the value is invalid. */
  readonly parsed?: T;
  readonly items: readonly Item[];
  readonly header: HeaderObject;
}

/** A field that selects lines in the context; `T` is the type of their values. */
interface ParsedBy<T> {
  /** Name in lower case. */
  readonly key: string;
  parse(value: string, report: never): T | undefined;
}

/** Context of a check. Absent facts are unknown: rules that need them do not apply. */
export interface Context {
  readonly message: Message;
  /** Time of receipt or clock, milliseconds since the epoch: for wording, and whether software has ended (see `receivedAt`). */
  readonly now: number;
  readonly status?: number;
  readonly method?: string;
  readonly url?: URL;
  /** Milliseconds since the epoch. */
  readonly receivedAt?: number;
  /** Behaviour of recipients. */
  readonly verdicts: AllVerdicts;
  /** All lines in wire order. */
  readonly all: readonly ExplainedLine[];
  lines<T>(field: ParsedBy<T>): readonly ExplainedLine<T>[];
  values<T>(field: ParsedBy<T>): readonly T[];
  /** Lines by lower-case name, also of unknown headers. */
  named(name: string): readonly ExplainedLine[];
  has(name: string): boolean;
  /** Values of a request header, joined with commas; undefined if absent or unknown. */
  request(name: string): string | undefined;
}
