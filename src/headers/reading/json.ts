import { isRecord, parseJsonField } from "../../syntax/json-field.ts";
import type { Report } from "../problem.ts";
import { quote } from "../wording.ts";
import { MOST_MEMBERS } from "./list.ts";
import { type Invalid, valueEmpty, type Worded } from "./value-problems.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON objects separated by commas; undefined after a report. */
export function readJsonObjects(
  [invalid, wrongType]: readonly [Invalid, Worded],
  value: string,
  report: Report,
): JsonObject[] | undefined {
  const { field } = invalid;
  const { values, flaws } = parseJsonField(value);
  if (flaws[0]) {
    if (flaws[0].id === "empty") report(valueEmpty, `${field} has no value.`);
    else report(invalid, `${field} is not valid JSON, so it is ignored.`);
    return undefined;
  }
  const other = values.find((member) => !isRecord(member));
  if (other !== undefined)
    report(wrongType, `${quote(JSON.stringify(other))} in ${field} is not a JSON object, so it is ignored.`);
  const objects = values.filter(isRecord).slice(0, MOST_MEMBERS);
  return objects.length > 0 ? objects : undefined;
}

/** Short text for an item. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function isWholeSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
