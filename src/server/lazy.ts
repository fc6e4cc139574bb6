/** Lazy loaders for DNS, bot verification and signatures. */

import type { HttpSettings } from "../http/settings.ts";
import { confirmedName } from "../ip/hostname.ts";
import type { AbuseOf } from "../ip/rdap.ts";
import type { Names, Ranges } from "../useragent/verify.ts";
import type { Services } from "./handlers.ts";

/** Milliseconds of the monotonic clock. */
const now = () => performance.now();

/** Shared DNS cache. */
export function lazyNames(resolver: { readonly server?: string }): () => Promise<Names> {
  let opened: Promise<Names> | undefined;
  const open = async (): Promise<Names> => {
    const { NAMES, openNames } = await import("../useragent/names-dns.ts");
    return openNames({ ...NAMES, ...resolver, clock: now });
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

export function lazyHostnames(names: () => Promise<Names>): Services["hostnames"] {
  return async (ip) => confirmedName(ip, await names());
}

/** Abuse contacts; undefined if RDAP is off. */
export function lazyAbuse(server: string | undefined): AbuseOf | undefined {
  if (server === undefined) return undefined;
  let opened: Promise<AbuseOf> | undefined;
  const open = async (): Promise<AbuseOf> => {
    const { registryAbuse } = await import("../ip/registry-abuse.ts");
    return registryAbuse(server, Date.now);
  };
  return async (ip) => {
    opened ??= open();
    return (await opened)(ip);
  };
}

/** Bot verification, loaded at first use. */
export function lazyVerify(names: () => Promise<Names>, ranges: () => Ranges): Services["verify"] {
  let loaded: Promise<Services["verify"]> | undefined;
  const load = async (): Promise<Services["verify"]> => {
    const { verifyBot } = await import("../useragent/verify.ts");
    const known = await names();
    return (bot, ip) => verifyBot(bot, ip, ranges(), known);
  };
  return async (bot, ip) => {
    loaded ??= load();
    return (await loaded)(bot, ip);
  };
}

/** Signature checks, loaded at first use. */
export function lazySignature(http: () => HttpSettings): Services["signature"] {
  let loaded: Promise<Services["signature"]> | undefined;
  const load = async (): Promise<Services["signature"]> => {
    const [{ signatureChecker }, { pageFetcher }] = await Promise.all([
      import("../useragent/signature-checker.ts"),
      import("../http/serve.ts"),
    ]);
    return signatureChecker({ fetchPage: pageFetcher(http), clock: now, now: Date.now });
  };
  return async (request, result) => {
    loaded ??= load();
    return (await loaded)(request, result);
  };
}
