/** Dependencies of the IP routes. */

import type { Attribution } from "../../data/geo/attributions.ts";
import type { HostnameOf } from "./hostname.ts";
import type { GeoDatabases } from "./mmdb/lookup-source.ts";
import type { AbuseOf } from "./rdap.ts";

/** Line shown with the data: attribution required by a licence, or the data's age. */
export type Credit = Pick<Attribution, "text"> & Partial<Attribution>;

export interface IpDeps {
  readonly geo: () => GeoDatabases;
  readonly credits?: () => readonly Credit[];
  /** Client address and its source; undefined if unknown (Unix socket). */
  readonly caller: (request: Request) => { readonly ip: string; readonly source: string } | undefined;
  /** Reverse DNS of public addresses; absent if off. */
  readonly hostnameOf?: HostnameOf | undefined;
  /** Abuse contacts from the registries; absent if off. */
  readonly abuseOf?: AbuseOf | undefined;
}

export const noName: HostnameOf = async () => "";
