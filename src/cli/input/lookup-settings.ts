import type { HttpSettings } from "../../http/settings.ts";
import { httpSettings } from "../../server/wiring.ts";
import type { Call, Flag } from "../command.ts";
import { ownAddresses } from "../serve/machine.ts";
import { flagsOf } from "./flag-table.ts";

export const lookupFlags: Readonly<Record<string, Flag>> = flagsOf("lookup flags");

/** Allows private addresses by default, unlike the service: the user can reach them anyway. */
export function lookupSettings({ config, flags }: Pick<Call, "config" | "flags">): HttpSettings {
  const settings = httpSettings(config.settings, ownAddresses());
  return { ...settings, guarded: flags["public-only"] === true };
}
