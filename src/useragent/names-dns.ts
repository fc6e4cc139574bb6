/** IO: DNS names of addresses and addresses of names, cached, with timeouts. */

import dns from "node:dns";
import { type ExpirySettings, openExpiring } from "../platform/expiring.ts";
import { type Address, formatAddress, parseAddress } from "../syntax/ip-address.ts";
import type { Names } from "./verify.ts";

export interface NamesSettings extends Omit<ExpirySettings, "retry"> {
  /** DNS server in place of the system's: `host:port`, `[v6]:port`. */
  readonly server?: string;
  /** Milliseconds per query. */
  readonly timeout: number;
}

export const NAMES: Omit<NamesSettings, "clock"> = { timeout: 1500, keep: 3_600_000, most: 10_000 };

/** No such name or no record of the type: an answer, not a failure. */
const NOTHING: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

export function openNames(settings: NamesSettings): Names {
  const resolver = new dns.promises.Resolver({ timeout: settings.timeout, tries: 1 });
  if (settings.server !== undefined) resolver.setServers([settings.server]);
  // Failures are not cached.
  const remembered = openExpiring<readonly string[] | undefined>({ ...settings, retry: 0 });

  return {
    async reverse(ip) {
      const address = parseAddress(ip);
      if (!address) return [];
      const name = pointerName(address);
      // Bun's `reverse` does not distinguish a failing server from an unknown name.
      return remembered(`-${name}`, () => inTime(resolver.resolvePtr(name), settings.timeout));
    },
    forward: (name) =>
      remembered(name, async () => {
        const [four, six] = await Promise.all([
          inTime(resolver.resolve4(name), settings.timeout),
          inTime(resolver.resolve6(name), settings.timeout),
        ]);
        return four && six ? [...four, ...six] : four?.length ? four : six?.length ? six : undefined;
      }),
  };
}

/** Name of the PTR record (RFC 1035 section 3.5, RFC 3596 section 2.5). */
function pointerName(address: Address): string {
  if (address.family === 4) return `${formatAddress(address).split(".").toReversed().join(".")}.in-addr.arpa`;
  const words = [address.w0, address.w1, address.w2, address.w3];
  const digits = words.map((word) => word.toString(16).padStart(8, "0")).join("");
  return `${[...digits].toReversed().join(".")}.ip6.arpa`;
}

/** Records, possibly empty; undefined after a timeout or failure. */
async function inTime(
  answer: Promise<readonly string[]>,
  timeout: number,
): Promise<readonly string[] | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeout);
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    const code = error instanceof Object && "code" in error ? error.code : undefined;
    return NOTHING.has(code) ? [] : undefined;
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
