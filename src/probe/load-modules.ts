/** IO: the modules of the probe, with the files that they name. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileReason } from "../api/file-reason.ts";
import { readProject } from "../project/read.ts";
import type { SettingsAt } from "../settings/settings.ts";
import { ModuleError, type ProbeModule, readModules } from "./modules.ts";
import type { LoadedModule } from "./probe.ts";

/**
 * The modules of `--probe-config`.
 * @param now milliseconds since the epoch: a project's exceptions end
 * @throws ModuleError, ProjectError
 */
export function loadModules(
  { probe: { config: path } }: SettingsAt<"probe.config">,
  now: number,
): ReadonlyMap<string, LoadedModule> {
  const modules = readModules(textOf(path, "--probe-config"), path);
  return new Map([...modules].map(([name, module]) => [name, loaded(module, name, dirname(path), now)]));
}

function loaded(module: ProbeModule, name: string, directory: string, now: number): LoadedModule {
  const { ca_file: ca, cert_file: cert, key_file: key } = module.tls_config ?? {};
  const read = (path: string) => textOf(resolve(directory, path), name);
  return {
    ...module,
    ...(module.project !== undefined && {
      loadedProject: readProject(read(module.project), module.project, now),
    }),
    ...(ca !== undefined && { authorities: read(ca) }),
    ...(cert !== undefined && { identity: { cert: read(cert), key: read(key ?? cert) } }),
  };
}

function textOf(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ModuleError(`${what}: ${path}: ${fileReason(error)}`);
  }
}
