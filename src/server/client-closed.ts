/** A client that has gone away before it had its answer. */

import { Answer } from "../api/answer.ts";

/** The status for log and metrics, as nginx writes it; nobody receives it. */
export const CLIENT_CLOSED_REQUEST = 499;

/** The 499 response for a client that disconnected. */
export function clientClosedResponse(request: Request, error: unknown): Response | undefined {
  const left = request.signal.aborted && error instanceof Error && error.name === "AbortError";
  return left ? new Answer(null, { status: CLIENT_CLOSED_REQUEST }) : undefined;
}
