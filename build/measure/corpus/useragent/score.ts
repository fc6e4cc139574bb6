/** The available corpora of user agents and their scorer. */

import { existsSync } from "node:fs";
import { join } from "node:path";

/** The samples of labelled strings. */
export const SAMPLES = ["dev.jsonl", "dev2.jsonl", "dev3.jsonl", "dev4.jsonl"] as const;

const FOLDER = join(import.meta.dir, "../../../../../shared/corpora/user-agents");

export interface LabelledAgent {
  readonly ua: string;
  readonly source: readonly string[];
  readonly expect: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Summary {
  readonly n: number;
  readonly fields: Readonly<Record<string, { readonly acc: number; readonly n: number }>>;
  readonly perType: Readonly<Record<string, { readonly acc: number; readonly n: number }>>;
  readonly typeMacro: number;
  readonly bot: { readonly precision: number; readonly recall: number };
}

export interface Scorer {
  readonly FIELDS: readonly string[];
  loadJsonl(file: string): LabelledAgent[];
  counted(record: LabelledAgent, options: object): boolean;
  newTally(): object;
  add(tally: object, record: LabelledAgent, answer: unknown): unknown;
  judge(record: LabelledAgent, answer: unknown): Readonly<Record<string, boolean>>;
  summary(tally: object): Summary;
}

export interface Corpora extends Scorer {
  /** Records of a corpus file; empty if it is missing. */
  records(file: string): LabelledAgent[];
  /** All records except client hints. */
  all(): LabelledAgent[];
}

export async function loadScorer(): Promise<Corpora> {
  const scorer = (await import(join(FOLDER, "score.mjs"))) as Scorer;
  const records = (file: string) =>
    existsSync(join(FOLDER, file)) ? scorer.loadJsonl(join(FOLDER, file)) : [];
  const counted = (file: string) =>
    records(file)
      .filter((record) => scorer.counted(record, {}))
      .map(withEitherType);
  return { ...scorer, records: counted, all: () => SAMPLES.flatMap(counted) };
}

/** Scanning tools. Some sources call them libraries, others robots; both count as right. */
const SCANNERS =
  /\b(?:nmap|masscan|zgrab|zmap|nikto|nuclei|sqlmap|wpscan|gobuster|dirbuster|dirb|feroxbuster|ffuf|wfuzz|arachni|openvas|nessus|qualys|acunetix|netsparker|w3af|whatweb|wapiti|httpx|subfinder|jaeles|fuzz faster u fool)\b/i;

function withEitherType(record: LabelledAgent): LabelledAgent {
  const types = [record.expect["type"] ?? []].flat();
  const isEither =
    types.length === 1 && (types[0] === "bot" || types[0] === "library") && SCANNERS.test(record.ua);
  return isEither ? { ...record, expect: { ...record.expect, type: ["bot", "library"] } } : record;
}

export function summarise(
  scorer: Scorer,
  records: readonly LabelledAgent[],
  look: (record: LabelledAgent) => unknown,
): Summary {
  const tally = scorer.newTally();
  for (const record of records) scorer.add(tally, record, attempt(look, record));
  return scorer.summary(tally);
}

/** Result of a parser; none if it throws. */
function attempt(look: (record: LabelledAgent) => unknown, record: LabelledAgent): unknown {
  try {
    return look(record);
  } catch {
    return undefined;
  }
}

export function printSummary(scorer: Scorer, name: string, { n, fields, typeMacro, bot }: Summary): void {
  const line = scorer.FIELDS.flatMap((field) =>
    fields[field] ? [`${field} ${fields[field].acc.toFixed(1)}`] : [],
  );
  console.log(`${name} (${n})\n  ${line.join(" · ")}`);
  console.log(`  type macro ${typeMacro} · bot recall ${bot.recall} precision ${bot.precision}`);
}
