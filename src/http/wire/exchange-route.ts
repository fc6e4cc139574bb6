/** Route of a request: direct or through a proxy, to which the connection may use TLS. */

import { formatAddress, parseAddress } from "../../syntax/ip-address.ts";
import type { OwnTls } from "../settings.ts";
import { hostOf, portOf } from "../target.ts";
import { checkCertificate, type TlsFacts, tlsReport } from "./certificate.ts";
import type { Channel } from "./channel.ts";
import { within } from "./deadline.ts";
import { type Place, placeOf } from "./detours.ts";
import { type AddressSettings, checkName, checkPort, type Destination } from "./exchange-addresses.ts";
import type { ConnectionSettings, ExchangeContext } from "./exchange-state.ts";
import { HttpFailure } from "./failures.ts";
import { type HttpProxy, proxyFor, proxyText } from "./proxy.ts";
import { tunnelTimeout } from "./tunnel.ts";

export interface Route {
  readonly place: Place;
  readonly proxy: HttpProxy | undefined;
  /** Whether the proxy opens a tunnel; otherwise it gets requests with the full http URL. */
  readonly tunnels: boolean;
}

export function routeOf(
  { url }: Destination,
  settings: Pick<AddressSettings & ConnectionSettings, "detours" | "proxies" | "unixSocket">,
): Route {
  const place = placeOf(url, settings.detours);
  const proxy = settings.unixSocket === undefined ? proxyFor(url, settings.proxies) : undefined;
  const isElsewhere =
    place.addresses !== undefined || place.host !== hostOf(url) || place.port !== portOf(url);
  const isConnection = proxy?.scheme === "socks5" || url.protocol === "https:" || isElsewhere;
  return { place, proxy, tunnels: proxy !== undefined && isConnection };
}

/** @throws HttpFailure of phase `policy` */
export function checkRoute(
  { url, version }: Destination & { readonly version: string },
  { place, proxy }: Route,
  settings: AddressSettings,
): void {
  checkPort(place, settings);
  if (!proxy) return;
  checkName(place, settings);
  if (version === "3" && url.protocol === "https:")
    throw new HttpFailure("proxy-refused", "HTTP/3 does not work through a proxy.", {
      hint: "Use another version, or no proxy.",
    });
}

/** Adds a hint about the proxy's URL to a failure to reach the proxy. */
export function withProxyHint(error: HttpFailure, proxy: HttpProxy): HttpFailure {
  const { code, phase, message } = error;
  if (/^(?:forbidden|proxy)-/.test(code)) return error;
  const hint = `Check the proxy ${proxyText(proxy)}, which ${proxy.from} names: the connection goes through it.`;
  return new HttpFailure(code, message, { phase, hint });
}

/** Starts TLS with the proxy if needed, and opens the tunnel. */
export async function passProxy(
  channel: Channel,
  proxy: HttpProxy,
  { place, tunnels }: Route,
  around: ExchangeContext,
): Promise<void> {
  const { settings, stages, signal } = around;
  const { authorities } = settings;
  if (tunnels || proxy.scheme === "https") stages.enter("proxy");
  if (proxy.scheme === "https") {
    const own = authorities === undefined ? {} : { authorities };
    const facts = await handshake(channel, proxy.host, ["http/1.1"], own, around);
    const { authorized, error } = tlsReport(facts, checkCertificate(facts, Date.now()), Date.now());
    if (!authorized)
      throw new HttpFailure(
        "proxy-broken",
        `The certificate of the proxy ${proxyText(proxy)} is not trusted (${error}).`,
        { hint: "Trust its authority (--cacert on the command line)." },
      );
  }
  if (!tunnels) return;
  const to = place.addresses?.[0] ? { ...place, host: formatAddress(place.addresses[0]) } : place;
  const deadlineError = () => tunnelTimeout(proxy, settings.connectTimeout);
  await within(settings.connectTimeout, signal, deadlineError, () => channel.tunnel(proxy, to, settings));
}

export function handshake(
  channel: Channel,
  name: string,
  protocols: readonly string[],
  own: OwnTls,
  { settings, signal }: ExchangeContext,
): Promise<TlsFacts> {
  // Name for SNI and certificates, without the final dot (RFC 6066 section 3).
  const host = (own.serverNames?.get(name) ?? name).replace(/\.$/, "");
  const deadlineError = () =>
    new HttpFailure(
      "tls-timeout",
      `The TLS handshake was not complete within ${settings.tlsTimeout / 1000} s.`,
    );
  const servername = parseAddress(host) ? undefined : host;
  return within(settings.tlsTimeout, signal, deadlineError, (inner) =>
    channel.secure({ host, servername, protocols }, inner, own),
  );
}
