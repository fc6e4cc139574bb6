/** Explains responses for tests. */

import { type Explained, explainMessage } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { type Known, type Message, parseMessage } from "../../src/headers/message.ts";
import type { HeaderObject, Problem } from "../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** Explanation of a response at the fixed time `NOW`. */
export function explain(lines: readonly string[], known: Known = {}): Explained {
  return explainMessage(parseMessage(lines, known), NOW);
}

/** Explanation of an example of a problem kind at `NOW`. */
export function explainExample(example: Example): Explained {
  return explainMessage(exampleMessage(example), NOW);
}

/** Converts an example of a problem kind to a message. */
export function exampleMessage(example: Example): Message {
  if (isLines(example)) return parseMessage(example);
  const { lines, receivedAt, ...known } = example;
  return parseMessage(lines, {
    ...known,
    ...(receivedAt !== undefined && { receivedAt: Date.parse(receivedAt) }),
  });
}

const isLines = (example: Example): example is readonly string[] => Array.isArray(example);

/** Header object of the last line, the subject of most tests. */
export function lastHeader(lines: readonly string[], known: Known = {}): HeaderObject {
  const header = explain(lines, known).headers.at(-1);
  if (!header) throw new Error("the test has no lines");
  return header;
}

/** Severity and id of the problems of a header object and its items, such as `error value-empty`. */
export function problemsOf(header: HeaderObject): string[] {
  const inItems = (header.details.items ?? []).flatMap((item) => item.problems ?? []);
  return [...header.problems, ...inItems].map(worded).sort();
}

/** Severity and id of the problems of a message's last line. */
export function problemsOfLast(lines: readonly string[], known?: Known): string[] {
  return problemsOf(lastHeader(lines, known));
}

/** Severity and id of the problems of the message as a whole. */
export function problemsOfMessage(lines: readonly string[], known: Known = {}): string[] {
  return explain(lines, known).problems.map(worded).sort();
}

function worded({ severity, name }: Problem): string {
  return `${severity} ${name}`;
}

/** All findings of a message: of its lines, their items, and the whole message. */
export function findingsOf({ headers, problems, requestHeaders = [] }: Explained): Problem[] {
  const inHeaders = [...headers, ...requestHeaders].flatMap((header) => [
    ...header.problems,
    ...(header.details.problems ?? []),
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return [...problems, ...inHeaders];
}
