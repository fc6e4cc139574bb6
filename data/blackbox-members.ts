/**
 * Members of the http modules of blackbox_exporter 0.23 to 0.28, without those that netlens refuses by name.
 * Source: its CONFIGURATION.md, and config/http_config.go of prometheus/common 0.37 to 0.67.
 */

import { wordTable } from "./word-table.ts";

export const TEXTS = [
  "method",
  "body",
  "body_file",
  "body_size_limit",
  "bearer_token",
  "bearer_token_file",
  "proxy_url",
  "no_proxy",
] as const;

/** A proxy always resolves the name, so `skip_resolve_phase_with_proxy` changes nothing. */
export const FLAGS = [
  "follow_redirects",
  "no_follow_redirects",
  "fail_if_ssl",
  "fail_if_not_ssl",
  "ip_protocol_fallback",
  "enable_http2",
  "enable_http3",
  "proxy_from_environment",
  "skip_resolve_phase_with_proxy",
] as const;

export const LISTS = [
  "valid_http_versions",
  "fail_if_body_matches_regexp",
  "fail_if_body_not_matches_regexp",
] as const;

/** Members that are not text in YAML. */
export const TYPED: readonly unknown[] = [
  ...FLAGS,
  "valid_status_codes",
  "allow_missing",
  "insecure_skip_verify",
];

export const COMPRESSIONS = ["", "identity", "gzip", "deflate", "br"] as const;

/** Names of Node.js for TLS versions, in alphabetical order the oldest first. */
export const TLS_VERSIONS = wordTable<"TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3">({
  TLS10: "TLSv1",
  TLS11: "TLSv1.1",
  TLS12: "TLSv1.2",
  TLS13: "TLSv1.3",
});

/** Members of a module, or of one of its tables, that exclude each other. */
export const ALTERNATIVES: readonly (readonly [table: string, ...names: string[]])[] = [
  ["", "basic_auth", "authorization", "bearer_token", "bearer_token_file"],
  ["", "body", "body_file"],
  ["", "proxy_url", "proxy_from_environment"],
  ["", "no_proxy", "proxy_from_environment"],
  ["basic_auth", "username", "username_file"],
  ["basic_auth", "password", "password_file"],
  ["authorization", "credentials", "credentials_file"],
  ["tls_config", "ca", "ca_file"],
  ["tls_config", "cert", "cert_file"],
  ["tls_config", "key", "key_file"],
];

/** Members that set a network option, where its name differs. */
export const OPTION_MEMBERS = wordTable<readonly string[]>({
  header: ["headers"],
  user: ["basic_auth"],
  authorization: ["basic_auth"],
  proxy: ["proxy_url"],
  noproxy: ["no_proxy"],
  cacert: ["tls_config", "ca_file"],
  cert: ["tls_config", "cert_file"],
  key: ["tls_config", "key_file"],
});

/** Milliseconds per unit of Go's durations. */
export const DURATION_UNITS = wordTable({
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
});

/** Network options of netlens that have another name in blackbox_exporter, and short forms. */
export const ELSEWHERE: readonly string[] = [
  ...["header", "user", "proxy", "noproxy", "ipv4", "ipv6"],
  ...["insecure", "cacert", "cert", "key", "timeout"],
];

/** Phases of a probe's duration, each with the matching stage of a step. */
export const PHASES = [
  ["resolve", "dns"],
  ["connect", "tcp"],
  ["tls", "tls"],
  ["processing", "firstByte"],
  ["transfer", "download"],
] as const;
