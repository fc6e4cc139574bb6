/** What a reader made of the texts that it saw last: the same lines come again and again, within a message too. */

import { leaveMark, openMarks } from "./marks.ts";

/** Texts that a reader remembers at most, in each of two generations. Only speed depends on it. */
const MOST = 128;
/** Characters; longer texts are seldom seen twice. Only speed depends on it. */
const LONGEST = 1024;
/** Marks of texts that came once. Only speed depends on it. */
const MARKS = 512;
/** Texts that came last, whatever they are: within a message the same ones are read for several ends. */
const RECENT = 4;

/**
 * A reader that does not read again what it has just read, nor what has come several times lately. For pure readers
 * whose results nobody changes. Bounded: 256 texts of 1024 characters; what was not asked for while 128 others came is
 * forgotten, as is what was not among the last four.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const recent: { readonly text: string; readonly value: T }[] = [];
  let next = 0;
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  const marks = openMarks(MARKS);
  const isToBeKept = (text: string) => text.length <= LONGEST && (old.has(text) || comesAgain(text, marks));
  const keep = (text: string): T => {
    const own = copyOf(text);
    const value = old.get(own) ?? read(own);
    if (young.size === MOST) {
      old = young;
      young = new Map();
    }
    young.set(own, value);
    return value;
  };
  return (text) => {
    for (const one of recent) if (one.text === text) return one.value;
    const value = young.get(text) ?? (isToBeKept(text) ? keep(text) : read(text));
    recent[next] = { text, value };
    next = (next + 1) % RECENT;
    return value;
  };
}

/** Spreads the marks (the prime of FNV-1a). Only speed depends on it. */
const PRIME = 0x01000193;

/** Whether the text left its mark before. Most texts come once: to keep those costs more than it gains. */
export function comesAgain(text: string, marks: Int32Array): boolean {
  let mark = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // One that is not Latin-1 is read each time: copying it costs too much.
    if (code > 0xff) return false;
    mark = Math.imul(mark ^ code, PRIME);
  }
  return leaveMark(marks, mark);
}

/** A part of a text keeps the whole of it in memory, which may be a megabyte. */
export function copyOf(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}
