import { optional } from "../api/body-parts.ts";
import type { Budget } from "../api/budget.ts";
import type { Settings } from "../settings/settings.ts";
import type { Address } from "../syntax/ip-address.ts";
import type { Detour } from "./wire/detours.ts";
import type { Proxies } from "./wire/proxy.ts";

export type { Detour } from "./wire/detours.ts";
export { onlyProxy } from "./wire/proxy.ts";

/** All bounds of the HTTP lookup. Times are milliseconds, sizes bytes. */
export type HttpSettings = Settings["http"] & {
  /** Sent as User-Agent where the caller names none. */
  readonly userAgent: string;
  /** Whether the target's address and port are checked: a service does, a person at the keyboard may go anywhere. */
  readonly guarded: boolean;
  /** Addresses of this machine; refused unless allowed. */
  readonly ownAddresses: readonly Address[];
  /** Where connections are made in place of what URLs say; a service has none. */
  readonly detours?: readonly Detour[];
  /** Through which requests go; a person's, or the service's own. */
  readonly proxies?: Proxies | undefined;
  /** The server's Unix socket, for every request; from the command line alone. */
  readonly unixSocket?: string | undefined;
  /** Bytes that are kept of any content, in place of a page's first ones. */
  readonly kept?: number;
  /** Of the job that the lookup is a part of. */
  readonly budget?: Budget;
} & OwnTls;

/** TLS settings of a person at the keyboard; a service has none of them. All are PEM. */
export interface OwnTls {
  /** Certificates to trust in place of the usual authorities. */
  readonly authorities?: string;
  /** The client certificate, for servers that ask for one. */
  readonly identity?: Identity;
}

export interface Identity {
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string;
}

/** The same as the platform's handshakes take it. */
export function tlsOptionsOf({ authorities, identity }: OwnTls) {
  return { ...(authorities !== undefined && { ca: authorities }), ...identity };
}

/** Maximum number of loads, or of framing pages, in one request. */
export const MOST_QUESTIONS = 100;

export const METHODS = ["GET", "HEAD", "OPTIONS"] as const;
/** Of HTTP; `auto` offers 2 and 1.1, as browsers do. */
export const VERSIONS = ["auto", "1.1", "2", "3"] as const;
/** Versions of the Internet Protocol. */
export const NETWORKS = ["4", "6"] as const;
/** The kind of client whose steps a lookup takes. */
export const VISITORS = ["client", "browser"] as const;

/** Chains that `variants` follows: http and https, with and without www. */
export const VARIANT_CHAINS = 4;

/**
 * A load as people write it on the command line and in the form: `AS [URL] [inline=KIND] [nonce=…] [hash=…]
 * [parser=false] [text=…]`. The text is all that follows, spaces included. The check reports what is wrong with it.
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
