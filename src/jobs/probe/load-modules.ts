/** IO: loads probe modules and the files that they refer to. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { NetlensError } from "../../api/errors.ts";
import { fileReason } from "../../api/file-reason.ts";
import { type Given, type Network, NetworkError, networkOptions, readNetwork } from "../../http/network.ts";
import type { SettingsAt } from "../../settings/settings.ts";
import { readProject } from "../project/read.ts";
import { ModuleError, networkMembers, type PlaceOf, type ProbeModule, readModules } from "./modules.ts";
import type { LoadedModule } from "./probe.ts";

/**
 * Loads `--probe-config`. @param now milliseconds since the epoch, for expired exceptions. @throws
 * ModuleError, ProjectError
 */
export async function loadModules(
  { probe: { config: path } }: SettingsAt<"probe.config">,
  now: number,
): Promise<ReadonlyMap<string, LoadedModule>> {
  const modules = new Map<string, LoadedModule>();
  for (const [name, { module, place }] of readModules(textOf(path, "--probe-config"), path)) {
    const inFolder = (file: string) => resolve(dirname(path), file);
    const { project } = module;
    modules.set(name, {
      ...module,
      network: await networkOf(module, place, inFolder),
      ...(project !== undefined && {
        loadedProject: readProject(textOf(inFolder(project), place("project")), project, now),
      }),
    });
  }
  return modules;
}

/** Members of a module that set each network option. */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["header", ["headers"]],
  ["user", ["basic_auth"]],
  ["authorization", ["basic_auth"]],
  ["proxy", ["proxy_url"]],
  ["noproxy", ["no_proxy"]],
  ["cacert", ["tls_config", "ca_file"]],
  ["cert", ["tls_config", "cert_file"]],
  ["key", ["tls_config", "key_file"]],
]);

const memberOf = (option: string) => MEMBERS.get(option) ?? [option.replaceAll("-", "_")];

/** Network options of a module, parsed like those of the command line. */
async function networkOf(
  module: ProbeModule,
  place: PlaceOf,
  inFolder: (file: string) => string,
): Promise<Network> {
  if (module.no_proxy !== undefined && !module.proxy_url)
    throw new ModuleError(`${place("no_proxy")}: no_proxy needs proxy_url`);
  const { http_version: version = "auto" } = module as { http_version?: string };
  if (module.enable_http2 === false && /[23]/.test(version))
    throw new ModuleError(`${place("http_version")}: http_version ${version} needs enable_http2`);
  try {
    return await readNetwork({
      ...givenBy(module, inFolder),
      nameOf: (option) => memberOf(option).join("."),
      // Probes ignore the environment variables of the service.
      environment: () => undefined,
      readFile: async (file) => readFileSync(inFolder(file), "utf8"),
    });
  } catch (error) {
    if (error instanceof NetworkError)
      throw new ModuleError(`${place(...memberOf(error.option))}: ${error.message}`);
    if (error instanceof NetlensError) throw new ModuleError(`${place("headers")}: ${error.message}`);
    throw error;
  }
}

function givenBy(module: ProbeModule, inFolder: (file: string) => string): Pick<Given, "flags" | "lists"> {
  const { headers = {}, basic_auth: basic, bearer_token: bearer, tls_config: tls = {} } = module;
  const own = Object.entries(module).flatMap(([member, value]) => {
    const option = networkMembers.get(member);
    return option === undefined ? [] : [[option, value] as const];
  });
  const socket = new Map(own).get("unix-socket");
  const [family] = /[46]/.exec(module.preferred_ip_protocol ?? "") ?? [];
  return {
    lists: {
      ...Object.fromEntries(own.filter(([option]) => networkOptions[option]?.repeats)),
      header: [
        ...Object.entries(headers).flatMap(([name, value]) =>
          name.toLowerCase() === "host" ? [] : `${name}: ${value}`,
        ),
        ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
      ],
    },
    flags: {
      ...Object.fromEntries(own.filter(([option]) => !networkOptions[option]?.repeats)),
      ...(typeof socket === "string" && { "unix-socket": inFolder(socket) }),
      user: basic && `${basic.username}:${basic.password ?? ""}`,
      proxy: module.proxy_url,
      noproxy: module.no_proxy,
      // Set only without fallback: lookups fall back to the other IP version by default.
      ...(module.ip_protocol_fallback === false && family !== undefined && { [`ipv${family}`]: true }),
      ...(module.enable_http2 === false && { "http-version": "1.1" }),
      cacert: tls.ca_file,
      cert: tls.cert_file,
      key: tls.key_file,
    },
  };
}

function textOf(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ModuleError(`${what}: ${path}: ${fileReason(error)}`);
  }
}
