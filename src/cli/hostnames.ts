/** IO: names of addresses by reverse DNS, for commands. */

import { confirmedName, type HostnameOf } from "../ip/hostname.ts";
import { resolverOf } from "../server/wiring.ts";
import type { Call } from "./command.ts";

/** By the resolver of the settings. */
export async function hostnames({ config }: Pick<Call, "config">): Promise<HostnameOf> {
  const { NAMES, openNames } = await import("../useragent/verify/names-dns.ts");
  const clock = () => performance.now();
  const names = openNames({ ...NAMES, ...resolverOf(config.settings), clock });
  return (ip) => confirmedName(ip, names);
}
