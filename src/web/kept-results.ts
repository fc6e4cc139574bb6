/** Kept results, under unguessable ids. Holds state; time and randomness are parameters. */

import { createTextCache, MOST_SHARED, type SharedReports } from "../http/lookup-cache.ts";

export interface KeptResult {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly made: number;
  /** When the link stops working, in milliseconds since the epoch. */
  readonly until?: number;
  readonly markup: string;
  /** The API's answer. */
  readonly json: string;
  /** Path that repeats the lookup; `""` if that needs a form. */
  readonly again: string;
}

export interface KeptResults {
  /** Stores a result for 15 minutes, or with `whole` for `life`. Returns its id. */
  offer(result: KeptResult, whole: boolean): string;
  /** Extends an offered result to `life` from `now`, in milliseconds since the epoch; false if it has expired. */
  keep(id: string, now: number): Promise<boolean>;
  find(id: string): Promise<KeptResult | undefined>;
  /** Milliseconds. */
  readonly life: number;
}

export interface KeepSettings {
  readonly life: number;
  /** Maximum compressed bytes in this process. */
  readonly capacity: number;
  readonly shared?: SharedReports | undefined;
  /** Identifies this process among the replicas. */
  readonly owner: string;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** 128 bits of randomness. */
  readonly random: () => Uint8Array;
}

/** Lifetime of an offered result, in milliseconds. */
const OFFERED = 900_000;

/** Evicts the oldest first; offered results have a separate cache, a quarter as large, so that they never evict kept ones. */
export function openKeptResults({ life, capacity, shared, owner, clock, random }: KeepSettings): KeptResults {
  const kept = createTextCache(capacity, clock);
  const offered = createTextCache(capacity / 4, clock);
  const keyOf = (id: string) => `result ${id}`;
  const put = (id: string, result: KeptResult, now: number, whole: boolean) => {
    const time = whole ? life : Math.min(life, OFFERED);
    const text = packed({ ...result, until: now + time });
    (whole ? kept : offered).put(id, text, time);
    return text.length > MOST_SHARED ? undefined : shared?.keep(keyOf(id), owner, text, time);
  };
  const textOf = async (id: string): Promise<string | undefined> => {
    const own = kept.get(id) ?? offered.get(id);
    if (own) return own.text;
    const turn = await shared?.turn(keyOf(id), owner, 1);
    return turn?.kind === "kept" ? turn.text : undefined;
  };
  return {
    life,
    offer(result, whole) {
      const id = Buffer.from(random()).toString("base64url");
      void put(id, result, result.made, whole);
      return id;
    },
    async keep(id, now) {
      const text = isId(id) ? await textOf(id) : undefined;
      const result = text === undefined ? undefined : unpacked(text);
      if (!result) return false;
      await put(id, result, now, true);
      return true;
    },
    async find(id) {
      const text = isId(id) ? await textOf(id) : undefined;
      return text === undefined ? undefined : unpacked(text);
    },
  };
}

function packed(result: KeptResult): string {
  return Buffer.from(Bun.gzipSync(JSON.stringify(result), { level: 1 })).toString("base64");
}

/** Undefined for damaged text from the shared store. */
function unpacked(text: string): KeptResult | undefined {
  try {
    return JSON.parse(Buffer.from(Bun.gunzipSync(Buffer.from(text, "base64"))).toString()) as KeptResult;
  } catch {
    return undefined;
  }
}

/** 128 bits in base64url. */
function isId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}
