/** A client that has gone away before it had its answer. */

import { Answer } from "../content.ts";

/** What it is noted with in log and metrics, as nginx does; nobody receives it. */
export const LEFT = 499;

/** What stands for the answer when `error` came of the client's leaving. */
export function answerLeft(request: Request, error: unknown): Response | undefined {
  const left = request.signal.aborted && error instanceof Error && error.name === "AbortError";
  return left ? new Answer(null, { status: LEFT }) : undefined;
}
