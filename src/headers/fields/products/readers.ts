/** The sense of a part of a vendor's value: the words behind `as` and `needs` in the rows of the catalogue. */

import { wordTable } from "../../../../data/word-table.ts";
import type { Context } from "../../field.ts";
import { bytes, duration } from "../../wording.ts";
import { airport, country, region, townAndCountry } from "./places.ts";
import { CLOCKS, milliseconds, momentWords, plausible } from "./times.ts";

/** The sense of a text: words, or a moment, which is put into words against the time of the message. */
export interface Known {
  readonly words?: string;
  /** Milliseconds since the epoch. */
  readonly ms?: number;
  /** The value to show, where nobody can read the text. */
  readonly shown?: string;
}

export type Reader = (text: string) => Known | undefined;

export function wordsOf({ words, ms }: Known, context: Context): string | undefined {
  return ms === undefined ? words : momentWords(ms, context);
}

/** A reader that makes words, or nothing, of a text. */
function saying(read: (text: string) => string | undefined): Reader {
  return (text) => {
    const words = read(text);
    return words === undefined ? undefined : { words };
  };
}

/** The same for whole numbers. */
function counting(read: (count: number) => string): Reader {
  return saying((text) => (/^\d{1,15}$/.test(text) ? read(Number(text)) : undefined));
}

/** Nobody reads these: the moment is shown in their place. */
const ENCODED: ReadonlySet<string> = new Set(["milliseconds", "ulid"]);

function clock(name: string, read: (text: string) => number): Reader {
  return (text) => {
    const ms = plausible(read(text));
    if (ms === undefined) return undefined;
    return ENCODED.has(name) ? { ms, shown: new Date(ms).toISOString() } : { ms };
  };
}

const SECONDS = wordTable<number>({ s: 1, m: 60, h: 3600, d: 86_400 });

/** `1h`, `7d` */
function life(text: string): string {
  return duration(Number.parseInt(text, 10) * (SECONDS.get(text.at(-1) ?? "") ?? 1));
}

function hexAddress(text: string): Known {
  return { shown: [0, 2, 4, 6].map((at) => Number.parseInt(text.slice(at, at + 2), 16)).join(".") };
}

/** Checksums of files are printed in hexadecimal by tools on the command line. */
function base64InHex(text: string): string | undefined {
  return /^[A-Za-z0-9+/]{1,100}={0,2}$/.test(text) ? Buffer.from(text, "base64").toString("hex") : undefined;
}

export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...[...CLOCKS].map(([name, read]) => [name, clock(name, read)] as const),
  ["airport", saying((text) => airport(text.slice(0, 3))?.whole)],
  ["country", saying(country)],
  ["town and country", saying(townAndCountry)],
  ["aws region", saying((text) => region("aws", text)?.whole)],
  ["fly region", saying((text) => region("fly", text)?.whole)],
  ["ms", counting(milliseconds)],
  ["seconds", counting(duration)],
  ["bytes", counting(bytes)],
  ["life", saying(life)],
  ["hex address", hexAddress],
  ["base64 in hex", saying(base64InHex)],
]);
