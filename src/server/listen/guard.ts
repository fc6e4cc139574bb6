/** IO: keeps a listener's connections within their limits. The platform's server accepts whoever comes. */

import { statSync } from "node:fs";
import { ERRORS } from "../../api/errors.ts";
import {
  type ConnectionLimits,
  createConnectionLimit,
  type Reason,
  type Refused,
} from "../limits/connection-limit.ts";
import { problemDetails } from "../pipeline/problem-details.ts";
import { type Connection, type Place, type Sockets, systemSockets } from "./sockets.ts";

/** Milliseconds between looks. */
const SELDOM = 100;
/** Milliseconds between notes of who is there: they stay when others come in crowds. */
const NOTED = 1000;
/** Milliseconds to the next look after one that refused somebody. */
const OFTEN = 10;
/** A look may take this share of the time. */
const SHARE = 0.1;
/** Descriptors that are left for lookups, databases and the log. */
const RESERVE = 256;

/**
 * Ends connections beyond the limits, with 503 where nothing has been sent on them yet, until the returned function is
 * called.
 * @param at the listener's place
 * @param refused hears of each
 * @param base the URL of the service, for the types of errors
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

/**
 * Makes the function that looks once, and calls `next` with the milliseconds until it should look again.
 * @internal for tests: tests give it a clock
 */
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
  const limit = createConnectionLimit<Connection>({ ...limits, total });
  const least = Math.min(total, limits.each);
  let noted = Number.NEGATIVE_INFINITY;
  return () => {
    const started = clock();
    // Every connection is a descriptor: with few of them nobody is refused, only who is there is noted now and then.
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

/** The size of this folder is their number since Linux 6.2; before it is 0, and they are counted one by one. */
function openDescriptors(): number {
  return statSync("/proc/self/fd").size || Number.POSITIVE_INFINITY;
}

/** The 503 response for refused connections. @param base the URL of the service */
function refusalsOf(base: string): Readonly<Record<Refused<Connection>["reason"], Uint8Array>> {
  return {
    total: refusal("This service has reached its limit of connections; try again in 5 seconds.", base),
    address: refusal("Your address has reached its limit of connections; close some of them.", base),
  };
}

/** A whole response, for a socket that the server does not know to be answered. */
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
