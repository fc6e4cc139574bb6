/** An AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A moment at which something is late. */
export interface Alarm {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly ring: () => void;
}

/** One timer for all deadlines of a lookup: it is armed for the earliest, and looks again when it fires too early. */
class AlarmClock {
  /** Few at any time. */
  readonly #alarms: Alarm[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  set(ms: number, ring: () => void): Alarm {
    const alarm = { at: performance.now() + ms, ring };
    this.#alarms.push(alarm);
    this.#arm(alarm.at);
    return alarm;
  }

  /** Whether it was still to ring. */
  clear(alarm: Alarm): boolean {
    const index = this.#alarms.indexOf(alarm);
    if (index >= 0) this.#alarms.splice(index, 1);
    return index >= 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#alarms.length = 0;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  #arm(at: number): void {
    if (at >= this.#firesAt) return;
    clearTimeout(this.#timer);
    this.#firesAt = at;
    this.#timer = setTimeout(() => this.#fire(), Math.max(0, at - performance.now()));
  }

  #fire(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    // Timers have whole milliseconds.
    const now = performance.now() + 1;
    const due = this.#alarms.toSorted((a, b) => a.at - b.at).filter(({ at }) => at <= now);
    for (const alarm of due) if (this.clear(alarm)) alarm.ring();
    for (const { at } of this.#alarms) this.#arm(at);
  }
}

/** Stops when its parent does, and shares its clock. To be closed by whoever made it. */
export class Stopper implements StopSignal {
  aborted = false;
  reason: unknown;
  readonly #clock: AlarmClock;
  readonly #ownsClock: boolean;
  readonly #parent: StopSignal;
  readonly #follow = () => this.stop(this.#parent.reason);
  readonly #alarms: Alarm[] = [];
  #listeners: (() => void)[] = [];

  constructor(parent: StopSignal) {
    this.#parent = parent;
    this.#ownsClock = !(parent instanceof Stopper);
    this.#clock = parent instanceof Stopper ? parent.#clock : new AlarmClock();
    if (parent.aborted) this.#follow();
    else parent.addEventListener("abort", this.#follow, { once: true });
  }

  stop(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** Calls `ring` in `ms` milliseconds, unless the stopper is closed before. */
  alarm(ms: number, ring: () => void): Alarm {
    const alarm = this.#clock.set(ms, ring);
    this.#alarms.push(alarm);
    return alarm;
  }

  /** The time of an alarm begins anew. */
  renew(alarm: Alarm, ms: number): Alarm {
    this.#clock.clear(alarm);
    this.#alarms.splice(this.#alarms.indexOf(alarm), 1);
    return this.alarm(ms, alarm.ring);
  }

  /** Neither the parent nor the clock calls any more. */
  close(): void {
    this.#parent.removeEventListener("abort", this.#follow);
    if (this.#ownsClock) this.#clock.close();
    else for (const alarm of this.#alarms) this.#clock.clear(alarm);
    this.#alarms.length = 0;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const index = this.#listeners.lastIndexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}

/** For functions of the platform, which take its own signals only. */
export function abortSignalOf(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}
