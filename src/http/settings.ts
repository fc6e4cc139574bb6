import type { Budget } from "../api/budget.ts";
import type { Settings } from "../settings/settings.ts";
import type { Address } from "../syntax/ip-address.ts";
import type { Detour } from "./detours.ts";
import type { Proxies } from "./proxy.ts";

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
