/**
 * Metrics of a probe. Names and meanings are those of blackbox_exporter, so that its dashboards and rules
 * work; some metrics are additional. Pure.
 */

import { type Family, type Sample, single } from "../../api/metrics-text.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import type { CheckedReport } from "../project/check.ts";
import { countsOf } from "../project/findings.ts";
import type { ProbeVerdict } from "./verdict.ts";

export interface Probed {
  readonly report: HttpReport;
  readonly verdict: ProbeVerdict;
  readonly checked: CheckedReport;
  /** Whether the final response meets each requirement, by lower-case field name. */
  readonly requirements: ReadonlyMap<string, boolean>;
  /** Duration of the probe in milliseconds. */
  readonly duration: number;
}

export function probeFamilies(probed: Probed): Family[] {
  const { report, verdict, duration } = probed;
  const { steps, timeStages } = report;
  const last = steps.at(-1);
  const dns = seconds(steps[0]?.timeStages.dns ?? 0);
  const failed = verdict.reasons.length > 0 && report.status === "error";
  return [
    single("gauge", "probe_success", "Whether the probe succeeded.", Number(verdict.success)),
    single("gauge", "probe_duration_seconds", "Duration of the probe.", seconds(duration)),
    single("gauge", "probe_dns_lookup_time_seconds", "Duration of the DNS lookup.", dns),
    single(
      "gauge",
      "probe_failed_due_to_regex",
      "Whether a regular expression failed the probe.",
      Number(verdict.failedByRegexp),
    ),
    {
      name: "probe_http_duration_seconds",
      type: "gauge",
      help: "Duration of the requests by phase, summed over all redirects.",
      samples: PHASES.map(([phase, stage]) => ({
        labels: labels({ phase }),
        value: seconds(timeStages[stage] ?? 0),
      })),
    },
    gauge("probe_http_redirects", "Redirects followed.", Math.max(0, steps.length - 1)),
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
      last?.body?.decodedBytes ?? last?.body?.wireBytes ?? 0,
    ),
    ...lastModified(last),
    ...addressFamilies(last),
    ...tlsFamilies(steps),
    ...findingFamilies(probed),
  ];
}

/** Phases of blackbox_exporter, each with the matching stages of a step. */
const PHASES = [
  ["resolve", "dns"],
  ["connect", "tcp"],
  ["tls", "tls"],
  ["processing", "firstByte"],
  ["transfer", "download"],
] as const;

const gauge = (name: string, help: string, value: number) => single("gauge", name, help, value);
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

function addressFamilies(step: HttpStep | undefined): Family[] {
  const ip = step?.ip ?? "";
  return [
    gauge(
      "probe_ip_protocol",
      "IP version of the final response; 0 without one.",
      ip === "" ? 0 : ip.includes(":") ? 6 : 4,
    ),
  ];
}

const unix = (date: string) => Math.floor(Date.parse(date) / 1000);

function tlsFamilies(steps: readonly HttpStep[]): Family[] {
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
            last.authorized ? unix(last.validTo) : 0,
          ),
          {
            name: "probe_ssl_last_chain_info",
            type: "gauge" as const,
            help: "The final server's certificate.",
            samples: [
              {
                labels: labels({
                  fingerprint_sha256: last.fingerprint256.replaceAll(":", "").toLowerCase(),
                  issuer: last.issuer.replaceAll(", ", ","),
                  subject: last.subject.replaceAll(", ", ","),
                  subjectalternative: last.names.join(","),
                }),
                value: 1,
              },
            ],
          },
          {
            name: "probe_tls_version_info",
            type: "gauge" as const,
            help: "TLS version of the final response.",
            samples: [{ labels: labels({ version: last.protocol.replace("v", " ") }), value: 1 }],
          },
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
