/** ONE table of network options: for every command that makes requests. They are for the person at the keyboard alone. */

import { type Detour, readConnectTo, readResolve } from "../http/detours.ts";
import type { Field } from "../http/extra-request-headers.ts";
import type { LookupOptions } from "../http/lookup.ts";
import { NETWORKS, VERSIONS } from "../http/lookup-enums.ts";
import { type Proxies, proxiesFor } from "../http/proxy.ts";
import type { HttpSettings, Identity } from "../http/settings.ts";
import { duration, resolver, ValueError } from "../settings/forms.ts";
import { type Call, type Flag, UsageError } from "./command.ts";
import { fileError } from "./file-error.ts";
import { lookupFlags, lookupSettings } from "./lookup-settings.ts";

export const networkFlags: Readonly<Record<string, Flag>> = {
  header: {
    type: "string",
    short: "H",
    value: "'NAME: VALUE'",
    repeats: true,
    help: "a field to send in place of the default; repeatable; credentials go to the first origin only",
  },
  omit: {
    type: "string",
    value: "NAME",
    repeats: true,
    help: "a default field that is not to be sent, such as Accept-Encoding; repeatable",
  },
  agent: {
    type: "string",
    short: "A",
    aliases: ["user-agent"],
    value: "STRING",
    help: "User-Agent to send",
  },
  user: {
    type: "string",
    short: "u",
    value: "USER:PASSWORD",
    help: "credentials for the first origin (Basic); those in the URL count as well",
  },
  cookie: {
    type: "string",
    short: "b",
    value: "'NAME=VALUE; …'",
    help: "cookies to send to the first origin",
  },
  referer: { type: "string", short: "e", value: "URL", help: "Referer to send" },
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
    help: "hosts that are asked directly [NO_PROXY of the environment]; * is every host",
  },
  "unix-socket": {
    type: "string",
    value: "PATH",
    file: true,
    help: "connect to the server's Unix socket, whatever the URL's host",
  },
  network: { type: "string", words: NETWORKS, help: "IP version to use" },
  ipv4: { type: "boolean", short: "4", help: "same as --network 4" },
  ipv6: { type: "boolean", short: "6", help: "same as --network 6" },
  dns: { type: "string", value: "ADDRESS:PORT", help: "DNS server to ask, instead of the system's" },
  "http-version": {
    type: "string",
    words: VERSIONS,
    help: "HTTP version to use; auto offers 2 and 1.1, as browsers do [auto]",
  },
  "http1.1": { type: "boolean", help: "same as --http-version 1.1" },
  http2: { type: "boolean", help: "same as --http-version 2" },
  http3: { type: "boolean", help: "same as --http-version 3" },
  insecure: { type: "boolean", short: "k", help: "accept certificates that are not trusted" },
  cacert: { type: "string", value: "FILE", file: true, help: "trust only the certificates in this PEM file" },
  cert: {
    type: "string",
    short: "E",
    value: "FILE[:PASSWORD]",
    file: true,
    help: "client certificate for servers that ask for one (PEM)",
  },
  pass: { type: "string", value: "PASSWORD", help: "password of its key" },
  key: {
    type: "string",
    value: "FILE",
    file: true,
    help: "key of the client certificate (PEM), where it is in a file of its own",
  },
  timeout: {
    type: "string",
    value: "TIME",
    help: "time limit for a whole lookup, such as 20s; a number alone is seconds",
  },
  "connect-timeout": { type: "string", value: "TIME", help: "time limit for DNS and TCP" },
  ...lookupFlags,
};

/** The settings that the table's flags ask for. */
export interface Network {
  /** The settings of lookups. */
  readonly settings: HttpSettings;
  readonly options: Pick<
    LookupOptions,
    "header" | "omit" | "agent" | "network" | "version" | "sendsUserinfo"
  >;
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
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined);
  const { readFields } = await import("../http/extra-request-headers.ts");
  const detours = [
    ...detoursOf("resolve", lists["resolve"], readResolve),
    ...detoursOf("connect-to", lists["connect-to"], readConnectTo),
  ];
  const authorities = await authoritiesOf(call);
  const identity = await identityOf(call);
  const server = text("dns");
  const timeout = text("timeout");
  const connectTimeout = text("connect-timeout");
  const version = versionOf(flags);
  const proxies = proxiesOf(call);
  const unixSocket = text("unix-socket");
  if (unixSocket !== undefined && version === "3")
    throw new UsageError("--unix-socket is not supported over HTTP/3");
  if (identity && version === "3") throw new UsageError("--cert is not supported over HTTP/3");
  return {
    settings: {
      ...lookupSettings(call),
      ...(timeout !== undefined && { timeout: formed("timeout", timeout, seconds) }),
      ...(connectTimeout !== undefined && {
        connectTimeout: formed("connect-timeout", connectTimeout, seconds),
      }),
      ...(server !== undefined && { resolver: formed("dns", server, resolver) }),
      ...(detours.length > 0 && { detours }),
      ...(authorities !== undefined && { authorities }),
      ...(identity && { identity }),
      ...proxies,
      ...(unixSocket !== undefined && { unixSocket }),
    },
    options: {
      header: [...shortFields(flags), ...readFields(lists["header"] ?? [], false)],
      omit: lists["omit"] ?? [],
      agent: text("agent"),
      network: familyOf(flags),
      version,
      sendsUserinfo: true,
    },
    silenced: flags["insecure"] === true ? UNTRUSTED : [],
    given: Object.keys(networkFlags)
      .filter((name) => !OF_PATIENCE.has(name))
      .flatMap((name) => [lists[name] ?? flags[name] ?? []].flat().map((value) => `${name}=${value}`))
      .join("\n"),
  };
}

