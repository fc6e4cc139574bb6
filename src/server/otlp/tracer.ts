/** Requests and their lookups → spans. Holds the lookups of requests in progress; no IO. */

import {
  type Attributes,
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { HttpReport } from "../../http/schema.ts";
import type { Access } from "../access-log.ts";
import { received } from "../pipeline/received.ts";
import { traceParent } from "../pipeline/request-id.ts";

/** Facts of an answered request. `started`: monotonic milliseconds. */
type Answered = Pick<Access, "method" | "status" | "ms" | "id"> & { route: string; started: number };

export type Tracer = ReturnType<typeof createTracer>;

/** Maximum traced lookups per request: a redirect map has hundreds. */
const MOST_LOOKUPS = 50;

/** @param admit whether the queue has room for a span; refused spans are never ended, so not sent */
export function createTracer(otel: OtelTracer, admit: () => boolean) {
  const lookups = new WeakMap<Request, ((server: Context, epoch: number) => void)[]>();

  /** Adds a span. @returns the context of its children */
  const add = (
    parent: Context,
    [name, kind]: readonly [name: string, kind: SpanKind],
    [startTime, ms]: readonly [msSinceEpoch: number, ms: number],
    attributes: Attributes = {},
    failed = false,
  ): Context => {
    const span = otel.startSpan(name, { kind, startTime, attributes }, parent);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    if (admit()) span.end(startTime + ms);
    return trace.setSpan(parent, span);
  };

  return {
    /** Records a URL lookup of a request. `started`: monotonic milliseconds. */
    lookup(request: Request, started: number, report: HttpReport): void {
      const known = lookups.getOrInsertComputed(received(request), () => []);
      if (known.length >= MOST_LOOKUPS) return;
      // Copies these values: the whole report is too large to keep until the request ends.
      const steps = report.steps.map(({ status, httpVersion, timeStages, error }, index) => ({
        stages: timeStages,
        failed: error !== undefined,
        attributes: {
          "netlens.step": index + 1,
          ...(status > 0 && { "http.response.status_code": status }),
          ...(httpVersion !== "" && { "network.protocol.version": httpVersion }),
          ...(error && { "error.type": error.code }),
        },
      }));
      known.push((server, epoch) => {
        let at = epoch + started;
        const total = steps.reduce((sum, { stages }) => sum + (stages.total ?? 0), 0);
        const lookup = add(server, ["lookup", SpanKind.INTERNAL], [at, total], {}, steps.at(-1)?.failed);
        // Steps, and the stages of a step, are sequential.
        for (const { stages, failed, attributes } of steps) {
          const { total = 0, ...reached } = stages;
          const step = add(lookup, ["step", SpanKind.CLIENT], [at, total], attributes, failed);
          let from = at;
          for (const [stage, ms] of Object.entries(reached)) {
            add(step, [stage, SpanKind.INTERNAL], [from, ms]);
            from += ms;
          }
          at += total;
        }
      });
    },
    /** Records an answered request and its lookups. */
    request(request: Request, { method, route, status, started, ms, id }: Answered): void {
      const parent = traceParent(request.headers);
      // The client does not sample this trace.
      if (parent?.sampled === false) return;
      const remote = { traceFlags: TraceFlags.SAMPLED, isRemote: true };
      const around = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, ...remote }) : ROOT_CONTEXT;
      const attributes = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        ...(id !== "" && { "netlens.request_id": id }),
      };
      const epoch = Date.now() - performance.now();
      const name = `${method} ${route}`;
      const server = add(around, [name, SpanKind.SERVER], [epoch + started, ms], attributes, status >= 500);
      for (const lookup of lookups.get(received(request)) ?? []) lookup(server, epoch);
    },
  };
}
