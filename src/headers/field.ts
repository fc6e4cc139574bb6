/**
 * What a field file declares. One object a field: how its value is read, how it is shown, what can be wrong with it.
 * The engine in `explain.ts` does the rest.
 */

import type { HeaderType } from "../../data/headers/row.ts";
import type { CommonKind } from "./kinds.ts";
import type { FieldLine, Message } from "./message.ts";
import type { HeaderObject, Item, Severity } from "./schema.ts";
import type { AllVerdicts } from "./verdicts/index.ts";

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

/** One kind of problem. Its key in the table is its stable id. Each row is tested: `bad` triggers it, `good` does not. */
export interface ProblemKind {
  readonly severity: Severity;
  /** Where the rule is written down. */
  readonly link: string;
  /** One sentence for the page of all problems; the title of a finding names the offending part, this does not. */
  readonly summary: string;
  readonly bad: Example;
  readonly good: Example;
  /** Where a number decides: the least that has the problem, and the most that has not. */
  readonly edge?: readonly [bad: Example, good: Example];
}

/**
 * Reports a finding. `title` is one clear sentence that names the offending part.
 * `at` says what it is about: an item (part of the value), another line, or by default the line or message at hand.
 * `fix` is the field line as it should be, where one right answer follows from the facts, or the part of the value that is
 * wrong and what has to stand there. Where none is given the table in `mends.ts` is asked.
 */
export type Note<K extends string> = (
  id: K | CommonKind,
  title: string,
  at?: Item | ExplainedLine,
  fix?: string | Edit,
) => void;

/** A part of a value, which stands there once, and what is right in its place. */
export type Edit = readonly [part: string, by: string];

/** A field line on its way to a header object. */
export interface ExplainedLine<T = unknown> {
  readonly line: FieldLine;
  /** What the field's `parse` made of the value; absent where it is not understood. */
  readonly parsed?: T;
  /** The items of the header object, in order. */
  readonly items: readonly Item[];
  readonly header: HeaderObject;
}

/** What is known while explaining. Absent facts are unknown: a rule that needs one stays silent. */
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
  /** What recipients make of the response. */
  readonly verdicts: AllVerdicts;
  /** All lines of the message, in wire order. */
  readonly all: readonly ExplainedLine[];
  /** All lines of a field, in order. */
  lines<T>(field: AnyField<T>): readonly ExplainedLine<T>[];
  /** All parsed values of a field, those that were understood. */
  values<T>(field: AnyField<T>): readonly T[];
  /** All lines with that name (lower case), known to a field file or not. */
  named(name: string): readonly ExplainedLine[];
  has(name: string): boolean;
  /** What this makes of the message: made when first asked for, then kept with the message. */
  once<T>(make: (context: Context) => T): T;
  /** A request field's values joined with a comma; undefined when absent or when the request is unknown. */
  request(name: string): string | undefined;
}

export interface Field<T, K extends string> {
  /** Field name in its registered case. */
  readonly name: string;
  readonly type: HeaderType;
  /**
   * What several lines mean: `single` one value, a repeat is an error; `list` lines join to one comma-separated list;
   * `separate` each line stands for itself (Set-Cookie, Link).
   */
  readonly repeat: "single" | "list" | "separate";
  readonly kinds?: Readonly<Record<K, ProblemKind>>;
  /** Pages with more information beyond the catalogue's. */
  readonly links?: readonly string[];
  /** Reads one line's value. Returns undefined when it cannot be understood, after a note that says why. */
  readonly parse: (value: string, note: Note<K>, context: Context) => T | undefined;
  /** The parts of one line's value. */
  readonly items?: (parsed: T, context: Context) => Item[];
  /** The value in a form that a person understands at once. */
  readonly alternate?: (
    parsed: T,
    context: Context,
    value: string,
    line: ExplainedLine<T>,
  ) => string | undefined;
  /** Judges one line. Runs after all lines of the message are parsed. */
  readonly check?: (parsed: T, context: Context, note: Note<K>, line: ExplainedLine<T>) => void;
  /** Judges all lines of the field together; a note without `at` goes to the first line. */
  readonly checkAll?: (lines: readonly ExplainedLine<T>[], context: Context, note: Note<K>) => void;
}

/** A field whatever its problem ids, as the registry and the context take it. */
export interface AnyField<T = unknown> {
  readonly name: string;
  /** The name in lower case, by which lines are found. */
  readonly key: string;
  readonly type: HeaderType;
  readonly repeat: "single" | "list" | "separate";
  readonly kinds?: Readonly<Record<string, ProblemKind>>;
  readonly links?: readonly string[];
  parse(value: string, note: Note<string>, context: Context): T | undefined;
  items?(parsed: T, context: Context): Item[];
  alternate?(parsed: T, context: Context, value: string, line: ExplainedLine<T>): string | undefined;
  check?(parsed: T, context: Context, note: Note<string>, line: ExplainedLine<T>): void;
  checkAll?(lines: readonly ExplainedLine<T>[], context: Context, note: Note<string>): void;
}

/** Declares a field. `T` is what `parse` gives. */
export function field<T, K extends string = never>(declaration: Field<T, K>): AnyField<T> {
  const { name, type, repeat, kinds, links, parse, items, alternate, check, checkAll } = declaration;
  // All of one shape, whatever they declare: the engine reaches into fields many times a message.
  const parts = { kinds, links, parse, items, alternate, check, checkAll };
  return { name, key: name.toLowerCase(), type, repeat, ...parts } as AnyField<T>;
}

/** What needs two fields, or a field and the status, the method, the request or the time. */
export interface Rule<K extends string> {
  readonly kinds: Readonly<Record<K, ProblemKind>>;
  /** A note without `at` is about the message as a whole. */
  readonly check: (context: Context, note: Note<K>) => void;
}

export interface AnyRule {
  readonly kinds: Readonly<Record<string, ProblemKind>>;
  check(context: Context, note: Note<string>): void;
}

/** Declares a rule. */
export function rule<K extends string>(declaration: Rule<K>): AnyRule {
  return declaration as AnyRule;
}

/** One item of a header object. */
export function item(name: string, value: string, description: string, alternate?: string): Item {
  return alternate === undefined ? { name, value, description } : { name, value, description, alternate };
}
