import type { Context } from "../field.ts";

/** The first value of a field; undefined when it is absent or empty. */
export function firstValue(context: Context, name: string): string | undefined {
  return context.named(name)[0]?.line.value || undefined;
}

/** Text from a message for a sentence: cut where it is long. */
export function brief(text: string, limit = 100): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
