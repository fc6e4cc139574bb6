/** Options of the network for the command line and probe modules: their table, and their parser. */

import table from "../../data/network-options.txt" with { type: "text" };
import { type OptionRow, optionsIn } from "../../data/option-rows.ts";
import { rowsIn } from "../../data/tables.ts";
import { fileReason } from "../api/file-reason.ts";
import { duration, resolver, ValueError } from "../settings/forms.ts";
import type { LookupOptions } from "./lookup.ts";
import { type HttpSettings, type Identity, NETWORKS, VERSIONS } from "./settings.ts";
import { type Detour, readConnectTo, readResolve } from "./wire/detours.ts";
import { proxiesFor } from "./wire/proxy.ts";
import { type Field, readFields } from "./wire/request-headers.ts";

export { type Field, fieldsFor, isOfConnection, requestFields } from "./wire/request-headers.ts";

/** Raw options and the environment they refer to. */
export interface Given {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** Values of repeatable options; `proxy-header` is a probe module's only. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Name shown to the user: `--dns`. */
  readonly nameOf: (option: string) => string;
  readonly environment: (name: string) => string | undefined;
  readonly readFile: (path: string) => Promise<string>;
}

/** Invalid value of an option; the message names the option. */
export class NetworkError extends Error {
  readonly option: string;
  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** Parsed options; `settings` override the defaults. */
export interface Network {
  readonly settings: Partial<HttpSettings>;
  readonly options: Pick<LookupOptions, "header" | "omit" | "agent" | "network" | "version">;
}

/** @throws NetworkError, and NetlensError for an invalid `header` */
export async function readNetwork(given: Given): Promise<Network> {
  const { flags, lists, nameOf } = given;
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined);
  const detours = [
    ...detoursOf(given, "resolve", readResolve),
    ...detoursOf(given, "connect-to", readConnectTo),
  ];
  const authorities = await authoritiesOf(given);
  const identity = await identityOf(given);
  const timeout = formed(given, "timeout", seconds);
  const connectTimeout = formed(given, "connect-timeout", seconds);
  const server = formed(given, "dns", resolver);
  const version = VERSIONS.find((each) => each === flags["http-version"]);
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
      header: [...credentials(given), ...readFields(lists["header"] ?? [], false)],
      omit: lists["omit"] ?? [],
      agent: text("agent"),
      network: familyOf(flags),
      version,
    },
  };
}

/** Header of `user`; sent before the headers of `header`. */
function credentials({ flags: { user }, nameOf }: Given): readonly Field[] {
  if (typeof user !== "string") return [];
  if (!user.includes(":")) throw new NetworkError("user", `${nameOf("user")}: expected USER:PASSWORD`);
  return [["Authorization", `Basic ${Buffer.from(user).toString("base64")}`]];
}

function familyOf(flags: Given["flags"]): LookupOptions["network"] {
  const [family, other] = NETWORKS.filter((each) => flags[`ipv${each}`] === true);
  // --ipv4 and --ipv6 together allow both versions, as in curl.
  return other === undefined ? family : undefined;
}

/** Proxies from options, else from the environment; empty without either. @throws NetworkError */
export function proxiesOf({
  flags,
  environment,
  nameOf,
  lists = {},
}: Omit<Given, "readFile" | "lists"> & Partial<Pick<Given, "lists">>): Partial<
  Pick<HttpSettings, "proxies">
> {
  const { proxy, noproxy } = flags;
  const given = {
    proxy: typeof proxy === "string" ? proxy : undefined,
    noproxy: typeof noproxy === "string" ? noproxy : undefined,
    from: nameOf("proxy"),
    connectFields: readFields(lists["proxy-header"] ?? [], false),
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

/** Reads certificate and key. Checked here, since a failed handshake gives no reason. */
async function identityOf(given: Given): Promise<Identity | undefined> {
  const { flags, nameOf } = given;
  const { cert: named, key: keyFile } = flags;
  const name = nameOf("cert");
  if (typeof named !== "string") {
    const alone = ["key", "pass"].find((option) => flags[option] !== undefined);
    if (alone !== undefined) throw new NetworkError(alone, `${nameOf(alone)} needs ${name}`);
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
      `${name}: the key does not match the certificate, or needs its password (${nameOf("pass")})`,
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

/** A bare number is seconds, as in curl. */
function seconds(text: string): number {
  return duration(/^[\d.]+$/.test(text) ? `${text}s` : text);
}

/** Parsed value of an option, or undefined if not given. */
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

export const networkOptions: Readonly<Record<string, OptionRow>> = optionsIn(rowsIn(table), {
  "http-version": VERSIONS,
});
