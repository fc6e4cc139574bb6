/** Collects what requests and their lookups leave behind for traces. Holds state; no IO. */

import type { HttpReport } from "../../http/schema.ts";
import { received } from "../received.ts";
import { traceParent } from "../request-id.ts";
import type { LookupTrace, RequestTrace } from "./spans.ts";

/** The pipeline's facts of a request that it has answered. */
type AnsweredRequest = Omit<RequestTrace, "parent" | "lookups">;

export interface Tracer {
  /** A request has looked up a URL. `started`: milliseconds of the monotonic clock. */
  lookup(request: Request, started: number, report: HttpReport): void;
  /** A request has been answered. */
  request(request: Request, answered: AnsweredRequest): void;
}

/** Lookups of a request beyond which no more are traced: a redirect map has hundreds. */
const MOST_LOOKUPS = 50;

/** @param add takes what is to be sent */
export function createTracer(add: (trace: RequestTrace) => void): Tracer {
  const lookups = new WeakMap<Request, LookupTrace[]>();
  return {
    lookup(request, started, { steps }) {
      const key = received(request);
      const known = lookups.get(key) ?? [];
      if (known.length >= MOST_LOOKUPS) return;
      // The report itself is large, and not to be held until it is sent.
      known.push({
        started,
        steps: steps.map(({ status, httpVersion, timeStages, error }) => ({
          status,
          httpVersion,
          stages: timeStages,
          error: error?.code ?? "",
        })),
      });
      lookups.set(key, known);
    },
    request(request, answered) {
      const parent = traceParent(request.headers);
      // The leader of the trace has decided that it is not recorded.
      if (parent?.sampled === false) return;
      add({ ...answered, parent, lookups: lookups.get(received(request)) ?? [] });
    },
  };
}
