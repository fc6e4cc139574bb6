/** Connections of one job that its later requests may use. Holds state; no IO of its own. */

import { formatAddress } from "../../syntax/ip-address.ts";
import type { Connected } from "./channel.ts";
import type { Destination } from "./exchange-addresses.ts";

/** Methods that may be requested twice (RFC 9110 section 9.2.1). */
export const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Connections that are kept; the longest unused one is closed for another. */
const MOST_KEPT = 32;

type Wanted = Destination & { readonly method: string; readonly version: string };

export interface KeptConnections extends Disposable {
  /**
   * A connection that can serve the request, which is no longer kept. None for a method that may not be sent twice:
   * nobody knows whether a server that closes a kept connection has read the request.
   */
  take(request: Wanted): Connected | undefined;
  put(url: URL, connection: Connected): void;
}

/** All options of the network are those of the job, so connections differ by origin, address and version alone. */
export function keepConnections(): KeptConnections {
  const kept: { readonly origin: string; readonly connection: Connected }[] = [];
  const fits = ({ channel, address, facts }: Connected, { version, ...request }: Wanted) =>
    channel.lasts &&
    SAFE.has(request.method) &&
    !(version === "1.1" && facts?.alpn === "h2") &&
    (!request.address || !address || formatAddress(request.address) === formatAddress(address));
  return {
    take(request) {
      const { origin } = request.url;
      const at = kept.findLastIndex((one) => one.origin === origin && fits(one.connection, request));
      return at < 0 ? undefined : kept.splice(at, 1)[0]?.connection;
    },
    put({ origin }, connection) {
      kept.push({ origin, connection });
      if (kept.length > MOST_KEPT) kept.shift()?.connection.channel.destroy();
    },
    [Symbol.dispose]() {
      for (const { connection } of kept.splice(0)) connection.channel.destroy();
    },
  };
}
