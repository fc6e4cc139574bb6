/** IO: looks for stapled OCSP answers where they matter. */

import { parseAddress } from "../ip/address.ts";
import { within } from "./deadline.ts";
import { placeOf } from "./detours.ts";
import type { Exchange, ExchangeSettings } from "./exchange.ts";
import type { StopSignal } from "./stopper.ts";
import { hostOf } from "./target.ts";

/** Milliseconds for one handshake. */
const PATIENCE = 2000;

/**
 * Notes what is stapled to the certificates that demand it, and with `all` to that of the last step: it costs a
 * connection each, to the address that answered. A server that does not answer again leaves nothing.
 * @param left milliseconds that are left of the lookup
 */
export async function noteStaples(
  exchanges: readonly Exchange[],
  all: boolean,
  settings: ExchangeSettings,
  left: number,
  signal: StopSignal,
): Promise<void> {
  const end = performance.now() + left;
  const last = exchanges.at(-1);
  const direct = exchanges.filter(({ proxy }) => proxy === undefined);
  const wanted = direct.filter((each) => each.verdict?.mustStaple || (all && each === last && each.tls));
  for (const [index, each] of wanted.entries()) {
    const known = wanted.slice(0, index).find((other) => placeKey(other) === placeKey(each));
    const stapled = known ? known.stapled : await stapledOf(each, settings, end - performance.now(), signal);
    if (stapled) each.stapled = stapled;
  }
}

const placeKey = ({ url, tls }: Exchange) => `${url.host} ${tls?.fingerprint256}`;

async function stapledOf(
  { url, address }: Exchange,
  settings: ExchangeSettings,
  left: number,
  signal: StopSignal,
): Promise<Exchange["stapled"]> {
  if (!address || left <= 0) return undefined;
  const { askStapled } = await import("./tls-stapling.ts");
  const host = hostOf(url).replace(/\.$/, "");
  const { port } = placeOf(url, settings.detours);
  const late = new Error("no answer in time");
  try {
    return await within(
      Math.min(settings.tlsTimeout, PATIENCE, left),
      signal,
      () => late,
      (inner) => askStapled(address, port, parseAddress(host) ? undefined : host, inner),
    );
  } catch (error) {
    if (error === late) return undefined;
    throw error;
  }
}
