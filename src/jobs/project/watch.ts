/** Reads the `[watch]` table of the project file: targets, words, channels and pauses. Pure. */

import { NetlensError } from "../../api/errors.ts";
import { hasUserinfo, parseTarget } from "../../http/target.ts";
import { duration, ValueError } from "../../settings/forms.ts";
import { FAIL_WORDS } from "../compare/fail-words.ts";
import { SEVERITIES } from "./findings.ts";
import { ProjectError } from "./project-error.ts";
import { type TargetTable, type WatchTable, WEEKDAYS } from "./schema.ts";

/** Problem ids by the word in `wake-for`, for words that need a table or limit. */
export const ASSERTION_WORDS: ReadonlyMap<string, string> = new Map([
  ["require", "field-required"],
  ["certificate-days", "certificate-days-low"],
  ["domain-days", "domain-days-low"],
]);

/** Words of `wake-for` besides problem ids. */
export const WAKE_WORDS: readonly string[] = [
  "down",
  "empty",
  ...FAIL_WORDS.keys(),
  ...ASSERTION_WORDS.keys(),
  ...SEVERITIES,
];

const USUAL: TargetSettings = {
  "wake-for": ["down", "empty", "other-site", "moved", "new-warning", ...ASSERTION_WORDS.keys()],
};
const USUAL_LOOKS = 2;
const USUAL_DAYS = 90;

/** Keys of the file, with current ids of problems; `remind` in milliseconds. */
export type TargetSettings = Omit<TargetTable, "remind"> & {
  readonly for?: number;
  readonly remind?: number;
};

type Row<Name extends "notify" | "maintenance"> = NonNullable<WatchTable[Name]>[number];
/** Keys of the file. Texts with `${NAME}` contain variables of the environment, and `{text}` parts of the message. */
export type Channel = Row<"notify">;

export interface Watch {
  /** Distinct URLs. */
  readonly targets: readonly string[];
  readonly settingsOf: (url: string) => TargetSettings;
  /** Expressions for content, with their places. */
  readonly expressions: readonly { readonly text: string; readonly at: string }[];
  /** Whether a target is in a maintenance window. @param now milliseconds since the epoch */
  readonly isPaused: (url: string, now: number) => boolean;
  /** Number of lookups that must agree. */
  readonly looks: number;
  /** Folder of baselines, as written in the file. */
  readonly baselines?: string | undefined;
  /** State file, as written in the file. */
  readonly state?: string | undefined;
  readonly keepDays: number;
  readonly notify: readonly Channel[];
  /** URL to request after each complete round. */
  readonly heartbeat?: string | undefined;
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
  const notify = (given.notify ?? []).map((row, index) =>
    channelOf(row, (...path) => at("notify", index, ...path)),
  );
  /** Matches URLs; without a pattern, all. */
  const matching = (url: string | undefined, ...path: readonly (string | number)[]) => {
    const pattern = url === undefined ? undefined : patternOf(url, at(...path, "url"));
    return (target: string) => pattern?.test(target) ?? true;
  };
  const expressions: { text: string; at: string }[] = [];
  const settingsIn = (
    { url, remind, ...given }: TargetTable & { url?: string; for?: number },
    ...path: (string | number)[]
  ) => {
    const place = (...more: (string | number)[]) => at(...path, ...more);
    for (const key of ["body", "not-body"] as const)
      if (given[key] !== undefined) expressions.push({ text: given[key], at: place(key) });
    for (const [index, name] of (given.channels ?? []).entries())
      if (!notify.some((channel) => channel.name === name))
        throw new ProjectError(`${place("channels", index)}: no [[watch.notify]] has the name "${name}"`);
    const words = wordsOf(given["wake-for"], reader, (index) => place("wake-for", index));
    const settings = {
      ...given,
      ...(words && { "wake-for": words }),
      ...(remind !== undefined && { remind: durationOf(remind, place("remind")) }),
    };
    return { matches: matching(url, ...path), settings };
  };
  const { for: some = [], ...ofAll } = given;
  const rows = [settingsIn(ofAll), ...some.map((row, index) => settingsIn(row, "for", index))];
  const pauses = (given.maintenance ?? []).map((row, index) => ({
    matches: matching(row.url, "maintenance", index),
    contains: windowOf(row, at("maintenance", index)),
  }));
  return {
    targets: [...targets],
    settingsOf: (url) =>
      Object.assign({}, USUAL, ...rows.filter(({ matches }) => matches(url)).map(({ settings }) => settings)),
    expressions,
    isPaused: (url, now) => pauses.some(({ matches, contains }) => matches(url) && contains(now)),
    looks: given.looks ?? USUAL_LOOKS,
    keepDays: given["keep-days"] ?? USUAL_DAYS,
    baselines: given.baselines,
    state: given.state,
    notify,
    heartbeat: given.heartbeat === undefined ? undefined : urlOf(given.heartbeat, at("heartbeat")),
  };
}

