/** Runs one round: each target is looked up, judged and recorded, independently of the others. */

import { fileReason } from "../../api/file-reason.ts";
import type { Unchecked } from "../../api/unchecked.ts";
import { registered } from "../../http/problem-kinds.ts";
import { openHostLimit, PER_HOST } from "../../http/queue.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Expectations } from "../project/check.ts";
import type { Watch } from "../project/watch.ts";
import { type Answer, judgeLook, type Known, type Look } from "./judge.ts";
import { messageOf, overTitle, type Target } from "./message.ts";
import { isNews, isSeen, isWaiting, type OpenAlert, settle } from "./settle.ts";
import { DAY, type WatchStore } from "./store.ts";

export interface RoundDeps {
  readonly look: (url: string) => Promise<Answer>;
  readonly store: WatchStore;
  readonly expected: Expectations;
  /** Returns the baseline of a URL from the folder, or undefined. */
  readonly baselineOf: (url: string) => Promise<HttpReport | undefined>;
  /** Whether the current state becomes the baseline; alerts that end by this are not sent. */
  readonly accepts: boolean;
  /** Writes a new baseline to the folder. */
  readonly onAccepted: (url: string, report: HttpReport) => Promise<void>;
  /** Names of a target's channels. */
  readonly channelsOf: (url: string) => readonly string[];
  /** Called after each target is recorded. */
  readonly onRecorded: () => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface TargetRound extends Target {
  /** Milliseconds of the lookup; absent if it failed. */
  readonly ms?: number | undefined;
  /** Days that the certificate is still valid: the first of the chain to end. */
  readonly certificateDays?: number | undefined;
  /** Failures that concern only this target, such as a full disk. */
  readonly failures: readonly string[];
  readonly unchecked?: readonly Unchecked[] | undefined;
}

const WIDTH = 32;
/** Milliseconds after which a slow lookup no longer counts as concurrent. */
const PATIENCE = 3000;
/** Milliseconds between a lookup and the one that confirms it. */
const AGAIN = 2000;

/** Results in the order of the file. */
export async function watchRound(watch: Watch, deps: RoundDeps): Promise<TargetRound[]> {
  const look = patiently(deps);
  return await Promise.all(
    watch.targets.map((url) => {
      const none = { url, isDown: false, began: [], over: [], still: [], open: [], failures: [] };
      if (watch.isPaused(url, deps.clock())) return { ...none, isPaused: true };
      return targetRound(url, watch, deps, look).catch((error: unknown): TargetRound => {
        const failures = [`${url} was not checked: ${fileReason(error)}`];
        const unchecked = [{ what: "page", count: 1, reason: fileReason(error) }];
        return { ...none, failures, isUnknown: true, unchecked };
      });
    }),
  );
}

async function targetRound(
  url: string,
  watch: Watch,
  deps: RoundDeps,
  lookUp: RoundDeps["look"],
): Promise<TargetRound> {
  const { store, accepts, clock, expected } = deps;
  const settings = watch.settingsOf(url);
  let answer = await lookUp(url);
  // Loaded after the lookup: earlier, the stored reports of a thousand targets would fill memory.
  const alarms = store.alarms(url);
  const stored = store.known(url);
  const flipping = store.flipping(url);
  const flips = ({ change = "" }: OpenAlert) => flipping.has(change);
  const open = alarms.filter((alarm) => !flips(alarm));
  answer = withDomain(answer, stored.last, clock());
  const failures = store.isDamaged(url) ? [`${url}: its stored data was damaged; it starts over`] : [];
  const inFolder = await deps.baselineOf(url).catch((error: unknown) => {
    failures.push(fileReason(error));
    return undefined;
  });
  const baseline = accepts ? undefined : (inFolder ?? stored.baseline);
  let known: Known = { last: stored.last, baseline, flipping, accepts };
  const judged = (): Look => {
    try {
      return judgeLook(answer, known, settings, expected);
    } catch (error) {
      if (!known.last && !known.baseline) throw error;
      failures.push(
        `${url} cannot be compared with its previous state and starts over: ${fileReason(error)}`,
      );
      known = { accepts };
      return judged();
    }
  };
  const looks: [Look, ...Look[]] = [judged()];
  while (looks.length < watch.looks && looks.every((each) => isNews(each, open))) {
    await deps.sleep(AGAIN);
    answer = withDomain(await lookUp(url), stored.last, clock());
    looks.push(judged());
  }
  const { report } = answer;
  const settled = settle(open, looks, settings.for ?? 1);
  const isDown = looks.every((each) => each.isDown);
  const isUp = !looks.some((each) => each.isDown);
  const isFirst = isUp && known.baseline === undefined;
  const hasChanged = settled.changes.length > 0 || known.last === undefined;
  const now = clock();
  const opened = { since: now, calm: 0, begins: 0 };
  const begun = settled.began.map((wrong): OpenAlert => {
    const begins = 1 + store.begins(url, wrong.key, now - DAY);
    return { ...opened, ...wrong, begins };
  });
  const waiting = settled.waiting.map((wrong): OpenAlert => ({ ...opened, ...wrong, rounds: 1 }));
  const isLate = ({ since, reminded = since }: OpenAlert) => now - reminded >= (settings.remind ?? Infinity);
  const stay = settled.open
    .filter(({ calm }) => calm === 0 || !accepts)
    .map((alarm) =>
      isSeen(alarm) && !isWaiting(alarm) && isLate(alarm) ? { ...alarm, reminded: now } : alarm,
    );
  const all = [...stay, ...begun, ...waiting];
  const over = accepts
    ? []
    : [...settled.over, ...alarms.filter(flips).map((alarm) => ({ ...alarm, flips: true }))];
  const days = report.steps.flatMap(({ tls }) => (tls ? [tls.daysLeft] : []));
  const result: TargetRound = {
    ...{ url, isDown, began: begun, over, open: all, failures },
    still: stay.filter(({ reminded }) => reminded === now),
    ms: report.status === "error" ? undefined : report.timeTotal,
    certificateDays: days.length > 0 ? Math.min(...days) : undefined,
    unchecked: report.unchecked,
  };
  try {
    if (accepts && isFirst) await deps.onAccepted(url, report);
    store.record(url, now, {
      isDown,
      open: all,
      // A new problem is often also a change; both are recorded, since changes are counted.
      events: [
        ...begun.map(({ key, title }) => ({ kind: "began" as const, key, title })),
        ...settled.over.map((alarm) => ({ kind: "over" as const, key: alarm.key, title: overTitle(alarm) })),
        ...settled.changes.map(({ name, title }) => ({ kind: "changed" as const, key: name, title })),
      ],
      accepts,
      ms: result.ms,
      certificateDays: result.certificateDays,
      baseline: isFirst ? report : undefined,
      last: hasChanged && isUp ? report : renewedDomain(stored.last, report),
      message: messageOf(result, now),
      channels: deps.channelsOf(url),
    });
  } catch (error) {
    return { ...result, failures: [...failures, `${url} could not be recorded: ${fileReason(error)}`] };
  }
  deps.onRecorded();
  return result;
}

/** Keeps the registration that was read last while the registry does not answer, so that its alert stays. */
function withDomain(answer: Answer, last: HttpReport | undefined, now: number): Answer {
  const { report } = answer;
  if (report.domain || !last?.domain || !report.unchecked) return answer;
  return { ...answer, report: withRegistration(report, last.domain, now) };
}

/** Report with a registration that was read before. */
export function withRegistration(
  report: HttpReport,
  read: NonNullable<HttpReport["domain"]>,
  now: number,
): HttpReport {
  const { domain, problems, ...unchecked } = registered(read, now);
  return { ...unchecked, ...report, domain, problems: [...report.problems, ...problems] };
}

/** Last report with the registration of the newest; undefined if that is the same. */
function renewedDomain(last: HttpReport | undefined, { domain }: HttpReport): HttpReport | undefined {
  return last && domain && domain.at !== last.domain?.at ? { ...last, domain } : undefined;
}

/** Limits concurrent lookups in total and per host. A slow lookup frees its slot, so that others are not late. */
function patiently({ look, sleep }: Pick<RoundDeps, "look" | "sleep">): RoundDeps["look"] {
  const ofHost = openHostLimit(PER_HOST);
  const ofAll = openHostLimit(WIDTH);
  return (url) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const begun = () => Promise.race([look(url).then(resolve, reject), sleep(PATIENCE)]);
    void ofHost(URL.parse(url)?.host ?? "", () => ofAll("", begun));
    return promise;
  };
}
