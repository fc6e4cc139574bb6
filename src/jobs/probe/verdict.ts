/** Success of a probe by its module, with the meanings of blackbox_exporter. Pure. */

import { TLS_VERSIONS } from "../../../data/blackbox-members.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { type ProbeModule, regexpOf } from "./modules.ts";

export interface ProbeVerdict {
  readonly success: boolean;
  /** Whether the probe failed because of a regular expression. */
  readonly failedByRegexp: boolean;
  /** Reasons for the failure. */
  readonly reasons: readonly string[];
}

/** @param body decoded content of the final response; undefined if it was not read as a whole */
export function probeVerdict(
  report: HttpReport,
  body: string | undefined,
  module: ProbeModule,
): ProbeVerdict {
  const last = report.steps.at(-1);
  const failure = report.steps.find(({ error }) => error)?.error?.message;
  if (!last || report.status === "error" || failure !== undefined)
    return { success: false, failedByRegexp: false, reasons: [failure ?? report.intent] };
  const { insecure_skip_verify: skips, min_version: oldest = "TLS12" } = module.tls_config ?? {};
  const secured = report.steps.flatMap(({ tls, request: { host } }) => (tls ? [{ tls, host }] : []));
  const untrusted = skips ? [] : secured.filter(({ tls }) => !tls.authorized);
  const outdated = secured.filter(({ tls }) => tls.protocol < (TLS_VERSIONS.get(oldest) ?? ""));
  const ended = statusFaults(report, last, module);
  // Like blackbox_exporter, no expression is tried for a status that fails the probe.
  const fields = ended.length > 0 ? [] : fieldFaults(last, module);
  const matched = ended.length > 0 || fields.length > 0 ? fields : bodyFaults(body, last, module);
  const reasons = [
    ...untrusted.map(({ tls, host }) => `the certificate of ${host} is not trusted: ${tls.error}`),
    ...outdated.map(({ tls, host }) => `${host} uses ${tls.protocol}, which is older than ${oldest}`),
    ...ended,
    ...matched,
    ...answerFaults(last, module),
  ];
  return { success: reasons.length === 0, failedByRegexp: matched.length > 0, reasons };
}

function statusFaults({ stop }: HttpReport, { status }: HttpStep, module: ProbeModule): string[] {
  const statuses = module.valid_status_codes ?? [];
  const accepted = statuses.length === 0 ? status >= 200 && status < 300 : statuses.includes(status);
  return [
    ...(stop === "too-many-redirects" || stop === "loop" || stop === "invalid-location"
      ? [`the redirects ended with ${stop}`]
      : []),
    ...(accepted ? [] : [`the status is ${status}`]),
  ];
}

function answerFaults({ httpVersion, tls, body, headers }: HttpStep, module: ProbeModule): string[] {
  const { compression = "identity", bodyLimit = Infinity } = module;
  const versions = module.valid_http_versions ?? [];
  const version = `HTTP/${httpVersion === "2" ? "2.0" : httpVersion === "3" ? "3.0" : httpVersion}`;
  const coding = headers.find(({ name }) => name === "content-encoding")?.value.toLowerCase();
  return [
    ...(versions.length === 0 || versions.includes(version) ? [] : [`the version is ${version}`]),
    ...(module.fail_if_ssl && tls ? ["the final response used TLS"] : []),
    ...(module.fail_if_not_ssl && !tls ? ["the final response used no TLS"] : []),
    ...(/^(?:identity)?$/.test(compression) || coding === compression
      ? []
      : [`the content is not compressed with ${compression}`]),
    ...(sizeOf(body) > bodyLimit ? [`the content is larger than ${bodyLimit} bytes`] : []),
  ];
}

/** Bytes of content after decoding. */
const sizeOf = (body: HttpStep["body"]) => body?.decodedBytes ?? body?.wireBytes ?? 0;

/** Maximum steps of one probe: instructions of its expressions times characters; at worst a second. */
const MOST_STEPS = 50_000_000;

function bodyFaults(body: string | undefined, { body: read }: HttpStep, module: ProbeModule): string[] {
  const { fail_if_body_matches_regexp: bad = [], fail_if_body_not_matches_regexp: good = [] } = module;
  const size = [...bad, ...good].reduce((sum, expression) => sum + regexpOf(expression).programSize(), 0);
  if (size === 0) return [];
  if (body === undefined || sizeOf(read) > (module.bodyLimit ?? Infinity) || size * body.length > MOST_STEPS)
    return ["the content is too large for the regular expressions"];
  return [
    ...bad
      .filter((expression) => regexpOf(expression).test(body))
      .map((expression) => `the content matches ${expression}`),
    ...good
      .filter((expression) => !regexpOf(expression).test(body))
      .map((expression) => `the content does not match ${expression}`),
  ];
}

function fieldFaults({ headers }: HttpStep, module: ProbeModule): string[] {
  const faultsOf = (matches: ProbeModule["fail_if_header_matches"] = [], isForbidden: boolean) =>
    matches.flatMap(({ header, regexp, allow_missing }) => {
      const values = headers.filter(({ name }) => name === header.toLowerCase());
      if (values.length === 0) return allow_missing ? [] : [`${header} is missing`];
      const isMatch = values.some(({ value }) => regexpOf(regexp).test(value));
      if (isMatch !== isForbidden) return [];
      return [`${header} ${isForbidden ? "matches" : "does not match"} ${regexp}`];
    });
  return [
    ...faultsOf(module.fail_if_header_matches, true),
    ...faultsOf(module.fail_if_header_not_matches, false),
  ];
}
