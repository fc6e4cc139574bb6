import type { Context } from "./field.ts";

/** One sentence for a person: what the response does. */
export function describeIntent(context: Context): string {
  return context.status === undefined
    ? "Header lines without a status code."
    : `Answers with status ${context.status}.`;
}
