/**
 * IO: looks up a target by a probe module and returns metrics. Module and target go in, the text for
 * Prometheus comes out. A failed target is a result; it never throws.
 */

import { exposition } from "../../api/metrics-text.ts";
import { type LookupOptions, lookUpSteps } from "../../http/lookup.ts";
import type { Network } from "../../http/network.ts";
import type { Queue } from "../../http/queue.ts";
import type { Detour, HttpSettings } from "../../http/settings.ts";
import { hostOf, parseTarget, portOf } from "../../http/target.ts";
import { checkReport, type Expectations } from "../project/check.ts";
import type { Project } from "../project/read.ts";
import { treatOf } from "../project/treat.ts";
import { probeFamilies } from "./exposition.ts";
import { type ProbeModule, virtualHost } from "./modules.ts";
import { probeVerdict } from "./verdict.ts";

/** Probe module and the contents of the files that it refers to. */
export interface LoadedModule extends ProbeModule {
  readonly loadedProject?: Project;
  readonly network?: Network;
}

export interface ProbeDeps {
  readonly settings: HttpSettings;
  readonly queue: Queue | undefined;
}

/** Maximum bytes of content for regular expressions. */
const MOST_CONTENT = 1_048_576;

/**
 * @param limit scrape timeout in milliseconds; undefined if unknown
 * @param debug whether reasons and findings precede the metrics as comments
 * @throws NetlensError like `lookUpSteps`
 */
export async function probe(
  target: string,
  module: LoadedModule,
  { settings, queue }: ProbeDeps,
  signal: AbortSignal,
  { limit, debug }: { readonly limit?: number | undefined; readonly debug: boolean },
): Promise<string> {
  const started = performance.now();
  const timeout = Math.min(settings.timeout, module.timeoutMs ?? settings.timeout, limit ?? settings.timeout);
  const needsBody =
    (module.fail_if_body_matches_regexp ?? module.fail_if_body_not_matches_regexp) !== undefined;
  const { url, detours } = addressed(target, module);
  const bounds = {
    ...settings,
    ...module.network?.settings,
    ...(detours.length > 0 && { detours: [...detours, ...(module.network?.settings.detours ?? [])] }),
    timeout,
    ...(needsBody && { kept: MOST_CONTENT }),
  };
  const looked = await lookUpSteps(url, optionsOf(module), bounds, signal, queue, "probe");
  const { report, exchanges } = looked;
  const opening = exchanges.at(-1)?.content?.opening;
  const body = opening && new TextDecoder().decode(opening);
  const verdict = probeVerdict(report, body, module);
  const project = module.loadedProject;
  const checked = checkReport(report, expectationsOf(project));
  const requirements = new Map(
    [...(project?.require ?? [])].map(([name]) => [
      name,
      report.status !== "error" &&
        !checked.findings.some((finding) => finding.name === "field-required" && finding.field === name),
    ]),
  );
  const duration = performance.now() - started;
  const families = probeFamilies({ report, verdict, checked, requirements, duration });
  return `${debug ? debugText(verdict.reasons, checked.findings) : ""}${exposition(families)}`;
}

/** URL with the module's Host, used in the request and in TLS; the connection goes to the target. */
function addressed(target: string, module: LoadedModule): { url: string; detours: readonly Detour[] } {
  const host = virtualHost(module);
  if (host === undefined) return { url: target, detours: [] };
  const url = parseTarget(target);
  const to = { host: hostOf(url), port: portOf(url) };
  url.port = "";
  url.host = host;
  return { url: url.href, detours: [{ host: hostOf(url).toLowerCase(), port: portOf(url), to }] };
}

function expectationsOf(project: Project | undefined): Expectations {
  return {
    failOn: [],
    treat: project ? treatOf(project) : ({ severity }) => ({ severity }),
    require: project?.require ?? new Map(),
    limits: project?.limits ?? {},
  };
}

function optionsOf(module: LoadedModule): LookupOptions {
  const { method, body, network } = module;
  return {
    ...network?.options,
    ...(method !== undefined && { method }),
    ...(body !== undefined && { data: body }),
    follow: module.follow_redirects ?? module.no_follow_redirects !== true,
    fixes: false,
  };
}

/** Comment lines, which scrapers skip. */
function debugText(
  reasons: readonly string[],
  findings: readonly { readonly severity: string; readonly name: string; readonly title: string }[],
): string {
  const lines = [
    ...(reasons.length === 0 ? ["the probe succeeded"] : reasons.map((reason) => `failed: ${reason}`)),
    ...findings.map(({ severity, name, title }) => `${severity}: ${title} [${name}]`),
  ];
  return lines.map((line) => `# ${line.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")}\n`).join("");
}
