/** Converts settings to the dependencies of modules. Pure. */

import type { LookupCacheSettings, SharedReports } from "../http/lookup-cache.ts";
import { openQueue, type Queue } from "../http/queue.ts";
import { type HttpSettings, onlyProxy } from "../http/settings.ts";
import type { GeoSettings } from "../ip/geo.ts";
import { developmentCity, embeddedAsn, embeddedCountry, embeddedNetworks } from "../ip/geo.ts";
import { memoize } from "../platform/memoize.ts";
import type { Listen } from "../settings/forms.ts";
import type { Settings, SettingsAt } from "../settings/settings.ts";
import {
  type Address,
  formatNetwork,
  networkContains,
  networkOf,
  parseAddress,
} from "../syntax/ip-address.ts";
import { userAgent } from "../version.ts";
import { type KeptResults, openKeptResults } from "../web/kept-results.ts";
import type { ConnectionLimits } from "./limits/connection-limit.ts";

/** Addresses of this machine; a function, since they change. */
export type LocalAddresses = readonly string[] | (() => readonly string[]);

/**
 * Settings of HTTP lookups, which refuse this machine's `own` addresses. `clock` in monotonic milliseconds.
 */
export function httpSettings(
  { http, geo: { rdap } }: Pick<Settings, "http"> & SettingsAt<"geo.rdap">,
  own: LocalAddresses,
  clock: () => number = () => performance.now(),
): HttpSettings {
  const addresses = addressesOf(own, clock);
  return {
    ...http,
    rdap,
    proxies: onlyProxy(http.proxy, "--http-proxy"),
    userAgent,
    guarded: true,
    get ownAddresses() {
      return addresses();
    },
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

/** Milliseconds to cache the machine's addresses. */
const REFRESH = 5000;

function refreshed<T>(read: () => T, clock: () => number): () => T {
  let last: { readonly value: T; readonly until: number } | undefined;
  return () => {
    const now = clock();
    if (!last || now >= last.until) last = { value: read(), until: now + REFRESH };
    return last.value;
  };
}

/** Default folders; `netlens update` writes to the first one, packages to the others. */
export const USUAL_PLACES = ["/var/lib/netlens", "/var/lib/GeoIP", "/usr/share/GeoIP"] as const;

export function geoSettings({
  geo: { city, asn, networks, load },
}: SettingsAt<"geo.city" | "geo.asn" | "geo.networks" | "geo.load">): GeoSettings {
  return {
    city,
    asn,
    networks,
    load,
    usualPlaces: USUAL_PLACES,
    development: developmentCity(),
    embeddedCountry,
    embeddedAsn,
    embeddedNetworks,
  };
}

/** Client address for the log; `unix` for a Unix socket without the header. */
export function clientForLog({
  server: { listen },
  log: { client },
}: SettingsAt<"server.listen" | "log.client">): (ip: string) => string {
  const unknown = listen.kind === "unix" ? "unix" : "";
  switch (client) {
    case "none":
      return () => "";
    case "full":
      return (ip) => ip || unknown;
    case "prefix":
      return memoize((ip) => {
        const address = parseAddress(ip);
        return address ? formatNetwork(networkOf(address, address.family === 4 ? 24 : 48)) : unknown;
      });
  }
}

/** Connection limits; trusted proxies are exempt. */
export function connectionLimits(
  settings: () => SettingsAt<"connections.total" | "connections.perAddress" | "callers.proxies">,
): ConnectionLimits {
  const { total, perAddress } = settings().connections;
  return {
    total,
    each: perAddress,
    exempt: (peer) => {
      const address = parseAddress(peer);
      const { networks } = settings().callers.proxies;
      return address !== undefined && networks.some((network) => networkContains(network, address));
    },
  };
}

/** DNS server in the format of the system's resolver. */
export function resolverOf({ http: { resolver } }: SettingsAt<"http.resolver">): {
  readonly server?: string;
} {
  if (!resolver) return {};
  const { host, port } = resolver;
  return { server: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}` };
}

export function lookupQueue({
  http: { maxLookups, maxQueue },
}: SettingsAt<"http.maxLookups" | "http.maxQueue">): Queue {
  return openQueue(maxLookups, maxQueue);
}

/** Bounds of the lookup cache; undefined if off. */
export function lookupCacheBounds({
  cache: { lifetime, capacity },
  http: { timeout },
}: SettingsAt<"cache.lifetime" | "cache.capacity" | "http.timeout">):
  | Pick<LookupCacheSettings, "life" | "capacity" | "timeout">
  | undefined {
  return lifetime > 0 ? { life: lifetime, capacity, timeout } : undefined;
}

/** Bytes of kept results per process: some hundred compressed results. */
const KEPT_BYTES = 33_554_432;

/** Store of results; undefined if off, or for workers without a shared store. */
export function keptResults(
  { kept: { lifetime }, server: { workers } }: SettingsAt<"kept.lifetime" | "server.workers">,
  shared: SharedReports | undefined,
  owner: string,
): KeptResults | undefined {
  if (lifetime === 0 || (workers > 1 && !shared)) return undefined;
  return openKeptResults({
    life: lifetime,
    capacity: KEPT_BYTES,
    shared,
    owner,
    clock: () => performance.now(),
    random: () => crypto.getRandomValues(new Uint8Array(16)),
  });
}

/** Metrics listener; undefined with several workers, since the supervisor serves the sum of their metrics. */
export function metricsListener({
  server: { workers, metricsListen },
}: SettingsAt<"server.workers" | "server.metricsListen">): Listen | undefined {
  return workers > 1 ? undefined : metricsListen;
}

/** Milliseconds for draining, and for finishing requests after it. */
export function stopTimes({
  server: { drain, shutdownTimeout },
}: SettingsAt<"server.drain" | "server.shutdownTimeout">): {
  readonly drain: number;
  readonly deadline: number;
} {
  return { drain, deadline: shutdownTimeout };
}

/** Cached results: limiters, one per rate in settings and tokens. */
const REMEMBERED = 100;

/** Caches by argument; evicts the oldest. */
export function remember<A, R>(make: (argument: A) => R): (argument: A) => R {
  const results = new Map<string, R>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = make(argument);
    results.set(key, result);
    if (results.size > REMEMBERED) results.delete(results.keys().next().value ?? "");
    return result;
  };
}
