/** IO: asks servers once more for what only a handshake of its own tells: stapled OCSP answers, and accepted authorities. */

import { parseAddress } from "../ip/address.ts";
import { within } from "./deadline.ts";
import { placeOf } from "./detours.ts";
import type { Exchange, ExchangeSettings } from "./exchange.ts";
import { HttpFailure } from "./failures.ts";
import { acceptedText } from "./stapling/authorities.ts";
import { readStapled } from "./stapling/ocsp.ts";
import type { ServerCertificate } from "./stapling/server-flight.ts";
import type { StopSignal } from "./stopper.ts";
import { hostOf } from "./target.ts";

/** Milliseconds for one handshake. */
const PATIENCE = 2000;

/**
 * Notes what is stapled to the certificates that demand it, and with `all` to that of the last step, and which client
 * certificates a server wants that broke off for the lack of one: it costs a connection each, to the address that
 * answered. A server that does not answer again leaves nothing.
 * @param left milliseconds that are left of the lookup
 */
export async function askServersAgain(
  exchanges: readonly Exchange[],
  all: boolean,
  settings: ExchangeSettings,
  left: number,
  signal: StopSignal,
): Promise<void> {
  const end = performance.now() + left;
  const last = exchanges.at(-1);
  const direct = exchanges.filter(({ proxy }) => proxy === undefined);
  const wanted = direct.filter(
    (each) =>
      each.verdict?.mustStaple || (all && each === last && each.tls) || WANTING.has(each.failure?.code ?? ""),
  );
  const known = new Map<string, ServerCertificate | undefined>();
  for (const each of wanted) {
    const key = placeKey(each);
    if (!known.has(key)) known.set(key, await askOne(each, settings, end - performance.now(), signal));
    const found = known.get(key);
    if (!found) continue;
    if (each.tls) each.stapled = readStapled(found.staple, found.certificate);
    if (found.authorities) noteAuthorities(each, found.authorities, settings.identity !== undefined);
  }
}

/** Failures of a server that may miss a client certificate: up to TLS 1.2 no alert says so. */
const WANTING: ReadonlySet<string> = new Set(["client-certificate", "tls-handshake"]);

function noteAuthorities(each: Exchange, authorities: readonly string[], hasShown: boolean): void {
  each.authorities = authorities;
  if (!each.failure) {
    each.asksForCertificate = true;
    return;
  }
  const message = hasShown
    ? "The server does not accept the client certificate that it was shown."
    : "The server requires a client certificate, which a lookup does not have.";
  if (WANTING.has(each.failure.code))
    each.failure = new HttpFailure("client-certificate", message + acceptedText(authorities));
}

const placeKey = ({ url, tls }: Exchange) => `${url.host} ${tls?.fingerprint256}`;

async function askOne(
  { url, address }: Exchange,
  settings: ExchangeSettings,
  left: number,
  signal: StopSignal,
): Promise<ServerCertificate | undefined> {
  if (!address || left <= 0) return undefined;
  const { askServer } = await import("./ask-server.ts");
  const host = hostOf(url).replace(/\.$/, "");
  const { port } = placeOf(url, settings.detours);
  const late = new Error("no answer in time");
  try {
    return await within(
      Math.min(settings.tlsTimeout, PATIENCE, left),
      signal,
      () => late,
      (inner) => askServer(address, port, parseAddress(host) ? undefined : host, inner),
    );
  } catch (error) {
    if (error === late) return undefined;
    throw error;
  }
}
