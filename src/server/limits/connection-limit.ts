/** Limits of connections, in all and for each address. Holds state; no IO. */

import { callerKey } from "./rate-limit.ts";

export interface ConnectionLimits {
  /** Connections in all. */
  readonly total: number;
  /** Connections of one address (IPv6: /64). */
  readonly each: number;
  /** Whether an address may hold as many as there are: a proxy in front. */
  readonly exempt: (peer: string) => boolean;
}

/** As `listen-sockets` finds them. */
export interface Held {
  readonly fd: number;
  readonly id: number | bigint;
  /** The address of the other end; `""` on a Unix socket. */
  readonly peer: string;
}

export type Reason = "total" | "address";

export interface Refused<C> {
  readonly connection: C;
  readonly reason: Reason;
}

/**
 * Makes the function that says which connections are too many. Those that were there at the call before come first, so
 * that a flood of new ones costs the others nothing.
 */
export function createConnectionLimit<C extends Held>({ total, each, exempt }: ConnectionLimits) {
  let known = new Map<number, C>();
  return {
    /** The admitted connections, by descriptor. */
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
