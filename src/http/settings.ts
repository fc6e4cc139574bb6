import { optional } from "../api/body-parts.ts";
import type { Budget } from "../api/budget.ts";
import type { Settings } from "../settings/settings.ts";
import type { Address } from "../syntax/ip-address.ts";
import type { Detour } from "./wire/detours.ts";
import type { Proxies } from "./wire/proxy.ts";

export type { Detour } from "./wire/detours.ts";
export { onlyProxy } from "./wire/proxy.ts";

/** Settings of a lookup. Times are milliseconds, sizes bytes. */
export type HttpSettings = Settings["http"] & {
  /** RDAP server of registrations: `""` for the registries; absent if off. */
  readonly rdap?: string | undefined;
  /** Default User-Agent. */
  readonly userAgent: string;
  /** Whether addresses and ports are checked. Always true in a service, false on the command line. */
  readonly guarded: boolean;
  readonly ownAddresses: readonly Address[];
  /** Replacements for hosts and addresses to connect to (--resolve, --connect-to); command line only. */
  readonly detours?: readonly Detour[];
  /** Proxies of the user or of the service. */
  readonly proxies?: Proxies | undefined;
  /** Unix socket for every request; command line only. */
  readonly unixSocket?: string | undefined;
  /** Bytes of content to keep, of any media type. Default: the first bytes of pages. */
  readonly kept?: number;
  /** Budget shared by all requests of a job. */
  readonly budget?: Budget;
} & OwnTls;

/** TLS settings of the command line, as PEM. */
export interface OwnTls {
  /** Trusted certificates instead of the usual authorities. */
  readonly authorities?: string;
  /** Client certificate. */
  readonly identity?: Identity;
  /** Names for SNI and certificates, by host. */
  readonly serverNames?: ReadonlyMap<string, string>;
  /** Newest version to offer. */
  readonly maxVersion?: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
}

export interface Identity {
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string;
}

/** Options for Bun's TLS. */
export function tlsOptionsOf({ authorities, identity }: OwnTls) {
  return { ...(authorities !== undefined && { ca: authorities }), ...identity };
}

/** Maximum number of loads, or of framing pages, in one request. */
export const MOST_QUESTIONS = 100;

export const METHODS = ["GET", "HEAD", "OPTIONS"] as const;
/** HTTP versions; `auto` offers 2 and 1.1, as browsers do. */
export const VERSIONS = ["auto", "1.1", "2", "3"] as const;
/** IP versions. */
export const NETWORKS = ["4", "6"] as const;
/** Clients that a lookup can imitate. */
export const VISITORS = ["client", "browser"] as const;

/** Number of chains that `variants` looks up: http and https, with and without www. */
export const VARIANT_CHAINS = 4;

/**
 * Parses a load of the command line or the form: `AS [URL] [inline=KIND] [nonce=…] [hash=…] [parser=false]
 * [text=…]`. `text` extends to the end of the line. Does not validate the values.
 */
export function loadFromText(line: string): Readonly<Record<string, unknown>> {
  const [, head = "", text] = /^(.*?)(?:\stext=(.*))?$/s.exec(line.trimStart()) ?? [];
  const [as, ...words] = head.trim().split(/\s+/);
  const load: Record<string, unknown> = { as, ...optional("text", text) };
  for (const word of words) {
    const [, name, value] = /^(inline|nonce|hash|parser)=(.*)$/.exec(word) ?? [];
    if (name === undefined) load["url"] = word;
    else load[name] = name === "parser" ? value !== "false" : value;
  }
  return load;
}
