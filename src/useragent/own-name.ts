/** What looks like a machine may be the client's own name: `Googlebot` is no device of Google's. */

import type { Agent } from "./agent.ts";
import { brandAtStart } from "./brands.ts";
import { NO_MACHINE } from "./hardware.ts";
import type { Known } from "./stage.ts";

export function ownNameStage(known: Known): Partial<Known> {
  return isOwnName(known) ? { machine: NO_MACHINE } : {};
}

/**
 * A maker and a word of the client's name, `Googlebot`, `Thunderbird`, or any machine where no system stands; Apple's
 * libraries run on Apple's machines.
 */
function isOwnName({ client, system, machine, features, agent }: Known): boolean {
  if (!client) return false;
  const { vendor, name, code } = machine;
  const serves = client.type === "bot" || (client.type === "library" && vendor !== "Apple");
  if (serves && !system) return true;
  const isModel = (vendor === "Apple" && client.type !== "bot") || code !== undefined || /\d/.test(name);
  return !isModel && (system ? isEndOf(client.name, name) : isListedName(agent, features.app?.at, vendor));
}

/** `GooglePodcasts` in front of a string is an app of the tables, and no machine of Google. */
const isListedName = (agent: Agent, appAt: number | undefined, vendor: string) =>
  appAt === 0 && (agent.lower.startsWith(vendor.toLowerCase()) || brandAtStart(agent.head)?.brand === vendor);

const isEndOf = (name: string, end: string) =>
  end.length > 1 && name.toLowerCase().endsWith(end.toLowerCase());
