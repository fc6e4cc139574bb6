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
  "domain",
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

/** Metrics of a probe with their help; those of blackbox_exporter have its meanings. */
export const PROBE_METRICS = {
  probe_success: "Whether the probe succeeded.",
  probe_duration_seconds: "Duration of the probe.",
  probe_timeout_seconds: "Time limit of the probe.",
  probe_dns_lookup_time_seconds: "Duration of the DNS lookup.",
  probe_failed_due_to_regex: "Whether an expression failed it.",
  probe_http_duration_seconds: "Duration of the requests by phase, summed over all redirects.",
  probe_http_redirects: "Redirects received.",
  probe_http_status_code: "Status code of the final response.",
  probe_http_ssl: "Whether the final response used TLS.",
  probe_http_version: "HTTP version of the final response.",
  probe_http_content_length: "Content-Length of the final response; -1 without one.",
  probe_http_uncompressed_body_length: "Bytes of the final content after decoding.",
  probe_http_last_modified_timestamp_seconds: "Last-Modified in Unix time.",
  probe_ip_protocol: "IP version of the target; 0 without one.",
  probe_ip_addr_hash: "Hash of the target's address.",
  probe_ssl_earliest_cert_expiry: "Expiry of the final server's certificate, in Unix time.",
  probe_ssl_last_chain_expiry_timestamp_seconds:
    "Expiry of the final server's certificate if it is trusted, in Unix time.",
  probe_ssl_last_chain_info: "The final server's certificate.",
  probe_tls_version_info: "TLS version of the final response.",
  netlens_step_certificate_expiry_seconds: "Expiry of the certificate of a step, in Unix time.",
  netlens_step_certificate_trusted: "Whether the certificate of a step is trusted.",
  netlens_earliest_certificate_expiry_seconds:
    "Earliest expiry of the certificates of all steps, in Unix time.",
  netlens_domain_expiry_days: "Days until the registration of the domain ends; negative if it is over.",
  netlens_finding: "Findings by problem id; step 0 is the chain.",
  netlens_findings: "Number of findings by severity.",
  netlens_grade: "Score of the final response in MDN's HTTP Observatory.",
  netlens_requirement_ok: "Whether the final response meets a header requirement of the project file.",
} as const;
