import type { Address } from "../ip/address.ts";
import type { Settings } from "../settings/settings.ts";
import type { Detour } from "./detours.ts";

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
  /** Certificates to trust in place of the usual authorities, in PEM; a service has none. */
  readonly authorities?: string;
};
