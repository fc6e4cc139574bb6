/** What is known of one string while it is read, and the signature of the stages that find it out. */

import type { Agent } from "./agent.ts";
import type { Processor } from "./architecture.ts";
import type { Browser } from "./browsers.ts";
import type { Classifier } from "./classifiers.ts";
import type { Features } from "./features.ts";
import type { Hardware } from "./maker-model.ts";
import type { Client } from "./naming.ts";
import type { ReportedSystem } from "./operating-systems.ts";
import type { FormFactor, NamedVersion, System, UserAgentResult } from "./schema.ts";

export interface Known {
  /** The string looked up, exactly. */
  readonly text: string;
  readonly agent: Agent;
  readonly features: Features;
  /** The rule that recognised somebody other than a person's browser. */
  readonly classifier: Classifier | undefined;
  /** The bot, app, feed reader or library that sent the string; undefined for a person's browser or device. */
  readonly client: Client | undefined;
  /** The system as the string names it. */
  readonly system: ReportedSystem | false;
  readonly processor: Processor;
  readonly machine: Hardware;
  readonly formFactor: FormFactor;
  readonly browser: Browser | undefined;
  readonly engine: NamedVersion | false;
  /** The system with what its version is worth. */
  readonly os: System | false;
  readonly result: UserAgentResult;
}

/** Finds out more about a string from what the stages before it have found; it reads nothing that comes later. */
export type Stage = (known: Known) => Partial<Known>;
