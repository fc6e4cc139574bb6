/** The stages that a string passes, in the order in which it is decided. */

import { agentStage } from "./agent.ts";
import { answerStage } from "./answer.ts";
import { processorStage } from "./architecture.ts";
import { browserStage } from "./browsers.ts";
import { classifierStage } from "./classifiers.ts";
import { commonAndroid } from "./common-android.ts";
import { engineStage } from "./engines.ts";
import { featuresStage } from "./features.ts";
import { formFactorStage } from "./form-factors.ts";
import { frozenVersionStage } from "./frozen.ts";
import { hardwareStage } from "./hardware.ts";
import { systemStage } from "./operating-systems.ts";
import { ownNameStage } from "./own-name.ts";
import type { UserAgentResult } from "./schema.ts";
import type { Known, Stage } from "./stage.ts";

/** @internal for tests: they look for a stage that reads ahead. */
export const STAGES: readonly Stage[] = [
  agentStage, //         text → its tokens, and the names and keywords in it
  featuresStage, //      → contact, bot words, the browser by name
  classifierStage, //    → the bot, app, feed reader or library that sent it, if any
  systemStage, //        → the system that it names
  processorStage, //     → its processor
  hardwareStage, //      → maker and model
  ownNameStage, //       → no machine where that is the client's own name
  formFactorStage, //    → class of the machine
  browserStage, //       → browser
  engineStage, //        → rendering engine
  frozenVersionStage, // → what the system's version is worth beside the browser's
  answerStage, //        → the result of contract section 1
];

/** The answer to a string. */
export const interpret = (text: string): UserAgentResult => commonAndroid(text, read) ?? read(text).result;

/** @internal for tests: all that is known of a string. */
export function read(text: string): Known {
  const known = { ...NOTHING_YET, text };
  for (const stage of STAGES) Object.assign(known, stage(known));
  return known;
}

/** All that stages find, before the first of them: of one shape from the start. @perf */
const NOTHING_YET = {
  text: "",
  agent: undefined,
  features: undefined,
  classifier: undefined,
  client: undefined,
  system: false,
  processor: undefined,
  machine: undefined,
  formFactor: "",
  browser: undefined,
  engine: false,
  os: false,
  result: undefined,
} as unknown as Known;
