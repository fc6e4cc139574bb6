/** Open connections of one job for its later requests. Holds state; does no IO itself. */

import { formatAddress } from "../../syntax/ip-address.ts";
import type { Connected } from "./channel.ts";
import type { Destination } from "./exchange-addresses.ts";

/** Safe methods, which can be sent twice (RFC 9110 section 9.2.1). */
export const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Maximum connections; closes the longest unused one. */
const MOST_KEPT = 32;

type Wanted = Destination & { readonly method: string; readonly version: string };

export interface KeptConnections extends Disposable {
  /**
   * Removes and returns a connection for the request. None for unsafe methods: a server that closes a
   * connection may have read the request.
   */
  take(request: Wanted): Connected | undefined;
  put(url: URL, connection: Connected): void;
}

/** Network options are the job's, so connections differ by origin, address and version only. */
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
