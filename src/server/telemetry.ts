/** Traces and metrics for `--otlp`. OpenTelemetry's packages are loaded only with it. */

import type { Family } from "../api/metrics-text.ts";
import type { SettingsAt } from "../settings/settings.ts";
import type { Log } from "./log.ts";
import type { Telemetry } from "./otlp/exporters.ts";

/**
 * The sender of traces and metrics; undefined without `--otlp`.
 * @param counts returns the current metrics; undefined if another process sends them
 * @param period milliseconds between two exports of metrics
 */
export async function telemetryOf(
  { server: { otlp: url } }: SettingsAt<"server.otlp">,
  log: Log,
  counts: (() => Family[] | Promise<Family[]>) | undefined,
  period = 60_000,
): Promise<Telemetry | undefined> {
  if (url === undefined) return undefined;
  const { openTelemetry } = await import("./otlp/exporters.ts");
  return openTelemetry(url, log, counts, period);
}
