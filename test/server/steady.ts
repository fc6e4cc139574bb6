/** A RateLimit field of a window of an hour that began a moment ago, however long that moment was: `t=1h`. */
export function steady(field: string | null): string | null {
  return field?.replace(/t=3(?:600|5\d\d)\b/g, "t=1h") ?? null;
}
