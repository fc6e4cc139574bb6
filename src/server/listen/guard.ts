/** IO: limits the connections of a listener, which Bun does not. */

import { statSync } from "node:fs";
import { ERRORS } from "../../api/errors.ts";
import { type ConnectionLimits, createConnectionLimit, type Reason } from "../limits/connection-limit.ts";
import { problemDetails } from "../pipeline/problem-details.ts";
import { type Place, type Sockets, systemSockets } from "./sockets.ts";

/** Milliseconds between checks. */
const SELDOM = 100;
/** Milliseconds between two records of open connections; recorded ones are kept when a flood comes. */
const NOTED = 1000;
/** Milliseconds until the next check after a refusal. */
const OFTEN = 10;
/** Maximum fraction of time spent on checks. */
const SHARE = 0.1;
/** Descriptors reserved for lookups, databases and the log. */
const RESERVE = 256;

/**
 * Closes connections beyond the limits, with 503 if nothing has been sent, until the returned function is
 * called.
 * @param at place of the listener
 * @param refused called for each refused connection
 * @param base URL of the service, for error types
 */
export function guardConnections(
  at: Place,
  limits: ConnectionLimits,
  refused: (reason: Reason) => void,
  base: () => string,
): () => void {
  let look: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const next = (delay: number) => {
    timer = setTimeout(() => {
      const sockets = systemSockets();
      look ??=
        sockets &&
        watch({ sockets, openDescriptors, clock: () => performance.now() }, at, limits, refused, next, base);
      look?.();
    }, delay);
    timer.unref();
  };
  next(SELDOM);
  return () => clearTimeout(timer);
}

interface System {
  readonly sockets: Pick<Sockets, "connections" | "end" | "limit">;
  readonly openDescriptors: () => number;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/** @internal for tests: creates the check, which calls `next` with the milliseconds until the next check. */
export function watch(
  { sockets, openDescriptors, clock }: System,
  at: Place,
  limits: ConnectionLimits,
  refused: (reason: Reason) => void,
  next: (delay: number) => void,
  base: () => string,
): () => void {
  const descriptors = Math.max(sockets.limit - RESERVE, Math.floor(sockets.limit / 2));
  const total = Math.min(limits.total, descriptors);
  const limit = createConnectionLimit({ ...limits, total });
  const least = Math.min(total, limits.each);
  let noted = Number.NEGATIVE_INFINITY;
  return () => {
    const started = clock();
    // With few descriptors no limit is reached: only records the open connections, every NOTED milliseconds.
    const crowded = openDescriptors() > least;
    if (!crowded && started - noted < NOTED) return next(SELDOM);
    noted = started;
    const tooMany = limit.refuse(sockets.connections(at, limit.known()));
    let refusals: ReturnType<typeof refusalsOf> | undefined;
    for (const { connection, reason } of tooMany) {
      refusals ??= refusalsOf(base());
      sockets.end(connection, refusals[reason]);
      refused(reason);
    }
    const taken = clock() - started;
    next(Math.max(tooMany.length > 0 ? OFTEN : SELDOM, taken / SHARE));
  };
}

/** Open descriptors: the size of /proc/self/fd since Linux 6.2; infinite on older kernels (size 0). */
function openDescriptors(): number {
  return statSync("/proc/self/fd").size || Number.POSITIVE_INFINITY;
}

/** 503 responses. @param base URL of the service */
function refusalsOf(base: string): Readonly<Record<Reason, Uint8Array>> {
  return {
    total: refusal("This service has reached its limit of connections; try again in 5 seconds.", base),
    address: refusal("Your address has reached its limit of connections; close some of them.", base),
  };
}

/** Raw response, for a socket that Bun considers idle. */
function refusal(detail: string, base: string): Uint8Array {
  const body = JSON.stringify(problemDetails("too-many-connections", detail, base));
  return new TextEncoder().encode(
    [
      `HTTP/1.1 ${ERRORS["too-many-connections"].status} Service Unavailable`,
      "Content-Type: application/problem+json",
      `Content-Length: ${body.length}`,
      "Cache-Control: no-store",
      "Retry-After: 5",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
