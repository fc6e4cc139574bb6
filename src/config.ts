/** ONE option table. A setting's value comes from its flag, else `NETLENS_…`, else the file, else the default. */

import * as form from "./options.ts";

interface Option<T> {
  readonly default: string;
  /** What stands for the value in help. */
  readonly value: string;
  readonly help: string;
  readonly parse: (text: string) => T;
}

function option<T>(row: Option<T>): Option<T> {
  return row;
}

export const options = {
  listen: option({
    default: "127.0.0.1:8080",
    value: "HOST:PORT|unix:/PATH",
    help: "address to listen on; port 0 takes a free port",
    parse: form.listenAddress,
  }),
  "metrics-listen": option({
    default: "",
    value: "HOST:PORT",
    help: "address at which metrics are served (Prometheus text); empty for none",
    parse: (text) => (text === "" ? undefined : form.listenAddress(text)),
  }),
  "geo-city": option({
    default: "",
    value: "FILE[,FILE]",
    help: "city database: one file for both families, or an IPv4 and an IPv6 file",
    parse: form.list,
  }),
  "geo-asn": option({ default: "", value: "FILE", help: "ASN database", parse: form.text }),
  "geo-load": option({
    default: "map",
    value: "map|memory",
    help: "map databases into memory (shared, lazy), or read them whole",
    parse: form.word("map", "memory"),
  }),
  agents: option({
    default: "",
    value: "FILE|URL",
    help: "data file of agents: tables and operators' addresses; a file is read again when it changes, a URL once a day",
    parse: form.text,
  }),
  "http-allow": option({
    default: "",
    value: "CIDR,…",
    help: "addresses that may be looked up although they are not public",
    parse: form.networks,
  }),
  "http-ports": option({
    default: "80,443,1024-65535",
    value: "PORT,FROM-TO,…",
    help: "ports that may be looked up (well-known ports of other protocols are always left out unless named singly)",
    parse: form.ports,
  }),
  "http-timeout": option({
    default: "15s",
    value: "TIME",
    help: "time limit of a whole lookup",
    parse: form.duration,
  }),
  "http-connect-timeout": option({
    default: "5s",
    value: "TIME",
    help: "time limit of DNS and TCP",
    parse: form.duration,
  }),
  "http-tls-timeout": option({
    default: "5s",
    value: "TIME",
    help: "time limit of the TLS handshake",
    parse: form.duration,
  }),
  "http-head-timeout": option({
    default: "10s",
    value: "TIME",
    help: "time limit from the request to the end of the response's header section",
    parse: form.duration,
  }),
  "http-idle-timeout": option({
    default: "5s",
    value: "TIME",
    help: "longest wait for the next byte of the content",
    parse: form.duration,
  }),
  "http-max-redirects": option({
    default: "10",
    value: "N",
    help: "most redirects followed",
    parse: form.integer(0, 50),
  }),
  "http-max-head": option({
    default: "256KiB",
    value: "SIZE",
    help: "largest header section read",
    parse: form.size(1),
  }),
  "http-max-body": option({
    default: "2MiB",
    value: "SIZE",
    help: "most content read from the wire",
    parse: form.size(0),
  }),
  "http-max-decoded": option({
    default: "16MiB",
    value: "SIZE",
    help: "most content after decompression",
    parse: form.size(1),
  }),
  "http-max-informational": option({
    default: "16",
    value: "N",
    help: "most 1xx responses before the final one",
    parse: form.integer(0, 100),
  }),
  "http-max-lookups": option({
    default: "64",
    value: "N",
    help: "most lookups in flight at once",
    parse: form.integer(1, 200),
  }),
  "http-max-queue": option({
    default: "256",
    value: "N",
    help: "most lookups waiting for their turn; beyond that the answer is 503",
    parse: form.integer(0, 10_000),
  }),
  "http-cache": option({
    default: "off",
    value: "TIME|off",
    help: "how long the result of a lookup answers the same request again, from all replicas with --shared; requests at the same time wait for one lookup",
    parse: form.durationOrOff,
  }),
  "http-cache-size": option({
    default: "32MiB",
    value: "SIZE",
    help: "most memory that the results kept for --http-cache take in a process",
    parse: form.size(1),
  }),
  resolver: option({
    default: "",
    value: "ADDRESS:PORT",
    help: "DNS server for lookups; empty for the system's",
    parse: form.resolver,
  }),
  "trusted-proxies": option({
    default: "",
    value: "CIDR,…|unix",
    help: "proxies that are believed when they name their client; unix for whatever connects to a Unix socket",
    parse: form.proxies,
  }),
  "client-address-header": option({
    default: "X-Forwarded-For",
    value: "NAME",
    help: "the one field in which trusted proxies name their client: X-Forwarded-For, Forwarded, or a field with a single address, such as X-Real-IP",
    parse: form.fieldName,
  }),
  cors: option({
    default: "",
    value: "ORIGIN,…|*",
    help: "origins whose pages may call the API; empty for none",
    parse: form.origins,
  }),
  "rate-limit": option({
    default: "off",
    value: "N/TIME|off",
    help: "requests allowed per address (IPv6: per /64) and period, such as 60/1m",
    parse: form.rate,
  }),
  workers: option({
    default: "1",
    value: "N",
    help: "processes that share the port, at most one per processor; a worker that exits is restarted",
    parse: form.integer(1, 256),
  }),
  shared: option({
    default: "",
    value: "redis://HOST:PORT",
    help: "Redis or Valkey through which replicas share the counts of --rate-limit and the results of --http-cache; while it does not answer, each works alone",
    parse: form.redisUrl,
  }),
  "max-connections": option({
    default: "10000",
    value: "N",
    help: "most connections of a process at once, as far as the limit of open files allows; beyond that the answer is 503 (on Linux)",
    parse: form.integer(1, 1_000_000),
  }),
  "max-connections-per-address": option({
    default: "500",
    value: "N",
    help: "most connections per address (IPv6: per /64); trusted proxies may hold any number",
    parse: form.integer(1, 1_000_000),
  }),
  "max-request-body": option({
    default: "1MiB",
    value: "SIZE",
    help: "largest request content accepted",
    parse: form.size(1),
  }),
  drain: option({
    default: "3s",
    value: "TIME|off",
    help: "how long to keep accepting requests after SIGTERM while they come, so that proxies notice in time",
    parse: form.durationOrOff,
  }),
  "shutdown-timeout": option({
    default: "10s",
    value: "TIME",
    help: "time for requests in flight to finish after SIGTERM",
    parse: form.duration,
  }),
  "log-format": option({
    default: "text",
    value: "text|json",
    help: "form of the log on standard error",
    parse: form.word("text", "json"),
  }),
  "log-level": option({
    default: "info",
    value: "debug|info|warn|error|silent",
    help: "minimum level that is logged; requests are logged at info",
    parse: form.word("debug", "info", "warn", "error", "silent"),
  }),
  "log-client": option({
    default: "full",
    value: "full|prefix|none",
    help: "how much of a caller's address is logged: all of it, its /24 (IPv6: /48), or nothing",
    parse: form.word("full", "prefix", "none"),
  }),
  "log-paths": option({
    default: "route",
    value: "route|full",
    help: "what is logged of a path: its route (/v1/ip/:ip), or all of it, including looked-up values",
    parse: form.word("route", "full"),
  }),
} as const;

