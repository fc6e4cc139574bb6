/** Lookups answered again for a short time, and made once for all who ask meanwhile. Holds state; no IO of its own. */

import { version } from "../version.ts";
import type { LookupOptions } from "./lookup.ts";
import type { HttpReport } from "./schema.ts";
import type { HttpSettings } from "./settings.ts";

/** Where replicas keep reports for each other. What does not answer in time gives undefined; nothing rejects. */
export interface SharedReports {
  /** The report, or whose turn it is to look it up; the turn is `owner`'s for `lease` milliseconds. */
  turn(key: string, owner: string, lease: number): Promise<Turn | undefined>;
  renew(key: string, owner: string, lease: number): Promise<unknown>;
  /** Keeps a report for `life` milliseconds, and ends the turn. */
  keep(key: string, owner: string, text: string, life: number): Promise<unknown>;
  release(key: string, owner: string): Promise<unknown>;
}

type Turn =
  | { readonly kind: "kept"; readonly text: string /** Milliseconds. */; readonly left: number }
  | { readonly kind: "mine" | "others" };

/** The kept results: any that say how they ended. */
type Kept = Pick<HttpReport, "status">;

type Work<R extends Kept = Kept> = (signal: AbortSignal) => Promise<R>;

/** A report and where it comes from. */
export interface Served<R extends Kept = HttpReport> {
  readonly report: R;
  /** The value of `Cache-Status` (RFC 9211). */
  readonly status: string;
  /** Seconds since the lookup; undefined for one made for this request. */
  readonly age?: number;
}

export interface LookupCache {
  /**
   * @param fresh whether only a new lookup will do; it takes the place of what is kept
   * @param work makes the lookup; its signal aborts when all who wait for it have left
   * @throws what `work` throws, or the signal's reason
   */
  lookUp<R extends Kept>(key: string, fresh: boolean, signal: AbortSignal, work: Work<R>): Promise<Served<R>>;
  state(): { readonly bytes: number; readonly outcomes: ReadonlyMap<Outcome, number> };
}

type Outcome = "hit" | "joined" | "miss";

