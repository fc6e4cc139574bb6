/**
 * Compares user agents with the labelled corpora, real traffic and client hints. Measures the accuracy for
 * each source without the rows that only this source supports. Measures the installed peers of `bun run
 * bench` on every tenth record, next to netlens on the same records, since some peers need milliseconds per
 * string.
 */

import { readClientHints } from "../../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../../src/useragent/lookup.ts";
import { readAgent } from "../../../src/useragent/read/agent.ts";
import { androidModel } from "../../../src/useragent/tables/model-codes.ts";
import { findModel } from "../../../src/useragent/tables/models.ts";
import { useragentPeers } from "../bench/useragent-peers.ts";
import { printBots } from "./useragent/bots.ts";
import { HELD_OUT, type Measures, measuredWith, measuredWithout } from "./useragent/held-out.ts";
import { makersAndMachines, precisionOf, printPrecision } from "./useragent/precision.ts";
import { provablyFalse, realTraffic } from "./useragent/real-traffic.ts";
import { printRules } from "./useragent/rules.ts";
import {
  type LabelledAgent,
  loadScorer,
  printSummary,
  SAMPLES,
  type Scorer,
  summarise,
} from "./useragent/score.ts";

const look = ({ ua }: LabelledAgent) => lookupUserAgent(ua);

export async function run(): Promise<void> {
  const scorer = await loadScorer();
  for (const file of SAMPLES) {
    printSummary(scorer, `netlens, ${file}`, summarise(scorer, scorer.records(file), look));
    printPrecision("  right", precisionOf(scorer, scorer.records(file), look));
  }
  printSummary(scorer, "netlens, the samples pooled", summarise(scorer, scorer.all(), look));
  printPrecision("  right", precisionOf(scorer, scorer.all(), look));
  const stated = scorer.all().filter((record) => provablyFalse(record.ua, look(record)) !== undefined);
  console.log(`  provably false ${((100 * stated.length) / scorer.all().length).toFixed(2)} %`);
  for (const { ua } of stated.slice(0, 5))
    console.log(`    ${provablyFalse(ua, look({ ua, source: [], expect: {} }))}: ${ua}`);
  printBots(scorer, scorer.all());
  printHints(scorer, scorer.records("clienthints.dev.jsonl"));
  await printTraffic();
  console.log("held out: a source's records with all tables, then without the rows that only it supports");
  for (const name of HELD_OUT) {
    const sides = [measuredWith(scorer, name), measuredWithout(scorer, name)];
    const both = (of: (side: Measures) => string | number | undefined) =>
      sides.map((side) => of(side) || "-").join(" → ");
    console.log(
      `  ${name.padEnd(20)} ${String(sides[0]?.summary.n).padStart(6)}  type ${both(({ summary }) => summary.fields["type"]?.acc.toFixed(1))} · macro ${both(({ summary }) => summary.typeMacro)} · machines ${both(({ precision }) => makersAndMachines(precision).machines)} · false alarms ${both(({ precision }) => makersAndMachines(precision).falseAlarms)} · makers right ${both(({ precision }) => makersAndMachines(precision).makers)}`,
    );
  }
  const sample = scorer.all().filter((_, index) => index % 10 === 0);
  for (const peer of await useragentPeers())
    printSummary(
      scorer,
      peer.name,
      summarise(scorer, sample, ({ ua }) => peer.look(ua)),
    );
  printRules(scorer, scorer.all());
  printConfusions(scorer, sample);
}

function printHints(scorer: Scorer, records: readonly LabelledAgent[]): void {
  const hinted = ({ ua, headers }: LabelledAgent) => lookupUserAgent(ua, readClientHints(headers ?? {}));
  const isPackage = ({ headers = {} }: LabelledAgent) =>
    Object.keys(headers).some((name) => /requested-with$/i.test(name));
  const parts = Map.groupBy(records, (record) => (isPackage(record) ? "package names" : "brands"));
  for (const [name, part] of parts) printSummary(scorer, `hints, ${name}`, summarise(scorer, part, hinted));
}

async function printTraffic(): Promise<void> {
  const visits = await realTraffic();
  let frozen = 0;
  let wrong = 0;
  let named = 0;
  for (const [agent, share] of visits) {
    const answer = lookupUserAgent(agent);
    if (answer.os !== false && answer.os.frozen) frozen += share;
    if (provablyFalse(agent, answer)) wrong += share;
    if (answer.browser) named += share;
  }
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  console.log(
    `real traffic (${visits.size} strings, by weight): provably false ${percent(wrong)} · system's version frozen ${percent(frozen)} · browser named ${percent(named)}`,
  );
  printModels(visits);
}

/**
 * Phones and tablets with a model code in real traffic: share with a maker, and share with a marketing name.
 */
function printModels(visits: ReadonlyMap<string, number>): void {
  const shares = { reported: 0, maker: 0, named: 0 };
  const unnamed = new Map<string, number>();
  for (const [agent, share] of visits) {
    const code = androidModel(readAgent(agent));
    if (code === "" || code === "K") continue;
    const { device } = lookupUserAgent(agent);
    shares.reported += share;
    if (!device || device.vendor === "") continue;
    shares.maker += share;
    // Pixel devices have a name instead of a code.
    const named =
      findModel(code) || (device.name !== "" && device.name !== code) || /^[A-Z][a-z]{3,} \w/.test(code);
    if (named) shares.named += share;
    else unnamed.set(code, (unnamed.get(code) ?? 0) + share);
  }
  const of = (share: number) => `${((100 * share) / shares.reported).toFixed(1)} %`;
  const most = [...unnamed].sort((a, b) => b[1] - a[1]).slice(0, 12);
  console.log(
    `  of the ${(100 * shares.reported).toFixed(2)} % that say a model of Android: maker ${of(shares.maker)} · marketing name ${of(shares.named)} · most without: ${most.map(([code]) => code).join(" ")}`,
  );
}

/**
 * Prints the largest groups of wrong types, each with an example; a person must judge which side is right.
 */
function printConfusions(scorer: Scorer, records: readonly LabelledAgent[]): void {
  const groups = new Map<string, string[]>();
  for (const record of records) {
    const answer = look(record);
    if (scorer.judge(record, answer)["type"] !== false) continue;
    const wanted = [record.expect["type"] ?? ""].flat().join(" or ");
    const key = `${wanted}, we say ${answer.device ? answer.device.type : "nothing"}`;
    groups.set(key, [...(groups.get(key) ?? []), record.ua]);
  }
  console.log("largest confusions of type, on the same tenth");
  for (const [key, agents] of [...groups].sort((a, b) => b[1].length - a[1].length).slice(0, 12))
    console.log(`  ${String(agents.length).padStart(3)} ${key}: ${agents[0]?.slice(0, 110)}`);
}
