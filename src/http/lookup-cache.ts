/** Caches lookups for a short time and joins equal ones in flight. Holds state; does no IO itself. */

import { version } from "../version.ts";
import type { LookupOptions } from "./lookup.ts";
import type { HttpReport } from "./schema.ts";
import type { HttpSettings } from "./settings.ts";

/** Store of reports that replicas share. Methods return undefined on timeouts and never reject. */
export interface SharedReports {
  /** Returns the report, or who looks it up. `mine`: this process, for at most `lease` milliseconds. */
  turn(key: string, owner: string, lease: number): Promise<Turn | undefined>;
  renew(key: string, owner: string, lease: number): Promise<unknown>;
  /** Stores a report for `life` milliseconds and releases the turn. */
  keep(key: string, owner: string, text: string, life: number): Promise<unknown>;
  release(key: string, owner: string): Promise<unknown>;
}

type Turn =
  | { readonly kind: "kept"; readonly text: string /** Milliseconds. */; readonly left: number }
  | { readonly kind: "mine" | "others" };

/** A result with a status. */
type Kept = Pick<HttpReport, "status">;

type Work<R extends Kept = Kept> = (signal: AbortSignal) => Promise<R>;

/** A report and its cache status. */
export interface Served<R extends Kept = HttpReport> {
  readonly report: R;
  /** Value of `Cache-Status` (RFC 9211). */
  readonly status: string;
  /** Seconds since the lookup; undefined for a new one. */
  readonly age?: number;
}

export interface LookupCache {
  /**
   * @param fresh bypasses the cache; the result replaces the cached one
   * @param work makes the lookup; its signal aborts once all waiting callers have left
   * @throws what `work` throws, or the signal's reason
   */
  lookUp<R extends Kept>(key: string, fresh: boolean, signal: AbortSignal, work: Work<R>): Promise<Served<R>>;
  state(): { readonly bytes: number; readonly outcomes: ReadonlyMap<Outcome, number> };
}

type Outcome = "hit" | "joined" | "miss";

export interface LookupCacheSettings {
  /** Milliseconds a report is cached. */
  readonly life: number;
  /** Bytes cached in this process. */
  readonly capacity: number;
  /** Maximum milliseconds to wait for another replica's lookup. */
  readonly timeout: number;
  readonly shared?: SharedReports | undefined;
  /** Id of this process among the replicas. */
  readonly owner: string;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Milliseconds a failure is cached: long enough for simultaneous callers, short enough to see a repair soon. */
const FAILURE_LIFE = 5000;
/** Milliseconds after which another replica takes over the lookup of a replica that ended. */
const LEASE = 2000;
/** Minimum and maximum milliseconds between polls of the shared store. */
const POLL = 20;
const LONGEST_POLL = 100;
/** Maximum characters of a shared report: calls to the shared store must be short. */
export const MOST_SHARED = 1_048_576;

interface Found {
  readonly report: Kept;
  /** Total and remaining milliseconds in the cache. */
  readonly life: number;
  readonly left: number;
  readonly kept: boolean;
}

interface Flight {
  readonly found: Promise<Found>;
  readonly controller: AbortController;
  waiting: number;
}

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

  async function lookUp<R extends Kept>(
    key: string,
    fresh: boolean,
    signal: AbortSignal,
    work: Work<R>,
  ): Promise<Served<R>> {
    signal.throwIfAborted();
    const kept = fresh ? undefined : memory.get(key);
    if (kept) return served("hit", fresh, foundIn(kept.text, kept.left));
    const name = fresh ? `${key} fresh` : key;
    const known = flights.get(name);
    const found = await join(name, known ?? launch(name, key, fresh, work), signal);
    return served(found.kept ? "hit" : known ? "joined" : "miss", fresh, found);
  }

  function served<R extends Kept>(outcome: Outcome, fresh: boolean, found: Found): Served<R> {
    const { life, left } = found;
    // All values of one key have the same type.
    const report = found.report as R;
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

  /** Waits for a flight; the last caller to leave aborts it. */
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

  /** Waits while another replica looks up the key. If the result is undefined or `others`, look it up here. */
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

/** Parses a shared text; undefined if damaged, so the URL is looked up again. */
function sharedIn(text: string, left: number): Found | undefined {
  try {
    const found = foundIn(text, left);
    return Number.isFinite(found.life) && typeof found.report === "object" ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Cache key: hash of the release, URL, options and settings, which together determine a report. */
export function lookupKey(url: string, options: LookupOptions, settings: HttpSettings): string {
  const asked = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // The machine's own addresses differ between replicas but do not change reports.
  const { ownAddresses: _, budget: __, ...bounds } = settings;
  return new Bun.CryptoHasher("sha256").update(JSON.stringify([version, url, asked, bounds])).digest("hex");
}

interface StoredText {
  readonly bytes: Uint8Array;
  /** Expiry in monotonic milliseconds. */
  readonly ends: number;
}

export interface TextCache {
  /** The text and its remaining milliseconds. */
  get(key: string): { readonly text: string; readonly left: number } | undefined;
  put(key: string, text: string, life: number): void;
  bytes(): number;
}

/** Approximate bytes of an entry without its text: key, map entry, object. */
const OVERHEAD = 256;

/** Stores at most `capacity` bytes and evicts the oldest entry first. Skips texts larger than a quarter of it. */
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
