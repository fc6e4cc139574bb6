/**
 * `bun build/data-ages.ts`: lists tables of data/ that are older than data/snapshots.txt allows; exits with 1
 * if there are any. A workflow runs it every week; tests do not, since their results must not depend on the
 * date.
 */

import snapshots from "../data/snapshots.txt" with { type: "text" };

const DAY = 86_400_000;

let old = 0;
for (const line of snapshots.split("\n")) {
  const [files = "", taken = "", days = "", , , script = ""] = line.split("|").map((cell) => cell.trim());
  if (days === "" || line.startsWith("#")) continue;
  const age = Math.floor((Date.now() - Date.parse(taken)) / DAY);
  if (age <= Number(days)) continue;
  old++;
  console.log(`${files}: ${age} days, of ${days}; ${script.endsWith(".ts") ? `bun ${script}` : script}`);
}
process.exit(old > 0 ? 1 : 0);
