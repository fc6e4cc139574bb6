/**
 * User agents against the labelled corpus: all of it for us; for the peers that `bun run bench` has installed, of
 * which some need milliseconds a string, every tenth record, with ourselves on the same ones beside them.
 */

import { join } from "node:path";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { type Peer, useragentPeers } from "../bench/useragent-peers.ts";

const FOLDER = join(import.meta.dir, "../../../shared/corpora/user-agents");

interface LabelledAgent {
  readonly ua: string;
  readonly source: readonly string[];
  readonly expect: object;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Summary {
  readonly fields: Readonly<Record<string, { readonly acc: number; readonly n: number }>>;
  readonly typeMacro: number;
  readonly bot: { readonly precision: number; readonly recall: number };
}

interface Scorer {
  readonly FIELDS: readonly string[];
  loadJsonl(file: string): LabelledAgent[];
  counted(record: LabelledAgent, options: object): boolean;
  newTally(): object;
  add(tally: object, record: LabelledAgent, answer: unknown): unknown;
  summary(tally: object): Summary;
}

export async function run(): Promise<void> {
  const scorer = (await import(join(FOLDER, "score.mjs"))) as Scorer;
  const records = scorer.loadJsonl(join(FOLDER, "dev.jsonl")).filter((record) => scorer.counted(record, {}));
  const hinted = scorer.loadJsonl(join(FOLDER, "clienthints.dev.jsonl"));
  const columns: [string, Summary][] = [
    [`netlens (${records.length})`, score(scorer, records, ({ ua }) => lookupUserAgent(ua))],
    [
      `client hints (${hinted.length})`,
      score(scorer, hinted, ({ ua, headers }) => lookupUserAgent(ua, readClientHints(headers ?? {}))),
    ],
  ];
  const sample = records.filter((_, index) => index % 10 === 0);
  for (const peer of await useragentPeers()) columns.push(peerColumn(scorer, sample, peer));
  print(scorer.FIELDS, columns);
}

function peerColumn(scorer: Scorer, sample: readonly LabelledAgent[], peer: Peer): [string, Summary] {
  return [`${peer.name} (${sample.length})`, score(scorer, sample, ({ ua }) => peer.look(ua))];
}

function score(
  scorer: Scorer,
  records: readonly LabelledAgent[],
  look: (record: LabelledAgent) => unknown,
): Summary {
  const tally = scorer.newTally();
  for (const record of records) scorer.add(tally, record, attempt(look, record));
  return scorer.summary(tally);
}

/** A parser that throws has answered nothing. */
function attempt(look: (record: LabelledAgent) => unknown, record: LabelledAgent): unknown {
  try {
    return look(record);
  } catch {
    return undefined;
  }
}

function print(fields: readonly string[], columns: readonly [string, Summary][]): void {
  for (const [name, { fields: found, typeMacro, bot }] of columns) {
    const line = fields.flatMap((field) => (found[field] ? [`${field} ${found[field].acc.toFixed(1)}`] : []));
    console.log(`${name}\n  ${line.join(" · ")}`);
    console.log(`  type macro ${typeMacro} · bot recall ${bot.recall} precision ${bot.precision}`);
  }
}
