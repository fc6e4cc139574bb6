/** IO: the addresses of a request's host that may be dialled. */

import { type Address, formatAddress, parseAddress } from "../ip/address.ts";
import { within } from "./deadline.ts";
import { placeOf } from "./detours.ts";
import { HttpFailure } from "./failures.ts";
import { type Policy, refuseAddress, refusePort } from "./guard.ts";
import { resolveName } from "./resolve.ts";
import type { HttpSettings } from "./settings.ts";
import type { StopSignal } from "./stopper.ts";
import { hostOf } from "./target.ts";

/** What decides which addresses are dialled. */
export interface Destination {
  readonly url: URL;
  /** The family of addresses to use; either without it. */
  readonly family?: 4 | 6;
  /** An address to use instead of resolving the name again; it is judged all the same. */
  readonly address?: Address;
}

export type AddressSettings = Policy & Pick<HttpSettings, "connectTimeout" | "resolver" | "detours">;

/** The addresses that are known without asking DNS. */
export function knownAddresses(
  { address, url }: Destination,
  { detours }: Pick<HttpSettings, "detours">,
): readonly Address[] | undefined {
  if (address) return [address];
  const { host, addresses } = placeOf(url, detours);
  const literal = parseAddress(host);
  return addresses ?? (literal && [literal]);
}

/**
 * The addresses of the host, of the family that is asked for; at least one.
 * @throws HttpFailure of phase `dns` or `policy`, or the signal's reason
 */
export async function resolveAddresses(
  destination: Destination,
  settings: AddressSettings,
  signal: StopSignal,
): Promise<readonly Address[]> {
  const known = knownAddresses(destination, settings);
  return ofFamily(known ?? (await resolveHost(destination.url, settings, signal)), destination);
}

async function resolveHost(url: URL, settings: AddressSettings, signal: StopSignal): Promise<Address[]> {
  const { host } = placeOf(url, settings.detours);
  const deadlineError = () =>
    new HttpFailure(
      "dns-timeout",
      `The DNS servers gave no answer for ${host} within ${settings.connectTimeout / 1000} s.`,
    );
  const texts = await within(settings.connectTimeout, signal, deadlineError, (inner) =>
    resolveName(host, settings, inner),
  );
  // An address with a zone identifier is link-local, and does not parse: it is omitted.
  const addresses = texts.flatMap((text) => parseAddress(text) ?? []);
  if (addresses.length > 0) return addresses;
  throw new HttpFailure(
    "forbidden-address",
    `The name ${host} has no address that may be looked up here: ${texts.join(", ")}.`,
  );
}

function ofFamily(found: readonly Address[], { family, url }: Destination): readonly Address[] {
  if (family === undefined) return found;
  const wanted = found.filter((address) => address.family === family);
  if (wanted.length > 0) return wanted;
  const host = hostOf(url);
  throw new HttpFailure(
    "other-network",
    parseAddress(host)
      ? `${host} is not an IPv${family} address.`
      : `The name ${host} has no IPv${family} address, only ${found.map(formatAddress).join(", ")}.`,
  );
}

interface Judged {
  /** Those that may be dialled; at least one. */
  readonly permitted: readonly Address[];
  readonly refused: readonly Address[];
}

/** @throws HttpFailure of phase `policy` where none may be dialled */
export function judgeAddresses(found: readonly Address[], policy: Policy): Judged {
  const refusals = found.map((address) => refuseAddress(address, policy));
  const permitted = found.filter((_, index) => refusals[index] === undefined);
  const refusal = refusals.find((each) => each !== undefined);
  if (permitted.length === 0 && refusal) throw refusal;
  return { permitted, refused: found.filter((_, index) => refusals[index] !== undefined) };
}

/** @throws HttpFailure of phase `policy` */
export function judgePort(url: URL, policy: AddressSettings): void {
  const refusal = refusePort(placeOf(url, policy.detours).port, policy);
  if (refusal) throw refusal;
}