function wordsOf(
  words: readonly string[] | undefined,
  { idOf, limits }: Reader,
  at: (index: number) => string,
): string[] | undefined {
  return words?.map((word, index) => {
    if (ASSERTION_WORDS.has(word) && !limits.has(word))
      throw new ProjectError(
        `${at(index)}: "${word}" needs ${word === "require" ? "[require]" : `${word} in [limits]`}`,
      );
    return idOf(word, at(index));
  });
}

function durationOf(text: string, at: string): number {
  try {
    return duration(text);
  } catch (error) {
    throw error instanceof ValueError ? new ProjectError(`${at}: ${error.message}`) : error;
  }
}

/** Keys of each kind of channel, besides `name`. */
const CHANNEL_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["command", []],
  ["webhook", ["private", "headers", "body"]],
  ["mail", ["from", "smtp"]],
]);

function channelOf(row: Channel, at: (...path: readonly string[]) => string): Channel {
  const keys = Object.keys(row);
  const [kind = "", other] = keys.filter((key) => CHANNEL_KEYS.has(key));
  if (kind === "" || other !== undefined)
    throw new ProjectError(`${at()}: [[watch.notify]] needs one of "command", "webhook" and "mail"`);
  const known = ["name", kind, ...(CHANNEL_KEYS.get(kind) ?? [])];
  const stray = keys.find((key) => !known.includes(key));
  if (stray !== undefined) throw new ProjectError(`${at(stray)}: "${stray}" does not apply to a ${kind}`);
  if (kind === "mail" && (row.from === undefined || row.smtp === undefined))
    throw new ProjectError(`${at()}: "mail" needs "from" and "smtp"`);
  return row.webhook === undefined ? row : { ...row, webhook: urlOf(row.webhook, at("webhook")) };
}

/** Hours of a day, or times with a date; until the next day if `until` is before `from`. In UTC. */
function windowOf({ from, until, days }: Row<"maintenance">, at: string): (now: number) => boolean {
  const [start, end] = [from, until].map((text) => {
    const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
    return hours === undefined ? Date.parse(text) : (Number(hours) * 60 + Number(minutes)) * MINUTE;
  });
  if (start === undefined || end === undefined || Number.isNaN(start + end) || start < DAY !== end < DAY)
    throw new ProjectError(
      `${at}: "from" and "until" are two hours, such as 22:30, or two times with a date`,
    );
  if (start >= DAY) return (now) => start <= now && now < end;
  const length = end > start ? end - start : end - start + DAY;
  return (now) =>
    [0, 1].some((ago) => {
      const day = Math.floor(now / DAY) - ago;
      const past = now - day * DAY - start;
      // 1970-01-01 was a Thursday.
      const isDay = days?.some((name) => WEEKDAYS.indexOf(name) === (day + 3) % 7) ?? true;
      return past >= 0 && past < length && isDay;
    });
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A URL is checked now unless a part of it comes from the environment. */
const urlOf = (text: string, at: string): string => (text.includes("${") ? text : targetOf(text, at));

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
