/** Results as they were, under names that nobody guesses. Holds state; time and randomness are parameters. */

import { MOST_SHARED, type SharedReports } from "../http/lookup-cache.ts";
import { createTextCache } from "../http/text-cache.ts";

export interface KeptResult {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly made: number;
  readonly markup: string;
  /** The same as the API has it. */
  readonly json: string;
  /** The path that asks for it anew; `""` where a form does. */
  readonly again: string;
}

export interface KeptResults {
  /** Takes a result for some minutes, in which people decide, or with `whole` for as long as any is kept. Gives its name. */
  offer(result: KeptResult, whole: boolean): string;
  /** Keeps a result that was offered; false where it is gone. */
  keep(id: string): Promise<boolean>;
  find(id: string): Promise<KeptResult | undefined>;
  /** Milliseconds for which results are kept. */
  readonly life: number;
}

export interface KeepSettings {
  readonly life: number;
  /** Bytes of results in this process; compressed. */
  readonly capacity: number;
  readonly shared?: SharedReports | undefined;
  /** Names this process among the replicas. */
  readonly owner: string;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** 128 bits of randomness. */
  readonly random: () => Uint8Array;
}

/** Milliseconds in which people decide whether to keep a result. */
const OFFERED = 900_000;

/** Its memory is bounded: the eldest go first, and what was only offered stands in a memory of its own, a quarter as large. */
export function openKeptResults({ life, capacity, shared, owner, clock, random }: KeepSettings): KeptResults {
  const kept = createTextCache(capacity, clock);
  const offered = createTextCache(capacity / 4, clock);
  const keyOf = (id: string) => `result ${id}`;
  const put = (id: string, text: string, whole: boolean) => {
    const time = whole ? life : Math.min(life, OFFERED);
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
      const text = Buffer.from(Bun.gzipSync(JSON.stringify(result), { level: 1 })).toString("base64");
      void put(id, text, whole);
      return id;
    },
    async keep(id) {
      const text = isId(id) ? await textOf(id) : undefined;
      if (text === undefined) return false;
      await put(id, text, true);
      return true;
    },
    async find(id) {
      const text = isId(id) ? await textOf(id) : undefined;
      return text === undefined ? undefined : unpacked(text);
    },
  };
}

/** Undefined for a text that was damaged where it is shared. */
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
