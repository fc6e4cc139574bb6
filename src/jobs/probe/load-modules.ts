/** IO: loads probe modules and the files that they refer to. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { OPTION_MEMBERS } from "../../../data/blackbox-members.ts";
import { NetlensError } from "../../api/errors.ts";
import { fileReason } from "../../api/file-reason.ts";
import { type Given, type Network, NetworkError, networkOptions, readNetwork } from "../../http/network.ts";
import type { SettingsAt } from "../../settings/settings.ts";
import { readProject } from "../project/read.ts";
import {
  faultOf,
  ModuleError,
  networkMembers,
  type PlaceOf,
  type ProbeModule,
  readModules,
} from "./modules.ts";
import type { LoadedModule } from "./probe.ts";

/**
 * Loads `--probe-config`. A module that cannot be used has a `fault`.
 * @param now milliseconds since the epoch, for expired exceptions
 * @throws ModuleError, ProjectError if no module of the file can be read
 */
export async function loadModules(
  { probe: { config: path } }: SettingsAt<"probe.config">,
  now: number,
): Promise<ReadonlyMap<string, LoadedModule>> {
  const modules = new Map<string, LoadedModule>();
  for (const [name, { read, place }] of readModules(textOf(path, "--probe-config"), path))
    modules.set(
      name,
      await loaded(read, place, path, now).catch((error: unknown) => ({ fault: faultOf(error) })),
    );
  return modules;
}

/** Modules that answer 400: faults of invalid modules, and names of modules of other probers. */
export function unusableModules(modules: ReadonlyMap<string, LoadedModule>) {
  const others = [...modules].filter(([, { otherProber }]) => otherProber !== undefined);
  return {
    faults: [...modules.values()].flatMap(({ fault }) => fault ?? []),
    others: others.map(([name, { otherProber }]) => `${name} (${otherProber})`).join(", "),
  };
}

async function loaded(
  read: () => ProbeModule,
  place: PlaceOf,
  path: string,
  now: number,
): Promise<LoadedModule> {
  const module = read();
  if (module.otherProber !== undefined) return module;
  const inFolder = (file: string) => resolve(dirname(path), file);
  const { project, body_file: bodyFile } = module;
  const network = () => networkOf(module, place, inFolder);
  await network();
  return {
    ...module,
    ...(bodyFile && { body: textOf(inFolder(bodyFile), place("body_file")) }),
    network,
    ...(project !== undefined && {
      loadedProject: readProject(textOf(inFolder(project), place("project")), project, now),
    }),
  };
}

const memberOf = (option: string) => OPTION_MEMBERS.get(option) ?? [option.replaceAll("-", "_")];

/** Network options of a module, parsed like those of the command line. */
async function networkOf(
  module: ProbeModule,
  place: PlaceOf,
  inFolder: (file: string) => string,
): Promise<Network> {
  for (const member of ["no_proxy", "proxy_connect_header"] as const)
    if (module[member] !== undefined && !module.proxy_url && !module.proxy_from_environment)
      throw new ModuleError(`${place(member)}: ${member} needs proxy_url`);
  const { http_version: version = "auto" } = module as { http_version?: string };
  if (module.enable_http2 === false && /[23]/.test(version))
    throw new ModuleError(`${place("http_version")}: http_version ${version} needs enable_http2`);
  try {
    return await readNetwork({
      ...givenBy(module, place, inFolder),
      nameOf: (option) => memberOf(option).join("."),
      // Probes ignore the environment variables of the service by default.
      environment: (name) => (module.proxy_from_environment ? process.env[name] : undefined),
      // Certificates and keys may be in the module itself.
      readFile: async (file) => (file.includes("-----BEGIN ") ? file : readFileSync(inFolder(file), "utf8")),
    });
  } catch (error) {
    if (error instanceof NetworkError)
      throw new ModuleError(`${place(...memberOf(error.option))}: ${error.message}`);
    if (error instanceof NetlensError) throw new ModuleError(`${place("headers")}: ${error.message}`);
    throw error;
  }
}

function givenBy(
  module: ProbeModule,
  place: PlaceOf,
  inFolder: (file: string) => string,
): Pick<Given, "flags" | "lists"> {
  const { headers = {}, basic_auth: basic, authorization = {}, tls_config: tls = {} } = module;
  const own = Object.entries(module).flatMap(([member, value]) => {
    const option = networkMembers.get(member);
    return option === undefined ? [] : [[option, value] as const];
  });
  const socket = new Map(own).get("unix-socket");
  const [family] = /[46]/.exec(module.preferred_ip_protocol ?? "") ?? [];
  const secret = (value = "", file: string | undefined, member: string) =>
    file ? textOf(inFolder(file), `${place(member)}: ${member}`).trim() : value;
  const { type, credentials = module.bearer_token, credentials_file: file } = authorization;
  const token = secret(
    credentials,
    file ?? module.bearer_token_file,
    file ? "authorization" : "bearer_token_file",
  );
  return {
    lists: {
      ...Object.fromEntries(own.filter(([option]) => networkOptions[option]?.repeats)),
      header: [
        ...Object.entries(headers).flatMap(([name, value]) =>
          name.toLowerCase() === "host" ? [] : `${name}: ${value}`,
        ),
        ...(token === "" ? [] : [`Authorization: ${type?.trim() || "Bearer"} ${token}`]),
      ],
      "proxy-header": Object.entries(module.proxy_connect_header ?? {}).flatMap(([name, values]) =>
        values.map((value) => `${name}: ${value}`),
      ),
    },
    flags: {
      ...Object.fromEntries(own.filter(([option]) => !networkOptions[option]?.repeats)),
      ...(typeof socket === "string" && { "unix-socket": inFolder(socket) }),
      user:
        basic &&
        `${secret(basic.username, basic.username_file, "basic_auth")}:${secret(basic.password, basic.password_file, "basic_auth")}`,
      proxy: module.proxy_url,
      noproxy: module.no_proxy,
      ...(family !== undefined && { [`ipv${family}`]: true }),
      ...(module.enable_http2 === false && { "http-version": "1.1" }),
      ...(module.enable_http3 && { "http-version": "3" }),
      cacert: tls.ca ?? tls.ca_file,
      cert: tls.cert ?? tls.cert_file,
      key: tls.key ?? tls.key_file,
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
