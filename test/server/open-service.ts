/** Service without limits, log and metrics, for tests of the application. */

import { createMetrics } from "../../src/server/metrics/metrics.ts";
import type { PipelineDeps, PipelineSettings } from "../../src/server/pipeline/pipeline.ts";

export const openSettings: PipelineSettings = {
  cors: undefined,
  limits: {},
  maxBody: 1_000_000,
  logs: { requests: true, probes: true },
  logPaths: false,
};

export const openService = (settings: Partial<PipelineSettings> = {}): PipelineDeps => ({
  settings: () => ({ ...openSettings, ...settings }),
  caller: () => ({ ip: "127.0.0.1", source: "socket" }),
  keyOf: () => "127.0.0.1",
  loggedClient: (ip) => ip,
  access: () => {},
  metrics: createMetrics(),
  draining: () => false,
  clock: Date.now,
});
