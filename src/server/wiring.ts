/** Settings → what the rooms take. Pure. */

import { memoize } from "../cache/memoize.ts";
import type { OptionName, Settings } from "../config.ts";
import type { HttpSettings } from "../http/settings.ts";
import { type Address, formatNetwork, networkContains, networkOf, parseAddress } from "../ip/address.ts";
import { developmentCity, embeddedCountry } from "../ip/bundled.ts";
import type { GeoSettings } from "../ip/geo-files.ts";
import { userAgent } from "../version.ts";
import type { ConnectionLimits } from "./connection-limit.ts";

/** This machine's addresses in text form: they change, so a service asks again. */
export type LocalAddresses = readonly string[] | (() => readonly string[]);

/** The bounds of HTTP lookups. The guard refuses this machine's `own` addresses. `clock` gives monotonic milliseconds. */
export function httpSettings(
  settings: Settings,
  own: LocalAddresses,
  clock: () => number = () => performance.now(),
): HttpSettings {
  const addresses = addressesOf(own, clock);
  return {
    userAgent,
    guarded: true,
    allow: settings["http-allow"],
    get ownAddresses() {
      return addresses();
    },
    ports: settings["http-ports"],
    resolver: settings["resolver"],
    timeout: settings["http-timeout"],
    connectTimeout: settings["http-connect-timeout"],
    tlsTimeout: settings["http-tls-timeout"],
    headTimeout: settings["http-head-timeout"],
    idleTimeout: settings["http-idle-timeout"],
    maxRedirects: settings["http-max-redirects"],
    maxHeadBytes: settings["http-max-head"],
    maxBodyBytes: settings["http-max-body"],
    maxDecodedBytes: settings["http-max-decoded"],
    maxInformational: settings["http-max-informational"],
    maxLookups: settings["http-max-lookups"],
    maxQueue: settings["http-max-queue"],
  };
}

function addressesOf(own: LocalAddresses, clock: () => number): () => readonly Address[] {
  if (typeof own === "function") return refreshed(() => parsed(own()), clock);
  const known = parsed(own);
  return () => known;
}

function parsed(own: readonly string[]): readonly Address[] {
  return own.flatMap((text) => parseAddress(text) ?? []);
}

/** Milliseconds for which a machine's addresses are taken for the same. */
const REFRESH = 5000;

function refreshed<T>(read: () => T, clock: () => number): () => T {
  let last: { readonly value: T; readonly until: number } | undefined;
  return () => {
    const now = clock();
    if (!last || now >= last.until) last = { value: read(), until: now + REFRESH };
    return last.value;
  };
}

/** Where operating systems and their packages put databases. */
const USUAL_PLACES = ["/var/lib/netlens", "/var/lib/GeoIP", "/usr/share/GeoIP"];

/** Which databases to open. */
export function geoSettings(settings: Settings): GeoSettings {
  return {
    city: settings["geo-city"],
    asn: settings["geo-asn"],
    load: settings["geo-load"],
    usualPlaces: USUAL_PLACES,
    development: developmentCity(),
    embeddedCountry,
  };
}

/** What the log tells of a caller's address; `unix` for a Unix socket whose proxy says nothing. */
export function clientForLog(settings: Settings): (ip: string) => string {
  const nobody = settings.listen.kind === "unix" ? "unix" : "";
  switch (settings["log-client"]) {
    case "none":
      return () => "";
    case "full":
      return (ip) => ip || nobody;
    case "prefix":
      return memoize((ip) => {
        const address = parseAddress(ip);
        return address ? formatNetwork(networkOf(address, address.family === 4 ? 24 : 48)) : nobody;
      });
  }
}

/** How many connections may be held; trusted proxies hold those of many. */
export function connectionLimits(settings: () => Settings): ConnectionLimits {
  return {
    total: settings()["max-connections"],
    each: settings()["max-connections-per-address"],
    exempt: (peer) => {
      const address = parseAddress(peer);
      const { networks } = settings()["trusted-proxies"];
      return address !== undefined && networks.some((network) => networkContains(network, address));
    },
  };
}

/** The DNS server of the settings, as the system's resolver wants it named. */
export function resolverOf({ resolver }: Settings): { readonly server?: string } {
  if (!resolver) return {};
  const { host, port } = resolver;
  return { server: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}` };
}

/** What is opened or counted at the start, so that a change needs another one. */
export const NEED_RESTART: ReadonlySet<OptionName> = new Set<OptionName>([
  "listen",
  "metrics-listen",
  "geo-city",
  "geo-asn",
  "geo-load",
  "agents",
  "resolver",
  "http-max-lookups",
  "http-max-queue",
  "http-cache",
  "http-cache-size",
  "max-connections",
  "max-connections-per-address",
  "log-format",
  "shared",
  "workers",
]);

/** The same result for the same argument as the last time. */
export function remember<A, R>(make: (argument: A) => R): (argument: A) => R {
  let last: { readonly key: string; readonly result: R } | undefined;
  return (argument) => {
    const key = JSON.stringify(argument);
    if (last?.key !== key) last = { key, result: make(argument) };
    return last.result;
  };
}
