/** Values that are comma-separated JSON, as in Report-To and NEL (HTTP-JFV, Reporting API). */

import type { Flaw } from "./tokens.ts";

type JsonFieldFlaw =
  | "empty"
  | "json-invalid"
  /** Nested deeper than any real value, so not parsed. */
  | "json-too-deep";

export interface JsonField {
  readonly values: readonly unknown[];
  readonly flaws: readonly Flaw<JsonFieldFlaw>[];
}

const DEEPEST = 16;

/** json-field-value = #json-field-item; json-field-item = JSON-Text. Parsed as if in brackets. */
export function parseJsonField(value: string): JsonField {
  if (value.trim() === "") return { values: [], flaws: [{ id: "empty", at: 0, text: value }] };
  const deep = tooDeepAt(value);
  if (deep >= 0) return { values: [], flaws: [{ id: "json-too-deep", at: deep, text: value.slice(deep) }] };
  try {
    return { values: JSON.parse(`[${value}]`) as unknown[], flaws: [] };
  } catch {
    return { values: [], flaws: [{ id: "json-invalid", at: 0, text: value }] };
  }
}

/** Offset at which nesting exceeds the limit, or -1. */
function tooDeepAt(value: string): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (char === "\\") at++;
    else if (char === '"') inString = !inString;
    else if (!inString && (char === "{" || char === "[")) {
      if (++depth > DEEPEST) return at;
    } else if (!inString && (char === "}" || char === "]")) depth--;
  }
  return -1;
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
