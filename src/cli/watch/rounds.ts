/** Rounds of `netlens watch`. The file is read for each round, because it may change and exceptions expire. */

import { fileReason } from "../../api/file-reason.ts";
import { lookUpSteps } from "../../http/lookup.ts";
import { domainRows } from "../../http/problem-kinds.ts";
import type { HttpReport } from "../../http/schema.ts";
import { ProjectError } from "../../jobs/project/project-error.ts";
import { MOST_CONTENT } from "../../jobs/watch/judge.ts";
import {
  alertObject,
  openTitle,
  overTitle,
  STATE_WORDS,
  type State,
  stateOf,
} from "../../jobs/watch/message.ts";
import { openNotifier } from "../../jobs/watch/notify.ts";
import { type TargetRound, watchRound, withRegistration } from "../../jobs/watch/round.ts";
import { damagedName } from "../../jobs/watch/salvage.ts";
import { isSeen, isWaiting } from "../../jobs/watch/settle.ts";
import { DAY, openWatchStore, type WatchStore } from "../../jobs/watch/store.ts";
import { lockFile } from "../../platform/lock-file.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { type Call, EXIT, type Io, UsageError } from "../command.ts";
import { readAssertions } from "../input/assertions.ts";
import { openBaselines } from "../input/baselines.ts";
import type { Network } from "../input/network-options.ts";
import { jsonText } from "../render/json.ts";
import { paint, printable, type Style, wrapped } from "../render/text.ts";
import { attempt, readWatchFile, type WatchFile } from "./file.ts";

/** Returns a function that runs and prints one round. @throws UsageError, ProjectError for an initially invalid file */
export async function openRounds(path: string, network: Network, call: Call): Promise<() => Promise<number>> {
  const { io } = call;
  let file = await readWatchFile(path, io);
  for (const note of file.project.notes) io.err(`netlens: ${note}\n`);
  let rounds = 0;
  return async () => {
    try {
      if (rounds++ > 0) file = await readWatchFile(path, io);
    } catch (error) {
      // Uses the previous file.
      io.err(`netlens: ${reasonOf(error)}\n`);
    }
    try {
      return await lockedRound(file, network, call);
    } catch (error) {
      io.err(`netlens: ${reasonOf(error)}\n`);
      return EXIT.failed;
    }
  };
}

/** Message of an expected error. @throws other errors */
function reasonOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ProjectError) return error.message;
  throw error;
}

async function lockedRound(file: WatchFile, network: Network, call: Call): Promise<number> {
  const release = attempt(file.state, () => lockFile(`${file.state}.lock`));
  if (!release) throw new UsageError(`watch: ${file.state}: another round is under way`);
  try {
    const store = attempt(file.state, () => openWatchStore(file.state));
    try {
      return await oneRound(store, file, network, call);
    } finally {
      store.close();
    }
  } finally {
    release();
  }
}

