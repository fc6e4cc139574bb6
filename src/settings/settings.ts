/**
 * Settings object, typed by the option table. Takes the value of each option, returns nested settings. Reads
 * no files or environment: see `load.ts`.
 */

import { type OptionName, optionNames, options } from "./options.ts";

type Rows = typeof options;

/** `group.name`. */
export type SettingPlace = Rows[OptionName]["at"];

type RowAt<P extends SettingPlace> = Extract<Rows[OptionName], { readonly at: P }>;
type GroupOf<P extends SettingPlace> = P extends `${infer G}.${string}` ? G : never;

/** Subset of the settings, by `group.name`. */
export type SettingsAt<P extends SettingPlace> = {
  readonly [G in GroupOf<P>]: {
    readonly [At in P as At extends `${G}.${infer Name}` ? Name : never]: ReturnType<RowAt<At>["parse"]>;
  };
};

export type Settings = SettingsAt<SettingPlace>;

/** Builds the settings object. */
export function settingsFrom(read: (name: OptionName) => unknown): Settings {
  const groups = Map.groupBy(optionNames, (name) => placeOf(name)[0]);
  const entries = [...groups].map(([group, names]) => [
    group,
    Object.fromEntries(names.map((name) => [placeOf(name)[1], read(name)])),
  ]);
  return Object.fromEntries(entries) as Settings;
}

export function settingOf<N extends OptionName>(settings: Settings, name: N): ReturnType<Rows[N]["parse"]> {
  const [group, key] = placeOf(name);
  const [, values = {}] = Object.entries(settings).find(([known]) => known === group) ?? [];
  const [, value] = Object.entries(values).find(([known]) => known === key) ?? [];
  return value as ReturnType<Rows[N]["parse"]>;
}

function placeOf(name: OptionName): readonly [group: string, key: string] {
  const [group = "", key = ""] = options[name].at.split(".");
  return [group, key];
}
