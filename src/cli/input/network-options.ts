/** The network options on the command line: for every command that makes requests. */

import type { LookupOptions } from "../../http/lookup.ts";
import { networkOptions } from "../../http/network-options.ts";
import {
  type Given,
  NetworkError,
  type Network as NetworkGiven,
  proxiesOf as proxies,
  readNetwork as read,
} from "../../http/read-network.ts";
import type { HttpSettings } from "../../http/settings.ts";
import { type Call, type Flag, UsageError } from "../command.ts";
import { lookupFlags, lookupSettings } from "./lookup-settings.ts";

export const networkFlags: Readonly<Record<string, Flag>> = { ...networkOptions, ...lookupFlags };

/** The settings that the table's flags ask for. */
export interface Network {
  /** The settings of lookups. */
  readonly settings: HttpSettings;
  readonly options: NetworkGiven["options"] & Pick<LookupOptions, "sendsUserinfo">;
  /** Ids of findings that the flags silence, so that they are not shown and fail nothing. */
  readonly silenced: readonly string[];
  /** The flags that decide which server answers and what it is sent, as text; `""` for none. */
  readonly given: string;
}

/** Flags that decide how long is waited, and what is refused. */
const OF_PATIENCE = new Set(["timeout", "connect-timeout", ...Object.keys(lookupFlags)]);

/** Findings that --insecure silences. */
const UNTRUSTED = [
  "certificate-expired",
  "certificate-not-yet-valid",
  "certificate-wrong-name",
  "certificate-self-signed",
  "certificate-intermediate-missing",
  "certificate-untrusted",
] as const;

/** Reads the flags of the table. @throws UsageError naming the flag at fault */
export async function readNetwork(call: Call): Promise<Network> {
  const { flags, lists } = call;
  const { settings, options } = await read(givenOf(call)).catch(rethrow);
  return {
    settings: { ...lookupSettings(call), ...settings },
    options: { ...options, sendsUserinfo: true },
    silenced: flags["insecure"] === true ? UNTRUSTED : [],
    given: Object.keys(networkFlags)
      .filter((name) => !OF_PATIENCE.has(name))
      .flatMap((name) => [lists[name] ?? flags[name] ?? []].flat().map((value) => `${name}=${value}`))
      .join("\n"),
  };
}

/** Of flags or the environment; where neither says anything, the setting stays. @throws UsageError */
export function proxiesOf(call: Pick<Call, "flags" | "io">): ReturnType<typeof proxies> {
  try {
    return proxies(givenOf({ lists: {}, ...call }));
  } catch (error) {
    return rethrow(error);
  }
}

function givenOf({ flags, lists, io }: Pick<Call, "flags" | "lists" | "io">): Given {
  return {
    flags,
    lists,
    nameOf: (option) => `--${option}`,
    environment: (name) => io.environment[name],
    readFile: io.readFile,
  };
}

function rethrow(error: unknown): never {
  throw error instanceof NetworkError ? new UsageError(error.message) : error;
}
