/** Reports of single responses. */

import { runSync } from "../../../src/api/cooperative.ts";
import { decoding } from "../../../src/http/decode.ts";
import type { HttpReport } from "../../../src/http/schema.ts";

export const URL_OF = "https://shop.example/";

/** Report of a response with these lines. */
export function answered(status: number, ...lines: readonly string[]): HttpReport {
  const body = { headers: [`HTTP/1.1 ${status} ${status === 200 ? "OK" : "Other"}`, ...lines], url: URL_OF };
  return runSync(decoding(body, Date.parse("2026-11-20T10:00:00Z")));
}

/** Report of a failed lookup. */
export function failed(message: string): HttpReport {
  const report = answered(200);
  const [step] = report.steps;
  if (!step) throw new Error("no step");
  const error = { code: "connect-refused", message, phase: "tcp" } as unknown as NonNullable<
    typeof step.error
  >;
  return { ...report, status: "error", steps: [{ ...step, status: 0, error }] };
}
