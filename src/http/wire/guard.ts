/** Checks ports and addresses before connecting. Pure; returns a failure or undefined. */

import { forbiddenAddresses } from "../../../data/forbidden-addresses.ts";
import { nonHttpPorts } from "../../../data/ports.ts";
import { embeddedIpv4, isGloballyReachable, specialPurpose } from "../../ip/special-purpose.ts";
import {
  type Address,
  formatAddress,
  type Network,
  networkContains,
  parseNetwork,
} from "../../syntax/ip-address.ts";
import type { HttpSettings } from "../settings.ts";
import { HttpFailure } from "./failures.ts";

export type Policy = Pick<HttpSettings, "guarded" | "allow" | "ownAddresses" | "ports">;

const forbidden: readonly { network: Network; name: string }[] = forbiddenAddresses.map((row) => {
  const network = parseNetwork(row.network);
  if (!network) throw new Error(`forbidden-addresses: ${row.network} is not a network`);
  return { network, name: row.name };
});

export function refusePort(
  port: number,
  { guarded, ports }: Pick<Policy, "guarded" | "ports">,
): HttpFailure | undefined {
  if (!guarded) return undefined;
  const holding = ports.filter((range) => range.from <= port && port <= range.to);
  const protocol = nonHttpPorts.get(port);
  if (holding.length === 0)
    return new HttpFailure("forbidden-port", `Port ${port} cannot be looked up here.`);
  if (protocol === undefined || holding.some((range) => range.from === range.to)) return undefined;
  return new HttpFailure(
    "forbidden-port",
    `Port ${port} cannot be looked up here: it belongs to ${protocol}, not to HTTP.`,
  );
}

/** Failure if an address is forbidden, else undefined. Checks embedded IPv4 addresses too (NAT64 and others). */
export function refuseAddress(address: Address, policy: Policy): HttpFailure | undefined {
  if (!policy.guarded || policy.allow.some((network) => networkContains(network, address))) return undefined;
  const reason = reasonAgainst(address, policy);
  if (reason !== undefined)
    return new HttpFailure(
      "forbidden-address",
      `The address ${formatAddress(address)} cannot be looked up here: ${reason}.`,
    );
  if (address.mapped) return undefined;
  for (const inner of embeddedIpv4(address)) {
    const refusal = refuseAddress(inner, policy);
    if (refusal) return refusal;
  }
  return undefined;
}

function reasonAgainst(address: Address, policy: Policy): string | undefined {
  const row = forbidden.find(({ network }) => networkContains(network, address));
  if (row) return `it is ${row.name}`;
  if (policy.ownAddresses.some((own) => sameAddress(own, address))) return "it is this server's own";
  if (isGloballyReachable(address)) return undefined;
  const special = specialPurpose(address);
  return special
    ? `it is not public (${special.name}, RFC ${special.rfc})`
    : "it is not in the public address space";
}

function sameAddress(a: Address, b: Address): boolean {
  return a.family === b.family && a.w0 === b.w0 && a.w1 === b.w1 && a.w2 === b.w2 && a.w3 === b.w3;
}
