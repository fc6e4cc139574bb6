/** Table of all options. */

import * as form from "./forms.ts";
import { httpOptions } from "./http-options.ts";
import { type Option, option } from "./option.ts";

export const options = {
  listen: option({
    at: "server.listen",
    default: "127.0.0.1:8080",
    value: "HOST:PORT|unix:/PATH",
    help: "address to listen on; port 0 picks a free port",
    parse: form.listenAddress,
    restart: true,
  }),
  "metrics-listen": option({
    at: "server.metricsListen",
    default: "",
    value: "HOST:PORT",
    help: "address at which to serve metrics, in Prometheus text format; empty for none",
    parse: (text) => (text === "" ? undefined : form.listenAddress(text)),
    restart: true,
  }),
  otlp: option({
    at: "server.otlp",
    default: "",
    value: "URL",
    help: "OpenTelemetry collector that gets traces and metrics (OTLP over HTTP), such as http://127.0.0.1:4318; header fields for it, such as a token, are in OTEL_EXPORTER_OTLP_HEADERS; empty for none",
    parse: form.collectorUrl,
    restart: true,
  }),
  "geo-city": option({
    at: "geo.city",
    default: "",
    value: "FILE[,FILE]",
    help: "city database: one file for both IP versions, or an IPv4 file and an IPv6 file",
    parse: form.list,
    restart: true,
  }),
  "geo-asn": option({
    at: "geo.asn",
    default: "",
    value: "FILE",
    help: "ASN database",
    parse: form.text,
    restart: true,
  }),
  "geo-networks": option({
    at: "geo.networks",
    default: "",
    value: "FILE",
    help: "database of kinds of networks, which `netlens update networks` makes",
    parse: form.text,
    restart: true,
  }),
  rdap: option({
    at: "geo.rdap",
    default: "registries",
    value: "registries|off|URL",
    help: "who is asked for the contact for abuse of an address: the regional registries, nobody, or an RDAP server of your own",
    parse: form.rdapServer,
    restart: true,
  }),
  "geo-load": option({
    at: "geo.load",
    default: "map",
    value: "map|memory",
    help: "map databases into memory (shared by processes, read on demand), or read them whole",
    parse: form.word("map", "memory"),
    restart: true,
  }),
  agents: option({
    at: "agents.source",
    default: "",
    value: "FILE|URL",
    help: "data file with user agent tables and the addresses of bot operators; a file is read again when it changes, a URL once a day",
    parse: form.text,
    restart: true,
  }),
  ...httpOptions,
  "trusted-proxies": option({
    at: "callers.proxies",
    default: "",
    value: "CIDR,…|unix",
    help: "proxies trusted to name their client; unix trusts whatever connects to a Unix socket",
    parse: form.proxies,
  }),
  "client-address-header": option({
    at: "callers.field",
    default: "X-Forwarded-For",
    value: "NAME",
    help: "the only field in which trusted proxies name their client: X-Forwarded-For, Forwarded, or a field with a single address, such as X-Real-IP",
    parse: form.fieldName,
  }),
  cors: option({
    at: "api.cors",
    default: "",
    value: "ORIGIN,…|*",
    help: "origins whose pages may call the API; empty for none",
    parse: form.origins,
  }),
  "base-url": option({
    at: "server.baseUrl",
    default: "",
    value: "URL",
    help: "URL at which clients reach the service, including any path that a proxy strips (https://tools.example/netlens); empty for the host that they request",
    parse: form.baseUrl,
  }),
  mcp: option({
    at: "api.mcp",
    default: "off",
    value: "on|off",
    alone: "on",
    help: "whether to serve AI assistants at /mcp, by the Model Context Protocol",
    parse: form.word("on", "off"),
  }),
  probe: option({
    at: "probe.served",
    default: "off",
    value: "on|off",
    alone: "on",
    help: "whether the service answers Prometheus at /probe, as the metrics listener does",
    parse: form.word("on", "off"),
  }),
  "probe-config": option({
    at: "probe.config",
    default: "",
    value: "FILE",
    help: "modules of /probe: tables [probe.NAME] of a TOML file, or a blackbox.yml with http modules",
    parse: form.text,
  }),
  "frame-ancestors": option({
    at: "api.frameAncestors",
    default: "",
    value: "ORIGIN,…|*",
    help: "origins whose pages may frame the map of a place (/place?ip=8.8.8.8); empty for none",
    parse: form.origins,
  }),
  "rate-limit": option({
    at: "api.rateLimit",
    default: "off",
    value: "N/TIME|off",
    help: "requests allowed per address (IPv6: per --limit-prefix) and period, such as 60/1m",
    parse: form.rate,
  }),
  "http-rate-limit": option({
    at: "api.httpRateLimit",
    default: "off",
    value: "N/TIME|off",
    help: "URL lookups allowed per address and period, whether from the API, pages or assistants",
    parse: form.rate,
  }),
  "limit-prefix": option({
    at: "api.limitPrefix",
    default: "64",
    value: "BITS",
    help: "length of the IPv6 prefix that counts as one caller; 48 or 56 where providers assign that much",
    parse: form.integer(16, 128),
  }),
  tokens: option({
    at: "api.tokens",
    default: "",
    value: "FILE",
    help: "file of tokens that callers need, with the rate and the permissions of each (see `netlens tokens --help`); read again on SIGHUP; empty for a service open to all",
    parse: form.text,
  }),
  workers: option({
    at: "server.workers",
    default: "1",
    value: "N",
    help: "number of processes that share the port; a worker that exits is restarted; more workers than processors compete for them",
    parse: form.integer(1, 256),
    restart: true,
  }),
  shared: option({
    at: "server.redisUrl",
    default: "",
    value: "redis://HOST:PORT",
    help: "Redis or Valkey through which replicas share the counts of --rate-limit and the results of --http-cache; while it does not answer, each replica enforces its part of a limit and does its own lookups",
    parse: form.redisUrl,
    restart: true,
  }),
  "shared-timeout": option({
    at: "server.sharedTimeout",
    default: "50ms",
    value: "TIME",
    help: "how long a request waits for --shared; after five unanswered calls in a row, requests no longer wait until it answers again",
    parse: form.duration,
    restart: true,
  }),
  "max-connections": option({
    at: "connections.total",
    default: "10000",
    value: "N",
    help: "maximum number of connections per process, as far as the limit of open files allows; beyond that the answer is 503 (on Linux)",
    parse: form.integer(1, 1_000_000),
    restart: true,
  }),
  "max-connections-per-address": option({
    at: "connections.perAddress",
    default: "500",
    value: "N",
    help: "maximum number of connections per address (IPv6: per /64); trusted proxies are exempt",
    parse: form.integer(1, 1_000_000),
    restart: true,
  }),
  "max-request-body": option({
    at: "server.maxRequestBody",
    default: "1MiB",
    value: "SIZE",
    help: "largest request content to accept",
    parse: form.size(1),
  }),
  drain: option({
    at: "server.drain",
    default: "3s",
    value: "TIME|off",
    help: "how long to keep accepting requests after SIGTERM while any arrive, so that proxies notice in time",
    parse: form.durationOrOff,
  }),
  "shutdown-timeout": option({
    at: "server.shutdownTimeout",
    default: "10s",
    value: "TIME",
    help: "time for requests in flight to finish after SIGTERM",
    parse: form.duration,
  }),
  "log-format": option({
    at: "log.format",
    default: "text",
    value: "text|json",
    help: "format of the log on standard error",
    parse: form.word("text", "json"),
    restart: true,
  }),
  "log-level": option({
    at: "log.level",
    default: "info",
    value: "debug|info|warn|error|silent",
    help: "minimum level to log; requests are logged at info",
    parse: form.word("debug", "info", "warn", "error", "silent"),
  }),
  "log-client": option({
    at: "log.client",
    default: "full",
    value: "full|prefix|none",
    help: "how much of a caller's address to log: all of it, its /24 (IPv6: /48), or nothing",
    parse: form.word("full", "prefix", "none"),
  }),
  "log-paths": option({
    at: "log.paths",
    default: "route",
    value: "route|full",
    help: "how much of a path to log: its route (/v1/ip/:ip), or all of it, including looked-up values",
    parse: form.word("route", "full"),
  }),
} as const;

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

export function needsRestart(name: OptionName): boolean {
  return options[name].restart === true;
}

/** Value of a flag without an argument; undefined if it needs one. */
export function aloneValue(name: OptionName): string | undefined {
  const row: Option<unknown, `${string}.${string}`> = options[name];
  return row.alone;
}

/** `http-timeout` → `NETLENS_HTTP_TIMEOUT`. */
export function environmentName(name: string): string {
  return `NETLENS_${name.toUpperCase().replaceAll("-", "_")}`;
}
