/** The parts of the service that the routes of addresses work with. */

import type { Attribution } from "../../data/geo/attributions.ts";
import type { HostnameOf } from "./hostname.ts";
import type { GeoDatabases } from "./mmdb/lookup-source.ts";
import type { AbuseOf } from "./rdap.ts";

/** A line to be shown beside data: an attribution that their licence asks for, or how old they are. */
export type Credit = Pick<Attribution, "text"> & Partial<Attribution>;

export interface IpDeps {
  /** The databases loaded now. */
  readonly geo: () => GeoDatabases;
  readonly credits?: () => readonly Credit[];
  /** The caller's address and where it was read; undefined when it is not known, as on a Unix socket. */
  readonly caller: (request: Request) => { readonly ip: string; readonly source: string } | undefined;
  /** Names of public addresses by reverse DNS; absent where nobody is to be asked. */
  readonly hostnameOf?: HostnameOf | undefined;
  /** Contacts for abuse by the registries, likewise. */
  readonly abuseOf?: AbuseOf | undefined;
}

export const nobody: HostnameOf = async () => "";
