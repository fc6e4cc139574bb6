/** IO: resolves the host of a request to permitted addresses. */

import { PRIVATE_SUFFIXES, PRIVATE_WORDS } from "../../../data/private-names.ts";
import { type Address, formatAddress, parseAddress } from "../../syntax/ip-address.ts";
import type { HttpSettings } from "../settings.ts";
import { hostOf } from "../target.ts";
import { within } from "./deadline.ts";
import type { Place } from "./detours.ts";
import { HttpFailure } from "./failures.ts";
import { type Policy, refuseAddress, refusePort } from "./guard.ts";
import { checkHostName, resolveName } from "./resolve.ts";

export interface Destination {
  readonly url: URL;
  /** IP version; default either. */
  readonly family?: 4 | 6;
  /** Address to use without DNS; the guard checks it too. */
  readonly address?: Address | undefined;
}

export type AddressSettings = Policy & Pick<HttpSettings, "connectTimeout" | "resolver" | "detours">;

/** Addresses that need no DNS. */
function knownAddresses(
  { address }: Destination,
  { host, addresses }: Place,
): readonly Address[] | undefined {
  if (address) return [address];
  if (addresses) return addresses;
  const literal = parseAddress(host);
  return literal && [literal];
}

/**
 * Addresses of `place` in the requested family; at least one. Returns a promise only if DNS is queried.
 * @throws HttpFailure of phase `dns` or `policy`, or the signal's reason
 */
export function resolveAddresses(
  destination: Destination,
  place: Place,
  settings: AddressSettings,
  signal: AbortSignal,
): readonly Address[] | Promise<readonly Address[]> {
  const known = knownAddresses(destination, place);
  if (known) return ofFamily(known, destination);
  return resolveHost(place, settings, signal).then((found) => ofFamily(found, destination));
}

async function resolveHost(
  { host }: Place,
  settings: AddressSettings,
  signal: AbortSignal,
): Promise<Address[]> {
  const deadlineError = () =>
    new HttpFailure(
      "dns-timeout",
      `The DNS servers did not answer for ${host} within ${settings.connectTimeout / 1000} s.`,
    );
  const texts = await within(settings.connectTimeout, signal, deadlineError, (inner) =>
    resolveName(host, settings, inner),
  );
  // Omits link-local addresses with a zone, which cannot be parsed.
  const addresses = texts.flatMap((text) => parseAddress(text) ?? []);
  if (addresses.length > 0) return addresses;
  throw new HttpFailure(
    "forbidden-address",
    `The name ${host} has no address that this service may look up: ${texts.join(", ")}.`,
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
  /** At least one. */
  readonly permitted: readonly Address[];
  readonly refused: readonly Address[];
}

/** @throws HttpFailure of phase `policy` if none is permitted */
export function checkAddresses(found: readonly Address[], policy: Policy): Judged {
  const permitted: Address[] = [];
  const refused: Address[] = [];
  let refusal: HttpFailure | undefined;
  for (const address of found) {
    const reason = refuseAddress(address, policy);
    refusal ??= reason;
    (reason ? refused : permitted).push(address);
  }
  if (permitted.length === 0 && refusal) throw refusal;
  return { permitted, refused };
}

const PRIVATE = [...PRIVATE_SUFFIXES, ...PRIVATE_WORDS].map((suffix) => `.${suffix}`);
const isPrivate = (name: string) => PRIVATE.some((suffix) => `.${name.toLowerCase()}`.endsWith(suffix));

/**
 * Checks a host that a proxy resolves: IP addresses as usual, names by their suffix.
 * @throws HttpFailure of phase `policy`, or `dns` for an invalid host name
 */
export function checkName({ host, addresses }: Place, policy: AddressSettings): void {
  const literal = parseAddress(host);
  const known = addresses ?? (literal && [literal]);
  if (known) return void checkAddresses(known, policy);
  if (!policy.guarded) return;
  checkHostName(host);
  const name = host.replace(/\.$/, "");
  if (name.includes(".") && !isPrivate(name)) return;
  throw new HttpFailure(
    "forbidden-address",
    `The name ${host} cannot be looked up here: it is not a public one, and the proxy would resolve it.`,
    { hint: "Names of a private network are not passed on to the proxy of --http-proxy." },
  );
}

/** @throws HttpFailure of phase `policy` */
export function checkPort({ port }: Place, policy: AddressSettings): void {
  const refusal = refusePort(port, policy);
  if (refusal) throw refusal;
}
