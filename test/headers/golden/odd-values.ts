/**
 * Findings in values that are hardly one, for each field that is read. A case is the name of a field, flush left;
 * below it the values, and the findings and parts that each comes to. Values of which nothing is found are not listed.
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import { allFields } from "../../../src/headers/fields/index.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { requestFields } from "../../../src/headers/requests/index.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const VALUES = [
  "",
  ",",
  ",a",
  "a,",
  ";",
  "a;",
  "=",
  "a=",
  "=a",
  '"',
  '""',
  "(",
  "()",
  "a b",
  "0",
  "1",
  "-1",
  "?1",
  "*",
  "{}",
];

/** The fields of responses and of requests, by name, each with what its odd values come to. */
export function oddValuesTold(): ReadonlyMap<string, string> {
  const response = allFields().map(({ name }) => [name, (line: string) => explained([line], {})] as const);
  const request = requestFields.map(
    ({ name }) => [`> ${name}`, (line: string) => explained([], { requestHeaders: [line] })] as const,
  );
  const told = [...response, ...request].map(([name, tell]) => [name, toldOf(name, tell)] as const);
  return new Map(told.filter(([, text]) => text !== ""));
}

function toldOf(name: string, tell: (line: string) => string): string {
  const outcomes = Map.groupBy(VALUES, (value) => tell(`${name.replace("> ", "")}: ${value}`));
  outcomes.delete("");
  const lines = [...outcomes].map(
    ([outcome, values]) =>
      `${values.map((value) => (value === "" ? "nothing" : value)).join("  ")}  ⇒ ${outcome}`,
  );
  return lines.length === 0 ? "" : [name, ...lines].join("\n  ");
}

function explained(lines: readonly string[], known: { readonly requestHeaders?: readonly string[] }): string {
  const { headers, requestHeaders = [] } = explainMessage(parseMessage(lines, known), NOW);
  return [...requestHeaders, ...headers]
    .flatMap(({ problems, details }) => [
      ...(details.items === undefined ? [] : [`parts: ${details.items.length}`]),
      ...[...problems, ...(details.problems ?? [])].map(({ name }) => name),
      ...(details.items ?? []).flatMap((item) => (item.problems ?? []).map(({ name }) => `.${name}`)),
    ])
    .join(" ");
}
