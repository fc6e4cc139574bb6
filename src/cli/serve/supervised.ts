/** IO: a worker's messages to its supervisor. */

import type { Family } from "../../api/metrics-text.ts";
import type { Service } from "../../server/service.ts";

/** Environment variable that marks a worker process. */
export const WORKER = "NETLENS_WORKER";

export type FromWorker =
  | { readonly kind: "ready"; readonly address: string }
  | { readonly kind: "reloaded" }
  | { readonly kind: "metrics"; readonly families: readonly Family[] };

export interface ToWorker {
  readonly kind: "metrics";
}

/** Answers the supervisor and ends with it. */
export function serveSupervisor(service: Service): { readonly reloaded: () => void } {
  const send = (message: FromWorker) => void process.send?.(message);
  process.on("message", (message: ToWorker) => {
    if (message.kind === "metrics") send({ kind: "metrics", families: service.metrics() });
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  send({ kind: "ready", address: service.address });
  return { reloaded: () => send({ kind: "reloaded" }) };
}

/** Start of our own command line: the executable alone if compiled, else Bun with the script. */
export function program(): readonly string[] {
  const compiled = /^(?:\/\$bunfs\/|B:[/\\]~BUN)/.test(Bun.main);
  return compiled ? [process.execPath] : [process.execPath, Bun.main];
}
