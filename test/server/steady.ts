/** RateLimit of a window of an hour that began moments ago, as `t=1h`. */
export function steady(field: string | null): string | null {
  return field?.replace(/t=3(?:600|5\d\d)\b/g, "t=1h") ?? null;
}
