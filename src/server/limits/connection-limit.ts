/** Connection limits, total and per address. Holds state; no IO. */

import type { Connection } from "../listen/sockets.ts";
import { callerKey } from "./rate-limit.ts";

export interface ConnectionLimits {
  readonly total: number;
  /** Per address (IPv6: /64). */
  readonly each: number;
  /** Exempt from the limit per address: proxies. */
  readonly exempt: (peer: string) => boolean;
}

export type Reason = "total" | "address";

interface Refused {
  readonly connection: Connection;
  readonly reason: Reason;
}

/**
 * Creates the limit. Connections admitted by the previous call are admitted first, so that a flood of new
 * ones does not close them.
 */
export function createConnectionLimit({ total, each, exempt }: ConnectionLimits) {
  let known = new Map<number, Connection>();
  return {
    /** Admitted connections by descriptor. */
    known: (): ReadonlyMap<number, Connection> => known,
    refuse(connections: readonly Connection[]): readonly Refused[] {
      const old = connections.filter(({ fd, id }) => known.get(fd)?.id === id);
      const fresh = connections.filter(({ fd, id }) => known.get(fd)?.id !== id);
      const held = new Map<string, number>();
      const refused: Refused[] = [];
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
