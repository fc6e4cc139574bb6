/** Explains a response for a test. */

import { type Explained, explainMessage } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { type Known, type Message, parseMessage } from "../../src/headers/message.ts";
import type { HeaderObject, Problem } from "../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** The explanation of a response, as of a moment that all tests share. */
export function explain(lines: readonly string[], known: Known = {}): Explained {
  return explainMessage(parseMessage(lines, known), NOW);
}

/** The same for an example of a kind of problem. */
export function explainExample(example: Example): Explained {
  return explainMessage(exampleMessage(example), NOW);
}

/** An example of a kind of problem as a message. */
export function exampleMessage(example: Example): Message {
  if (isLines(example)) return parseMessage(example);
  const { lines, receivedAt, ...known } = example;
  return parseMessage(lines, {
    ...known,
    ...(receivedAt !== undefined && { receivedAt: Date.parse(receivedAt) }),
  });
}

const isLines = (example: Example): example is readonly string[] => Array.isArray(example);

/** The header object of the last line, which is the one that a test is about. */
export function lastHeader(lines: readonly string[], known: Known = {}): HeaderObject {
  const header = explain(lines, known).headers.at(-1);
  if (!header) throw new Error("the test has no lines");
  return header;
}

/** Ids of all problems of a header object, those of its items too, each with its severity: `error value-empty`. */
export function problemsOf(header: HeaderObject): string[] {
  const inItems = (header.details.items ?? []).flatMap((item) => item.problems ?? []);
  return [...header.problems, ...inItems].map(worded).sort();
}

/** The same for the last line of a message. */
export function problemsOfLast(lines: readonly string[], known?: Known): string[] {
  return problemsOf(lastHeader(lines, known));
}

/** The same for the message as a whole. */
export function problemsOfMessage(lines: readonly string[], known: Known = {}): string[] {
  return explain(lines, known).problems.map(worded).sort();
}

function worded({ severity, name }: Problem): string {
  return `${severity} ${name}`;
}

/** All findings of a message. */
export function findingsOf({ headers, problems, requestHeaders = [] }: Explained): Problem[] {
  const inHeaders = [...headers, ...requestHeaders].flatMap((header) => [
    ...header.problems,
    ...(header.details.problems ?? []),
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return [...problems, ...inHeaders];
}
