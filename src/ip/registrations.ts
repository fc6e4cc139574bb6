/** Servers of the registries, with the caches of the process. Loaded at the first lookup. */

import domains from "../../data/domain-registries.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import { memoize, once } from "../platform/memoize.ts";
import { openAbuse, openDomains } from "./rdap.ts";
import { registryBases, registryOf } from "./registry.ts";

/** Base URLs of RDAP servers by top-level domain. */
const domainServers = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      rowsIn(domains).flatMap(([base = "", names = ""]) =>
        names.split(" ").map((name) => [name, base.replace("{}", name)] as const),
      ),
    ),
);

/** @internal for tests: base URL of the RDAP server for a domain; undefined if IANA's list has none. */
export function domainServer(name: string): string | undefined {
  return domainServers().get(name.slice(name.lastIndexOf(".") + 1));
}

/** National registries: LACNIC redirects Brazilian addresses (https://registro.br/rdap/). */
const NATIONAL = ["rdap.registro.br"];

export const registryHosts = once((): ReadonlySet<string> => {
  const bases = [...registryBases(), ...domainServers().values()];
  return new Set([...bases.map((base) => new URL(base).hostname), ...NATIONAL]);
});

/** Abuse contacts, cached for the process. @param server RDAP server; empty for the registries */
export const registryAbuse = memoize((server) =>
  openAbuse({
    urlOf: (ip) => registryOf(ip) && (server ? `${server}ip/${ip}` : registryOf(ip)?.url),
    clock: Date.now,
  }),
);

/** Registrations of domains, as `registryAbuse`. */
export const domainRegistrations = memoize((server) =>
  openDomains({
    urlOf: (name) => (server || domainServer(name)) && `${server || domainServer(name)}domain/${name}`,
    clock: Date.now,
  }),
);
