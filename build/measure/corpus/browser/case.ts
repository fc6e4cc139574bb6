import type { Verdicts } from "../../../../src/headers/verdicts/index.ts";
import type { Engine } from "../../../../src/headers/verdicts/response.ts";

/** A line of the corpus; what a kind has beyond this it reads for itself. */
export interface BrowserCase {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly status: number;
  readonly method: string;
  readonly requestHeaders?: readonly string[];
  /** One character a byte. */
  readonly headers: readonly string[];
  /** The deciding part is of WebKit's port, which Safari does not share. */
  readonly port?: string;
  /** Seconds since the epoch. */
  readonly now?: number;
  // biome-ignore lint/suspicious/noExplicitAny: what was seen differs by kind
  readonly outcome: any;
}

/** Name, what was seen, what we say: equal where we agree. */
export type Outcome = readonly [name: string, seen: unknown, said: unknown];

export type Outcomes = (one: BrowserCase, verdicts: Verdicts, engine: Engine) => readonly Outcome[];
