/**
 * Metrics of a probe. Names and meanings are those of blackbox_exporter, so that its dashboards and rules
 * work; some metrics are additional. Pure.
 */

import { PHASES } from "../../../data/blackbox-members.ts";
import { type Family, type Sample, single } from "../../api/metrics-text.ts";
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
  const { steps, stop, timeStages } = report;
  const last = steps.at(-1);
  const dns = seconds(steps[0]?.timeStages.dns ?? 0);
  const failed = verdict.reasons.length > 0 && report.status === "error";
  return [
    gauge("probe_success", "Whether the probe succeeded.", Number(verdict.success)),
    gauge("probe_duration_seconds", "Duration of the probe.", seconds(duration)),
    gauge("probe_timeout_seconds", "Time limit of the probe.", seconds(timeout)),
    gauge("probe_dns_lookup_time_seconds", "Duration of the DNS lookup.", dns),
    gauge("probe_failed_due_to_regex", "Whether an expression failed it.", Number(verdict.failedByRegexp)),
    {
      name: "probe_http_duration_seconds",
      type: "gauge",
      help: "Duration of the requests by phase, summed over all redirects.",
      samples: PHASES.map(([phase, stage]) => ({
        labels: labels({ phase }),
        value: seconds(timeStages[stage] ?? 0),
      })),
    },
    // Like blackbox_exporter, counts a redirect that ends the chain.
    gauge(
      "probe_http_redirects",
      "Redirects received.",
      Math.max(0, steps.length - 1) + Number(UNFOLLOWED.has(stop ?? "")),
    ),
    gauge("probe_http_status_code", "Status code of the final response.", last?.status ?? 0),
    gauge("probe_http_ssl", "Whether the final response used TLS.", Number(last?.tls !== undefined)),
    gauge("probe_http_version", "HTTP version of the final response.", Number(last?.httpVersion) || 0),
    gauge(
      "probe_http_content_length",
      "Content-Length of the final response; -1 without one.",
      failed ? 0 : contentLength(last),
    ),
    gauge(
      "probe_http_uncompressed_body_length",
      "Bytes of the final content after decoding.",
      Math.min(module.bodyLimit ?? Infinity, last?.body?.decodedBytes ?? last?.body?.wireBytes ?? 0),
    ),
    ...lastModified(last),
    ...addressFamilies(steps[0]),
    ...tlsFamilies(steps, module),
    ...findingFamilies(probed),
  ];
}

const UNFOLLOWED = new Set(["not-followed", "loop", "too-many-redirects"]);

const gauge = (name: string, help: string, value: number) => single("gauge", name, help, value);
const info = (name: string, help: string, values: Readonly<Record<string, string>>): Family => ({
  name,
  type: "gauge",
  help,
  samples: [{ labels: labels(values), value: 1 }],
});
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

function lastModified(step: HttpStep | undefined): Family[] {
  const time = Date.parse(fieldValue(step, "last-modified") ?? "");
  if (Number.isNaN(time)) return [];
  return [gauge("probe_http_last_modified_timestamp_seconds", "Last-Modified in Unix time.", time / 1000)];
}

/** The address of the first request, as in blackbox_exporter. */
function addressFamilies(step: HttpStep | undefined): Family[] {
  const address = parseAddress(step?.ip || (step?.tries?.at(-1)?.ip ?? ""));
  return [
    gauge("probe_ip_protocol", "IP version of the target; 0 without one.", address?.family ?? 0),
    gauge("probe_ip_addr_hash", "Hash of the target's address.", address ? hashOf(address) : 0),
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
    tls && tls.validTo !== "" ? [{ tls, at: { step: String(index + 1), host: request.host } }] : [],
  );
  const last = steps.at(-1)?.tls;
  const perStep = (
    name: string,
    help: string,
    value: (one: (typeof secured)[number]) => number | undefined,
  ): Family => ({
    name,
    type: "gauge",
    help,
    samples: secured.flatMap((one): Sample[] => {
      const found = value(one);
      return found === undefined ? [] : [{ labels: labels(one.at), value: found }];
    }),
  });
  const ends = secured.map(({ tls }) => unix(tls.validTo));
  return [
    ...(last && last.validTo !== ""
      ? [
          gauge(
            "probe_ssl_earliest_cert_expiry",
            "Expiry of the final server's certificate, in Unix time.",
            unix(last.validTo),
          ),
          gauge(
            "probe_ssl_last_chain_expiry_timestamp_seconds",
            "Expiry of the final server's certificate if it is trusted, in Unix time.",
            last.authorized && !module.tls_config?.insecure_skip_verify ? unix(last.validTo) : UNKNOWN,
          ),
          info("probe_ssl_last_chain_info", "The final server's certificate.", {
            fingerprint_sha256: last.fingerprint256.replaceAll(":", "").toLowerCase(),
            issuer: last.issuer.replaceAll(", ", ","),
            subject: last.subject.replaceAll(", ", ","),
            subjectalternative: last.names.filter((name) => !parseAddress(name)).join(","),
          }),
          info("probe_tls_version_info", "TLS version of the final response.", {
            version: last.protocol.replace("v", " "),
          }),
        ]
      : []),
    perStep(
      "netlens_step_certificate_expiry_seconds",
      "Expiry of the certificate of a step, in Unix time.",
      ({ tls }) => unix(tls.validTo),
    ),
    perStep("netlens_step_certificate_trusted", "Whether the certificate of a step is trusted.", ({ tls }) =>
      Number(tls.authorized),
    ),
    ...(ends.length > 0
      ? [
          gauge(
            "netlens_earliest_certificate_expiry_seconds",
            "Earliest expiry of the certificates of all steps, in Unix time.",
            Math.min(...ends),
          ),
        ]
      : []),
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
  return [
    {
      name: "netlens_finding",
      type: "gauge",
      help: "Findings by problem id; step 0 is the chain.",
      samples: [...new Set(rows)].slice(0, MOST_FINDINGS).map((text) => ({ labels: text, value: 1 })),
    },
    {
      name: "netlens_findings",
      type: "gauge",
      help: "Number of findings by severity.",
      samples: ["error", "warning", "info"].map((severity) => ({
        labels: labels({ severity }),
        value: counts.get(severity) ?? 0,
      })),
    },
    ...(score === undefined
      ? []
      : [gauge("netlens_grade", "Score of the final response in MDN's HTTP Observatory.", score)]),
    {
      name: "netlens_requirement_ok",
      type: "gauge",
      help: "Whether the final response meets a header requirement of the project file.",
      samples: [...requirements].map(([name, ok]) => ({ labels: labels({ name }), value: Number(ok) })),
    },
  ];
}
