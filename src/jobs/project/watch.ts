/** Reads the `[watch]` table of the project file: targets, words and channels. Pure. */

import { NetlensError } from "../../api/errors.ts";
import { hasUserinfo, parseTarget } from "../../http/target.ts";
import { FAIL_WORDS } from "../compare/fail-words.ts";
import { SEVERITIES } from "./findings.ts";
import { ProjectError } from "./project-error.ts";
import type { WatchTable } from "./schema.ts";

/** Problem ids by the word in `wake-for`, for words that need a table or limit. */
export const ASSERTION_WORDS: ReadonlyMap<string, string> = new Map([
  ["require", "field-required"],
  ["certificate-days", "certificate-days-low"],
]);

/** Words of `wake-for` besides problem ids. */
export const WAKE_WORDS: readonly string[] = [
  "down",
  ...FAIL_WORDS.keys(),
  ...ASSERTION_WORDS.keys(),
  ...SEVERITIES,
];

const USUAL_WORDS = ["down", "moved", "new-warning", ...ASSERTION_WORDS.keys()];
const USUAL_LOOKS = 2;
const USUAL_DAYS = 90;

export type Channel =
  | { readonly command: readonly string[] }
  | { readonly webhook: string; readonly allowsPrivate: boolean };

export interface Watch {
  /** Distinct URLs. */
  readonly targets: readonly string[];
  /** Returns the words of `WAKE_WORDS` and problem ids that apply to a URL. */
  readonly wakeFor: (url: string) => readonly string[];
  /** Number of lookups that must agree. */
  readonly looks: number;
  /** Folder of baselines, as written in the file. */
  readonly baselines?: string;
  /** State file, as written in the file. */
  readonly state?: string;
  readonly keepDays: number;
  readonly notify: readonly Channel[];
}

interface Reader {
  /** Returns the place of a path below the table, `FILE:LINE:COLUMN`. */
  readonly at: (...path: readonly (string | number)[]) => string;
  /** @throws ProjectError */
  readonly idOf: (word: string, at: string) => string;
  readonly patternOf: (url: string, at: string) => URLPattern;
  /** Names of tables and limits that the file contains. */
  readonly limits: ReadonlySet<string>;
}

/** @throws ProjectError */
export function readWatch(given: WatchTable, reader: Reader): Watch {
  const { at, patternOf } = reader;
  const targets = new Set<string>();
  for (const [index, text] of given.targets.entries()) {
    const url = targetOf(text, at("targets", index));
    if (targets.has(url)) throw new ProjectError(`${at("targets", index)}: ${url} is listed twice`);
    targets.add(url);
  }
  const usual = wordsOf(given["wake-for"], reader, "wake-for") ?? USUAL_WORDS;
  const rows = (given.for ?? []).map((row, index) => ({
    pattern: patternOf(row.url, at("for", index, "url")),
    words: wordsOf(row["wake-for"], reader, "for", index, "wake-for") ?? [],
  }));
  return {
    targets: [...targets],
    wakeFor: (url) => rows.findLast(({ pattern }) => pattern.test(url))?.words ?? usual,
    looks: given.looks ?? USUAL_LOOKS,
    keepDays: given["keep-days"] ?? USUAL_DAYS,
    ...(given.baselines !== undefined && { baselines: given.baselines }),
    ...(given.state !== undefined && { state: given.state }),
    notify: (given.notify ?? []).map((row, index) =>
      channelOf(row, at("notify", index), at("notify", index, "webhook")),
    ),
  };
}

function wordsOf(
  given: readonly string[] | undefined,
  { at, idOf, limits }: Reader,
  ...path: readonly (string | number)[]
): readonly string[] | undefined {
  return given?.map((word, index) => {
    const place = at(...path, index);
    if (ASSERTION_WORDS.has(word) && !limits.has(word))
      throw new ProjectError(
        `${place}: "${word}" needs ${word === "require" ? "[require]" : `${word} in [limits]`}`,
      );
    return idOf(word, place);
  });
}

function channelOf(
  { command, webhook, private: isPrivate }: NonNullable<WatchTable["notify"]>[number],
  at: string,
  webhookAt: string,
): Channel {
  if (command && webhook === undefined) {
    if (isPrivate === undefined) return { command };
    throw new ProjectError(`${at}: "private" applies only to a webhook`);
  }
  if (webhook === undefined || command)
    throw new ProjectError(`${at}: [[watch.notify]] needs either "command" or "webhook"`);
  return { webhook: targetOf(webhook, webhookAt), allowsPrivate: isPrivate === true };
}

function targetOf(text: string, at: string): string {
  try {
    const url = parseTarget(text);
    if (hasUserinfo(url))
      throw new ProjectError(`${at}: ${url.host}: a URL here must not contain a user name`);
    url.hash = "";
    return url.href;
  } catch (error) {
    if (error instanceof NetlensError) throw new ProjectError(`${at}: ${error.message}`);
    throw error;
  }
}
