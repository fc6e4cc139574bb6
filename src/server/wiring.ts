/** Settings → what the rooms take. Pure. */

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

/** This machine's addresses in text form: they change, so a service asks again. */
export type LocalAddresses = readonly string[] | (() => readonly string[]);

/** The bounds of HTTP lookups. The guard refuses this machine's `own` addresses. `clock` gives monotonic milliseconds. */
export function httpSettings(
  { http }: Pick<Settings, "http">,
  own: LocalAddresses,
  clock: () => number = () => performance.now(),
): HttpSettings {
  const addresses = addressesOf(own, clock);
  return {
    ...http,
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

/** The caller's address as the log has it; `unix` for a Unix socket whose proxy says nothing. */
export function clientForLog({
  server: { listen },
  log: { client },
}: SettingsAt<"server.listen" | "log.client">): (ip: string) => string {
  const nobody = listen.kind === "unix" ? "unix" : "";
  switch (client) {
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

/** The DNS server of the settings, as the system's resolver wants it named. */
export function resolverOf({ http: { resolver } }: SettingsAt<"http.resolver">): {
  readonly server?: string;
} {
  if (!resolver) return {};
  const { host, port } = resolver;
  return { server: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}` };
}

/** The servers that are asked for registrations of addresses. */
export function rdapServer({ geo: { rdap } }: SettingsAt<"geo.rdap">): string | undefined {
  return rdap;
}

/** How many lookups run and wait at once. */
export function lookupQueue({
  http: { maxLookups, maxQueue },
}: SettingsAt<"http.maxLookups" | "http.maxQueue">): Queue {
  return openQueue(maxLookups, maxQueue);
}

/** How the results of lookups are kept; undefined where they are not. */
export function lookupCacheBounds({
  cache: { lifetime, capacity },
  http: { timeout },
}: SettingsAt<"cache.lifetime" | "cache.capacity" | "http.timeout">):
  | Pick<LookupCacheSettings, "life" | "capacity" | "timeout">
  | undefined {
  return lifetime > 0 ? { life: lifetime, capacity, timeout } : undefined;
}

/** Bytes of kept results in a process: some hundreds, compressed. */
const KEPT_BYTES = 33_554_432;

/** Where results are kept; undefined where none are. Workers know nothing of each other but by what they share. */
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

/** Where metrics are served: of several workers the process that watches over them tells what they count together. */
export function metricsListener({
  server: { workers, metricsListen },
}: SettingsAt<"server.workers" | "server.metricsListen">): Listen | undefined {
  return workers > 1 ? undefined : metricsListen;
}

/** Milliseconds for which a service that is to stop takes requests, and then those that its requests have to finish. */
export function stopTimes({
  server: { drain, shutdownTimeout },
}: SettingsAt<"server.drain" | "server.shutdownTimeout">): {
  readonly drain: number;
  readonly deadline: number;
} {
  return { drain, deadline: shutdownTimeout };
}

/** Results that are kept: limits of as many rates, which settings and tokens name. */
const REMEMBERED = 100;

/** The same result for the same argument; the result made first is forgotten when there are too many. */
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