export type OptionName = keyof typeof options;
export type Settings = { readonly [K in OptionName]: ReturnType<(typeof options)[K]["parse"]> };
export type Source = "flag" | "environment" | "file" | "default";

export interface Config {
  readonly settings: Settings;
  /** Each setting's text and where it came from, for `netlens config`. */
  readonly sources: Readonly<Record<OptionName, { readonly text: string; readonly source: Source }>>;
}

/** A setting is wrong; the message names the option and where its value came from. */
export class ConfigError extends Error {}

export const optionNames = Object.keys(options) as OptionName[];

function isOption(name: string): name is OptionName {
  return optionNames.some((known) => known === name);
}

/** `http-timeout` → `NETLENS_HTTP_TIMEOUT`. */
export function environmentName(name: string): string {
  return `NETLENS_${name.toUpperCase().replaceAll("-", "_")}`;
}

/**
 * Merges the sources. `flags` holds only what was given on the command line; `file` is the text of a TOML file whose
 * keys are the option names.
 * @throws ConfigError
 */
export function loadConfig(
  flags: Readonly<Record<string, string | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
  file?: { readonly path: string; readonly text: string },
): Config {
  const table = file ? readFile(file) : new Map<string, string>();
  const settings: Partial<Record<OptionName, unknown>> = {};
  const sources: Partial<Record<OptionName, { text: string; source: Source }>> = {};
  for (const name of optionNames) {
    const given: readonly (readonly [Source, string | undefined, string])[] = [
      ["flag", flags[name], `--${name}`],
      // An empty variable is how unit files and containers leave one unset.
      ["environment", environment[environmentName(name)] || undefined, environmentName(name)],
      ["file", table.get(name), `${name} in ${file?.path}`],
      ["default", options[name].default, name],
    ];
    const [source, text = "", label] = given.find(([, text]) => text !== undefined) ?? ["default", "", name];
    settings[name] = parseOption(name, text, label);
    sources[name] = { text, source };
  }
  return { settings: settings as Settings, sources: sources as Config["sources"] };
}

function parseOption(name: OptionName, text: string, label: string): unknown {
  try {
    return options[name].parse(text);
  } catch (error) {
    if (!(error instanceof form.ValueError)) throw error;
    throw new ConfigError(`${label}: ${error.message}, not "${text}"`);
  }
}

function readFile(file: { readonly path: string; readonly text: string }): ReadonlyMap<string, string> {
  let parsed: Record<string, unknown>;
  try {
    parsed = Bun.TOML.parse(file.text) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(
      `${file.path}: not valid TOML: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const table = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed)) {
    if (!isOption(key)) throw new ConfigError(`${file.path}: unknown option "${key}"`);
    if (Array.isArray(value)) table.set(key, value.join(","));
    else if (typeof value === "object")
      throw new ConfigError(`${key} in ${file.path}: expected one value or a list`);
    else table.set(key, String(value));
  }
  return table;
}
