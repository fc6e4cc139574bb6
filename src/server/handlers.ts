/** Builds the app from the settings and the parts of a service. */

import type { AnyElysia } from "elysia";
import { createSite } from "../api/site.ts";
import type { LookupCache } from "../http/lookup-cache.ts";
import type { Queue } from "../http/queue.ts";
import { agesText, tableAges } from "../ip/data-ages.ts";
import type { Geo } from "../ip/geo.ts";
import { attributionsOf } from "../ip/geo.ts";
import type { HostnameOf } from "../ip/hostname.ts";
import type { AbuseOf } from "../ip/rdap.ts";
import type { ProbeAccess } from "../jobs/probe/routes.ts";
import { memoize } from "../platform/memoize.ts";
import type { SettingsAt } from "../settings/settings.ts";
import { version } from "../version.ts";
import type { KeptResults } from "../web/kept-results.ts";
import type { AccessLog } from "./access-log.ts";
import { type AppDeps, createApp } from "./app.ts";
import type { Limits } from "./limits/limited.ts";
import { callerKey, type Rate, type RateLimit } from "./limits/rate-limit.ts";
import type { PeerOf } from "./listen.ts";
import { isLogged, type Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Tracer } from "./otlp/tracer.ts";
import { type Caller, clientAddress, forwardedOrigin, isTrusted } from "./pipeline/client-address.ts";
import { createCors } from "./pipeline/cors.ts";
import type { PipelineSettings } from "./pipeline/pipeline.ts";
import type { Ready } from "./routes/health.ts";
import { type Grant, refusal, type Tokens } from "./tokens.ts";
import { clientForLog, httpSettings, type LocalAddresses } from "./wiring.ts";

/** Services that survive a reload. */
export interface Services {
  readonly geo: Geo;
  /** This machine's addresses, which lookups refuse. */
  readonly own: LocalAddresses;
  readonly queue: Queue;
  /** Undefined without `--http-cache`. */
  readonly cache: LookupCache | undefined;
  /** Undefined if results are not kept. */
  readonly kept: KeptResults | undefined;
  readonly metrics: Metrics;
  /** Undefined without `--otlp`. */
  readonly tracer: Tracer | undefined;
  readonly log: Log;
  readonly access: AccessLog;
  readonly hostnames: HostnameOf;
  readonly abuseOf: AbuseOf | undefined;
  readonly verify: AppDeps["verify"];
  readonly signature: AppDeps["signature"];
  readonly probe: ProbeAccess;
  /** Running site checks. */
  readonly siteChecks: Queue;
  /** Undefined without `--reports`. */
  readonly reports: AppDeps["reports"];
  /** Undefined for an open service. */
  readonly tokens: () => Tokens | undefined;
  readonly ready: () => Ready;
  readonly draining: () => boolean;
  /** Limiter of a rate, with its state. */
  readonly limitOf: (rate: Rate) => RateLimit;
}

/** Settings read by request handlers. */
export type HandlersSettings = SettingsAt<
  | "callers.proxies"
  | "callers.field"
  | "api.cors"
  | "api.frameAncestors"
  | "api.mcp"
  | "api.site"
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

/** Creates the app of a listener, for the life of the process. It reads the settings per request. */
export function createService(
  settings: () => HandlersSettings,
  services: Services,
  peerOf: PeerOf,
): AnyElysia {
  const { geo, queue, cache, kept, metrics, tracer, log, access, hostnames, abuseOf } = services;
  const live = liveOf(settings, services, peerOf);
  const keyOf = (request: Request) => callerKey(live().caller(request).ip, live().limitPrefix);
  return createApp(
    {
      site: {
        version,
        get base() {
          return live().site.base;
        },
        urlFor: (request) => live().site.urlFor(request),
      },
      ip: {
        geo: geo.current,
        caller: (request) => knownCaller(live().caller(request)),
        hostnameOf: hostnames,
        abuseOf,
        credits: () => [
          ...attributionsOf(geo.describe(0)),
          { text: `Data from ${agesText(tableAges(geo.current(), Date.now()))}.` },
        ],
      },
      http: {
        get settings() {
          return live().http;
        },
        queue,
        cache,
        client: keyOf,
        looked: tracer?.lookup,
      },
      get frameAncestors() {
        return live().frameAncestors;
      },
      kept,
      reports: services.reports,
      get siteChecks() {
        return live().siteChecks;
      },
      get mcp() {
        return live().mcp;
      },
      verify: services.verify,
      signature: services.signature,
      get probe() {
        return live().probe;
      },
      get tokens() {
        return live().needsToken;
      },
      ready: services.ready,
      onBug: (error) =>
        log("error", "bug", {
          stack: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    },
    {
      settings: () => live().pipeline,
      caller: (request) => live().caller(request),
      keyOf,
      loggedClient: (ip) => live().loggedClient(ip),
      access,
      draining: services.draining,
      metrics,
      tracer,
      clock: Date.now,
    },
  );
}

/** Values derived from the settings, once per reload. */
function liveOf(settings: () => HandlersSettings, services: Services, peerOf: PeerOf) {
  let of: HandlersSettings | undefined;
  let made: ReturnType<typeof derived>;
  return () => {
    const now = settings();
    if (now !== of) {
      made = derived(now, services, peerOf);
      of = now;
    }
    return made;
  };
}

function derived(
  settings: HandlersSettings,
  { own, probe, siteChecks, tokens, limitOf }: Services,
  peerOf: PeerOf,
) {
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
  // Without trusted proxies, skips reading the headers, which is the slowest part.
  const trusting = proxies.unix || proxies.networks.length > 0;
  const ofSocket = memoize((peer) => clientAddress(peer, field, null, proxies));
  const pipeline: PipelineSettings = {
    cors: cors.length > 0 ? createCors(cors) : undefined,
    limits: { requests: limitBy(rateLimit), lookups: limitBy(httpRateLimit) },
    tokens: known && { known, limitsOf },
    maxBody: settings.server.maxRequestBody,
    logs: {
      requests: isLogged("info", settings.log.level),
      probes: isLogged("debug", settings.log.level),
    },
    logPaths: settings.log.paths === "full",
  };
  return {
    pipeline,
    frameAncestors,
    limitPrefix,
    caller(request: Request): Caller {
      const peer = peerOf(request);
      if (!trusting && peer !== undefined) return ofSocket(peer);
      return clientAddress(peer, field, trusting ? request.headers.get(field) : null, proxies);
    },
    site: createSite(version, settings.server.baseUrl, (request) =>
      trusting && isTrusted(peerOf(request), proxies) ? forwardedOrigin(request.headers) : {},
    ),
    http: httpSettings(settings, own),
    mcp: mcp === "on" ? { origins: cors.flatMap((origin) => URL.parse(origin)?.hostname ?? []) } : undefined,
    probe: settings.probe.served === "on" ? probe : undefined,
    siteChecks: settings.api.site === "on" ? siteChecks : undefined,
    needsToken: known && (known.anonymous ? ("optional" as const) : ("required" as const)),
    loggedClient: clientForLog(settings),
  };
}

function knownCaller(caller: Caller): Caller | undefined {
  return caller.ip === "" ? undefined : caller;
}
