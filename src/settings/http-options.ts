/** Options of lookups. */

import * as form from "./forms.ts";
import { option } from "./option.ts";

export const httpOptions = {
  "http-allow": option("http.allow", "", {
    value: "CIDR,…",
    help: "non-public addresses that may be looked up",
    parse: form.networks,
  }),
  "http-ports": option("http.ports", "80,443,1024-65535", {
    value: "PORT,FROM-TO,…",
    help: "ports that may be looked up; ranges skip well-known ports of other protocols, which must be listed one by one",
    parse: form.ports,
  }),
  "http-proxy": option("http.proxy", "", {
    value: "URL",
    help: "proxy for lookups, such as http://USER:PASSWORD@127.0.0.1:3128; it resolves the names, so it must refuse private addresses itself",
    parse: form.proxyUrl,
  }),
  "http-timeout": option("http.timeout", "15s", {
    value: "TIME",
    help: "time limit for a whole lookup",
    parse: form.duration,
  }),
  "http-connect-timeout": option("http.connectTimeout", "5s", {
    value: "TIME",
    help: "time limit for DNS and TCP",
    parse: form.duration,
  }),
  "http-tls-timeout": option("http.tlsTimeout", "5s", {
    value: "TIME",
    help: "time limit for the TLS handshake",
    parse: form.duration,
  }),
  "http-head-timeout": option("http.headTimeout", "10s", {
    value: "TIME",
    help: "time limit from the request to the end of the response's headers",
    parse: form.duration,
  }),
  "http-idle-timeout": option("http.idleTimeout", "5s", {
    value: "TIME",
    help: "longest wait for the next byte of content",
    parse: form.duration,
  }),
  browser: option("http.browser", "off", {
    value: "PATH|on|off",
    help: "Chromium that also loads the audited pages: its path or name; on finds it on PATH. The service loads a page in it if a client requests it",
    parse: form.text,
    alone: "on",
    apart: /^(?:on|off|(?:google-)?chrom[\w-]*|\.{0,2}\/.+)$/,
  }),
  "http-max-redirects": option("http.maxRedirects", "10", {
    value: "N",
    help: "maximum number of redirects to follow",
    parse: form.integer(0, 50),
  }),
  "http-well-known-paths": option("http.wellKnownPaths", "off", {
    value: "on|off",
    help: "lookups with checks request six paths of a WordPress that reveal names, versions and configuration copies; the answer lists them",
    parse: form.word("on", "off"),
  }),
  "http-max-head": option("http.maxHeadBytes", "256KiB", {
    value: "SIZE",
    help: "maximum size of response headers",
    parse: form.size(1),
  }),
  "http-max-body": option("http.maxBodyBytes", "2MiB", {
    value: "SIZE",
    help: "maximum content to receive",
    parse: form.size(0),
  }),
  "http-max-decoded": option("http.maxDecodedBytes", "16MiB", {
    value: "SIZE",
    help: "maximum content after decompression",
    parse: form.size(1),
  }),
  "http-max-informational": option("http.maxInformational", "16", {
    value: "N",
    help: "maximum number of 1xx responses before the final response",
    parse: form.integer(0, 100),
  }),
  // The maximum is below Bun's limit of 256 concurrent requests.
  "http-max-lookups": option("http.maxLookups", "64", {
    value: "N",
    help: "maximum number of lookups in flight",
    parse: form.integer(1, 200),
    restart: true,
  }),
  "http-max-queue": option("http.maxQueue", "256", {
    value: "N",
    help: "maximum number of queued lookups; further ones get 503",
    parse: form.integer(0, 10_000),
    restart: true,
  }),
  "http-cache": option("cache.lifetime", "off", {
    value: "TIME|off",
    help: "how long to reuse a lookup's result for identical requests, across all replicas with --shared; concurrent identical requests share one lookup",
    parse: form.durationOrOff,
    restart: true,
  }),
  "http-cache-size": option("cache.capacity", "32MiB", {
    value: "SIZE",
    help: "maximum memory per process for --http-cache",
    parse: form.size(1),
    restart: true,
  }),
  keep: option("kept.lifetime", "1d", {
    value: "TIME|0",
    help: "how long a result's own link (from pages and ?keep=1) works, across all replicas with --shared; 0 for no such links",
    parse: form.durationOrOff,
    restart: true,
  }),
  dns: option("http.resolver", "", {
    value: "ADDRESS:PORT",
    help: "DNS server for lookups; empty for the system's",
    parse: form.resolver,
    restart: true,
  }),
} as const;
