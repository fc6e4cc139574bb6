/** Reports that replicas keep for each other, as long as what they share answers. Pure. */

import type { SharedReports } from "../http/lookup-cache.ts";
import type { SharedCalls } from "./shared-calls.ts";

/** The same, with each call under its deadline. */
export function boundedReports(calls: SharedCalls, reports: SharedReports): SharedReports {
  return {
    turn: (...given) => calls.ask(() => reports.turn(...given)),
    renew: (...given) => calls.ask(() => reports.renew(...given)),
    keep: (...given) => calls.ask(() => reports.keep(...given)),
    release: (...given) => calls.ask(() => reports.release(...given)),
  };
}
