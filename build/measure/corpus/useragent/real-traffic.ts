/**
 * Current visitors: npm `user-agents` (BSD-2-Clause), strings with their share of visits. They have no
 * labels; provable faults are counted: invalid names, and a system version, stated as a fact, that the
 * browser cannot run on.
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

/** Reason why a result is certainly wrong, from makers' release notes; undefined if it may be right. */
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
