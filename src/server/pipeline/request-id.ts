/** Request ids across services. Pure. */

/** Accepted ids; others are too long, or unsafe in a log. */
const PLAUSIBLE = /^[\x21-\x7e]{1,128}$/;

// version "-" trace-id "-" parent-id "-" trace-flags, and more in later versions (W3C Trace Context section 3.2.2);
// version ff and a trace-id of zeros are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** `X-Request-Id`, else the trace-id of `traceparent`, else `""`. */
export function requestId(headers: Headers): string {
  const given = headers.get("x-request-id");
  if (given !== null) return PLAUSIBLE.test(given) ? given : "";
  const parent = headers.get("traceparent");
  return (parent !== null && TRACEPARENT.exec(parent)?.[1]) || "";
}

/** Trace of the client (W3C Trace Context). */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly sampled: boolean;
}

/** The valid `traceparent` of a request. */
export function traceParent(headers: Headers): TraceParent | undefined {
  const [, traceId, spanId, flags = ""] = TRACEPARENT.exec(headers.get("traceparent") ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
