/** Rate flags of commands that look up many URLs. */

import { POLITENESS, type Politeness } from "../../jobs/redirects/politeness.ts";
import { type Call, type Flag, UsageError } from "../command.ts";

const { width, perHost, delay, longestWait } = POLITENESS.command;

export const politeFlags: Readonly<Record<string, Flag>> = {
  parallel: { type: "string", value: "N", help: `simultaneous lookups [${width}]` },
  "per-host": { type: "string", value: "N", help: `simultaneous lookups per host [${perHost}]` },
  delay: { type: "string", value: "MS", help: `milliseconds between lookups of the same host [${delay}]` },
};

/** @throws UsageError */
export function politenessOf(call: Call): Politeness {
  return {
    width: numberOf(call, "parallel", width, 1),
    perHost: numberOf(call, "per-host", perHost, 1),
    delay: numberOf(call, "delay", delay, 0),
    longestWait,
  };
}

/** @throws UsageError */
export function numberOf({ flags }: Call, name: string, otherwise: number, least: number): number {
  const value = flags[name];
  if (typeof value !== "string") return otherwise;
  if (!/^\d{1,7}$/.test(value) || Number(value) < least)
    throw new UsageError(`--${name}: expected a whole number of at least ${least}, not "${value}"`);
  return Number(value);
}