/** Fields that have flags of their own; a line of -H comes later and is sent besides. */
function shortFields(flags: Call["flags"]): readonly Field[] {
  const { user, cookie, referer } = flags;
  const fields: Field[] = [];
  if (typeof user === "string") {
    if (!user.includes(":")) throw new UsageError("--user: expected USER:PASSWORD");
    fields.push(["Authorization", `Basic ${Buffer.from(user).toString("base64")}`]);
  }
  if (typeof cookie === "string") {
    if (!/^[^=;]+=/.test(cookie))
      throw new UsageError(`--cookie: expected NAME=VALUE, not "${cookie}"; files of cookies are not read`);
    fields.push(["Cookie", cookie]);
  }
  // With ";auto" curl sends the URL that a redirect came from.
  if (typeof referer === "string") fields.push(["Referer", referer.replace(/;auto$/, "")]);
  for (const [name, value] of fields)
    if (!/^[\x20-\x7e\t]*$/.test(value)) throw new UsageError(`${name}: expected ASCII, not "${value}"`);
  return fields.filter(([, value]) => value !== "");
}

function versionOf(flags: Call["flags"]): LookupOptions["version"] {
  const given = flags["http-version"];
  const named = (["1.1", "2", "3"] as const).filter((version) => flags[`http${version}`] === true);
  const all = new Set([...named, ...VERSIONS.filter((version) => version === given)]);
  if (all.size > 1) throw new UsageError("--http1.1, --http2, --http3: choose one version");
  return [...all][0];
}

function familyOf(flags: Call["flags"]): LookupOptions["network"] {
  const all = new Set([
    ...NETWORKS.filter((family) => family === flags["network"]),
    ...NETWORKS.filter((family) => flags[`ipv${family}`] === true),
  ]);
  // As curl: both together are either.
  return all.size === 1 ? [...all][0] : undefined;
}

/** Of flags or the environment; where neither says anything, the setting stays. */
function proxiesOf({ flags, io }: Call): { readonly proxies?: Proxies | undefined } {
  const { proxy, noproxy } = flags;
  const given = {
    proxy: typeof proxy === "string" ? proxy : undefined,
    noproxy: typeof noproxy === "string" ? noproxy : undefined,
  };
  try {
    const proxies = proxiesFor((name) => io.environment[name], given);
    return proxies || given.proxy !== undefined ? { proxies } : {};
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function detoursOf(
  flag: string,
  given: readonly string[] = [],
  read: (text: string) => Detour | undefined,
): Detour[] {
  return given.map((text) => {
    const detour = read(text);
    if (detour) return detour;
    throw new UsageError(`--${flag}: expected ${networkFlags[flag]?.value}, not "${text}"`);
  });
}

async function authoritiesOf({ flags, io }: Call): Promise<string | undefined> {
  const { cacert } = flags;
  if (typeof cacert !== "string") return undefined;
  const authorities = await textOfFile(io, "cacert", cacert);
  if (authorities.includes(CERTIFICATE)) return authorities;
  throw new UsageError(`--cacert: ${cacert} has no PEM certificate`);
}

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

/** A certificate and its key, which have to fit: the handshake would only say that it failed. */
async function identityOf({ flags, io }: Call): Promise<Identity | undefined> {
  const { cert: given, key: keyFile } = flags;
  if (typeof given !== "string") {
    if (keyFile !== undefined) throw new UsageError("--key needs --cert");
    return undefined;
  }
  const [, file = given, password = flags["pass"]] = /^(.+?[^:\\]):([^/\\].*)$/.exec(given) ?? [];
  const cert = await textOfFile(io, "cert", file);
  if (!cert.includes(CERTIFICATE)) throw new UsageError(`--cert: ${file} has no PEM certificate`);
  const key = typeof keyFile === "string" ? await textOfFile(io, "key", keyFile) : cert;
  if (!/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(key))
    throw new UsageError(
      `--cert: ${typeof keyFile === "string" ? keyFile : file} has no PEM key; --key names its file`,
    );
  const identity = { cert, key, ...(typeof password === "string" && { passphrase: password }) };
  try {
    process.getBuiltinModule("node:tls").createSecureContext(identity);
  } catch {
    throw new UsageError(
      "--cert: the key does not fit the certificate, or needs its password (FILE:PASSWORD)",
    );
  }
  return identity;
}

/** Text of a file that a flag names. @throws UsageError */
export async function textOfFile(io: Call["io"], flag: string, path: string): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    throw fileError(`--${flag}`, path, error);
  }
}

/** A duration; a number alone is seconds, as curl has it. */
function seconds(text: string): number {
  return duration(/^[\d.]+$/.test(text) ? `${text}s` : text);
}

function formed<T>(flag: string, text: string, read: (text: string) => T): T {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof ValueError) throw new UsageError(`--${flag}: ${error.message}`);
    throw error;
  }
}
