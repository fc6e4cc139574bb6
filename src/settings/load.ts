/** A setting's value comes from its flag, else `NETLENS_…`, else the file, else the default. Pure. */

import { ValueError } from "./forms.ts";
import { environmentName, type OptionName, optionNames, options } from "./options.ts";
import { type Settings, settingsFrom } from "./settings.ts";
import type { Slip } from "./slip.ts";

type Source = "flag" | "environment" | "file" | "default";

export interface Config {
  readonly settings: Settings;
  /** Each setting's text and where it came from, for `netlens config`. */
  readonly sources: Readonly<Record<OptionName, { readonly text: string; readonly source: Source }>>;
}

/** A setting is wrong; the message names the option and where its value came from. */
export class ConfigError extends Error {
  readonly slip: Slip | undefined;
  constructor(message: string, slip?: Slip) {
    super(message);
    this.slip = slip;
  }
}

function isOption(name: string): name is OptionName {
  return optionNames.some((known) => known === name);
}

/**
 * Merges the sources. `flags` holds only what was given on the command line; `file` is the text of a TOML file whose
 * keys are the option names.
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
    const given: readonly (readonly [Source, string | undefined, string])[] = [
      ["flag", flags[name], `--${name}`],
      // An empty variable is how unit files and containers leave one unset.
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
    // Modules of the probe may stand in the same file, as tables.
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
