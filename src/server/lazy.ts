/** DNS, bot verification and signatures, loaded at first use. */

import type { HttpSettings } from "../http/settings.ts";
import { confirmedName } from "../ip/hostname.ts";
import type { AbuseOf } from "../ip/rdap.ts";
import { once } from "../platform/memoize.ts";
import type { Names, Ranges } from "../useragent/verify.ts";
import type { Services } from "./handlers.ts";

/** Milliseconds of the monotonic clock. */
const now = () => performance.now();

/** Shared DNS cache. */
export function lazyNames(resolver: { readonly server?: string }): () => Promise<Names> {
  return once(async () => {
    const { NAMES, openNames } = await import("../useragent/names-dns.ts");
    return openNames({ ...NAMES, ...resolver, clock: now });
  });
}

export function lazyHostnames(names: () => Promise<Names>): Services["hostnames"] {
  return async (ip) => confirmedName(ip, await names());
}

/** Abuse contacts; undefined if RDAP is off. */
export function lazyAbuse(http: () => HttpSettings): AbuseOf | undefined {
  const { rdap } = http();
  if (rdap === undefined) return undefined;
  return async (ip) => (await import("../http/serve.ts")).abuseBy(http(), rdap)(ip);
}

export function lazyVerify(names: () => Promise<Names>, ranges: () => Ranges): Services["verify"] {
  return async (bot, ip) => {
    const { verifyBot } = await import("../useragent/verify.ts");
    return verifyBot(bot, ip, ranges(), await names());
  };
}

export function lazySignature(http: () => HttpSettings): Services["signature"] {
  const checker = once(async () => {
    const [{ signatureChecker }, { pageFetcher }] = await Promise.all([
      import("../useragent/signature-checker.ts"),
      import("../http/serve.ts"),
    ]);
    return signatureChecker({ fetchPage: pageFetcher(http), clock: now, now: Date.now });
  });
  return async (request, result) => (await checker())(request, result);
}
