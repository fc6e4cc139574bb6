/** Fixes of policies: directives and words changed one by one. */

import type { ValueFix } from "../../reading/fixing.ts";

type Words = readonly string[];

/** Changes each directive, given as a list of name and words; an empty result removes it. */
export function changingDirectives(change: (words: Words, all: readonly Words[]) => Words): ValueFix {
  return (value) =>
    value
      .split(",")
      .map((policy) => {
        const all = policy
          .split(";")
          .map((text) => text.trim().split(/\s+/).filter(Boolean))
          .filter((words) => words.length > 0);
        return all
          .map((words) => change(words, all).join(" "))
          .filter(Boolean)
          .join("; ");
      })
      .join(", ");
}

export function changingWords(change: (word: string) => readonly string[]): ValueFix {
  return changingDirectives(([name = "", ...rest]) => [name, ...rest.flatMap(change)]);
}

export const NONE = "'none'";
export const isNone = (word: string) => word.toLowerCase() === NONE;
