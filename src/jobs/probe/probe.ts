/**
 * IO: looks up a target by a probe module and returns metrics. Module and target go in, the text for
 * Prometheus comes out. A failed target is a result; it never throws.
 */

import { TLS_VERSIONS } from "../../../data/blackbox-members.ts";
import { NetlensError } from "../../api/errors.ts";
import { exposition } from "../../api/metrics-text.ts";
import { type LookupOptions, lookUpSteps } from "../../http/lookup.ts";
import type { Network } from "../../http/network.ts";
import type { Queue } from "../../http/queue.ts";
import type { HttpSettings } from "../../http/settings.ts";
import { hostOf, parseTarget, portOf } from "../../http/target.ts";
import { checkReport, expectationsOf } from "../project/check.ts";
import type { Project } from "../project/read.ts";
import { probeFamilies } from "./exposition.ts";
import { faultOf, isHost, type ProbeModule, virtualHost } from "./modules.ts";
import { probeVerdict } from "./verdict.ts";

/** Probe module and the contents of the files that it refers to. */
export interface LoadedModule extends ProbeModule {
  readonly loadedProject?: Project;
  /** Reads the files of credentials and certificates, which may be renewed. @throws ModuleError */
  readonly network?: () => Promise<Network>;
}

export interface ProbeDeps {
  readonly settings: HttpSettings;
  readonly queue: Queue | undefined;
}

/** Maximum bytes of content for regular expressions. */
const MOST_CONTENT = 4_194_304;

/**
 * @param limit scrape timeout in milliseconds; undefined if unknown
 * @param hostname Host header to send
 * @param debug whether reasons and findings precede the metrics as comments
 * @throws NetlensError like `lookUpSteps`, and `invalid-param` for a file that can no longer be read
 */
export async function probe(
  target: string,
  given: LoadedModule,
  { settings, queue }: ProbeDeps,
  signal: AbortSignal,
  { limit, hostname, debug }: { limit?: number | undefined; hostname?: string | undefined; debug: boolean },
): Promise<string> {
  const started = performance.now();
  const module = hostname ? atHost(hostname, given) : given;
  const timeout = Math.min(settings.timeout, module.timeoutMs ?? settings.timeout, limit ?? settings.timeout);
  const needsBody =
    (module.fail_if_body_matches_regexp ?? module.fail_if_body_not_matches_regexp) !== undefined;
  const network = await module.network?.().catch((error: unknown) => {
    throw new NetlensError("invalid-param", `module: ${faultOf(error)}.`);
  });
  const { url, own } = addressed(target, module, network);
  const bounds = { ...settings, ...own, timeout, ...(needsBody && { kept: MOST_CONTENT + 1 }) };
  const options = optionsOf(module, network);
  const look = (given: LookupOptions) => lookUpSteps(url, given, bounds, signal, queue, "probe");
  const preferred = await look(options);
  const fallsBack =
    module.ip_protocol_fallback !== false &&
    preferred.report.steps.some(({ error }) => error?.code === "other-network");
  const { report, exchanges } = fallsBack ? await look({ ...options, network: undefined }) : preferred;
  const opening = exchanges.at(-1)?.content?.opening ?? new Uint8Array();
  const isWhole = opening.length <= MOST_CONTENT && !report.steps.at(-1)?.body?.truncated;
  // In Go, a byte order mark is content.
  const body = isWhole ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(opening) : undefined;
  const verdict = probeVerdict(report, body, module);
  const project = module.loadedProject;
  const checked = checkReport(
    report,
    expectationsOf(project, ({ severity }) => ({ severity })),
  );
  const requirements = new Map(
    [...(project?.require ?? [])].map(([name]) => [
      name,
      report.status !== "error" &&
        !checked.findings.some((finding) => finding.name === "field-required" && finding.field === name),
    ]),
  );
  const duration = performance.now() - started;
  const families = probeFamilies({ report, verdict, module, checked, requirements, duration, timeout });
  return `${debug ? debugText(verdict.reasons, checked.findings) : ""}${exposition(families)}`;
}

/** Module with the Host header of a scrape. @throws NetlensError `invalid-param` */
function atHost(hostname: string, module: LoadedModule): LoadedModule {
  const own = virtualHost(module);
  if (!isHost(hostname)) throw new NetlensError("invalid-param", "hostname is not a host name.");
  if (own !== undefined && own !== hostname)
    throw new NetlensError("invalid-param", `hostname: the module already has the Host header ${own}.`);
  return { ...module, headers: { ...module.headers, Host: hostname } };
}

/**
 * URL with the module's Host, used in the request and in TLS; the connection goes to the target. The first
 * host may have another name in TLS.
 */
function addressed(
  target: string,
  module: LoadedModule,
  network: Network | undefined,
): { readonly url: string; readonly own: Partial<HttpSettings> } {
  const host = virtualHost(module);
  const { server_name: name, max_version: newest = "" } = module.tls_config ?? {};
  const url = parseTarget(target);
  if (module.enable_http3) url.protocol = "https:";
  const to = { host: hostOf(url), port: portOf(url) };
  if (host !== undefined) {
    url.port = "";
    url.host = host;
  }
  const detour = { host: hostOf(url).toLowerCase(), port: portOf(url), to };
  const { detours = [] } = network?.settings ?? {};
  const maxVersion = TLS_VERSIONS.get(newest);
  const own = {
    ...network?.settings,
    detours: host === undefined ? detours : [detour, ...detours],
    ...(name && { serverNames: new Map([[hostOf(url), name]]) }),
    ...(maxVersion && { maxVersion }),
  };
  return { url: url.href, own };
}

function optionsOf(module: LoadedModule, network: Network | undefined): LookupOptions {
  const { method, body, follow_redirects: follows, no_follow_redirects: stays, loadedProject } = module;
  return {
    ...network?.options,
    method: method || "GET",
    ...(body && { data: body }),
    // Lengths of the uncompressed content, as in blackbox_exporter.
    omit: [...(network?.options.omit ?? []), "Accept-Encoding", "Content-Type"],
    follow: stays === undefined ? follows : !stays,
    cookies: true,
    domain: module.domain ?? loadedProject?.limits.domainDays !== undefined,
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
