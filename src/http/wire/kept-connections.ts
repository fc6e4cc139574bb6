/** Open connections of one job, for its later requests. Holds state; does no IO itself. */

import { formatAddress } from "../../syntax/ip-address.ts";
import type { Connected } from "./channel.ts";
import type { Destination } from "./exchange-addresses.ts";

/** Safe methods (RFC 9110 section 9.2.1): requests that can be sent again. */
export const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Maximum connections; above it, the one unused for the longest time is closed. */
const MOST_KEPT = 32;

type Wanted = Destination & { readonly method: string; readonly version: string };

export interface KeptConnections extends Disposable {
  /**
   * Removes and returns a connection for the request. Returns none for unsafe methods: if the server closes
   * the connection, it may have processed the request.
   */
  take(request: Wanted): Connected | undefined;
  put(url: URL, connection: Connected): void;
}

/** Connections differ only by origin, address and version: all requests of a job have the same options. */
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
