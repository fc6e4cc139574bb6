/** Forward-confirmed reverse DNS. Pure except for the given lookups. */

import { formatAddress, parseAddress } from "../syntax/ip-address.ts";
import type { IpResult } from "./schema.ts";

/** DNS lookups; undefined after a timeout. */
export interface HostNames {
  /** PTR names, possibly empty. */
  readonly reverse: (ip: string) => Promise<readonly string[] | undefined>;
  /** A and AAAA addresses as text, possibly empty. */
  readonly forward: (name: string) => Promise<readonly string[] | undefined>;
}

/** Confirmed name of an address, or `""`. Never rejects. */
export type HostnameOf = (ip: string) => Promise<string>;

/** Maximum names that are confirmed; the owner of an address can publish any number. */
const MOST_NAMES = 4;

/** A name safe to show: the owner of an address can publish any bytes. */
const NAME = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)+$/;

/** Forward-confirmed reverse DNS: the owner of an address can publish any name. */
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

/** Whether a service may look up the host name: names of private addresses are internal. */
export function isPublic({ code, special }: Pick<IpResult, "code" | "special">): boolean {
  return code !== "private" && special === undefined;
}

/** Adds `hostname`. @param anywhere also for addresses that are not public */
export async function withHostname(
  { source, ...result }: IpResult,
  hostnameOf: HostnameOf,
  anywhere = false,
): Promise<IpResult> {
  const hostname = anywhere || isPublic(result) ? await hostnameOf(result.ip) : "";
  return { ...result, hostname, ...(source !== undefined && { source }) };
}
