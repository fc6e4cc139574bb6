/** Compares the lookups of a target with its open alerts: new, resolved and open alerts. Pure. */

import type { Alert, Change, Look } from "./judge.ts";

/** Alert that was sent, or waits for more rounds, and has not ended. */
export interface OpenAlert extends Alert {
  /** Start of the alert, in milliseconds since the epoch. */
  readonly since: number;
  /** Number of consecutive rounds without the alert. */
  readonly calm: number;
  /** Number of times the alert started within a day, including this time. */
  readonly begins: number;
  /** Number of rounds so far, if the alert was not sent yet. */
  readonly rounds?: number;
  /** Time of the last reminder, in milliseconds since the epoch. */
  readonly reminded?: number;
  /** Whether it ended because its difference comes and goes. */
  readonly flips?: boolean;
}

/** Whether the alert waits for more rounds before it is sent. */
export const isWaiting = ({ rounds }: Pick<OpenAlert, "rounds">): boolean => rounds !== undefined;

/** Whether the alert occurred in the last round. If not, it stays open until it was absent for enough rounds. */
export const isSeen = ({ calm }: Pick<OpenAlert, "calm">): boolean => calm === 0;

export interface Settled {
  /** Alerts to send; those that waited have the time of their start. */
  readonly began: readonly (Alert & { readonly since?: number })[];
  /** New alerts that need more rounds. */
  readonly waiting: readonly Alert[];
  readonly over: readonly OpenAlert[];
  readonly open: readonly OpenAlert[];
  readonly changes: readonly Change[];
}

/** Maximum doublings of the rounds needed to end an alert that returns (2 to the power of 6: 64 rounds). */
const MOST_DOUBLINGS = 6;

/**
 * Number of consecutive rounds without an alert that end it; it doubles so that a flapping alert is not sent
 * each time. @internal for tests of its limits
 */
export function calmNeeded(begins: number): number {
  return 2 ** Math.min(Math.max(0, begins - 1), MOST_DOUBLINGS);
}

const has = ({ alerts }: Look, key: string): boolean => alerts.some((wrong) => wrong.key === key);
/** Whether a lookup shows that an alert is absent; while the target is down, only for `down`. */
const lacks = (look: Look, key: string): boolean => (key === "down" || !look.isDown) && !has(look, key);

/** Whether a lookup differs from the open alerts, so that another lookup must confirm it. */
export function isNews(look: Look, open: readonly OpenAlert[]): boolean {
  return (
    look.changes.length > 0 ||
    look.alerts.some(({ key }) => !open.some((alarm) => alarm.key === key)) ||
    open.some(({ key }) => lacks(look, key))
  );
}

/**
 * Settles the alerts of a round. Only results that all lookups have in common count.
 * @param needed consecutive rounds with an alert before it is sent
 */
export function settle(
  open: readonly OpenAlert[],
  looks: readonly [Look, ...Look[]],
  needed: number,
): Settled {
  const [first] = looks;
  const inAll = (key: string) => looks.every((look) => has(look, key));
  const rest = open.map((alarm) => {
    if (looks.every((look) => lacks(look, alarm.key))) return { ...alarm, calm: alarm.calm + 1 };
    if (!looks.some((look) => has(look, alarm.key))) return alarm;
    const rounds = (alarm.rounds ?? 0) + Number(inAll(alarm.key));
    return { ...alarm, calm: 0, ...(isWaiting(alarm) && { rounds }) };
  });
  const isDue = ({ rounds = 0, calm }: OpenAlert) => calm === 0 && rounds >= needed;
  const isOver = (alarm: OpenAlert) => alarm.calm >= (isWaiting(alarm) ? 1 : calmNeeded(alarm.begins));
  const isNew = ({ key }: Alert) => inAll(key) && !open.some((alarm) => alarm.key === key);
  const begun = first.alerts.filter(isNew);
  return {
    began: [...rest.filter(isDue).map(({ rounds: _, ...alarm }) => alarm), ...(needed > 1 ? [] : begun)],
    waiting: needed > 1 ? begun : [],
    over: rest.filter((alarm) => isOver(alarm) && !isWaiting(alarm)),
    open: rest.filter((alarm) => !isOver(alarm) && !isDue(alarm)),
    changes: first.changes.filter(({ title }) =>
      looks.every(({ changes }) => changes.some((change) => change.title === title)),
    ),
  };
}
