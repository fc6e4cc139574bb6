/** A string's way to what is known of it, in the order in which it is decided. */

import { type Agent, readAgent } from "./agent.ts";
import { type Processor, processorOf } from "./architecture.ts";
import { type Browser, findBrowser } from "./browsers.ts";
import { type Classifier, classify } from "./classifiers.ts";
import { engineOf } from "./engines.ts";
import { featuresOf } from "./features.ts";
import { formFactorOf } from "./form-factors.ts";
import { withFrozenVersion } from "./frozen.ts";
import { hardware, NO_MACHINE } from "./hardware.ts";
import type { Hardware } from "./maker-model.ts";
import type { Client } from "./naming.ts";
import { operatingSystem } from "./operating-systems.ts";
import { isOwnName } from "./own-name.ts";
import type { FormFactor, NamedVersion, System } from "./schema.ts";

/** All that is known of a string. */
export interface Known {
  /** The string looked up, exactly. */
  readonly text: string;
  readonly agent: Agent;
  /** The rule that recognised somebody other than a person's browser. */
  readonly classifier: Classifier | undefined;
  /** The bot, app, feed reader or library that sent the string; undefined for a person's browser or device. */
  readonly client: Client | undefined;
  readonly processor: Processor;
  readonly machine: Hardware;
  readonly formFactor: FormFactor;
  readonly browser: Browser | undefined;
  readonly engine: NamedVersion | false;
  /** The system with what its version is worth. */
  readonly os: System | false;
}

export function read(text: string): Known {
  const agent = readAgent(text);
  const features = featuresOf(agent);
  const classifier = classify(features);
  const client = classifier?.give(features);
  const system = operatingSystem(agent);
  const processor = processorOf(agent, system);
  const named = hardware(agent, system ? system.name : "");
  const machine = client && isOwnName(client, named, system, features) ? NO_MACHINE : named;
  const formFactor = formFactorOf(agent, system ? system.name : "", machine);
  const browser = findBrowser(agent, features.particular);
  const engine = engineOf(agent, browser);
  const os = withFrozenVersion(system, agent, browser, engine);
  return { text, agent, classifier, client, processor, machine, formFactor, browser, engine, os };
}
