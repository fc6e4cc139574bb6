/** Forms of sentences on a changed member. Pure. */

import { duration, listing } from "../../headers/wording.ts";
import type { Effect } from "./schema.ts";

export interface Sentence {
  readonly title: string;
  readonly effect: Effect;
}

/**
 * Describes a change of a member. A value is undefined if its side lacks the member; `key` is the last part
 * of the path. Returns undefined to use the row of the parent, null if the change has no meaning.
 */
export type Say = (a: never, b: never, key: string) => Sentence | null | undefined;

export const other = (title: string): Sentence => ({ title, effect: "other" });

/** Sentence whose effect follows from the ranks of both sides; a higher rank is better. */
export function byRank(title: string, a: number, b: number): Sentence {
  return { title, effect: b > a ? "better" : b < a ? "worse" : "other" };
}

/** Sentence on a boolean: `{now}` is replaced by "now" or "no longer". */
export function turns(sentence: string, good?: boolean): Say {
  return (a: boolean | undefined, b: boolean | undefined) => {
    if (Boolean(a) === Boolean(b)) return undefined;
    const title = sentence.replace("{now}", b ? "now" : "no longer");
    return good === undefined ? other(title) : byRank(title, Number(a === good), Number(b === good));
  };
}

/** Sentence on a value: `The subject is now x; before, it was y.` */
export function isNow(subject: string, words: (value: never) => string, were = "is now/it was"): Say {
  const [is = "", was = ""] = were.split("/");
  return (a, b) => {
    const [before, after] = [words(a), words(b)];
    return before === after ? undefined : other(`${subject} ${is} ${after}; before, ${was} ${before}.`);
  };
}

/** Sentence on a list: `Subject now also x and y.` or `Subject no longer x.` */
export function lists(gain: string, loss: string): Say {
  return (a: readonly string[] = [], b: readonly string[] = []) => {
    const gained = b.filter((word) => !a.includes(word));
    const lost = a.filter((word) => !b.includes(word));
    const sentences = [
      ...(gained.length > 0 ? [`${gain} ${listing(gained)}`] : []),
      ...(lost.length > 0 ? [`${loss} ${listing(lost)}`] : []),
    ];
    return sentences.length === 0 ? undefined : other(`${sentences.join("; ")}.`);
  };
}

/** Sentence on a duration, which replaces `{time}` in `doing`. */
export function lasting(who: string, doing: string): Say {
  const words = (value: number | "for good" | undefined) =>
    value === undefined ? undefined : value === "for good" ? "indefinitely" : `for ${duration(value)}`;
  return (a: number | undefined, b: number | undefined) => {
    const [before, after] = [words(a), words(b)];
    if (before === after) return undefined;
    if (after === undefined)
      return other(`${who} no longer ${doing.replace(" {time}", "")}; before, they did ${before}.`);
    return other(`${who} now ${doing.replace("{time}", after)}; before, ${before ?? "they did not"}.`);
  };
}
