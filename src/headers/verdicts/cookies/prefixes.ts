/** Requirements of cookie name prefixes (RFC 6265bis section 4.1.3). */

export interface Prefix {
  readonly name: string;
  readonly httpOnly: boolean;
  readonly hostOnly: boolean;
}

/** Longest first. */
const PREFIXES: readonly Prefix[] = [
  { name: "__Host-Http-", httpOnly: true, hostOnly: true },
  { name: "__Secure-", httpOnly: false, hostOnly: false },
  { name: "__Host-", httpOnly: false, hostOnly: true },
  { name: "__Http-", httpOnly: true, hostOnly: false },
];

/** Case-insensitive. */
export function prefixOf(name: string): Prefix | undefined {
  if (!name.startsWith("__")) return undefined;
  const lower = name.toLowerCase();
  return PREFIXES.find((prefix) => lower.startsWith(prefix.name.toLowerCase()));
}
