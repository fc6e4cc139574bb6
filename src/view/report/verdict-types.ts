/** Types of the API's verdicts, as far as they are shown. */

import type { LetsIn, Life } from "../../headers/verdicts.ts";

export interface Answer {
  readonly question: string;
  readonly answer: string;
  readonly tone: "good" | "bad" | "neutral";
  readonly details: readonly string[];
}

export interface Verdicts {
  readonly caching?: { readonly shared: Store; readonly private: Store; readonly browser?: BrowserCache };
  readonly cookies?: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly why?: string;
    readonly expires?: string;
    readonly seconds?: number;
    readonly secure: boolean;
    readonly httpOnly: boolean;
    readonly sameSite: string;
  }[];
  readonly policy?: { readonly directives: Readonly<Record<string, Directive>> };
  readonly framing?: { readonly by: string | readonly string[]; readonly from: string };
  readonly timing?: string | readonly string[];
  readonly integrity?: Integrity;
  /** Null if the engine ignores the field. */
  readonly permissions?: Readonly<
    Record<string, { readonly self: boolean; readonly allowlist: readonly string[] }>
  > | null;
  /** Verdicts of Firefox and WebKit that differ from Chromium's. */
  readonly firefox?: OwnVerdicts;
  readonly webkit?: OwnVerdicts;
}

type OwnVerdicts = Omit<Verdicts, "firefox" | "webkit">;

interface Integrity {
  readonly blocked: readonly string[];
  readonly reportOnly: boolean;
  readonly reported?: readonly string[];
  readonly unsupported?: readonly string[];
}

export interface BrowserCache {
  readonly again: string;
  readonly reload: string;
  readonly back: string;
  readonly remembered?: number | "for good";
}

export interface Store extends Life {
  readonly stores: boolean;
  readonly why?: string;
  readonly lifetimeFrom: string;
  readonly staleWhileRevalidate?: number;
}

export interface Directive extends LetsIn {
  readonly from: string;
}
