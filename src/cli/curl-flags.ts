/** What people know from curl. It is for the person at the keyboard alone: a service has none of it. */

import { type Detour, readConnectTo, readResolve } from "../http/detours.ts";
import type { VERSIONS } from "../http/lookup-enums.ts";
import type { HttpSettings } from "../http/settings.ts";
import { type Call, type Flag, UsageError } from "./command.ts";
import { fileError } from "./file-error.ts";

export const curlFlags: Readonly<Record<string, Flag>> = {
  resolve: {
    type: "string",
    value: "HOST:PORT:ADDRESS",
    repeats: true,
    help: "connect to this address for the host and port, such as to an origin that DNS does not name yet; * is any host",
  },
  "connect-to": {
    type: "string",
    value: "HOST:PORT:HOST:PORT",
    repeats: true,
    help: "connect to the second host and port instead of the first; any of them may be empty",
  },
  insecure: { type: "boolean", short: "k", help: "accept certificates that are not trusted" },
  cacert: {
    type: "string",
    value: "FILE",
    file: true,
    help: "trust only the certificates in this PEM file",
  },
  data: {
    type: "string",
    short: "d",
    value: "DATA",
    repeats: true,
    help: "send this in a POST request, as a form does; @FILE reads it from a file",
  },
  "http1.1": { type: "boolean", help: "same as --http-version 1.1" },
  http2: { type: "boolean", help: "same as --http-version 2" },
  http3: { type: "boolean", help: "same as --http-version 3" },
};

export interface CurlOptions {
  readonly settings: Pick<HttpSettings, "detours" | "authorities">;
  readonly data: string | undefined;
  readonly version: (typeof VERSIONS)[number] | undefined;
}

/** Findings that --insecure silences. */
export const UNTRUSTED = [
  "certificate-expired",
  "certificate-not-yet-valid",
  "certificate-wrong-name",
  "certificate-self-signed",
  "certificate-intermediate-missing",
  "certificate-untrusted",
] as const;

/** @throws UsageError naming the flag at fault */
export async function readCurlFlags({ flags, lists, io }: Call): Promise<CurlOptions> {
  const detours = [
    ...detoursOf("resolve", lists["resolve"], readResolve),
    ...detoursOf("connect-to", lists["connect-to"], readConnectTo),
  ];
  const { cacert } = flags;
  const authorities = typeof cacert === "string" ? await textOf(io, "cacert", cacert) : undefined;
  if (authorities !== undefined && !authorities.includes("-----BEGIN CERTIFICATE-----"))
    throw new UsageError(`--cacert: ${String(cacert)} has no PEM certificate`);
  const version = versionOf(flags);
  const pieces = (lists["data"] ?? []).map(async (given) =>
    given.startsWith("@") ? (await textOf(io, "data", given.slice(1))).replace(/[\r\n]/g, "") : given,
  );
  const data = pieces.length > 0 ? (await Promise.all(pieces)).join("&") : undefined;
  if (data !== undefined && flags["method"] !== undefined)
    throw new UsageError("--data always uses POST: omit --method");
  if (data !== undefined && version === "3") throw new UsageError("--data is not supported over HTTP/3");
  return {
    settings: {
      ...(detours.length > 0 && { detours }),
      ...(authorities !== undefined && { authorities }),
    },
    data,
    version,
  };
}

function versionOf(flags: Call["flags"]): CurlOptions["version"] {
  const named = (["1.1", "2", "3"] as const).filter((version) => flags[`http${version}`] === true);
  const [first] = named;
  const given = flags["http-version"];
  if (named.length > 1 || (first !== undefined && given !== undefined && given !== first))
    throw new UsageError("--http1.1, --http2, --http3: choose one version");
  return first;
}

function detoursOf(
  flag: string,
  given: readonly string[] = [],
  read: (text: string) => Detour | undefined,
): Detour[] {
  return given.map((text) => {
    const detour = read(text);
    if (detour) return detour;
    throw new UsageError(`--${flag}: expected ${curlFlags[flag]?.value}, not "${text}"`);
  });
}

async function textOf(io: Call["io"], flag: string, path: string): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    throw fileError(`--${flag}`, path, error);
  }
}
