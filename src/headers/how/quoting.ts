/** A value between double quotes, for nginx and Apache. */
export function withBackslashes(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}
