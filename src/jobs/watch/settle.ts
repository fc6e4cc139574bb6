/** Compares the lookups of a target with its open alerts: new, resolved and open alerts. Pure. */

import type { Alert, Look } from "./judge.ts";

/** Alert that was sent and has not ended. */
export interface OpenAlert extends Alert {
  /** Start of the alert, in milliseconds since the epoch. */
  readonly since: number;
  /** Number of consecutive rounds without the alert. */
  readonly calm: number;
  /** Number of times the alert started within a day, including this time. */
  readonly begins: number;
}

/** Whether the alert occurred in the last round. If not, it stays open until it was absent for enough rounds. */
export const isSeen = ({ calm }: Pick<OpenAlert, "calm">): boolean => calm === 0;

export interface Settled {
  readonly began: readonly Alert[];
  readonly over: readonly OpenAlert[];
  readonly open: readonly OpenAlert[];
  /** Changes of the response, as sentences. */
  readonly changes: readonly string[];
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

/** Settles the alerts of a round. Only results that all lookups have in common count. */
export function settle(open: readonly OpenAlert[], looks: readonly [Look, ...Look[]]): Settled {
  const [first] = looks;
  const rest = open.map((alarm) => {
    if (looks.every((look) => lacks(look, alarm.key))) return { ...alarm, calm: alarm.calm + 1 };
    return looks.some((look) => has(look, alarm.key)) ? { ...alarm, calm: 0 } : alarm;
  });
  const isOver = ({ calm, begins }: OpenAlert) => calm >= calmNeeded(begins);
  return {
    began: first.alerts.filter(
      ({ key }) => looks.every((look) => has(look, key)) && !open.some((alarm) => alarm.key === key),
    ),
    over: rest.filter(isOver),
    open: rest.filter((alarm) => !isOver(alarm)),
    changes: first.changes.filter((change) => looks.every(({ changes }) => changes.includes(change))),
  };
}
