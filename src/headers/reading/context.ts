/** The vocabulary of rows, fields and rules: examples, facts of a problem, lines, and the facts of the message. */

import type { FieldLine, Message } from "../message.ts";
import type { HeaderObject, Item, Severity } from "../schema.ts";
import type { AllVerdicts } from "../verdicts/index.ts";

/** A message that shows (`bad`) or does not show (`good`) a problem: response field lines, or lines with their context. */
export type Example =
  | readonly string[]
  | {
      readonly lines: readonly string[];
      readonly status?: number;
      readonly method?: string;
      readonly url?: string;
      readonly requestHeaders?: readonly string[];
      /** RFC 3339 date-time. */
      readonly receivedAt?: string;
    };

/** The result of `detect`: `undefined` and `false` stand for nothing, any other value is the argument of `title` and `fix`. */
export type Found<F> = F | undefined | false;

/** A part of a value, which stands there once, and what is right in its place. */
export type Edit = readonly [part: string, by: string];

/** The value as it should be, made of the one at hand; `name` is the field's, in lower case. */
export type Fix<F> = (value: string, found: F, name: string) => string | Edit | undefined;

/** The facts of a problem, of a message's lines or of a lookup. */
export interface ProblemFacts {
  readonly severity: Severity;
  /** Where the rule is written down. */
  readonly link: string;
  /** One sentence for the page of all problems; the title of a finding names the offending part, this does not. */
  readonly summary: string;
  /** The remedy in a sentence, where no example shows it. */
  readonly advice?: string | undefined;
}

/** A problem of field lines. Each row is tested: `bad` triggers it, `good` does not. */
export interface ProblemKind extends ProblemFacts {
  /** The value as it should be (see `problem.ts`). */
  readonly fix?: Fix<never> | undefined;
  readonly bad: Example;
  readonly good: Example;
  /** Where a number decides: the least that has the problem, and the most that has not. */
  readonly edge?: readonly [bad: Example, good: Example] | undefined;
}

/** A field line on its way to a header object. */
export interface ExplainedLine<T = unknown> {
  readonly line: FieldLine;
  /** The result of the field's `parse`; absent where the value is not understood. */
  readonly parsed?: T;
  /** The items of the header object, in order. */
  readonly items: readonly Item[];
  readonly header: HeaderObject;
}

/** A field as lines are asked for by it: its name, and what its values are parsed to. */
interface ParsedBy<T> {
  /** The name in lower case. */
  readonly key: string;
  parse(value: string, report: never): T | undefined;
}

/** The context of a check. Absent facts are unknown: a rule that needs one stays silent. */
export interface Context {
  readonly message: Message;
  /**
   * The time of receipt, else that of the clock, in milliseconds since the epoch: for wording only ("3 days ago"), never
   * for a finding (see `receivedAt`).
   */
  readonly now: number;
  readonly status?: number;
  readonly method?: string;
  readonly url?: URL;
  /** Milliseconds since the epoch. */
  readonly receivedAt?: number;
  /** The behaviour of recipients of the response. */
  readonly verdicts: AllVerdicts;
  /** All lines of the message, in wire order. */
  readonly all: readonly ExplainedLine[];
  /** All lines of a field, in order. */
  lines<T>(field: ParsedBy<T>): readonly ExplainedLine<T>[];
  /** All parsed values of a field, those that were understood. */
  values<T>(field: ParsedBy<T>): readonly T[];
  /** All lines with that name (lower case), known to a field file or not. */
  named(name: string): readonly ExplainedLine[];
  has(name: string): boolean;
  /** A request field's values joined with a comma; undefined when absent or when the request is unknown. */
  request(name: string): string | undefined;
}
