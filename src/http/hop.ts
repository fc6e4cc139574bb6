/** A response as the chain and its checks see it. */

import type { FieldLine } from "../headers/message.ts";
import type { Refresh } from "../headers/verdicts.ts";

/** A response as the chain sees it. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  readonly lines: readonly FieldLine[];
  /** Milliseconds since the epoch. */
  readonly receivedAt?: number | undefined;
  /** The refresh that an element of its page asks for. */
  readonly meta?: Refresh | undefined;
  /** Its certificate is not trusted, so browsers note nothing of it. */
  readonly untrusted?: boolean;
  /** How a browser came there; absent for the first step, and for a client. */
  readonly arrival?: Arrival | undefined;
}

export interface Arrival {
  readonly by: "redirect" | "refresh" | "meta-refresh";
  /** The page that leads there by itself, over any redirects since. */
  readonly from?: URL | undefined;
  /** The Cookie field that is sent; `""` for none. */
  readonly cookie: string;
  /** https was requested in place of http (HSTS). */
  readonly upgraded: boolean;
  /** Where the step before points to, before HSTS and remembered redirects. */
  readonly target: URL;
}
