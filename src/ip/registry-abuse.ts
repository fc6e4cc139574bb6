/** IO: abuse contacts from the registries. Loaded at the first lookup. */

import { fetchRegistrations } from "./rdap/fetch.ts";
import { type AbuseOf, openAbuse } from "./rdap.ts";
import { registryOf } from "./registry.ts";

/** @param server URL of an RDAP server to use instead of the registries; empty for the registries */
export function registryAbuse(server: string, clock: () => number): AbuseOf {
  return openAbuse({
    fetchRegistration: fetchRegistrations(server || undefined),
    urlOf: (ip) => registryOf(ip) && (server ? `${server}ip/${ip}` : registryOf(ip)?.url),
    clock,
  });
}
