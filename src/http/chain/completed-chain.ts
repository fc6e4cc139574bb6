/** A chain of steps that has ended. */

import type { Problem } from "../../headers/schema.ts";
import type { Questions } from "../../headers/verdicts.ts";
import type { Stop } from "../chain.ts";
import type { Exchange } from "../exchange.ts";
import type { AskedPath } from "../schema.ts";

/** A lookup that has ended. */
export interface CompletedChain {
  /** The URL as it is shown. */
  readonly asked: string;
  /** The URL of the first request, still with any user information. */
  readonly target: URL;
  /** That user information was sent. Default false. */
  readonly sendsUserinfo?: boolean;
  readonly exchanges: readonly Exchange[];
  /** Where the last response points to, followed or not. */
  readonly location?: URL | undefined;
  readonly stop: Stop;
  /** Findings of the redirect policy. */
  readonly problems: readonly Problem[];
  /** Findings of the active checks of the last response. */
  readonly findings: readonly Problem[];
  /** Well-known paths of the site that the checks asked for. */
  readonly paths?: readonly AskedPath[] | undefined;
  /** The caller's questions about each response. */
  readonly questions?: Questions | undefined;
}
