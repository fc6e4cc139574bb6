/**
 * Today's visitors: npm `user-agents` (BSD-2-Clause), strings with their share. They carry no labels; what is
 * provable without them is counted: a version of the system, stated as a fact, that the browser beside it cannot
 * run on, and names that are none.
 */

import { join } from "node:path";
import type { UserAgentResult } from "../../../../src/useragent/schema.ts";

interface Visit {
  readonly userAgent: string;
  readonly weight: number;
}

const TRAFFIC = join(import.meta.dir, "../../../../node_modules/user-agents/dist/user-agents.json");

/** Distinct strings with their share of the visits. */
export async function realTraffic(): Promise<Map<string, number>> {
  const traffic = (await Bun.file(TRAFFIC).json()) as readonly Visit[];
  const shares = new Map<string, number>();
  for (const { userAgent, weight } of traffic) shares.set(userAgent, (shares.get(userAgent) ?? 0) + weight);
  return shares;
}

const number = (pattern: RegExp, agent: string) => Number(pattern.exec(agent)?.[1] ?? 0);

/** Why an answer is false whatever the truth may be; undefined where it may be true. Makers' release notes. */
export function provablyFalse(agent: string, answer: UserAgentResult): string | undefined {
  const { os, device } = answer;
  const chrome = number(/ Chrome\/(\d+)/, agent);
  const safari = number(/ Version\/(\d+)/, agent);
  if (device && (device.name === "K" || device.name === "Mobile")) return "a name that is none";
  if (!os || os.frozen) return undefined;
  const major = Number.parseInt(os.version, 10);
  if (/^iP?adOS$|^iOS$/.test(os.name) && safari >= 26 && major < safari) return "iOS older than its Safari";
  if (os.name === "macOS" && major <= 10 && (chrome >= 129 || (chrome === 0 && safari >= 16)))
    return "macOS older than the browser allows";
  if (os.name === "Android" && major < 10 && chrome >= 139) return "Android older than the browser allows";
  if (os.name === "Windows" && major < 10 && chrome >= 110) return "Windows older than the browser allows";
  return undefined;
}