export interface LookupCacheSettings {
  /** Milliseconds for which a report is given again. */
  readonly life: number;
  /** Bytes of reports kept in this process. */
  readonly capacity: number;
  /** Milliseconds for which another replica's lookup is waited for at most. */
  readonly timeout: number;
  readonly shared?: SharedReports | undefined;
  /** Names this process among the replicas. */
  readonly owner: string;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Milliseconds for which a failure is given again: those who ask at once share it, and a repair shows soon. */
const FAILURE_LIFE = 5000;
/** Milliseconds after which another replica takes the turn of one that has died. */
const LEASE = 2000;
/** Milliseconds between questions to what replicas share: at first, and at most. */
const POLL = 20;
const LONGEST_POLL = 100;
/** Characters of a report beyond which it stays in this process: calls to what is shared are to be short. */
export const MOST_SHARED = 1_048_576;

interface Found {
  readonly report: Kept;
  /** Milliseconds for which it is kept in all, and still. */
  readonly life: number;
  readonly left: number;
  readonly kept: boolean;
}

interface Flight {
  readonly found: Promise<Found>;
  readonly controller: AbortController;
  waiting: number;
}

/** Makes the cache of a process. */
export function openLookupCache(settings: LookupCacheSettings): LookupCache {
  const { life, capacity, timeout, shared, owner, clock, sleep } = settings;
  const memory = createTextCache(capacity, clock);
  const flights = new Map<string, Flight>();
  const outcomes = new Map<Outcome, number>([
    ["hit", 0],
    ["joined", 0],
    ["miss", 0],
  ]);
  return { lookUp, state: () => ({ bytes: memory.bytes(), outcomes }) };

  /** The values under one key are always of one kind. */
  async function lookUp<R extends Kept>(
    key: string,
    fresh: boolean,
    signal: AbortSignal,
    work: Work<R>,
  ): Promise<Served<R>> {
    return (await lookUpAny(key, fresh, signal, work)) as Served<R>;
  }

  async function lookUpAny(
    key: string,
    fresh: boolean,
    signal: AbortSignal,
    work: Work,
  ): Promise<Served<Kept>> {
    signal.throwIfAborted();
    const kept = fresh ? undefined : memory.get(key);
    if (kept) return served("hit", fresh, foundIn(kept.text, kept.left));
    const name = fresh ? `${key} fresh` : key;
    const known = flights.get(name);
    const found = await join(name, known ?? launch(name, key, fresh, work), signal);
    return served(found.kept ? "hit" : known ? "joined" : "miss", fresh, found);
  }

  function served(outcome: Outcome, fresh: boolean, { report, life, left }: Found): Served<Kept> {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const ttl = `ttl=${Math.ceil(left / 1000)}`;
    if (outcome === "hit")
      return { report, status: `netlens; hit; ${ttl}`, age: Math.max(0, Math.floor((life - left) / 1000)) };
    const why = fresh ? "request" : "uri-miss";
    return {
      report,
      status: `netlens; fwd=${why}; ${outcome === "joined" ? "collapsed" : "stored"}; ${ttl}`,
    };
  }

  function launch(name: string, key: string, fresh: boolean, work: Work) {
    const controller = new AbortController();
    const flight: Flight = { found: find(key, fresh, controller.signal, work), controller, waiting: 0 };
    const over = () => void (flights.get(name) === flight && flights.delete(name));
    flight.found.then(over, over);
    flights.set(name, flight);
    return flight;
  }

  /** Waits with the others; the last one to leave ends the work. */
  async function join(name: string, flight: Flight, signal: AbortSignal): Promise<Found> {
    flight.waiting++;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([flight.found, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      flight.waiting--;
      if (flight.waiting === 0 && signal.aborted) {
        if (flights.get(name) === flight) flights.delete(name);
        flight.controller.abort(signal.reason);
      }
    }
  }

  async function find(key: string, fresh: boolean, signal: AbortSignal, work: Work): Promise<Found> {
    const turn = fresh ? undefined : await turnOf(key, signal);
    const kept = turn?.kind === "kept" && sharedIn(turn.text, turn.left);
    if (turn?.kind === "kept" && kept) {
      memory.put(key, turn.text, turn.left);
      return kept;
    }
    const lease = { over: false };
    if (turn?.kind === "mine") void renew(key, lease);
    try {
      const report = await work(signal);
      const left = report.status === "error" ? Math.min(life, FAILURE_LIFE) : life;
      const text = JSON.stringify({ life: left, report });
      memory.put(key, text, left);
      if (text.length <= MOST_SHARED) void shared?.keep(key, owner, text, left);
      else void shared?.release(key, owner);
      return { report, life: left, left, kept: false };
    } catch (error) {
      void shared?.release(key, owner);
      throw error;
    } finally {
      lease.over = true;
    }
  }

  /** Waits while another replica looks it up; undefined, or still `others`, when this one had better do it by itself. */
  async function turnOf(key: string, signal: AbortSignal): Promise<Turn | undefined> {
    const end = clock() + timeout;
    for (let pause = POLL; ; pause = Math.min(2 * pause, LONGEST_POLL)) {
      const turn = await shared?.turn(key, owner, LEASE);
      if (turn?.kind !== "others" || clock() >= end) return turn;
      await sleep(pause);
      signal.throwIfAborted();
    }
  }

  async function renew(key: string, lease: { readonly over: boolean }): Promise<void> {
    for (;;) {
      await sleep(LEASE / 3);
      if (lease.over) return;
      await shared?.renew(key, owner, LEASE);
    }
  }
}

function foundIn(text: string, left: number): Found {
  const { life, report } = JSON.parse(text) as { life: number; report: Kept };
  return { report, life, left, kept: true };
}

/** The same of a text that others wrote; undefined if it is damaged: the URL is looked up again. */
function sharedIn(text: string, left: number): Found | undefined {
  try {
    const found = foundIn(text, left);
    return Number.isFinite(found.life) && typeof found.report === "object" ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The parts of a key: the release, the URL, the questions, and our bounds, by which answers may differ. */
export function lookupKey(url: string, options: LookupOptions, settings: HttpSettings): string {
  const asked = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // Each machine has its own addresses, and none of them is an answer.
  const { ownAddresses: _, budget: __, ...bounds } = settings;
  return new Bun.CryptoHasher("sha256").update(JSON.stringify([version, url, asked, bounds])).digest("hex");
}

interface StoredText {
  readonly bytes: Uint8Array;
  /** Monotonic milliseconds. */
  readonly ends: number;
}

export interface TextCache {
  /** The text and the milliseconds it is still kept. */
  get(key: string): { readonly text: string; readonly left: number } | undefined;
  put(key: string, text: string, life: number): void;
  bytes(): number;
}

/** The size of an entry besides its text: key, map, object. */
const OVERHEAD = 256;

/** Keeps at most `capacity` bytes; the eldest go first. What would take more than a quarter is not kept. */
export function createTextCache(capacity: number, clock: () => number): TextCache {
  const entries = new Map<string, StoredText>();
  let held = 0;
  const drop = (key: string, { bytes }: StoredText): void => {
    entries.delete(key);
    held -= bytes.byteLength + OVERHEAD;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const left = entry.ends - clock();
      if (left > 0) return { text: new TextDecoder().decode(entry.bytes), left };
      drop(key, entry);
      return undefined;
    },
    put(key, text, life) {
      const before = entries.get(key);
      if (before) drop(key, before);
      const bytes = new TextEncoder().encode(text);
      const size = bytes.byteLength + OVERHEAD;
      if (4 * size > capacity) return;
      for (const [eldest, entry] of entries) {
        if (held + size <= capacity) break;
        drop(eldest, entry);
      }
      entries.set(key, { bytes, ends: clock() + life });
      held += size;
    },
    bytes: () => held,
  };
}
