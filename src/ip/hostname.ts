/** An address's name by reverse DNS, where it leads back to the address. Pure but for the names that it is given. */

import { formatAddress, parseAddress } from "../syntax/ip-address.ts";
import type { IpResult } from "./schema.ts";

/** Questions to DNS. An answer is undefined where none came in time. */
export interface HostNames {
  /** Names of an address (PTR); empty where there are none. */
  readonly reverse: (ip: string) => Promise<readonly string[] | undefined>;
  /** Addresses of a name (A and AAAA), as text; empty where there are none. */
  readonly forward: (name: string) => Promise<readonly string[] | undefined>;
}

/** Finds the name of an address: `""` where there is none that leads back to it. Never rejects. */
export type HostnameOf = (ip: string) => Promise<string>;

/** Names of an address that are asked for its addresses; whoever has the address may give it any number. */
const MOST_NAMES = 4;

/** A name that can be shown: anybody may publish any bytes as the name of an address. */
const NAME = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)+$/;

/** Forward-confirmed reverse DNS. A reverse name alone proves nothing: the address's owner writes what he likes. */
export async function confirmedName(ip: string, { reverse, forward }: HostNames): Promise<string> {
  const wanted = canonical(ip);
  const found = ((await reverse(ip)) ?? []).map((name) => name.toLowerCase().replace(/\.$/, ""));
  const names = found.filter((name) => NAME.test(name)).slice(0, MOST_NAMES);
  const confirmed = await Promise.all(
    names.map(async (name) => ((await forward(name)) ?? []).some((text) => canonical(text) === wanted)),
  );
  return names.find((_, index) => confirmed[index]) ?? "";
}

function canonical(text: string): string {
  const address = parseAddress(text);
  return address ? formatAddress(address) : "";
}

/** Whether a service may ask for the name: names of its own network are not for strangers. */
export function isPublic({ code, special }: Pick<IpResult, "code" | "special">): boolean {
  return code !== "private" && special === undefined;
}

/** The answer with `hostname`. @param anywhere also ask for addresses that are not public */
export async function withHostname(
  { source, ...result }: IpResult,
  hostnameOf: HostnameOf,
  anywhere = false,
): Promise<IpResult> {
  const hostname = anywhere || isPublic(result) ? await hostnameOf(result.ip) : "";
  return { ...result, hostname, ...(source !== undefined && { source }) };
}
