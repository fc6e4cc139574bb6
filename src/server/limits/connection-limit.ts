/** Connection limits, total and per address. Holds state; no IO. */

import { callerKey } from "./rate-limit.ts";

export interface ConnectionLimits {
  readonly total: number;
  /** Per address (IPv6: /64). */
  readonly each: number;
  /** Exempt from the limit per address: proxies. */
  readonly exempt: (peer: string) => boolean;
}

export interface Held {
  readonly fd: number;
  readonly id: number | bigint;
  /** Peer address; `""` on a Unix socket. */
  readonly peer: string;
}

export type Reason = "total" | "address";

export interface Refused<C> {
  readonly connection: C;
  readonly reason: Reason;
}

/**
 * Creates the limit. Connections admitted by the previous call are admitted first, so that a flood of new
 * ones does not close them.
 */
export function createConnectionLimit<C extends Held>({ total, each, exempt }: ConnectionLimits) {
  let known = new Map<number, C>();
  return {
    /** Admitted connections by descriptor. */
    known: (): ReadonlyMap<number, C> => known,
    refuse(connections: readonly C[]): readonly Refused<C>[] {
      const old = connections.filter(({ fd, id }) => known.get(fd)?.id === id);
      const fresh = connections.filter(({ fd, id }) => known.get(fd)?.id !== id);
      const held = new Map<string, number>();
      const refused: Refused<C>[] = [];
      known = new Map();
      for (const connection of [...old, ...fresh]) {
        const { fd, peer } = connection;
        const key = callerKey(peer);
        const count = held.get(key) ?? 0;
        const reason =
          known.size >= total
            ? "total"
            : peer !== "" && count >= each && !exempt(peer)
              ? "address"
              : undefined;
        if (reason) refused.push({ connection, reason });
        else {
          held.set(key, count + 1);
          known.set(fd, connection);
        }
      }
      return refused;
    },
  };
}
