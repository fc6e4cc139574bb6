/** State of one request on an open connection. */

import type { FieldLine } from "../../headers/message.ts";
import type { HttpSettings, OwnTls } from "../settings.ts";
import type { ContentLimits, ContentResult } from "./content.ts";
import type { FailureCode } from "./failures.ts";
import type { ResponseHead } from "./head.ts";
import type { HttpProxy } from "./proxy.ts";
import type { StageClock } from "./stages.ts";
import type { WireLimits } from "./wire.ts";

export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  /** Header fields to send, without Host. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Content to send; `fields` have its type. */
  readonly body?: string;
  /** Whether to read the content, or a function of the head. Default true; always true for HTTP/3. */
  readonly content?: boolean | ((head: ResponseHead) => boolean) | undefined;
  /** HTTP proxy that forwards the request, if any. */
  readonly via?: HttpProxy | undefined;
}

/** Filled as the response arrives, so that the received part is kept if the exchange fails. */
export interface ExchangeState {
  /** Whether the request was written to the connection. */
  isSent?: boolean;
  interim: readonly ResponseHead[];
  head?: ResponseHead;
  /** Time at which the head was complete, in milliseconds since the epoch. */
  receivedAt?: number;
  /** Complete lines of an unfinished header section. */
  unfinished?: ResponseHead | undefined;
  content?: ContentResult;
  /** Fault of the content, if the header section or a chunk size is invalid. */
  contentFault?: FailureCode | undefined;
  /** Number of bytes of a response without a header section. */
  bareBytes?: number | undefined;
  /** Whether chunk sizes were invalid and read as in Firefox (strtoul). */
  hasOddChunks?: boolean;
  /** Field lines after the content. */
  trailers?: readonly FieldLine[];
  /** Whether bytes followed the end of the content. */
  extraBytes: boolean;
}

export type ConnectionSettings = WireLimits &
  ContentLimits &
  OwnTls &
  Pick<
    HttpSettings,
    "tlsTimeout" | "connectTimeout" | "headTimeout" | "idleTimeout" | "detours" | "proxies" | "unixSocket"
  >;

/** Context of the work on a connection. */
export interface ExchangeContext {
  readonly settings: ConnectionSettings;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly stages: StageClock;
  readonly signal: AbortSignal;
}
