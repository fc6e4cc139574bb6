/**
 * Responses made from a seed, asked of a real Chromium and of our verdicts: agreement by kind, and each difference.
 *
 *   bun build/differences.ts                          all kinds, 200 cases each
 *   bun build/differences.ts cookie --seed 7 --cases 1000
 *   bun build/differences.ts cache --engine firefox   what a browser's own cache does, in any of the three engines
 *
 * Cases begin from lines of our own, and from those of ../shared/corpora/browser where that folder is.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rawResponse } from "../src/headers/raw-response.ts";
import { openVerdicts } from "../src/headers/verdicts/index.ts";
import type { Engine } from "../src/headers/verdicts/response.ts";
import type { BrowserCase } from "./corpus/browser/case.ts";
import { messageOf, outcomesOf } from "./corpus/browser.ts";
import { cacheCases } from "./differences/cache.ts";
import { drivers } from "./differences/drivers.ts";
import { kinds } from "./differences/kinds.ts";
import { withPreflight } from "./differences/loads.ts";
import { mutated, nameOf } from "./differences/mutations.ts";
import { chance } from "./differences/random.ts";
import { type Draft, openStage } from "./differences/stage.ts";

const CORPUS = join(import.meta.dir, "../../shared/corpora/browser/dev.jsonl");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    cases: { type: "string", default: "200" },
    engine: { type: "string", default: "chromium" },
  },
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

/** Prints the case where it differs. */
function judge(one: BrowserCase, engine: Engine, count: Count): void {
  const verdicts = openVerdicts(rawResponse(messageOf(one)));
  const own = engine === "chromium" ? verdicts : verdicts[engine];
  const wrong = outcomesOf(one, own, engine).filter(([, seen, said]) => !Bun.deepEquals(seen, said));
  count.told++;
  if (wrong.length === 0) {
    count.agreed++;
    return;
  }
  const words = wrong.map(
    ([what, seen, said]) => `${what} seen ${JSON.stringify(seen)}, said ${JSON.stringify(said)}`,
  );
  const { id, kind: _kind, outcome: _outcome, ...shown } = one;
  console.log(`  ${id} ${JSON.stringify(shown)}\n    ${words.join("; ")}`);
}

/** Cases that are asked of the browser before they are compared. */
const AT_ONCE = 50;

function caseOf(draft: Draft, outcome: object, began: number): BrowserCase {
  const now = "now" in outcome ? outcome.now : began;
  return { ...(draft.kind === "cors" ? withPreflight(draft) : draft), now, outcome } as BrowserCase;
}

function isEngine(text: string): text is Engine {
  return text in drivers;
}

/** What a browser's own cache does, in one of three engines. */
async function compareCaches(): Promise<void> {
  const { engine } = values;
  if (!isEngine(engine)) throw new Error(`there is no engine "${engine}"`);
  const count = { agreed: 0, told: 0 };
  for (const one of await cacheCases(engine, Number(values.seed), Number(values.cases)))
    judge(one, engine, count);
  console.log(`cache in ${engine}: ${count.agreed} of ${count.told} (${percent(count)} %)`);
}

const percent = ({ agreed, told }: Count) => ((agreed / told) * 100).toFixed(2);

if (positionals.includes("cache")) await compareCaches();
const wanted = positionals.length > 0 ? positionals.filter((name) => name !== "cache") : Object.keys(kinds);
for (const name of wanted) {
  const drafts = draftsOf(name);
  const count = { agreed: 0, told: 0 };
  const stage = await openStage();
  for (let from = 0; from < drafts.length; from += AT_ONCE) {
    const some = drafts.slice(from, from + AT_ONCE);
    const began = Date.now() / 1000;
    const outcomes = (await kinds[name]?.observe(stage, some)) ?? [];
    for (const [index, outcome] of outcomes.entries())
      if (outcome !== undefined) judge(caseOf(some[index] as Draft, outcome, began), "chromium", count);
  }
  await stage.close();
  console.log(
    `${name}: ${count.agreed} of ${count.told} (${percent(count)} %), ${drafts.length - count.told} not told`,
  );
}
