/**
 * Responses made from a seed, asked of a real Chromium and of our verdicts: agreement by kind, and each difference.
 *
 *   bun build/differences.ts                          all kinds, 200 cases each
 *   bun build/differences.ts cookie --seed 7 --cases 1000
 *
 * Cases begin from lines of our own, and from those of ../shared/corpora/browser where that folder is.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rawResponse } from "../src/headers/raw-response.ts";
import { openVerdicts } from "../src/headers/verdicts/index.ts";
import type { BrowserCase } from "./corpus/browser/case.ts";
import { messageOf, outcomesOf } from "./corpus/browser.ts";
import { kinds } from "./differences/kinds.ts";
import { withPreflight } from "./differences/loads.ts";
import { mutated, nameOf } from "./differences/mutations.ts";
import { chance } from "./differences/random.ts";
import { type Draft, openStage } from "./differences/stage.ts";

const CORPUS = join(import.meta.dir, "../../shared/corpora/browser/dev.jsonl");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, cases: { type: "string", default: "200" } },
});
const known = existsSync(CORPUS)
  ? (await Bun.file(CORPUS).text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as BrowserCase)
  : [];

/** Cases of a kind, made from the seed. */
function draftsOf(name: string): Draft[] {
  const kind = kinds[name];
  if (!kind) throw new Error(`there is no kind "${name}"; there are ${Object.keys(kinds).join(", ")}`);
  const fields = new Set(kind.fields);
  const own = known
    .filter((one) => one.kind === name)
    .map(({ headers }) => headers.filter((line) => fields.has(nameOf(line)) || name === "cors"));
  const seeds = [...kind.seeds, ...own].filter(
    (lines) => lines.length > 0 && !lines.some((line) => kind.except?.test(line)),
  );
  const random = chance(Number(values.seed));
  const others = seeds
    .flatMap((lines) => lines.filter((line) => fields.has(nameOf(line))))
    .map((line) => line.slice(line.indexOf(":") + 1).trim());
  return Array.from({ length: Number(values.cases) }, (_, index) => {
    const headers = [...mutated(random.pick(seeds), fields, random, others), ...(kind.added ?? [])];
    return {
      id: `${name}-${index}`,
      kind: name,
      status: 200,
      method: "GET",
      ...kind.surround(index, random),
      headers,
    };
  });
}

interface Count {
  agreed: number;
  told: number;
}

/** Cases that are asked of the browser before they are compared. */
const AT_ONCE = 50;

/** Prints the cases that differ. */
function compare(draft: Draft, outcome: object, began: number, count: Count): void {
  const now = "now" in outcome ? outcome.now : began;
  const one = { ...(draft.kind === "cors" ? withPreflight(draft) : draft), now, outcome } as BrowserCase;
  const verdicts = openVerdicts(rawResponse(messageOf(one)));
  const wrong = outcomesOf(one, verdicts, "chromium").filter(([, seen, said]) => !Bun.deepEquals(seen, said));
  count.told++;
  if (wrong.length === 0) {
    count.agreed++;
    return;
  }
  const words = wrong.map(
    ([what, seen, said]) => `${what} seen ${JSON.stringify(seen)}, said ${JSON.stringify(said)}`,
  );
  const { id: _id, kind: _kind, status: _status, ...shown } = draft;
  console.log(`  ${draft.id} ${JSON.stringify(shown)}\n    ${words.join("; ")}`);
}

for (const name of positionals.length > 0 ? positionals : Object.keys(kinds)) {
  const drafts = draftsOf(name);
  const count = { agreed: 0, told: 0 };
  const stage = await openStage();
  for (let from = 0; from < drafts.length; from += AT_ONCE) {
    const some = drafts.slice(from, from + AT_ONCE);
    const began = Date.now() / 1000;
    const outcomes = (await kinds[name]?.observe(stage, some)) ?? [];
    for (const [index, outcome] of outcomes.entries())
      if (outcome !== undefined) compare(some[index] as Draft, outcome, began, count);
  }
  await stage.close();
  const share = ((count.agreed / count.told) * 100).toFixed(2);
  console.log(
    `${name}: ${count.agreed} of ${count.told} (${share} %), ${drafts.length - count.told} not told`,
  );
}
