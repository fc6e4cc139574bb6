/** Reads the network options that are given. */

import { fileReason } from "../api/file-reason.ts";
import { duration, resolver, ValueError } from "../settings/forms.ts";
import { type Detour, readConnectTo, readResolve } from "./detours.ts";
import type { Field } from "./extra-request-headers.ts";
import type { LookupOptions } from "./lookup.ts";
import { NETWORKS, VERSIONS } from "./lookup-enums.ts";
import { networkOptions } from "./network-options.ts";
import { proxiesFor } from "./proxy.ts";
import type { HttpSettings, Identity } from "./settings.ts";

/** Options as they are given, and the world that they name. */
export interface Given {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** Values of the options that may be given several times. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** An option as its giver writes it: `--dns`. */
  readonly nameOf: (option: string) => string;
  readonly environment: (name: string) => string | undefined;
  readonly readFile: (path: string) => Promise<string>;
}

/** A wrong value of an option; the message names the option. */
export class NetworkError extends Error {
  readonly option: string;
  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** The options, read; `settings` stand in place of the usual ones. */
export interface Network {
  readonly settings: Partial<HttpSettings>;
  readonly options: Pick<LookupOptions, "header" | "omit" | "agent" | "network" | "version">;
}

/** @throws NetworkError, and NetlensError for a line of `header` */
export async function readNetwork(given: Given): Promise<Network> {
  const { flags, lists, nameOf } = given;
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined);
  const { readFields } = await import("./extra-request-headers.ts");
  const detours = [
    ...detoursOf(given, "resolve", readResolve),
    ...detoursOf(given, "connect-to", readConnectTo),
  ];
  const authorities = await authoritiesOf(given);
  const identity = await identityOf(given);
  const timeout = formed(given, "timeout", seconds);
  const connectTimeout = formed(given, "connect-timeout", seconds);
  const server = formed(given, "dns", resolver);
  const version = versionOf(given);
  const unixSocket = text("unix-socket");
  if (unixSocket !== undefined && version === "3")
    throw new NetworkError("unix-socket", `${nameOf("unix-socket")} is not supported over HTTP/3`);
  if (identity && version === "3")
    throw new NetworkError("cert", `${nameOf("cert")} is not supported over HTTP/3`);
  return {
    settings: {
      ...(timeout !== undefined && { timeout }),
      ...(connectTimeout !== undefined && { connectTimeout }),
      ...(server !== undefined && { resolver: server }),
      ...(detours.length > 0 && { detours }),
      ...(authorities !== undefined && { authorities }),
      ...(identity && { identity }),
      ...proxiesOf(given),
      ...(unixSocket !== undefined && { unixSocket }),
    },
    options: {
      header: [...shortFields(given), ...readFields(lists["header"] ?? [], false)],
      omit: lists["omit"] ?? [],
      agent: text("agent"),
      network: familyOf(flags),
      version,
    },
  };
}

/** Fields that have options of their own; a line of `header` comes later and is sent besides. */
function shortFields({ flags: { user, cookie, referer }, nameOf }: Given): readonly Field[] {
  const fields: Field[] = [];
  if (typeof user === "string") {
    if (!user.includes(":")) throw new NetworkError("user", `${nameOf("user")}: expected USER:PASSWORD`);
    fields.push(["Authorization", `Basic ${Buffer.from(user).toString("base64")}`]);
  }
  if (typeof cookie === "string") {
    if (!/^[^=;]+=/.test(cookie))
      throw new NetworkError(
        "cookie",
        `${nameOf("cookie")}: expected NAME=VALUE, not "${cookie}"; files of cookies are not read`,
      );
    fields.push(["Cookie", cookie]);
  }
  // With ";auto" curl sends the URL that a redirect came from.
  if (typeof referer === "string") fields.push(["Referer", referer.replace(/;auto$/, "")]);
  for (const [name, value] of fields)
    if (!/^[\x20-\x7e\t]*$/.test(value))
      throw new NetworkError(name.toLowerCase(), `${name}: expected ASCII, not "${value}"`);
  return fields.filter(([, value]) => value !== "");
}

