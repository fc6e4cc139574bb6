/**
 * Every string again with other later numbers in its versions, often enough that the answer to one is made of what is
 * remembered of others: it must be the one that reading the string anew gives.
 */

import { interpret } from "../../../../src/useragent/answer.ts";
import { lookupUserAgent, templateOf } from "../../../../src/useragent/lookup.ts";

const LATER = /(?<=\/\d+\.\d+)(?:\.\d+)+/g;
/** Digits that are put in place of others, one after the other; zeros are among them. */
const DIGITS = "27182818284590452353602874713527";
const ROUNDS = 6;

/** How many strings have later numbers, and the answers that were others. */
export function withOtherNumbers(agents: readonly string[]): { asked: number; others: string[] } {
  let next = 0;
  const digit = () => DIGITS[next++ % DIGITS.length] ?? "";
  let asked = 0;
  const others: string[] = [];
  for (const agent of agents) {
    if (templateOf(agent) === undefined) continue;
    asked++;
    for (let round = 0; round < ROUNDS; round++) {
      // Every other round with twice as many digits.
      const digits = () => (round % 2 === 0 ? digit() : digit() + digit());
      const other = agent.replace(LATER, (later) => later.replace(/\d/g, digits));
      if (!Bun.deepEquals(lookupUserAgent(other), interpret(other), true)) others.push(other);
    }
  }
  return { asked, others };
}
