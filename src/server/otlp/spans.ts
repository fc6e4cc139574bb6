/** Requests and their lookups → spans, as OTLP has them in JSON (opentelemetry-proto 1.x, its mapping to JSON). Pure. */

import type { TimeStages } from "../../http/schema.ts";
import type { TraceParent } from "../request-id.ts";

/** A lookup that a request has made. */
export interface LookupTrace {
  /** Milliseconds of the monotonic clock. */
  readonly started: number;
  readonly steps: readonly StepTrace[];
}

interface StepTrace {
  /** 0 for a step without a response. */
  readonly status: number;
  readonly httpVersion: string;
  /** In the order in which they came. */
  readonly stages: Readonly<TimeStages>;
  /** The code of a failure; `""` for none. */
  readonly error: string;
}

/** A request that has been answered: what its line in the log has, without the caller. */
export interface RequestTrace {
  /** The trace that the caller makes it part of. */
  readonly parent: TraceParent | undefined;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Milliseconds of the monotonic clock. */
  readonly started: number;
  readonly ms: number;
  /** The id that it came with; `""` for none. */
  readonly id: string;
  readonly lookups: readonly LookupTrace[];
}

/** The sending service. */
export interface Resource {
  readonly version: string;
  /** Tells this process from the others. */
  readonly instance: string;
}

/** How many spans a request becomes. */
export function spanCount({ lookups }: RequestTrace): number {
  let count = 1;
  for (const { steps } of lookups) {
    count++;
    for (const { stages } of steps) count += Object.keys(stages).length;
  }
  return count;
}

const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;
const STATUS_ERROR = 2;

/** @param random gives so many random bytes in hexadecimal, never zeros alone */
export interface SpanContext {
  readonly resource: Resource;
  /** Milliseconds since the epoch at which the monotonic clock was 0. */
  readonly epoch: number;
  readonly random: (bytes: number) => string;
}

/** The content of an export of traces. */
export function tracesBody(requests: readonly RequestTrace[], context: SpanContext): string {
  const spans = requests.flatMap((request) => spansOf(request, context));
  return JSON.stringify({
    resourceSpans: [
      { resource: resourceOf(context.resource), scopeSpans: [{ scope: scopeOf(context.resource), spans }] },
    ],
  });
}

/** A value for `string`, `boolean` and whole numbers (common.proto AnyValue). */
type AnyValue = { readonly stringValue: string } | { readonly intValue: string };

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export function resourceOf({ version, instance }: Resource): { readonly attributes: readonly KeyValue[] } {
  return {
    attributes: [
      text("service.name", "netlens"),
      text("service.version", version),
      text("service.instance.id", instance),
    ],
  };
}

export function scopeOf({ version }: Resource) {
  return { name: "netlens", version };
}

export function text(key: string, value: string): KeyValue {
  return { key, value: { stringValue: value } };
}

function whole(key: string, value: number): KeyValue {
  return { key, value: { intValue: String(value) } };
}

/** Nanoseconds since the epoch: more digits than a number holds. */
export function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

/**
 * A span as it is sent.
 * @internal for tests: a collector reads it
 */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status?: { readonly code: number };
}

function spansOf(request: RequestTrace, { epoch, random }: SpanContext): Span[] {
  const { parent, method, route, status, started, ms, id, lookups } = request;
  const traceId = parent?.traceId ?? random(16);
  const spans: Span[] = [];
  /** Adds a span, and gives its id. */
  const add = (
    parentSpanId: string | undefined,
    name: string,
    kind: number,
    from: number,
    time: number,
    attributes: readonly KeyValue[] = [],
    failed = false,
  ): string => {
    const spanId = random(8);
    spans.push({
      traceId,
      spanId,
      ...(parentSpanId !== undefined && { parentSpanId }),
      name,
      kind,
      startTimeUnixNano: nanoseconds(epoch + from),
      endTimeUnixNano: nanoseconds(epoch + from + time),
      attributes,
      ...(failed && { status: { code: STATUS_ERROR } }),
    });
    return spanId;
  };
  const facts = [
    text("http.request.method", method),
    text("http.route", route),
    whole("http.response.status_code", status),
    ...(id === "" ? [] : [text("netlens.request_id", id)]),
  ];
  const server = add(parent?.spanId, `${method} ${route}`, SERVER, started, ms, facts, status >= 500);
  for (const lookup of lookups) {
    const total = lookup.steps.reduce((sum, { stages }) => sum + (stages.total ?? 0), 0);
    const last = lookup.steps.at(-1);
    const around = add(server, "lookup", INTERNAL, lookup.started, total, [], last?.error !== "");
    let from = lookup.started;
    for (const [index, step] of lookup.steps.entries()) {
      addStep(step, index, from, around, add);
      from += step.stages.total ?? 0;
    }
  }
  return spans;
}

/** The stages of a step follow each other. */
function addStep(
  { status, httpVersion, stages, error }: StepTrace,
  index: number,
  started: number,
  parent: string,
  add: (
    parent: string,
    name: string,
    kind: number,
    from: number,
    time: number,
    attributes?: readonly KeyValue[],
    failed?: boolean,
  ) => string,
): void {
  const facts = [
    whole("netlens.step", index + 1),
    ...(status > 0 ? [whole("http.response.status_code", status)] : []),
    ...(httpVersion === "" ? [] : [text("network.protocol.version", httpVersion)]),
    ...(error === "" ? [] : [text("error.type", error)]),
  ];
  const { total = 0, ...reached } = stages;
  const step = add(parent, "step", CLIENT, started, total, facts, error !== "");
  let from = started;
  for (const [stage, time] of Object.entries(reached)) {
    add(step, stage, INTERNAL, from, time);
    from += time;
  }
}
