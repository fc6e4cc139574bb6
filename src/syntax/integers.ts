/** Integers and seconds. */

import { type Flaw, isDigits, trimOws } from "./tokens.ts";

type IntegerFlaw =
  | "empty"
  | "signed"
  | "negative"
  /** A fraction; `value` is truncated. */
  | "decimal"
  | "quoted"
  /** Above the maximum, which is then `value`. */
  | "overflow"
  | "not-a-number";

export interface IntegerValue {
  /** The number that a lenient recipient reads, possibly negative; absent if it cannot be read. */
  readonly value?: number;
  readonly flaws: readonly Flaw<IntegerFlaw>[];
}

/** RFC 9111 section 1.2.2: recipients may cap values here. */
const LARGEST_DELTA_SECONDS = 2 ** 31;

const NONE: readonly Flaw<IntegerFlaw>[] = [];

/** 1*DIGIT, such as Content-Length (RFC 9110 section 8.6). */
export function parseInteger(text: string): IntegerValue {
  return readInteger(text, Number.MAX_SAFE_INTEGER);
}

/** delta-seconds = 1*DIGIT (RFC 9111 section 1.2.2). Values from 2147483648 on are capped, with the flaw `overflow`. */
export function parseDeltaSeconds(text: string): IntegerValue {
  return readInteger(text, LARGEST_DELTA_SECONDS);
}

function readInteger(text: string, largest: number): IntegerValue {
  if (!isDigits(text)) return oddInteger(text, largest);
  const value = Number(text);
  const isLarge = largest === LARGEST_DELTA_SECONDS ? value >= largest : value > largest;
  return isLarge ? { value: largest, flaws: [{ id: "overflow", at: 0, text }] } : { value, flaws: NONE };
}

function oddInteger(text: string, largest: number): IntegerValue {
  const flaws: Flaw<IntegerFlaw>[] = [];
  let rest = trimOws(text);
  const add = (id: IntegerFlaw) => flaws.push({ id, at: Math.max(0, text.indexOf(rest)), text: rest });
  if (rest.length >= 2 && rest.startsWith('"') && rest.endsWith('"')) {
    add("quoted");
    rest = trimOws(rest.slice(1, -1));
  }
  if (rest === "") {
    add("empty");
    return { flaws };
  }
  const negative = rest.startsWith("-");
  const signed = negative || rest.startsWith("+");
  const [whole = "", fraction, more] = (signed ? rest.slice(1) : rest).split(".", 3);
  if (!isDigits(whole) || more !== undefined || (fraction !== undefined && !isDigits(fraction))) {
    add("not-a-number");
    return { flaws };
  }
  if (signed) add(negative ? "negative" : "signed");
  if (fraction !== undefined) add("decimal");
  const size = Number(whole);
  if (size > largest) add("overflow");
  const value = Math.min(size, largest);
  return { value: negative && value !== 0 ? -value : value, flaws };
}
