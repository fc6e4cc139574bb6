import type { Address, Network } from "../ip/address.ts";
import type { PortRange } from "../options.ts";

/** All bounds of the HTTP lookup. Times are milliseconds, sizes bytes. */
export interface HttpSettings {
  /** Sent as User-Agent where the caller names none. */
  readonly userAgent: string;
  /** Whether the target's address and port are checked: a service does, a person at the keyboard may go anywhere. */
  readonly guarded: boolean;
  /** Networks that may be looked up although they are not public. */
  readonly allow: readonly Network[];
  /** Addresses of this machine; refused unless allowed. */
  readonly ownAddresses: readonly Address[];
  /** Ports that may be looked up. A port named singly is permitted even when another protocol is known to live there. */
  readonly ports: readonly PortRange[];
  /** DNS server to ask; the system's own resolution without it. */
  readonly resolver?: { readonly host: string; readonly port: number } | undefined;
  /** For a whole lookup, from the moment it leaves the queue. */
  readonly timeout: number;
  /** For DNS, and again for TCP. */
  readonly connectTimeout: number;
  /** For the TLS handshake. */
  readonly tlsTimeout: number;
  /** From the request to the end of the header section. */
  readonly headTimeout: number;
  /** Longest pause within the content. */
  readonly idleTimeout: number;
  readonly maxRedirects: number;
  /** Bytes of header sections of one response, interim ones included. */
  readonly maxHeadBytes: number;
  /** Bytes of content read from the wire. */
  readonly maxBodyBytes: number;
  /** Bytes of content after decoding. */
  readonly maxDecodedBytes: number;
  /** 1xx responses before the final one. */
  readonly maxInformational: number;
  /** Lookups in flight at once in this process; Bun allows 256 requests, so stay well below that. */
  readonly maxLookups: number;
  /** Lookups that wait for their turn; one more is refused with 503. */
  readonly maxQueue: number;
}
