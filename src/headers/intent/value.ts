import type { Context } from "../field.ts";

/** The first value of a header; undefined if absent or empty. */
export function firstValue(context: Context, name: string): string | undefined {
  return context.named(name)[0]?.line.value || undefined;
}

/** Text from a message, truncated. */
export function brief(text: string, limit = 100): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
