/** Probe modules of a service, and the answer on the metrics listener. */

import { ERRORS, NetlensError } from "../api/errors.ts";
import type { Queue } from "../http/queue.ts";
import { DEFAULT_MODULES, PROMETHEUS_TEXT, type ProbeAccess, probeText } from "../jobs/probe/routes.ts";
import type { SettingsAt } from "../settings/settings.ts";
import type { Log } from "./log.ts";
import { httpSettings, type LocalAddresses } from "./wiring.ts";

export type ProbeSettings = SettingsAt<"probe.config" | "server.workers"> &
  Parameters<typeof httpSettings>[0];

export interface OpenProbe extends ProbeAccess {
  /** Reloads the modules. @throws ModuleError, ProjectError; the previous modules stay */
  readonly reload: (settings: ProbeSettings) => Promise<void>;
}

/** @throws ModuleError, ProjectError for a file of which nothing can be read */
export async function openProbe(
  first: ProbeSettings,
  own: LocalAddresses,
  log: Log,
  queue?: Queue,
): Promise<OpenProbe> {
  let settings = httpSettings(first, own);
  // Workers have a queue; their supervisor logs for all.
  const logged = queue === undefined || first.server.workers === 1 ? log : () => {};
  let modules = await modulesOf(first, logged);
  return {
    modules: () => modules,
    settings: () => settings,
    queue,
    async reload(next) {
      settings = httpSettings(next, own);
      modules = await modulesOf(next, logged);
    },
  };
}

async function modulesOf(settings: ProbeSettings, log: Log): Promise<ReturnType<ProbeAccess["modules"]>> {
  if (settings.probe.config === "") return DEFAULT_MODULES;
  // Loaded late: parsing modules loads the definitions of all problems.
  const { loadModules, unusableModules } = await import("../jobs/probe/load-modules.ts");
  const modules = await loadModules(settings, Date.now());
  const { faults, others } = unusableModules(modules);
  for (const reason of faults) log("error", "invalid probe module answers 400", { reason });
  if (others !== "") log("warn", "probe modules of other probers answer 400", { names: others });
  return modules;
}

/** `GET /probe` of the metrics listener, with errors as text. */
export async function probeResponse(request: Request, access: ProbeAccess): Promise<Response> {
  try {
    return new Response(await probeText(request, access), { headers: { "content-type": PROMETHEUS_TEXT } });
  } catch (error) {
    if (!(error instanceof NetlensError)) throw error;
    return new Response(`${error.message}\n`, { status: ERRORS[error.code].status });
  }
}
