/**
 * Metrics of a probe. Names and meanings are those of blackbox_exporter, so that its dashboards and rules
 * work; some metrics are additional. Pure.
 */

import { PHASES, PROBE_METRICS } from "../../../data/blackbox-members.ts";
import type { Family, Sample } from "../../api/metrics-text.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { type Address, parseAddress } from "../../syntax/ip-address.ts";
import type { CheckedReport } from "../project/check.ts";
import { countsOf } from "../project/findings.ts";
import type { ProbeModule } from "./modules.ts";
import type { ProbeVerdict } from "./verdict.ts";

export interface Probed {
  readonly report: HttpReport;
  readonly verdict: ProbeVerdict;
  readonly module: ProbeModule;
  readonly checked: CheckedReport;
  /** Whether the final response meets each requirement, by lower-case field name. */
  readonly requirements: ReadonlyMap<string, boolean>;
  /** Duration and time limit of the probe in milliseconds. */
  readonly duration: number;
  readonly timeout: number;
}

export function probeFamilies(probed: Probed): Family[] {
  const { report, verdict, module, duration, timeout } = probed;
  const { steps, stop, timeStages, domain } = report;
  const last = steps.at(-1);
  const failed = verdict.reasons.length > 0 && report.status === "error";
  const content = last?.body?.decodedBytes ?? last?.body?.wireBytes ?? 0;
  const phases = PHASES.map(([phase, stage]) => ({
    labels: labels({ phase }),
    value: seconds(timeStages[stage] ?? 0),
  }));
  return [
    gauge("probe_success", Number(verdict.success)),
    gauge("probe_duration_seconds", seconds(duration)),
    gauge("probe_timeout_seconds", seconds(timeout)),
    gauge("probe_dns_lookup_time_seconds", seconds(steps[0]?.timeStages.dns ?? 0)),
    gauge("probe_failed_due_to_regex", Number(verdict.failedByRegexp)),
    family("probe_http_duration_seconds", phases),
    // Like blackbox_exporter, counts a redirect that ends the chain.
    gauge("probe_http_redirects", Math.max(0, steps.length - 1) + Number(UNFOLLOWED.has(stop ?? ""))),
    gauge("probe_http_status_code", last?.status ?? 0),
    gauge("probe_http_ssl", Number(last?.tls !== undefined)),
    gauge("probe_http_version", Number(last?.httpVersion) || 0),
    gauge("probe_http_content_length", failed ? 0 : contentLength(last)),
    gauge("probe_http_uncompressed_body_length", Math.min(module.bodyLimit ?? Infinity, content)),
    gauge("probe_http_last_modified_timestamp_seconds", lastModified(last)),
    ...addressFamilies(steps[0]),
    ...tlsFamilies(steps, module),
    gauge("netlens_domain_expiry_days", domain?.daysLeft),
    ...findingFamilies(probed),
  ];
}

const UNFOLLOWED = new Set(["not-followed", "loop", "too-many-redirects"]);

type Name = keyof typeof PROBE_METRICS;
const family = (name: Name, samples: readonly Sample[]): Family => ({
  name,
  type: "gauge",
  help: PROBE_METRICS[name],
  samples,
});
const sample = (labels: string, value: number | undefined): Sample[] =>
  value === undefined ? [] : [{ labels, value }];
/** Without a value the metric is absent. */
const gauge = (name: Name, value: number | undefined) => family(name, sample("", value));
const info = (name: Name, values: Readonly<Record<string, string>>) =>
  family(name, sample(labels(values), 1));
const seconds = (ms: number) => Number((ms / 1000).toFixed(6));

/** Label values are escaped as the text format requires. */
function labels(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        `${name}="${value.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`))}"`,
    )
    .join(",");
}

function fieldValue(step: HttpStep | undefined, name: string): string | undefined {
  return step?.headers.find((header) => header.name === name)?.value;
}

function contentLength(step: HttpStep | undefined): number {
  // A 204 has no Content-Length (RFC 9110 section 8.6).
  if (step?.status === 204) return 0;
  const value = fieldValue(step, "content-length") ?? "";
  return /^\d{1,15}$/.test(value) ? Number(value) : -1;
}

