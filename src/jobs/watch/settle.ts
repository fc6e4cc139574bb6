/** Lookups of a target → new, resolved and open alerts. Pure. */

import type { Alert, Look } from "./judge.ts";

/** Alert that was sent. */
export interface OpenAlert extends Alert {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Consecutive rounds without it. */
  readonly calm: number;
  /** Number of starts within a day, including this one. */
  readonly begins: number;
}

/** Whether it occurred in the last round; otherwise it stays open until it has been absent long enough. */
export const isSeen = ({ calm }: Pick<OpenAlert, "calm">): boolean => calm === 0;

export interface Settled {
  readonly began: readonly Alert[];
  readonly over: readonly OpenAlert[];
  readonly open: readonly OpenAlert[];
  /** Changes as sentences. */
  readonly changes: readonly string[];
}

/** The rounds that end an alert double with each return, up to 64. */
const MOST_DOUBLINGS = 6;

/**
 * Consecutive rounds without an alert that end it, so that a flapping one is not sent each time. @internal
 * for tests: its edges
 */
export function calmNeeded(begins: number): number {
  return 2 ** Math.min(Math.max(0, begins - 1), MOST_DOUBLINGS);
}

const has = ({ alerts }: Look, key: string): boolean => alerts.some((wrong) => wrong.key === key);
/** Whether a lookup shows that an alert is absent. */
const lacks = (look: Look, key: string): boolean => (key === "down" || !look.isDown) && !has(look, key);

/** Whether a lookup differs from the known state, so that another must confirm it. */
export function isNews(look: Look, open: readonly OpenAlert[]): boolean {
  return (
    look.changes.length > 0 ||
    look.alerts.some(({ key }) => !open.some((alarm) => alarm.key === key)) ||
    open.some(({ key }) => lacks(look, key))
  );
}

/** Only results common to all lookups count. */
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
