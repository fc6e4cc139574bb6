/**
 * What our own tables leave open is asked of ua-parser-js 1 (MIT): rare phones, televisions, systems and engines.
 * It is asked last and only for what is missing, since it is slower and takes many agents for what they imitate.
 */

import { UAParser } from "ua-parser-js";
import type { NamedVersion } from "./schema.ts";

export interface SecondOpinion {
  readonly os: NamedVersion | false;
  readonly engine: NamedVersion | false;
  readonly browser: NamedVersion | false;
  readonly vendor: string;
  readonly model: string;
}

/** Its words for what it could not tell. */
const NO_VENDORS: ReadonlySet<string> = new Set(["Generic"]);
/** What stands for the model in reduced strings. */
const NO_MODELS: ReadonlySet<string> = new Set(["K"]);
const NO_BROWSERS: ReadonlySet<string> = new Set(["mozilla", "webkit"]);

/** It reads no further than that; the rest of a long string would only cost time. */
const READ = 500;

/** What ua-parser-js says of a string. */
export function secondOpinion(agent: string): SecondOpinion {
  const { os, engine, browser, device } = new UAParser(agent.slice(0, READ)).getResult();
  const isNone = NO_VENDORS.has(device.vendor ?? "") || NO_MODELS.has(device.model ?? "");
  return {
    os: named(os),
    engine: named(engine),
    browser: NO_BROWSERS.has(browser.name?.toLowerCase() ?? "") ? false : named(browser),
    vendor: isNone ? "" : (device.vendor ?? ""),
    model: isNone ? "" : (device.model ?? ""),
  };
}

function named(part: {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}): NamedVersion | false {
  return part.name ? { name: part.name, version: part.version ?? "" } : false;
}
