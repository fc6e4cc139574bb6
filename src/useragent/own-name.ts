/** A word that looks like a machine may be the client's own name: `Googlebot` is no device of Google's. */

import { brandAtStart } from "./brands.ts";
import type { Features } from "./features.ts";
import type { Hardware } from "./maker-model.ts";
import type { Client } from "./naming.ts";
import type { NamedVersion } from "./schema.ts";

/**
 * A maker and a word of the client's name, `Googlebot`, `Thunderbird`, or any machine where no system stands; Apple's
 * libraries run on Apple's machines.
 */
export function isOwnName(
  client: Client,
  { vendor, name, code }: Hardware,
  system: NamedVersion | false,
  features: Features,
): boolean {
  const serves = client.type === "bot" || (client.type === "library" && vendor !== "Apple");
  if (serves && !system) return true;
  const isModel = (vendor === "Apple" && client.type !== "bot") || code !== undefined || /\d/.test(name);
  return !isModel && (system ? isEndOf(client.name, name) : isListedName(features, vendor));
}

/** `GooglePodcasts` in front of a string is an app of the tables, and no machine of Google. */
const isListedName = ({ agent, app }: Features, vendor: string) =>
  app?.at === 0 &&
  (agent.lower.startsWith(vendor.toLowerCase()) || brandAtStart(agent.head)?.brand === vendor);

const isEndOf = (name: string, end: string) =>
  end.length > 1 && name.toLowerCase().endsWith(end.toLowerCase());
