/** IO: reverse DNS for commands. */

import { confirmedName, type HostnameOf } from "../../ip/hostname.ts";
import type { VisitorDeps } from "../../jobs/visitor/routes.ts";
import { lazyNames, lazyVerify } from "../../server/lazy.ts";
import { resolverOf } from "../../server/wiring.ts";
import type { Call } from "../command.ts";

type Settings = Pick<Call, "config">;

const namesOf = ({ config }: Settings) => lazyNames(resolverOf(config.settings));

export async function hostnames(call: Settings): Promise<HostnameOf> {
  const names = await namesOf(call)();
  return (ip) => confirmedName(ip, names);
}

/** Checks a bot's address by reverse DNS and by the published addresses. */
export function botVerifier(call: Settings): VisitorDeps["verify"] {
  let opened: Promise<VisitorDeps["verify"]> | undefined;
  const open = async () => {
    const { openAgents } = await import("../../useragent/agents-file.ts");
    const { ranges } = await openAgents(call.config.settings.agents.source, () => {});
    return lazyVerify(namesOf(call), ranges);
  };
  return async (bot, ip) => {
    opened ??= open();
    return (await opened)(bot, ip);
  };
}