/** Unix time; undefined without a valid one. */
function lastModified(step: HttpStep | undefined): number | undefined {
  const time = Date.parse(fieldValue(step, "last-modified") ?? "");
  return Number.isNaN(time) ? undefined : time / 1000;
}

/** The address of the first request, as in blackbox_exporter. */
function addressFamilies(step: HttpStep | undefined): Family[] {
  const address = parseAddress(step?.ip || (step?.tries?.at(-1)?.ip ?? ""));
  return [
    gauge("probe_ip_protocol", address?.family ?? 0),
    gauge("probe_ip_addr_hash", address ? hashOf(address) : 0),
  ];
}

/** FNV-1a, 32 bits, over the bytes of the address. */
function hashOf({ family, w0, w1, w2, w3 }: Address): number {
  const words = family === 4 ? [w3] : [w0, w1, w2, w3];
  const bytes = words.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 255));
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

/** Year 1, Go's zero time: blackbox_exporter's value without a verified chain. */
const UNKNOWN = -62_135_596_800;
const unix = (date: string) => Math.floor(Date.parse(date) / 1000);

function tlsFamilies(steps: readonly HttpStep[], module: ProbeModule): Family[] {
  const secured = steps.flatMap(({ tls, request }, index) =>
    tls && tls.validTo !== "" ? [{ tls, at: labels({ step: String(index + 1), host: request.host }) }] : [],
  );
  const ends = secured.map(({ tls, at }) => ({ labels: at, value: unix(tls.validTo) }));
  const trusted = secured.map(({ tls, at }) => ({ labels: at, value: Number(tls.authorized) }));
  const earliest = ends.length > 0 ? Math.min(...ends.map(({ value }) => value)) : undefined;
  return [
    ...certificateFamilies(steps.at(-1)?.tls, module),
    family("netlens_step_certificate_expiry_seconds", ends),
    family("netlens_step_certificate_trusted", trusted),
    gauge("netlens_earliest_certificate_expiry_seconds", earliest),
  ];
}

/** The certificate of the final server. */
function certificateFamilies(tls: HttpStep["tls"], module: ProbeModule): Family[] {
  if (!tls || tls.validTo === "") return [];
  const isTrusted = tls.authorized && !module.tls_config?.insecure_skip_verify;
  return [
    gauge("probe_ssl_earliest_cert_expiry", unix(tls.validTo)),
    gauge("probe_ssl_last_chain_expiry_timestamp_seconds", isTrusted ? unix(tls.validTo) : UNKNOWN),
    info("probe_ssl_last_chain_info", {
      fingerprint_sha256: tls.fingerprint256.replaceAll(":", "").toLowerCase(),
      issuer: tls.issuer.replaceAll(", ", ","),
      subject: tls.subject.replaceAll(", ", ","),
      subjectalternative: tls.names.filter((name) => !parseAddress(name)).join(","),
    }),
    info("probe_tls_version_info", { version: tls.protocol.replace("v", " ") }),
  ];
}

/** Maximum number of finding samples, since the number of findings depends on the target. */
const MOST_FINDINGS = 200;

function findingFamilies({ report, checked, requirements }: Probed): Family[] {
  const { findings } = checked;
  const counts = new Map(countsOf(findings).map(({ severity, count }) => [severity as string, count]));
  const score = report.steps.at(-1)?.verdicts?.security?.observatory?.score;
  const rows = findings.map(({ name, severity, places: [place] }) =>
    labels({ id: name, severity, step: String(place.step) }),
  );
  const found = [...new Set(rows)].slice(0, MOST_FINDINGS);
  const perSeverity = (severity: string) => sample(labels({ severity }), counts.get(severity) ?? 0);
  const perName = ([name, ok]: readonly [string, boolean]) => sample(labels({ name }), Number(ok));
  return [
    family(
      "netlens_finding",
      found.map((each) => ({ labels: each, value: 1 })),
    ),
    family("netlens_findings", ["error", "warning", "info"].flatMap(perSeverity)),
    gauge("netlens_grade", score),
    family("netlens_requirement_ok", [...requirements].flatMap(perName)),
  ];
}
