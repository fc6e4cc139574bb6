/** The meaning of a collector's answer (OTLP specification, section OTLP/HTTP Response). Pure. */

/** The outcome of an export. */
export type Outcome =
  /** `rejected`: spans or data points that the collector did not take. */
  | { readonly kind: "taken"; readonly rejected: number }
  /** To be sent again, not before `after` milliseconds where the collector says so. */
  | { readonly kind: "again"; readonly reason: string; readonly after?: number }
  | { readonly kind: "refused"; readonly reason: string };

const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Milliseconds that a collector may ask to wait for. */
const LATEST_RETRY = 300_000;

/**
 * @param retryAfter the value of Retry-After, `null` for none
 * @param text the content, as much as was read
 * @param now milliseconds since the epoch
 */
export function outcomeOf(status: number, retryAfter: string | null, text: string, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: "taken", rejected: rejectedOf(text) };
  const reason = `status ${status}`;
  if (!AGAIN.has(status)) return { kind: "refused", reason };
  const after = waitOf(retryAfter, now);
  return { kind: "again", reason, ...(after !== undefined && { after }) };
}

/** Retry-After is seconds or a date (RFC 9110 section 10.2.3). */
function waitOf(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LATEST_RETRY);
}

function rejectedOf(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { readonly partialSuccess?: unknown };
    if (typeof partialSuccess !== "object" || partialSuccess === null) return 0;
    const { rejectedSpans, rejectedDataPoints } = partialSuccess as {
      readonly rejectedSpans?: unknown;
      readonly rejectedDataPoints?: unknown;
    };
    const count = Number(rejectedSpans ?? rejectedDataPoints ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    // The answer to JSON need not be JSON.
    return 0;
  }
}
