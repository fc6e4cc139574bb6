/** Success of a probe by its module, with the meanings of blackbox_exporter. Pure. */

import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { type ProbeModule, regexpOf } from "./modules.ts";

export interface ProbeVerdict {
  readonly success: boolean;
  /** Whether the probe failed because of a regular expression. */
  readonly failedByRegexp: boolean;
  /** Reasons for the failure. */
  readonly reasons: readonly string[];
}

/** @param body decoded content of the final response; undefined if it was not read */
export function probeVerdict(
  report: HttpReport,
  body: string | undefined,
  module: ProbeModule,
): ProbeVerdict {
  const last = report.steps.at(-1);
  const failure = report.steps.find(({ error }) => error)?.error?.message;
  if (!last || report.status === "error" || failure !== undefined)
    return { success: false, failedByRegexp: false, reasons: [failure ?? report.intent] };
  const untrusted = module.tls_config?.insecure_skip_verify
    ? []
    : report.steps.flatMap(({ tls, request }) =>
        tls && !tls.authorized ? [`the certificate of ${request.host} is not trusted: ${tls.error}`] : [],
      );
  const matched = [...bodyFaults(body ?? "", module), ...fieldFaults(last, module)];
  const reasons = [...untrusted, ...answerFaults(report, last, module), ...matched];
  return { success: reasons.length === 0, failedByRegexp: matched.length > 0, reasons };
}

function answerFaults({ stop }: HttpReport, last: HttpStep, module: ProbeModule): string[] {
  const { status, httpVersion, tls } = last;
  const statuses = module.valid_status_codes ?? [];
  const accepted = statuses.length === 0 ? status >= 200 && status < 300 : statuses.includes(status);
  const versions = module.valid_http_versions ?? [];
  const version = `HTTP/${httpVersion === "2" ? "2.0" : httpVersion === "3" ? "3.0" : httpVersion}`;
  return [
    ...(stop === "too-many-redirects" || stop === "loop" || stop === "invalid-location"
      ? [`the redirects ended with ${stop}`]
      : []),
    ...(accepted ? [] : [`the status is ${status}`]),
    ...(versions.length === 0 || versions.includes(version) ? [] : [`the version is ${version}`]),
    ...(module.fail_if_ssl && tls ? ["the final response used TLS"] : []),
    ...(module.fail_if_not_ssl && !tls ? ["the final response used no TLS"] : []),
  ];
}

function bodyFaults(body: string, module: ProbeModule): string[] {
  return [
    ...(module.fail_if_body_matches_regexp ?? [])
      .filter((expression) => regexpOf(expression).test(body))
      .map((expression) => `the content matches ${expression}`),
    ...(module.fail_if_body_not_matches_regexp ?? [])
      .filter((expression) => !regexpOf(expression).test(body))
      .map((expression) => `the content does not match ${expression}`),
  ];
}

function fieldFaults({ headers }: HttpStep, module: ProbeModule): string[] {
  const of = (name: string) =>
    headers.filter((header) => header.name === name.toLowerCase()).map(({ value }) => value);
  const forbidden = (module.fail_if_header_matches ?? []).flatMap(({ header, regexp, allow_missing }) => {
    const values = of(header);
    if (values.length === 0) return allow_missing ? [] : [`${header} is missing`];
    return values.some((value) => regexpOf(regexp).test(value)) ? [`${header} matches ${regexp}`] : [];
  });
  const demanded = (module.fail_if_header_not_matches ?? []).flatMap(({ header, regexp, allow_missing }) => {
    const values = of(header);
    if (values.length === 0) return allow_missing ? [] : [`${header} is missing`];
    return values.some((value) => regexpOf(regexp).test(value)) ? [] : [`${header} does not match ${regexp}`];
  });
  return [...forbidden, ...demanded];
}
