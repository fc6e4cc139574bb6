import type { Note } from "../field.ts";
import { isJsonObject, parseJsonField } from "../syntax/json-field.ts";
import { quote } from "../wording.ts";
import { MOST_MEMBERS } from "./list.ts";
import { type InvalidId, lower, type TypeId } from "./value-kinds.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a field of JSON objects between commas; undefined after a note that says why there is none. */
export function readJsonObjects<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N> | TypeId<N>>,
): JsonObject[] | undefined {
  const { values, flaws } = parseJsonField(value);
  if (flaws[0]) {
    if (flaws[0].id === "empty") note("value-empty", `${name} has no value.`);
    else note(`${lower(name)}-invalid`, `${name} is not valid JSON, so it is ignored.`);
    return undefined;
  }
  const other = values.find((member) => !isJsonObject(member));
  if (other !== undefined)
    note(
      `${lower(name)}-type`,
      `${quote(JSON.stringify(other))} in ${name} is not a JSON object, and is ignored.`,
    );
  const objects = values.filter(isJsonObject).slice(0, MOST_MEMBERS);
  return objects.length > 0 ? objects : undefined;
}

/** A member as short text for an item. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function isWholeSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
