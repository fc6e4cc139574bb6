/** Table of all options. */

import * as form from "./forms.ts";
import { httpOptions } from "./http-options.ts";
import { type Option, option } from "./option.ts";

export const options = {
  listen: option("server.listen", "127.0.0.1:8080", {
    value: "HOST:PORT|unix:/PATH",
    help: "address to listen on; port 0 picks a free port",
    parse: form.listenAddress,
    restart: true,
  }),
  "metrics-listen": option("server.metricsListen", "", {
    value: "HOST:PORT",
    help: "address at which to serve metrics, in Prometheus text format; empty for none",
    parse: (text) => (text === "" ? undefined : form.listenAddress(text)),
    restart: true,
  }),
  otlp: option("server.otlp", "", {
    value: "URL",
    help: "OpenTelemetry collector that gets traces and metrics (OTLP over HTTP), such as http://127.0.0.1:4318; headers for it, such as a token, are in OTEL_EXPORTER_OTLP_HEADERS; empty for none",
    parse: form.collectorUrl,
    restart: true,
  }),
  "geo-city": option("geo.city", "", {
    value: "FILE[,FILE]",
    help: "city database: one file for both IP versions, or an IPv4 file and an IPv6 file",
    parse: form.list,
    restart: true,
  }),
  "geo-asn": option("geo.asn", "", { value: "FILE", help: "ASN database", parse: form.text, restart: true }),
  "geo-networks": option("geo.networks", "", {
    value: "FILE",
    help: "database of kinds of networks, built by `netlens update networks`",
    parse: form.text,
    restart: true,
  }),
  rdap: option("geo.rdap", "registries", {
    value: "registries|off|URL",
    help: "source of abuse contacts: the regional registries, off, or the URL of an RDAP server",
    parse: form.rdapServer,
    restart: true,
  }),
  "geo-load": option("geo.load", "map", {
    value: "map|memory",
    help: "map databases into memory (shared by processes, read on demand), or read them whole",
    parse: form.word("map", "memory"),
    restart: true,
  }),
  agents: option("agents.source", "", {
    value: "FILE|URL",
    help: "data file with user agent tables and the addresses of bot operators; a file is read again when it changes, a URL once a day",
    parse: form.text,
    restart: true,
  }),
  ...httpOptions,
  "trusted-proxies": option("callers.proxies", "", {
    value: "CIDR,…|unix",
    help: "proxies trusted to report their client's address; unix trusts every peer on a Unix socket",
    parse: form.proxies,
  }),
  "client-address-header": option("callers.field", "X-Forwarded-For", {
    value: "NAME",
    help: "header in which trusted proxies report their client: X-Forwarded-For, Forwarded, or one with a single address, such as X-Real-IP",
    parse: form.fieldName,
  }),
  cors: option("api.cors", "", {
    value: "ORIGIN,…|*",
    help: "origins whose pages may call the API; empty for none",
    parse: form.origins,
  }),
  "base-url": option("server.baseUrl", "", {
    value: "URL",
    help: "URL at which clients reach the service, including any path that a proxy strips (https://tools.example/netlens); empty for the host that they request",
    parse: form.baseUrl,
  }),
  mcp: option("api.mcp", "off", {
    value: "on|off",
    alone: "on",
    help: "serve AI assistants at /mcp (Model Context Protocol)",
    parse: form.word("on", "off"),
  }),
  probe: option("probe.served", "off", {
    value: "on|off",
    alone: "on",
    help: "serve Prometheus probes at /probe, as the metrics listener does",
    parse: form.word("on", "off"),
  }),
  reports: option("reports.file", "", {
    value: "FILE",
    help: "SQLite file for violation reports that browsers send to /reports/NAME; each is kept for 30 days; empty to take none",
    parse: form.text,
    restart: true,
  }),
  "probe-config": option("probe.config", "", {
    value: "FILE",
    help: "modules of /probe: tables [probe.NAME] of a TOML file, or a blackbox.yml, whose http modules are used",
    parse: form.text,
  }),
  "frame-ancestors": option("api.frameAncestors", "", {
    value: "ORIGIN,…|*",
    help: "origins whose pages may frame the map of a place (/place?ip=8.8.8.8); empty for none",
    parse: form.origins,
  }),
  "rate-limit": option("api.rateLimit", "off", {
    value: "N/TIME|off",
    help: "requests allowed per address (IPv6: per --limit-prefix) and period, such as 60/1m",
    parse: form.rate,
  }),
  "http-rate-limit": option("api.httpRateLimit", "off", {
    value: "N/TIME|off",
    help: "URL lookups allowed per address and period, from API, pages and assistants together",
    parse: form.rate,
  }),
  "limit-prefix": option("api.limitPrefix", "64", {
    value: "BITS",
    help: "IPv6 prefix length that counts as one client; use 48 or 56 if providers assign such prefixes",
    parse: form.integer(16, 128),
  }),
  tokens: option("api.tokens", "", {
    value: "FILE",
    help: "file of client tokens with their rates and permissions (see `netlens tokens --help`); reloaded on SIGHUP; empty for an open service",
    parse: form.text,
  }),
  workers: option("server.workers", "1", {
    value: "N",
    help: "number of processes that share the port; workers that exit are restarted; use at most one per processor",
    parse: form.integer(1, 256),
    restart: true,
  }),
  shared: option("server.redisUrl", "", {
    value: "redis://HOST:PORT",
    help: "Redis or Valkey in which replicas share --rate-limit counts and --http-cache results; without its answer each replica enforces its part of the limit and does its own lookups",
    parse: form.redisUrl,
    restart: true,
  }),
  "shared-timeout": option("server.sharedTimeout", "50ms", {
    value: "TIME",
    help: "how long a request waits for --shared; after five failures in a row, requests do not wait until it answers again",
    parse: form.duration,
    restart: true,
  }),
  "max-connections": option("connections.total", "10000", {
    value: "N",
    help: "maximum number of connections per process, within the limit of open files; further ones get 503 (on Linux)",
    parse: form.integer(1, 1_000_000),
    restart: true,
  }),
  "max-connections-per-address": option("connections.perAddress", "500", {
    value: "N",
    help: "maximum number of connections per address (IPv6: per /64); trusted proxies are exempt",
    parse: form.integer(1, 1_000_000),
    restart: true,
  }),
  "max-request-body": option("server.maxRequestBody", "1MiB", {
    value: "SIZE",
    help: "maximum size of request content",
    parse: form.size(1),
  }),
  drain: option("server.drain", "3s", {
    value: "TIME|off",
    help: "how long to accept requests after SIGTERM while any arrive, so that proxies can react",
    parse: form.durationOrOff,
  }),
  "shutdown-timeout": option("server.shutdownTimeout", "10s", {
    value: "TIME",
    help: "time for requests in flight to finish after SIGTERM",
    parse: form.duration,
  }),
  "log-format": option("log.format", "text", {
    value: "text|json",
    help: "format of the log on standard error",
    parse: form.word("text", "json"),
    restart: true,
  }),
  "log-level": option("log.level", "info", {
    value: "debug|info|warn|error|silent",
    help: "minimum level to log; requests are logged at info",
    parse: form.word("debug", "info", "warn", "error", "silent"),
  }),
  "log-client": option("log.client", "full", {
    value: "full|prefix|none",
    help: "how much of a client address to log: all of it, its /24 (IPv6: /48), or nothing",
    parse: form.word("full", "prefix", "none"),
  }),
  "log-paths": option("log.paths", "route", {
    value: "route|full",
    help: "what to log of a path: its route (/v1/ip/:ip), or all of it, including looked-up values",
    parse: form.word("route", "full"),
  }),
} as const;

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

export function needsRestart(name: OptionName): boolean {
  return options[name].restart === true;
}

/** Value if the flag is given without an argument; undefined if it needs one. */
/** Pattern of the values that may follow the flag as an argument of their own, for flags with an optional value. */
export function apartValues(name: OptionName): RegExp {
  const row: Option<unknown, `${string}.${string}`> = options[name];
  return row.apart ?? /^(?:on|off)$/;
}

export function aloneValue(name: OptionName): string | undefined {
  const row: Option<unknown, `${string}.${string}`> = options[name];
  return row.alone;
}

/** `http-timeout` → `NETLENS_HTTP_TIMEOUT`. */
export function environmentName(name: string): string {
  return `NETLENS_${name.toUpperCase().replaceAll("-", "_")}`;
}
