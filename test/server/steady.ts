/** RateLimit header with the remaining time `t=1h` if its one-hour window has just begun. */
export function steady(field: string | null): string | null {
  return field?.replace(/t=3(?:600|5\d\d)\b/g, "t=1h") ?? null;
}
