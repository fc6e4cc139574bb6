/** Network options of all commands that send requests. */

import type { LookupOptions } from "../../http/lookup.ts";
import {
  type Given,
  NetworkError,
  type Network as NetworkGiven,
  networkOptions,
  proxiesOf as proxies,
  readNetwork as read,
} from "../../http/network.ts";
import type { HttpSettings } from "../../http/settings.ts";
import { type Call, type Flag, notWith, type Unused, UsageError } from "../command.ts";
import { lookupFlags, lookupSettings } from "./lookup-settings.ts";

export const networkFlags: Readonly<Record<string, Flag>> = { ...networkOptions, ...lookupFlags };

export const networkUnused: Unused = notWith("unix-socket", [
  "dns",
  "resolve",
  "connect-to",
  "ipv4",
  "ipv6",
  "proxy",
  "noproxy",
]);

export interface Network {
  readonly settings: HttpSettings;
  readonly options: NetworkGiven["options"] & Pick<LookupOptions, "sendsUserinfo">;
  /** Ids of findings that flags such as --insecure ignore. */
  readonly silenced: readonly string[];
  /** Flags that may change the response, as text; `""` for none. */
  readonly given: string;
}

/** Flags that do not change a response. */
const NEUTRAL = new Set(["timeout", "connect-timeout", ...Object.keys(lookupFlags)]);

/** Findings that --insecure ignores. */
const UNTRUSTED = [
  "certificate-expired",
  "certificate-not-yet-valid",
  "certificate-wrong-name",
  "certificate-self-signed",
  "certificate-intermediate-missing",
  "certificate-untrusted",
] as const;

/** @throws UsageError naming the invalid flag */
export async function readNetwork(call: Call): Promise<Network> {
  const { flags, lists } = call;
  const { settings, options } = await read(givenOf(call)).catch(rethrow);
  return {
    settings: { ...lookupSettings(call), ...settings },
    options: { ...options, sendsUserinfo: true },
    silenced: flags["insecure"] === true ? UNTRUSTED : [],
    given: Object.keys(networkFlags)
      .filter((name) => !NEUTRAL.has(name))
      .flatMap((name) => [lists[name] ?? flags[name] ?? []].flat().map((value) => `${name}=${value}`))
      .join("\n"),
  };
}

/** Proxies of flags or the environment, else undefined members. @throws UsageError */
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
