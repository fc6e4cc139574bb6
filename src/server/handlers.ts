/** Settings and what a service holds → the handlers of its requests. */

import { createSite } from "../api/site.ts";
import { memoize } from "../cache/memoize.ts";
import type { LookupCache } from "../http/lookup-cache.ts";
import type { Queue } from "../http/queue.ts";
import { agesText, tableAges } from "../ip/data-ages.ts";
import { attributionsOf } from "../ip/database-info.ts";
import type { Geo } from "../ip/geo-state.ts";
import type { HostnameOf } from "../ip/hostname.ts";
import type { AbuseOf } from "../ip/rdap.ts";
import type { ProbeAccess } from "../jobs/probe/routes.ts";
import type { SettingsAt } from "../settings/settings.ts";
import { version } from "../version.ts";
import type { KeptResults } from "../web/kept-results.ts";
import type { AccessLog } from "./access-log.ts";
import { type AppDeps, createApp } from "./app.ts";
import { type Caller, clientAddress, isTrusted } from "./client-address.ts";
import { forwardedOrigin } from "./forwarded-origin.ts";
import type { Ready } from "./health.ts";
import type { Limits } from "./limited.ts";
import type { PeerOf } from "./listen.ts";
import { isLogged, type Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracer } from "./otlp/tracer.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { callerKey, type Rate, type RateLimit } from "./rate-limit.ts";
import { type Grant, refusal, type Tokens } from "./tokens.ts";
import { clientForLog, httpSettings, type LocalAddresses } from "./wiring.ts";

/** The parts that outlive a change of settings. */
export interface Services {
  readonly geo: Geo;
  /** This machine's addresses in text form, which lookups refuse. */
  readonly own: LocalAddresses;
  readonly queue: Queue;
  /** Undefined where lookups are not answered again. */
  readonly cache: LookupCache | undefined;
  /** Undefined where no results are kept. */
  readonly kept: KeptResults | undefined;
  readonly metrics: Metrics;
  /** Undefined where no traces are wanted. */
  readonly tracer: Tracer | undefined;
  readonly log: Log;
  readonly access: AccessLog;
  readonly hostnames: HostnameOf;
  readonly abuseOf: AbuseOf | undefined;
  readonly verify: AppDeps["verify"];
  readonly signature: AppDeps["signature"];
  readonly probe: ProbeAccess;
  /** Undefined where the service is open. */
  readonly tokens: () => Tokens | undefined;
  readonly ready: () => Ready;
  readonly draining: () => boolean;
  /** The limiter of a rate, with what callers have spent. */
  readonly limitOf: (rate: Rate) => RateLimit;
}

/** The parts that the handlers of requests read. */
export type HandlersSettings = SettingsAt<
  | "callers.proxies"
  | "callers.field"
  | "api.cors"
  | "api.frameAncestors"
  | "api.mcp"
  | "api.rateLimit"
  | "api.httpRateLimit"
  | "api.limitPrefix"
  | "server.baseUrl"
  | "server.maxRequestBody"
  | "log.level"
  | "log.paths"
  | "probe.served"
> &
  Parameters<typeof httpSettings>[0] &
  Parameters<typeof clientForLog>[0];

/** Makes the handlers for a listener, which tells a request's other end. */
export function createHandlers(settings: HandlersSettings, services: Services): (peerOf: PeerOf) => Pipeline {
  const {
    geo,
    own,
    queue,
    cache,
    kept,
    metrics,
    tracer,
    log,
    access,
    hostnames,
    abuseOf,
    verify,
    signature,
    probe,
    tokens,
    ready,
    draining,
    limitOf,
  } = services;
  const { proxies, field } = settings.callers;
  const { cors, frameAncestors, mcp, rateLimit, httpRateLimit, limitPrefix } = settings.api;
  const limitBy = (rate: Rate | undefined) => rate && { rate, take: limitOf(rate) };
  const known = tokens();
  const limitsOf = (grant: Grant): Limits => {
    const { rate } = grant;
    return {
      requests: limitBy(rate === "default" ? rateLimit : rate === "off" ? undefined : rate),
      lookups: limitBy(httpRateLimit),
      need(tag) {
        const refused = refusal(grant, tag);
        if (refused) throw refused;
      },
    };
  };
  // Where no proxy is trusted nobody's word counts, and looking for it would cost more than the rest.
  const trusting = proxies.unix || proxies.networks.length > 0;
  const ofSocket = memoize((peer) => clientAddress(peer, field, null, proxies));
  return (peerOf) => {
    const caller = (request: Request) => {
      const peer = peerOf(request);
      if (!trusting && peer !== undefined) return ofSocket(peer);
      return clientAddress(peer, field, trusting ? request.headers.get(field) : null, proxies);
    };
    const keyOf = (request: Request) => callerKey(caller(request).ip, limitPrefix);
    const site = createSite(version, settings.server.baseUrl, (request) =>
      trusting && isTrusted(peerOf(request), proxies) ? forwardedOrigin(request.headers) : {},
    );
    const app = createApp({
      site,
      ip: {
        geo: geo.current,
        caller: (request) => knownCaller(caller(request)),
        hostnameOf: hostnames,
        abuseOf,
        credits: () => [
          ...attributionsOf(geo.describe(0)),
          { text: `Data: ${agesText(tableAges(geo.current(), Date.now()))}.` },
        ],
      },
      http: {
        settings: httpSettings(settings, own),
        queue,
        cache,
        client: keyOf,
        looked: tracer?.lookup,
      },
      frameAncestors,
      kept,
      mcp:
        mcp === "on" ? { origins: cors.flatMap((origin) => URL.parse(origin)?.hostname ?? []) } : undefined,
      verify,
      signature,
      probe: settings.probe.served === "on" ? probe : undefined,
      tokens: known && (known.anonymous ? "optional" : "required"),
      ready,
      onBug: (error) =>
        log("error", "bug", {
          stack: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    });
    return createPipeline({
      settings: {
        base: site.base,
        cors,
        limits: { requests: limitBy(rateLimit), lookups: limitBy(httpRateLimit) },
        tokens: known && { known, limitsOf },
        maxBody: settings.server.maxRequestBody,
        logs: {
          requests: isLogged("info", settings.log.level),
          probes: isLogged("debug", settings.log.level),
        },
        logPaths: settings.log.paths === "full",
      },
      app,
      caller,
      keyOf,
      loggedClient: clientForLog(settings),
      access,
      draining,
      metrics,
      tracer,
      clock: Date.now,
    });
  };
}

function knownCaller(caller: Caller): Caller | undefined {
  return caller.ip === "" ? undefined : caller;
}
