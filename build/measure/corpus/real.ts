/**
 * Compares our findings on realistic responses with those of a careful expert
 * (`../shared/corpora/headers-real.dev*.json`). Prints our findings on each field next to the expected ones,
 * since a person must judge whether two sentences mean the same. Marks fields where we have no finding of
 * that level.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import type { Problem } from "../../../src/headers/schema.ts";

const FILES = ["", "2", "3", "4", "5"].map((number) =>
  join(import.meta.dir, "../../../../shared/corpora", `headers-real.dev${number}.json`),
);

interface Expected {
  readonly level: "bad" | "warn" | "info" | "good";
  readonly header: string;
  readonly text: string;
}

interface RealCase {
  readonly id: string;
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly string[] };
  readonly status: number;
  readonly headers: readonly string[];
  /** Seconds since the epoch. */
  readonly now: number;
  readonly intent: string;
  readonly expected: readonly Expected[];
  readonly must_not: readonly string[];
}

const SEVERITIES = { bad: "error", warn: "warning", info: "info" } as const;

/** Prints findings and expectations side by side; prints nothing without the corpus. */
export async function run(): Promise<void> {
  const files = FILES.filter((file) => existsSync(file));
  if (files.length === 0) return;
  const sets: RealCase[] = [];
  for (const file of files) sets.push(...((await Bun.file(file).json()) as { sets: RealCase[] }).sets);
  let met = 0;
  let wanted = 0;
  for (const one of sets) {
    const { problems, intent } = findings(one);
    const expected = one.expected.filter(({ level }) => level !== "good");
    const unmet = expected.filter((finding) => !isMet(finding, expected, problems));
    met += expected.length - unmet.length;
    wanted += expected.length;
    console.log(
      `\n${one.id}: ${expected.length - unmet.length} of ${expected.length} expected findings have one of ours at their level`,
    );
    console.log(`  intent: ${intent}\n    theirs: ${one.intent}`);
    for (const finding of unmet) console.log(`  unmet ${finding.level} ${finding.header}: ${finding.text}`);
    for (const text of one.must_not) console.log(`  must not: ${text}`);
    for (const { field, problem } of problems)
      console.log(`    ${problem.severity} ${field} ${problem.name}: ${problem.title}`);
  }
  console.log(`\nreal responses: ${met} of ${wanted} expected findings have one of ours at their level`);
}

interface Finding {
  /** Lower-case field name; `""` for the message. */
  readonly field: string;
  readonly problem: Problem;
}

function findings({ request, status, headers, now }: RealCase): { problems: Finding[]; intent: string } {
  const message = parseMessage(headers, {
    status,
    method: request.method,
    url: request.url,
    requestHeaders: request.headers,
    receivedAt: now * 1000,
  });
  const { headers: explained, problems, intent } = explainMessage(message, now * 1000);
  const inFields = explained.flatMap(({ name, problems: own, details }) =>
    [...own, ...(details.items ?? []).flatMap((item) => item.problems ?? [])].map((problem) => ({
      field: name,
      problem,
    })),
  );
  return { problems: [...inFields, ...problems.map((problem) => ({ field: "", problem }))], intent };
}

/** Whether we report at least as many findings of this level on this field as expected. */
function isMet(finding: Expected, expected: readonly Expected[], problems: readonly Finding[]): boolean {
  const same = expected.filter(({ header, level }) => header === finding.header && level === finding.level);
  const ours = problems.filter(
    ({ field, problem }) =>
      problem.severity === SEVERITIES[finding.level as "bad"] && isAbout(finding.header, field, problem),
  );
  return same.indexOf(finding) < ours.length;
}

function isAbout(header: string, field: string, problem: Problem): boolean {
  const name = header.replace("(missing) ", "").split(" ")[0]?.toLowerCase() ?? "";
  return header.startsWith("(missing)")
    ? problem.name.startsWith(`${name}-missing`)
    : field === name || problem.title.toLowerCase().includes(name);
}
