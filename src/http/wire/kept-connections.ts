/** The connections of one lookup that its later steps may use. Holds state; no IO of its own. */

import { formatAddress } from "../../syntax/ip-address.ts";
import type { Connected } from "./channel.ts";
import type { Destination } from "./exchange-addresses.ts";

/** Methods that may be requested twice (RFC 9110 section 9.2.1). */
export const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

type Wanted = Destination & { readonly method: string; readonly version: string };

export interface KeptConnections extends Disposable {
  /**
   * A connection that can serve the request, which is no longer kept. None for a method that may not be sent twice:
   * nobody knows whether a server that closes a kept connection has read the request.
   */
  take(request: Wanted): Connected | undefined;
  /** Keeps the connection, in place of another one of that origin. */
  put(url: URL, connection: Connected): void;
}

/** All options of the network are those of the lookup, so connections differ by origin, address and version alone. */
export function keepConnections(): KeptConnections {
  const kept = new Map<string, Connected>();
  const fits = ({ channel, address, facts }: Connected, { version, ...request }: Wanted) =>
    channel.lasts &&
    SAFE.has(request.method) &&
    !(version === "1.1" && facts?.alpn === "h2") &&
    (!request.address || !address || formatAddress(request.address) === formatAddress(address));
  return {
    take(request) {
      const { origin } = request.url;
      const found = kept.get(origin);
      if (!found || !fits(found, request)) return undefined;
      kept.delete(origin);
      return found;
    },
    put({ origin }, connection) {
      kept.get(origin)?.channel.destroy();
      kept.set(origin, connection);
    },
    [Symbol.dispose]() {
      for (const { channel } of kept.values()) channel.destroy();
      kept.clear();
    },
  };
}
