/** `GET /probe?target=&module=`: metrics of a target for Prometheus. */

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Answer } from "../../api/answer.ts";
import { spend, spendLookups } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { api } from "../../api/plugin.ts";
import { flag, query, queryOf, text, urlText } from "../../api/query.ts";
import type { Queue } from "../../http/queue.ts";
import { LOOKUP_COST } from "../../http/routes.ts";
import type { HttpSettings } from "../../http/settings.ts";
import type { LoadedModule } from "./probe.ts";

/** Probe modules and lookup settings of a service. */
export interface ProbeAccess {
  readonly modules: () => ReadonlyMap<string, LoadedModule>;
  readonly settings: () => HttpSettings;
  /** Queue of lookups; undefined in the supervising process. */
  readonly queue: Queue | undefined;
}

/** Modules without a file: `http_2xx` succeeds with any 2xx status. */
export const DEFAULT_MODULES: ReadonlyMap<string, LoadedModule> = new Map([["http_2xx", {}]]);

const probeQuery = query({
  target: urlText("target", "URL to probe; without a scheme http:// is assumed"),
  module: text("Module of --probe-config; http_2xx by default", "http_2xx"),
  hostname: text("Host header to send, and name that the certificate must have", "example.com"),
  debug: flag("debug", "Print reasons and findings as comments first"),
});

export const PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

/** Milliseconds subtracted from the scrape timeout, for sending the response. */
const MARGIN = 500;

/** Metrics for a request on any listener. @throws NetlensError for an invalid parameter */
export async function probeText(
  request: Request,
  { modules, settings, queue }: ProbeAccess,
): Promise<string> {
  const given = queryOf(probeQuery, new URL(request.url).searchParams);
  const { target, module: name = "http_2xx", hostname, debug } = given;
  const module = modules().get(name);
  if (!module) throw new NetlensError("invalid-param", `module: unknown module "${name}".`);
  if (module.otherProber !== undefined)
    throw new NetlensError(
      "invalid-param",
      `module: "${name}" uses the ${module.otherProber} prober; netlens has only http.`,
    );
  if (module.fault !== undefined) throw new NetlensError("invalid-param", `module: ${module.fault}.`);
  spend(request, LOOKUP_COST);
  await spendLookups(request, 1);
  const { probe } = await import("./probe.ts");
  return probe(target, module, { settings: settings(), queue }, request.signal, {
    limit: scrapeLimit(request.headers),
    hostname,
    debug: debug === true,
  });
}

/** Scrape timeout in milliseconds; undefined if the scraper sends none. */
function scrapeLimit(headers: Headers): number | undefined {
  const seconds = Number(headers.get("x-prometheus-scrape-timeout-seconds") ?? Number.NaN);
  return seconds > 0 ? Math.max(1, seconds * 1000 - MARGIN) : undefined;
}

export const probeRoutes = (deps: { readonly probe?: ProbeAccess | undefined }) =>
  new Elysia({ name: "probe", normalize: false, tags: ["http"] }).use(api).get(
    "/probe",
    async ({ request }) => {
      // Requests are routed here only if probes are enabled.
      const text = deps.probe ? await probeText(request, deps.probe) : "";
      return new Answer(text, { headers: { "content-type": PROMETHEUS_TEXT } });
    },
    {
      cost: LOOKUP_COST,
      query: probeQuery,
      detail: {
        operationId: "probe",
        summary: "Probe a target for Prometheus",
        description:
          "Metrics with the names and meanings of blackbox_exporter, and netlens' own: findings, requirements, the certificate of each step. A failed target is reported as probe_success 0.",
        answer: { type: "text/plain", schema: Type.String() },
        errors: ["invalid-url", "invalid-param", "loop-detected", "too-busy"],
        served: () => deps.probe !== undefined,
      },
    },
  );
