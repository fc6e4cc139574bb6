import type { Verdicts } from "../../../../src/headers/verdicts/index.ts";
import type { Engine } from "../../../../src/headers/verdicts/response.ts";

/** A case of the corpus; kinds have further members. */
export interface BrowserCase {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly status: number;
  readonly method: string;
  readonly requestHeaders?: readonly string[];
  /** One character per byte. */
  readonly headers: readonly string[];
  /** Set if the deciding code belongs to WebKit's port, which Safari does not share. */
  readonly port?: string;
  /** Seconds since the epoch. */
  readonly now?: number;
  // biome-ignore lint/suspicious/noExplicitAny: what was seen differs by kind
  readonly outcome: any;
}

/** Name, observation and our verdict; the last two are equal if we agree with the browser. */
export type Outcome = readonly [name: string, seen: unknown, ours: unknown];

export type Outcomes = (one: BrowserCase, verdicts: Verdicts, engine: Engine) => readonly Outcome[];
