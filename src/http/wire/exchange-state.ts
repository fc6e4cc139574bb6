/** The state of one request over a ready connection, with the part of its response so far. */

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
  /** Fields to send, without Host. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Content to send. */
  readonly body?: string;
  /** Whether content is read, which the head may tell. Default true; by HTTP/3 it always is. */
  readonly content?: boolean | ((head: ResponseHead) => boolean) | undefined;
  /** The proxy that is to pass it on; absent where the connection leads to the target. */
  readonly via?: HttpProxy | undefined;
}

/** Filled in as the response arrives, so that what came before a failure is not lost. */
export interface ExchangeState {
  /** The request was handed to the connection; before that, nothing of it was sent. */
  isSent?: boolean;
  interim: readonly ResponseHead[];
  head?: ResponseHead;
  /** When the head was complete, milliseconds since the epoch. */
  receivedAt?: number;
  /** Complete lines of a header section that did not end. */
  unfinished?: ResponseHead | undefined;
  content?: ContentResult;
  /** Why content did not come whole behind a header section that is none, or in chunks whose sizes are none. */
  contentFault?: FailureCode | undefined;
  /** Bytes of a whole answer without a header section. */
  bareBytes?: number | undefined;
  /** The content is in chunks whose sizes are none; it was read as the C library reads such numbers. */
  hasOddChunks?: boolean;
  /** Field lines after the content. */
  trailers?: readonly FieldLine[];
  /** Bytes followed the end of the content. */
  extraBytes: boolean;
}

/** Settings that the work on a connection reads. */
export type ConnectionSettings = WireLimits &
  ContentLimits &
  OwnTls &
  Pick<
    HttpSettings,
    "tlsTimeout" | "connectTimeout" | "headTimeout" | "idleTimeout" | "detours" | "proxies" | "unixSocket"
  >;

/** The parts that the work on a connection needs besides the connection. */
export interface ExchangeContext {
  readonly settings: ConnectionSettings;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly stages: StageClock;
  readonly signal: AbortSignal;
}
