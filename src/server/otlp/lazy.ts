/** The sender of traces and metrics, loaded when the settings want it: a start does without. */

import type { Family } from "../../api/metrics-text.ts";
import type { SettingsAt } from "../../settings/settings.ts";
import { version } from "../../version.ts";
import type { Log } from "../log.ts";
import type { Telemetry } from "./telemetry.ts";

/** How a collector of traces and metrics is reached, besides its URL. */
export interface CollectorAccess {
  /** The value of `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly headers?: string | undefined;
  /** Milliseconds between two exports of metrics. */
  readonly period?: number | undefined;
}

/**
 * The sender of traces and metrics; undefined where the settings want none.
 * @param metrics what is counted; undefined where the process that watches over the workers sends that
 * @throws Error that names the setting at fault
 */
export async function telemetryOf(
  { server: { otlp: url } }: SettingsAt<"server.otlp">,
  log: Log,
  collector: CollectorAccess,
  metrics: (() => Family[] | Promise<Family[]>) | undefined,
): Promise<Telemetry | undefined> {
  if (url === undefined) return undefined;
  const { openTelemetry } = await import("./telemetry.ts");
  return openTelemetry({
    ...collector,
    url,
    resource: { version, instance: crypto.randomUUID() },
    metrics,
    log,
  });
}
