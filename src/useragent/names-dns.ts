/** IO: the names of addresses and the addresses of names, bounded in time and remembered for a while. */

import dns from "node:dns";
import { type ExpirySettings, openExpiring } from "../platform/expiring.ts";
import { type Address, formatAddress, parseAddress } from "../syntax/ip-address.ts";
import type { Names } from "./verify.ts";

export interface NamesSettings extends Omit<ExpirySettings, "retry"> {
  /** DNS server to ask instead of the system's: `host:port`, `[v6]:port`. */
  readonly server?: string;
  /** Milliseconds that one question may take. */
  readonly timeout: number;
}

export const NAMES: Omit<NamesSettings, "clock"> = { timeout: 1500, keep: 3_600_000, most: 10_000 };

/** There is no such name or no record of the kind: an answer, as opposed to none. */
const NOTHING: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

export function openNames(settings: NamesSettings): Names {
  const resolver = new dns.promises.Resolver({ timeout: settings.timeout, tries: 1 });
  if (settings.server !== undefined) resolver.setServers([settings.server]);
  // An answer that failed to come is asked for again next time.
  const remembered = openExpiring<readonly string[]>({ ...settings, retry: 0 });

  return {
    async reverse(ip) {
      const address = parseAddress(ip);
      if (!address) return [];
      const name = pointerName(address);
      // Bun's `reverse` tells a server that fails as a name that is not there.
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

/** Where the names of an address stand (RFC 1035 section 3.5, RFC 3596 section 2.5). */
function pointerName(address: Address): string {
  if (address.family === 4) return `${formatAddress(address).split(".").toReversed().join(".")}.in-addr.arpa`;
  const words = [address.w0, address.w1, address.w2, address.w3];
  const digits = words.map((word) => word.toString(16).padStart(8, "0")).join("");
  return `${[...digits].toReversed().join(".")}.ip6.arpa`;
}

/** The answer; empty where there is nothing of the kind, undefined where no answer came in time. */
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
