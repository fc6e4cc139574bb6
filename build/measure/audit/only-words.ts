/**
 * Verifies that only words changed in the golden files since a revision: problem ids, severities, JSON member
 * names, numbers and booleans must be the same, in the same order. Prints the first difference of each file
 * and exits with 1 if there is one.
 *
 *   bun build/measure/audit/only-words.ts REV
 */

import { join } from "node:path";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";

const root = join(import.meta.dir, "../../..");
const ids = new Set(problemKinds().keys());

/** Parts that must stay equal: ids, severities in their column, JSON members, numbers and booleans. */
export function skeleton(text: string, isId: (word: string) => boolean): string[] {
  const parts = text.match(
    /"[\w$-]+":|(?<=": ?)(?:true|false|null|-?\d[\d.]*)|^ *(?:error|warning|info)\b|\b[a-z\d]+(?:-[a-z\d]+)+\b/gm,
  );
  return (parts ?? []).map((part) => part.trim()).filter((part) => !/^[a-z\d]+-/.test(part) || isId(part));
}

if (import.meta.main) {
  const [revision] = process.argv.slice(2);
  if (revision === undefined) throw new Error("usage: bun build/measure/audit/only-words.ts REV");
  const git = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: root });
    if (exitCode !== 0) throw new Error(stderr.toString());
    return stdout.toString();
  };
  const changed = git("diff", "--name-only", "--diff-filter=M", revision, "--", "test/*/golden/*").split(
    "\n",
  );
  let different = 0;
  for (const file of changed.filter((name) => name !== "")) {
    const before = skeleton(git("show", `${revision}:${file}`), (word) => ids.has(word));
    const after = skeleton(await Bun.file(join(root, file)).text(), (word) => ids.has(word));
    const at = before.findIndex((part, index) => part !== after[index]);
    if (at < 0 && before.length === after.length) continue;
    different++;
    const place = at < 0 ? before.length : at;
    console.log(`${file}: part ${place + 1}: ${before[place] ?? "end"} → ${after[place] ?? "end"}`);
  }
  console.log(`${changed.length - 1} golden files changed, ${different} in more than words`);
  process.exit(different > 0 ? 1 : 0);
}
