import { STAGES, type Stage, type TimeStages } from "../schema.ts";

/** Durations of the stages of a step, in milliseconds. */
export type Stages = TimeStages & { readonly total: number };

export interface StageClock {
  /** Ends the current stage and starts `next`. */
  enter(next: Stage, time?: number): void;
  /** Ends the current stage. */
  leave(time?: number): void;
  stop(): Stages;
}

/** @param clock monotonic milliseconds */
export function openStageClock(clock: () => number): StageClock {
  const begin = clock();
  const stages: Partial<Record<Stage, number>> = {};
  let current: Stage | undefined;
  let since = begin;
  const close = (time: number) => {
    if (current) stages[current] = round((stages[current] ?? 0) + time - since);
    since = time;
  };
  return {
    enter(next, time = clock()) {
      close(time);
      current = next;
    },
    leave(time = clock()) {
      close(time);
      current = undefined;
    },
    stop() {
      if (current) close(clock());
      return inOrder(stages, round(since - begin));
    },
  };
}

export function sumStages(steps: readonly Stages[]): Stages {
  const sums: Partial<Record<Stage, number>> = {};
  for (const step of steps)
    for (const stage of STAGES) {
      const value = step[stage];
      if (value !== undefined) sums[stage] = round((sums[stage] ?? 0) + value);
    }
  return inOrder(sums, round(steps.reduce((total, step) => total + step.total, 0)));
}

function inOrder(stages: Partial<Record<Stage, number>>, total: number): Stages {
  const sorted: Partial<Record<Stage | "total", number>> = {};
  for (const stage of STAGES) {
    const value = stages[stage];
    if (value !== undefined) sorted[stage] = value;
  }
  sorted.total = total;
  return sorted as Stages;
}

/** Rounds to hundredths of a millisecond. */
export function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
