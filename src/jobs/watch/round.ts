/** Runs one round: each target is looked up, judged and recorded, independently of the others. */

import { fileReason } from "../../api/file-reason.ts";
import type { Unchecked } from "../../api/unchecked.ts";
import { openHostLimit, PER_HOST } from "../../http/queue.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Expectations } from "../project/check.ts";
import type { Watch } from "../project/watch.ts";
import { judgeLook, type Known, type Look } from "./judge.ts";
import { messageOf, overTitle } from "./message.ts";
import { isNews, type OpenAlert, type Settled, settle } from "./settle.ts";
import { DAY, type WatchStore } from "./store.ts";

export interface RoundDeps {
  readonly look: (url: string) => Promise<HttpReport>;
  readonly store: WatchStore;
  readonly expected: Expectations;
  /** Returns the baseline of a URL from the folder, or undefined. */
  readonly baselineOf: (url: string) => Promise<HttpReport | undefined>;
  /** Whether the current state becomes the baseline; alerts that end by this are not sent. */
  readonly accepts: boolean;
  /** Writes a new baseline to the folder. */
  readonly onAccepted: (url: string, report: HttpReport) => Promise<void>;
  /** Names of the channels. */
  readonly channels: readonly string[];
  /** Called after each target is recorded. */
  readonly onRecorded: () => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface TargetRound {
  readonly url: string;
  readonly isDown: boolean;
  readonly began: readonly OpenAlert[];
  readonly over: readonly OpenAlert[];
  readonly open: readonly OpenAlert[];
  /** Failures that concern only this target, such as a full disk. */
  readonly failures: readonly string[];
  /** Whether the target could not be judged. */
  readonly isUnknown?: boolean;
  readonly unchecked?: readonly Unchecked[];
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
    watch.targets.map((url) =>
      targetRound(url, watch, deps, look).catch((error: unknown): TargetRound => {
        const failures = [`${url} was not checked: ${fileReason(error)}`];
        const unchecked = [{ what: "page", count: 1, reason: fileReason(error) }];
        return { url, isDown: false, began: [], over: [], open: [], failures, isUnknown: true, unchecked };
      }),
    ),
  );
}

async function targetRound(
  url: string,
  watch: Watch,
  deps: RoundDeps,
  lookUp: RoundDeps["look"],
): Promise<TargetRound> {
  const { store, accepts, clock, expected } = deps;
  let report = await lookUp(url);
  // Loaded after the lookup: earlier, the stored reports of a thousand targets would fill memory.
  const open = store.alarms(url);
  const stored = store.known(url);
  const failures = store.isDamaged(url) ? [`${url}: its stored data was damaged; it starts over`] : [];
  const inFolder = await deps.baselineOf(url).catch((error: unknown) => {
    failures.push(fileReason(error));
    return undefined;
  });
  let known: Known = { last: stored.last, baseline: accepts ? undefined : (inFolder ?? stored.baseline) };
  const judged = (): Look => {
    try {
      return judgeLook(report, known, watch.wakeFor(url), expected);
    } catch (error) {
      if (!known.last && !known.baseline) throw error;
      failures.push(
        `${url} cannot be compared with its previous state and starts over: ${fileReason(error)}`,
      );
      known = {};
      return judged();
    }
  };
  const looks: [Look, ...Look[]] = [judged()];
  while (looks.length < watch.looks && looks.every((each) => isNews(each, open))) {
    await deps.sleep(AGAIN);
    report = await lookUp(url);
    looks.push(judged());
  }
  const settled = settle(open, looks);
  const isDown = looks.every((each) => each.isDown);
  const isUp = !looks.some((each) => each.isDown);
  const isFirst = isUp && known.baseline === undefined;
  const hasChanged = settled.changes.length > 0 || known.last === undefined;
  const now = clock();
  const begun = settled.began.map(
    (wrong): OpenAlert => ({
      ...wrong,
      since: now,
      calm: 0,
      begins: 1 + store.begins(url, wrong.key, now - DAY),
    }),
  );
  const stay = accepts ? settled.open.filter(({ calm }) => calm === 0) : settled.open;
  const all = [...stay, ...begun];
  const over = accepts ? [] : settled.over;
  const refusal = looks.at(-1)?.refusal;
  const isUnknown = refusal !== undefined && all.length === 0;
  const unchecked = refusal === undefined ? {} : { unchecked: [{ what: "page", count: 1, reason: refusal }] };
  const result: TargetRound = {
    ...{ url, isDown, began: begun, over, open: all, failures, isUnknown },
    ...unchecked,
  };
  try {
    if (accepts && isFirst) await deps.onAccepted(url, report);
    store.record(url, now, {
      isDown,
      open: all,
      events: eventsOf(settled),
      baseline: isFirst ? report : undefined,
      last: hasChanged && isUp ? report : undefined,
      message: messageOf(result, now),
      channels: deps.channels,
    });
  } catch (error) {
    return { ...result, failures: [...failures, `${url} could not be recorded: ${fileReason(error)}`] };
  }
  deps.onRecorded();
  return result;
}

/** Events of a round, with distinct sentences: a new problem is often also reported as a change. */
function eventsOf({ began, over, changes }: Settled) {
  const events = [
    ...began.map(({ key, title }) => ({ kind: "began" as const, key, title })),
    ...over.map(({ key, title }) => ({ kind: "over" as const, key, title: overTitle(title) })),
    ...changes.map((title) => ({ kind: "changed" as const, key: title, title })),
  ];
  return [...new Map(events.toReversed().map((event) => [event.title, event])).values()].reverse();
}

/** Limits concurrent lookups in total and per host. A slow lookup frees its slot, so that others are not late. */
function patiently({ look, sleep }: Pick<RoundDeps, "look" | "sleep">): RoundDeps["look"] {
  const ofHost = openHostLimit(PER_HOST);
  const ofAll = openHostLimit(WIDTH);
  return (url) => {
    const { promise, resolve, reject } = Promise.withResolvers<HttpReport>();
    const begun = () => Promise.race([look(url).then(resolve, reject), sleep(PATIENCE)]);
    void ofHost(URL.parse(url)?.host ?? "", () => ofAll("", begun));
    return promise;
  };
}
