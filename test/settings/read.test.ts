/** A setting that no code reads does not compile; naming its place counts as reading. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import type { EachIsRead } from "../../src/cli/settings-read.ts";
import { options } from "../../src/settings/options.ts";
import type { SettingPlace } from "../../src/settings/settings.ts";

// @ts-expect-error a row at a place that no function takes
export type RowThatNobodyReads = EachIsRead<SettingPlace | "http.nobody">;
// @ts-expect-error a row of a group that no function takes
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
  // A command that only names members of a type reads none.
  .replaceAll(/"[\w.]+"/g, "");

test.each(Object.entries(options).map(([name, { at }]) => [name, at.split(".")[1] ?? ""] as const))(
  "--%s is read as %s",
  (_, key) => {
    const member = `\\.${key}\\b`;
    const destructured = `[{,]\\s*${key}\\b[^;()]*\\}\\s*[:=]`;
    expect(new RegExp(`${member}|${destructured}`).test(code)).toBe(true);
  },
);
