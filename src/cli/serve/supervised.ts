/** IO: a worker's side of the talk with the process that watches over it. */

import type { Family } from "../../api/metrics-text.ts";
import type { Service } from "../../server/service.ts";

/** Tells a process that it is a worker. */
export const WORKER = "NETLENS_WORKER";

/** A message of a worker. */
export type FromWorker =
  | { readonly kind: "ready"; readonly address: string }
  | { readonly kind: "reloaded" }
  | { readonly kind: "metrics"; readonly families: readonly Family[] };

/** A question to a worker besides signals. */
export interface ToWorker {
  readonly kind: "metrics";
}

/** In a worker: tells the supervisor what it asks, and ends with it. */
export function serveSupervisor(service: Service): { readonly reloaded: () => void } {
  const tell = (message: FromWorker) => void process.send?.(message);
  process.on("message", (message: ToWorker) => {
    if (message.kind === "metrics") tell({ kind: "metrics", families: service.metrics() });
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  tell({ kind: "ready", address: service.address });
  return { reloaded: () => tell({ kind: "reloaded" }) };
}