async function oneRound(
  store: WatchStore,
  { watch, project, folder, state, baselines: path }: WatchFile,
  { settings, options, silenced }: Network,
  call: Call,
): Promise<number> {
  const { io, flags } = call;
  const notifier = openNotifier(watch.notify, store, settings, folder, (name) => io.environment[name]);
  const baselines = path === undefined ? undefined : await openBaselines(path, true, io);
  // Sends messages that an earlier round could not deliver.
  notifier.wake();
  const targets = await watchRound(watch, {
    async look(url) {
      const { body, "not-body": notBody, "wake-for": words = [] } = watch.settingsOf(url);
      const domain =
        project.limits.domainDays !== undefined || domainRows.some(({ id }) => words.includes(id));
      const kept = (body ?? notBody) !== undefined && { kept: MOST_CONTENT };
      // Runs of a timer must not request the registration every time.
      const read = domain ? store.known(url).last?.domain : undefined;
      const isFresh = read !== undefined && Math.abs(io.clock() - Date.parse(read.at)) < DAY;
      const asked = { ...options, domain: domain && !isFresh };
      const looked = await lookUpSteps(url, asked, { ...settings, ...kept });
      const report = isFresh ? withRegistration(looked.report, read, io.clock()) : looked.report;
      return { report, content: new TextDecoder().decode(looked.exchanges.at(-1)?.content?.opening) };
    },
    store,
    expected: await readAssertions({ flags: {}, lists: {} }, project, { silenced }),
    async baselineOf(url) {
      const text = await baselines?.read(url);
      return text === undefined ? undefined : baselineOf(text, url);
    },
    accepts: flags["update-baseline"] === true,
    onAccepted: async (url, report) => void (await baselines?.write(url, report)),
    channelsOf: (url) => notifier.namesOf(watch.settingsOf(url).channels),
    onRecorded: notifier.wake,
    clock: io.clock,
    sleep: Bun.sleep,
  });
  const failures = targets.flatMap((target) => target.failures);
  try {
    store.prune(io.clock(), watch.keepDays, watch.targets, notifier.namesOf());
  } catch (error) {
    failures.push(fileReason(error));
  }
  failures.push(...(await notifier.end()));
  if (store.isSalvaged)
    failures.unshift(
      `the state was damaged: what can be read of it is kept, and it as it was is in ${damagedName(state)}`,
    );
  // No heartbeat after a failure, so that its monitor alerts.
  const unheard =
    watch.heartbeat === undefined || failures.length > 0 ? undefined : await notifier.beat(watch.heartbeat);
  if (unheard !== undefined) failures.push(`heartbeat: ${unheard}`);
  const isJson = flags["json"] === true;
  await io.out(isJson ? jsonText(roundJson(targets, failures, io.clock()), io) : roundText(targets, io));
  for (const failure of failures) io.err(`netlens: watch: ${failure}\n`);
  if (failures.length > 0) return EXIT.failed;
  const isFine = targets.every((target) => ["fine", "paused"].includes(stateOf(target)));
  return isFine ? EXIT.done : EXIT.assertion;
}

/** @throws UsageError */
function baselineOf(text: string, url: string): HttpReport {
  try {
    const report = JSON.parse(text) as HttpReport | null;
    if (Array.isArray(report?.steps)) return report;
  } catch {}
  throw new UsageError(`the baseline of ${url} is not a report`);
}

const COLOURS: Readonly<Record<State, Style>> = {
  down: "red",
  wrong: "yellow",
  fine: "green",
  paused: "dim",
  unknown: "yellow",
};
const WIDTH = "problem".length;

function roundText(targets: readonly TargetRound[], io: Pick<Io, "colour" | "columns">): string {
  const lines = targets.flatMap((target) => {
    const state = stateOf(target);
    return [
      `${paint(STATE_WORDS[state].padEnd(WIDTH), COLOURS[state], io.colour)}  ${printable(target.url)}`,
      ...[
        ...target.open.map(openTitle),
        ...target.over.map(overTitle),
        ...uncheckedTexts(target.unchecked).map((text) => `${text}.`),
      ].flatMap((title) =>
        wrapped(printable(title), io.columns - WIDTH - 2).map((line) => `${" ".repeat(WIDTH + 2)}${line}`),
      ),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** @param now Unix time in milliseconds */
function roundJson(targets: readonly TargetRound[], failures: readonly string[], now: number) {
  return {
    at: new Date(now).toISOString(),
    targets: targets.map((target) => ({
      url: target.url,
      state: stateOf(target),
      ...(target.unchecked && { unchecked: target.unchecked }),
      ...(target.ms !== undefined && { ms: target.ms }),
      ...(target.certificateDays !== undefined && { certificateDays: target.certificateDays }),
      began: target.began.map(alertObject),
      over: target.over.map(alertObject),
      open: target.open.filter((alarm) => isSeen(alarm) && !isWaiting(alarm)).map(alertObject),
      waiting: target.open.filter(isWaiting).map(alertObject),
      held: target.open.filter((alarm) => !isSeen(alarm)).map(alertObject),
    })),
    failures,
  };
}
