/** Reads each setting from its flag, `NETLENS_…`, the file, or the default. Pure. */

import { ValueError } from "./forms.ts";
import { environmentName, type OptionName, optionNames, options } from "./options.ts";
import { type Settings, settingsFrom } from "./settings.ts";
import type { Slip } from "./slip.ts";

type Source = "flag" | "environment" | "file" | "default";

export interface Config {
  readonly settings: Settings;
  /** Text and source of each setting, for `netlens config`. */
  readonly sources: Readonly<Record<OptionName, { readonly text: string; readonly source: Source }>>;
}

/** Invalid setting; the message has the option and its source. */
export class ConfigError extends Error {
  readonly slip: Slip | undefined;
  constructor(message: string, slip?: Slip) {
    super(message);
    this.slip = slip;
  }
}

/** Earlier names of options. */
const RENAMED: ReadonlyMap<OptionName, string> = new Map([["dns", "resolver"]]);

function isOption(name: string): name is OptionName {
  return optionNames.some((known) => known === name);
}

/**
 * Merges the sources. `flags`: those given on the command line; `file`: TOML text with option names as keys.
 * @throws ConfigError
 */
export function loadConfig(
  flags: Readonly<Record<string, string | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
  file?: { readonly path: string; readonly text: string },
): Config {
  const table = file ? readFile(file) : new Map<string, string>();
  const values = new Map<OptionName, unknown>();
  const sources: Partial<Record<OptionName, { text: string; source: Source }>> = {};
  for (const name of optionNames) {
    const old = RENAMED.get(name);
    if (old !== undefined && environment[environmentName(old)])
      throw new ConfigError(`${environmentName(old)} is now ${environmentName(name)}`);
    const given: readonly (readonly [Source, string | undefined, string])[] = [
      ["flag", flags[name], `--${name}`],
      // Unit files and containers unset a variable by leaving it empty.
      ["environment", environment[environmentName(name)] || undefined, environmentName(name)],
      ["file", table.get(name), `${name} in ${file?.path}`],
      ["default", options[name].default, name],
    ];
    const [source, text = "", label] = given.find(([, text]) => text !== undefined) ?? ["default", "", name];
    values.set(name, parseOption(name, text, label));
    sources[name] = { text, source };
  }
  return { settings: settingsFrom((name) => values.get(name)), sources: sources as Config["sources"] };
}

function parseOption(name: OptionName, text: string, label: string): unknown {
  try {
    return options[name].parse(text);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new ConfigError(
      `${label}: ${error.message}, not "${error.part ?? text}"`,
      error.known && { given: text, known: error.known },
    );
  }
}

function readFile(file: { readonly path: string; readonly text: string }): ReadonlyMap<string, string> {
  let parsed: Record<string, unknown>;
  try {
    parsed = Bun.TOML.parse(file.text) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(
      `${file.path}: not valid TOML: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const table = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed)) {
    // Not an option: the same file may contain the probe's modules.
    if (key === "probe" && typeof value === "object") {
      if (!table.has("probe-config")) table.set("probe-config", file.path);
      continue;
    }
    if (!isOption(key))
      throw new ConfigError(`${file.path}: unknown option "${key}"`, { given: key, known: optionNames });
    if (Array.isArray(value)) table.set(key, value.join(","));
    else if (typeof value === "object")
      throw new ConfigError(`${key} in ${file.path}: expected one value or a list`);
    else table.set(key, String(value));
  }
  return table;
}
