/** A queue of lookups that counts how they end. */

import { NetlensError } from "../api/errors.ts";
import type { Queue } from "../http/queue.ts";
import type { HttpReport } from "../http/schema.ts";

/** @param count hears `done`, `failed` with the phase, `left` (its client went away) or `refused` (the queue was full) */
export function countedQueue(queue: Queue, count: (outcome: string, phase: string) => void): Queue {
  return {
    async run(work, signal, share) {
      try {
        const result = await queue.run(work, signal, share);
        const phase = failedPhase(result);
        count(phase === "" ? "done" : "failed", phase);
        return result;
      } catch (error) {
        if (error instanceof NetlensError && error.code === "too-busy") count("refused", "");
        else if (signal.aborted) count("left", "");
        throw error;
      }
    },
    get running() {
      return queue.running;
    },
    get waiting() {
      return queue.waiting;
    },
  };
}

/** The phase in which a report's last step failed; `""` where it did not, and for work without a report. */
function failedPhase(result: unknown): string {
  const { report } = (result ?? {}) as { readonly report?: Pick<HttpReport, "steps"> };
  return report?.steps.at(-1)?.error?.phase ?? "";
}
