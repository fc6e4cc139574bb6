/** Options of the network for the command line and probe modules: their table, and their parser. */

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
  /** Values of repeatable options. */
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

/** Header field of `user`; sent before those of `header`. */
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

/** Reads certificate and key. Checked here, since a failed handshake gives no reason. */
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

export interface NetworkOption {
  readonly type: "boolean" | "string";
  readonly help: string;
  readonly short?: string;
  /** Placeholder of the value in help. */
  readonly value?: string;
  readonly words?: readonly string[];
  /** The value is a file name. */
  readonly file?: true;
  readonly repeats?: true;
}

export const networkOptions: Readonly<Record<string, NetworkOption>> = {
  header: {
    type: "string",
    short: "H",
    value: "'NAME: VALUE'",
    repeats: true,
    help: "header to send instead of the default; repeatable; credentials go to the first origin only",
  },
  omit: {
    type: "string",
    value: "NAME",
    repeats: true,
    help: "default header to omit, such as Accept-Encoding; repeatable",
  },
  agent: { type: "string", short: "A", value: "STRING", help: "User-Agent to send" },
  user: {
    type: "string",
    short: "u",
    value: "USER:PASSWORD",
    help: "credentials for the first origin (Basic); those in the URL count as well",
  },
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
  proxy: {
    type: "string",
    short: "x",
    value: "URL",
    help: "http, https or socks5 proxy [HTTPS_PROXY, HTTP_PROXY or ALL_PROXY of the environment]; empty for none",
  },
  noproxy: {
    type: "string",
    value: "HOST,…",
    help: "hosts to request directly [NO_PROXY of the environment]; * is every host",
  },
  "unix-socket": {
    type: "string",
    value: "PATH",
    file: true,
    help: "connect to the server's Unix socket, whatever the URL's host",
  },
  ipv4: { type: "boolean", short: "4", help: "use IPv4 only" },
  ipv6: { type: "boolean", short: "6", help: "use IPv6 only" },
  dns: { type: "string", value: "ADDRESS:PORT", help: "DNS server to use instead of the system's" },
  "http-version": {
    type: "string",
    words: VERSIONS,
    help: "HTTP version to use; auto offers 2 and 1.1, as browsers do [auto]",
  },
  insecure: { type: "boolean", short: "k", help: "accept certificates that are not trusted" },
  cacert: { type: "string", value: "FILE", file: true, help: "trust only the certificates in this PEM file" },
  cert: {
    type: "string",
    short: "E",
    value: "FILE[:PASSWORD]",
    file: true,
    help: "client certificate for servers that request one (PEM)",
  },
  pass: { type: "string", value: "PASSWORD", help: "password of its key" },
  key: {
    type: "string",
    value: "FILE",
    file: true,
    help: "key of the client certificate (PEM), if it is in a separate file",
  },
  timeout: {
    type: "string",
    value: "TIME",
    help: "time limit for a whole lookup, such as 20s; a number alone is seconds",
  },
  "connect-timeout": { type: "string", value: "TIME", help: "time limit for DNS and TCP" },
};
