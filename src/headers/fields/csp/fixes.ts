/** Steps to a better policy: directives and their words changed one by one. */

import type { ValueFix } from "../../reading/fixing.ts";

type Words = readonly string[];

/** Each directive as `change` makes it, first its name and then its words; one without words is left out. */
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

/** Each word behind the name of a directive. */
export function changingWords(change: (word: string) => readonly string[]): ValueFix {
  return changingDirectives(([name = "", ...rest]) => [name, ...rest.flatMap(change)]);
}

export const NONE = "'none'";
export const isNone = (word: string) => word.toLowerCase() === NONE;
