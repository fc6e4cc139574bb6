/** Looks at a target → what has begun, what is over, and what goes on. Pure. */

import type { Look, Wrong } from "./judge.ts";

/** Something wrong that has been told. */
export interface Alarm extends Wrong {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Rounds in a row that have not seen it. */
  readonly calm: number;
  /** How often it has begun within a day, this time included. */
  readonly begins: number;
}

/** Whether the last round has seen it; one that it has not is held back until it has stayed away long enough. */
export const isSeen = ({ calm }: Pick<Alarm, "calm">): boolean => calm === 0;

export interface Settled {
  readonly began: readonly Wrong[];
  readonly over: readonly Alarm[];
  /** The alarms that stay. */
  readonly open: readonly Alarm[];
  /** Sentences about what has changed. */
  readonly changes: readonly string[];
}

/** The calm that ends an alarm doubles each time it comes back, up to 64 rounds. */
const MOST_DOUBLINGS = 6;

/**
 * Rounds in a row without it after which an alarm is over: one that comes and goes is not told each time.
 * @internal for tests: its edges
 */
export function calmNeeded(begins: number): number {
  return 2 ** Math.min(Math.max(0, begins - 1), MOST_DOUBLINGS);
}

const has = ({ wrongs }: Look, key: string): boolean => wrongs.some((wrong) => wrong.key === key);
/** Whether a look says that something is not there. */
const lacks = (look: Look, key: string): boolean => (key === "down" || !look.isDown) && !has(look, key);

/** Whether a look says something new, which another look has to confirm. */
export function isNews(look: Look, open: readonly Alarm[]): boolean {
  return (
    look.changes.length > 0 ||
    look.wrongs.some(({ key }) => !open.some((alarm) => alarm.key === key)) ||
    open.some(({ key }) => lacks(look, key))
  );
}

/** Only what all looks agree on counts. */
export function settle(open: readonly Alarm[], looks: readonly [Look, ...Look[]]): Settled {
  const [first] = looks;
  const rest = open.map((alarm) => {
    if (looks.every((look) => lacks(look, alarm.key))) return { ...alarm, calm: alarm.calm + 1 };
    return looks.some((look) => has(look, alarm.key)) ? { ...alarm, calm: 0 } : alarm;
  });
  const isOver = ({ calm, begins }: Alarm) => calm >= calmNeeded(begins);
  return {
    began: first.wrongs.filter(
      ({ key }) => looks.every((look) => has(look, key)) && !open.some((alarm) => alarm.key === key),
    ),
    over: rest.filter(isOver),
    open: rest.filter((alarm) => !isOver(alarm)),
    changes: first.changes.filter((change) => looks.every(({ changes }) => changes.includes(change))),
  };
}