function versionOf({ flags, nameOf }: Given): LookupOptions["version"] {
  const given = flags["http-version"];
  const named = (["1.1", "2", "3"] as const).filter((version) => flags[`http${version}`] === true);
  const all = new Set([...named, ...VERSIONS.filter((version) => version === given)]);
  if (all.size > 1)
    throw new NetworkError(
      "http-version",
      `${["http1.1", "http2", "http3"].map(nameOf).join(", ")}: choose one version`,
    );
  return [...all][0];
}

function familyOf(flags: Given["flags"]): LookupOptions["network"] {
  const all = new Set([
    ...NETWORKS.filter((family) => family === flags["network"]),
    ...NETWORKS.filter((family) => flags[`ipv${family}`] === true),
  ]);
  // As curl: both together are either.
  return all.size === 1 ? [...all][0] : undefined;
}

/** Of options or the environment; where neither says anything, the setting stays. @throws NetworkError */
export function proxiesOf({
  flags,
  environment,
  nameOf,
}: Omit<Given, "readFile" | "lists">): Partial<Pick<HttpSettings, "proxies">> {
  const { proxy, noproxy } = flags;
  const given = {
    proxy: typeof proxy === "string" ? proxy : undefined,
    noproxy: typeof noproxy === "string" ? noproxy : undefined,
    from: nameOf("proxy"),
  };
  try {
    const proxies = proxiesFor(environment, given);
    return proxies || given.proxy !== undefined ? { proxies } : {};
  } catch (error) {
    throw new NetworkError("proxy", error instanceof Error ? error.message : String(error));
  }
}

function detoursOf(
  { lists, nameOf }: Given,
  option: string,
  read: (text: string) => Detour | undefined,
): Detour[] {
  return (lists[option] ?? []).map((text) => {
    const detour = read(text);
    if (detour) return detour;
    const form = networkOptions[option]?.value;
    throw new NetworkError(option, `${nameOf(option)}: expected ${form}, not "${text}"`);
  });
}

async function authoritiesOf(given: Given): Promise<string | undefined> {
  const { cacert } = given.flags;
  if (typeof cacert !== "string") return undefined;
  const authorities = await textOf(given, "cacert", cacert);
  if (authorities.includes(CERTIFICATE)) return authorities;
  throw new NetworkError("cacert", `${given.nameOf("cacert")}: ${cacert} has no PEM certificate`);
}

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

/** A certificate and its key, which have to fit: the handshake would only say that it failed. */
async function identityOf(given: Given): Promise<Identity | undefined> {
  const { flags, nameOf } = given;
  const { cert: named, key: keyFile } = flags;
  const name = nameOf("cert");
  if (typeof named !== "string") {
    if (keyFile !== undefined) throw new NetworkError("key", `${nameOf("key")} needs ${name}`);
    return undefined;
  }
  const [, file = named, password = flags["pass"]] = /^(.+?[^:\\]):([^/\\].*)/.exec(named) ?? [];
  const cert = await textOf(given, "cert", file);
  if (!cert.includes(CERTIFICATE)) throw new NetworkError("cert", `${name}: ${file} has no PEM certificate`);
  const key = typeof keyFile === "string" ? await textOf(given, "key", keyFile) : cert;
  if (!/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(key))
    throw new NetworkError(
      "cert",
      `${name}: ${typeof keyFile === "string" ? keyFile : file} has no PEM key; ${nameOf("key")} names its file`,
    );
  const identity = { cert, key, ...(typeof password === "string" && { passphrase: password }) };
  try {
    process.getBuiltinModule("node:tls").createSecureContext(identity);
  } catch {
    throw new NetworkError(
      "cert",
      `${name}: the key does not fit the certificate, or needs its password (${nameOf("pass")})`,
    );
  }
  return identity;
}

async function textOf({ readFile, nameOf }: Given, option: string, path: string): Promise<string> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new NetworkError(option, `${nameOf(option)}: ${path}: ${fileReason(error)}`);
  }
}

/** A duration; a number alone is seconds, as curl has it. */
function seconds(text: string): number {
  return duration(/^[\d.]+$/.test(text) ? `${text}s` : text);
}

/** Undefined where the option is not given. */
function formed<T>({ flags, nameOf }: Given, option: string, read: (text: string) => T): T | undefined {
  const text = flags[option];
  if (typeof text !== "string") return undefined;
  try {
    return read(text);
  } catch (error) {
    if (error instanceof ValueError) throw new NetworkError(option, `${nameOf(option)}: ${error.message}`);
    throw error;
  }
}
