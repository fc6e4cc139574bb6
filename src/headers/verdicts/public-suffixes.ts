/** The public suffix list. */

import type * as Tldts from "tldts";

/** Loaded when it is asked for the first time: it unpacks the whole list. */
function list(): typeof Tldts {
  return require("tldts") as typeof Tldts;
}

/** Registrable domain of a host name; null where there is none. `all`: by the suffixes of private owners too. */
export function registrableDomain(hostname: string, all: "official" | "all"): string | null {
  return list().getDomain(hostname, { allowPrivateDomains: all === "all" });
}

/** Whether a host name is a public suffix, private ones included; by the list's default rule any single label is. */
export function isSuffix(hostname: string): boolean {
  return list().getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname;
}
