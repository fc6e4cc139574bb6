/** Table of all options. Their help is in data/option-help.txt. */

import help from "../../data/option-help.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import * as form from "./forms.ts";

interface Option<T, At extends `${string}.${string}`> {
  /** Path in the settings object: `group.name`. Readers name it in their types. */
  readonly at: At;
  readonly default: string;
  /** Format of the value in help. */
  readonly value: string;
  readonly parse: (text: string) => T;
  /** Value if the flag is given without an argument. */
  readonly alone?: string;
  /** Values that may follow `alone` as an argument of their own; default `on` and `off`. */
  readonly apart?: RegExp;
  /** Read once at the start: a reload does not change it. */
  readonly restart?: true;
}

function option<T, const At extends `${string}.${string}`>(
  at: At,
  initial: string,
  row: Omit<Option<T, At>, "at" | "default">,
): Option<T, At> {
  return { at, default: initial, ...row };
}

export const options = {
  listen: option("server.listen", "127.0.0.1:8080", {
    value: "HOST:PORT|unix:/PATH",
    parse: form.listenAddress,
    restart: true,
  }),
  "metrics-listen": option("server.metricsListen", "", {
    value: "HOST:PORT",
    parse: (text) => (text === "" ? undefined : form.listenAddress(text)),
    restart: true,
  }),
  otlp: option("server.otlp", "", { value: "URL", parse: form.collectorUrl, restart: true }),
  "geo-city": option("geo.city", "", { value: "FILE[,FILE]", parse: form.list, restart: true }),
  "geo-asn": option("geo.asn", "", { ...form.FILE, restart: true }),
  "geo-networks": option("geo.networks", "", { ...form.FILE, restart: true }),
  rdap: option("geo.rdap", "registries", {
    value: "registries|off|URL",
    parse: form.rdapServer,
    restart: true,
  }),
  "geo-load": option("geo.load", "map", { ...form.oneOf("map", "memory"), restart: true }),
  agents: option("agents.source", "", { value: "FILE|URL", parse: form.text, restart: true }),
  update: option("data.update", "off", { ...form.oneOf("daily", "off"), restart: true }),
  mirror: option("data.mirror", "", { value: "URL", parse: form.baseUrl }),
  "http-allow": option("http.allow", "", { value: "CIDR,…", parse: form.networks }),
  "http-ports": option("http.ports", "80,443,1024-65535", { value: "PORT,FROM-TO,…", parse: form.ports }),
  "http-proxy": option("http.proxy", "", { value: "URL", parse: form.proxyUrl }),
  "http-timeout": option("http.timeout", "15s", form.TIME),
  "http-connect-timeout": option("http.connectTimeout", "5s", form.TIME),
  "http-tls-timeout": option("http.tlsTimeout", "5s", form.TIME),
  "http-head-timeout": option("http.headTimeout", "10s", form.TIME),
  "http-idle-timeout": option("http.idleTimeout", "5s", form.TIME),
  browser: option("http.browser", "off", {
    value: "PATH|on|off",
    parse: form.text,
    alone: "on",
    apart: /^(?:on|off|(?:google-)?chrom[\w-]*|\.{0,2}\/.+)$/,
  }),
  "http-max-redirects": option("http.maxRedirects", "10", form.count(0, 50)),
  "http-well-known-paths": option("http.wellKnownPaths", "off", form.oneOf("on", "off")),
  "http-max-head": option("http.maxHeadBytes", "256KiB", form.sizeFrom(1)),
  "http-max-body": option("http.maxBodyBytes", "2MiB", form.sizeFrom(0)),
  "http-max-decoded": option("http.maxDecodedBytes", "16MiB", form.sizeFrom(1)),
  "http-max-informational": option("http.maxInformational", "16", form.count(0, 100)),
  // The maximum is below Bun's limit of 256 concurrent requests.
  "http-max-lookups": option("http.maxLookups", "64", { ...form.count(1, 200), restart: true }),
  "http-max-queue": option("http.maxQueue", "256", { ...form.count(0, 10_000), restart: true }),
  "http-cache": option("cache.lifetime", "off", { ...form.TIME_OR_OFF, restart: true }),
  "http-cache-size": option("cache.capacity", "32MiB", { ...form.sizeFrom(1), restart: true }),
  keep: option("kept.lifetime", "1d", { value: "TIME|0", parse: form.durationOrOff, restart: true }),
  dns: option("http.resolver", "", { value: "ADDRESS:PORT", parse: form.resolver, restart: true }),
  "trusted-proxies": option("callers.proxies", "", { value: "CIDR,…|unix", parse: form.proxies }),
  "client-address-header": option("callers.field", "X-Forwarded-For", {
    value: "NAME",
    parse: form.fieldName,
  }),
  cors: option("api.cors", "", form.ORIGINS),
  "base-url": option("server.baseUrl", "", { value: "URL", parse: form.baseUrl }),
  mcp: option("api.mcp", "off", { ...form.oneOf("on", "off"), alone: "on" }),
  probe: option("probe.served", "off", { ...form.oneOf("on", "off"), alone: "on" }),
  reports: option("reports.file", "", { ...form.FILE, restart: true }),
  site: option("api.site", "off", { ...form.oneOf("on", "off"), alone: "on" }),
  "probe-config": option("probe.config", "", form.FILE),
  "frame-ancestors": option("api.frameAncestors", "", form.ORIGINS),
  "rate-limit": option("api.rateLimit", "off", form.RATE),
  "http-rate-limit": option("api.httpRateLimit", "off", form.RATE),
  "limit-prefix": option("api.limitPrefix", "64", { value: "BITS", parse: form.integer(16, 128) }),
  tokens: option("api.tokens", "", form.FILE),
  workers: option("server.workers", "1", { ...form.count(1, 256), restart: true }),
  shared: option("server.redisUrl", "", { value: "redis://HOST:PORT", parse: form.redisUrl, restart: true }),
  "shared-timeout": option("server.sharedTimeout", "50ms", { ...form.TIME, restart: true }),
  "max-connections": option("connections.total", "10000", { ...form.count(1, 1_000_000), restart: true }),
  "max-connections-per-address": option("connections.perAddress", "500", {
    ...form.count(1, 1_000_000),
    restart: true,
  }),
  "max-request-body": option("server.maxRequestBody", "1MiB", form.sizeFrom(1)),
  drain: option("server.drain", "3s", form.TIME_OR_OFF),
  "shutdown-timeout": option("server.shutdownTimeout", "10s", form.TIME),
  "log-format": option("log.format", "text", { ...form.oneOf("text", "json"), restart: true }),
  "log-level": option("log.level", "info", form.oneOf("debug", "info", "warn", "error", "silent")),
  "log-client": option("log.client", "full", form.oneOf("full", "prefix", "none")),
  "log-paths": option("log.paths", "route", form.oneOf("route", "full")),
} as const;

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

const HELP: ReadonlyMap<string, string> = new Map(rowsIn(help).map(([name = "", text = ""]) => [name, text]));

/** Purpose of the option. */
export function helpOf(name: OptionName): string {
  return HELP.get(name) ?? "";
}

export function needsRestart(name: OptionName): boolean {
  return options[name].restart === true;
}

/** Pattern of the values that may follow the flag as an argument of their own, for flags with an optional value. */
export function apartValues(name: OptionName): RegExp {
  const row: Option<unknown, `${string}.${string}`> = options[name];
  return row.apart ?? /^(?:on|off)$/;
}

/** Value if the flag is given without an argument; undefined if it needs one. */
export function aloneValue(name: OptionName): string | undefined {
  const row: Option<unknown, `${string}.${string}`> = options[name];
  return row.alone;
}

/** `http-timeout` → `NETLENS_HTTP_TIMEOUT`. */
export function environmentName(name: string): string {
  return `NETLENS_${name.toUpperCase().replaceAll("-", "_")}`;
}
