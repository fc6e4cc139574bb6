/**
 * A setting that no code reads is a compile error. A string with its place counts as reading for the
 * compiler.
 */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import type { EachIsRead } from "../../src/cli/settings-read.ts";
import { options } from "../../src/settings/options.ts";
import type { SettingPlace } from "../../src/settings/settings.ts";

// @ts-expect-error no code reads this setting
export type RowThatNobodyReads = EachIsRead<SettingPlace | "http.nobody">;
// @ts-expect-error no code reads this group
export type GroupThatNobodyReads = EachIsRead<SettingPlace | "nobody.reads">;

const root = join(import.meta.dir, "../../src");
const code = (
  await Promise.all(
    [...new Glob("{cli,http,server}/**/*.ts").scanSync(root)]
      .filter((file) => file !== "cli/settings-read.ts")
      .map((file) => Bun.file(join(root, file)).text()),
  )
)
  .join("\n")
  // Removes place strings, such as in lists of type members, which read no value.
  .replaceAll(/"[\w.]+"/g, "");

test.each(Object.entries(options).map(([name, { at }]) => [name, at.split(".")[1] ?? ""] as const))(
  "--%s is read as %s",
  (_, key) => {
    const member = `\\.${key}\\b`;
    const destructured = `[{,]\\s*${key}\\b[^;()]*\\}\\s*[:=]`;
    expect(new RegExp(`${member}|${destructured}`).test(code)).toBe(true);
  },
);
