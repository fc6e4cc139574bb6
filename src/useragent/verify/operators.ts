/** how each operator verifies its robots (`data/agents/verify.txt`). */

import { fromTables, rowsOf } from "../tables.ts";

export interface Operator {
  /** Names by reverse DNS: suffixes with a leading dot, or patterns with stars. */
  readonly names: readonly string[];
  /** Where the operator publishes its addresses. A fragment names the part of a JSON document that is meant. */
  readonly lists: readonly string[];
  /** The operator's page about it. */
  readonly page: string;
  /**
   * `sure`: documented, so that a check that fails shows a forgery; `likely`: only a check that succeeds tells;
   * `reverse`: likely, and the names do not lead back to the address, so they prove nothing.
   */
  readonly sure: "sure" | "likely" | "reverse";
}

const SURE = ["sure", "likely", "reverse"] as const;

function wordsOf(cell = ""): string[] {
  return cell.split(" ").filter((word) => word !== "");
}

/** By the bot's name in lower case. @throws Error for a row that says how sure it is in a word of its own */
export const operators = fromTables(
  (): ReadonlyMap<string, Operator> =>
    new Map(
      rowsOf("verify").flatMap(([bots = "", names, lists, page = "", word]) => {
        const sure = SURE.find((known) => known === word);
        if (!sure) throw new Error(`verify: ${bots}: "${word}" is none of ${SURE.join(", ")}`);
        const operator: Operator = { names: wordsOf(names), lists: wordsOf(lists), page, sure };
        return bots.split(",").map((bot) => [bot.trim().toLowerCase(), operator] as const);
      }),
    ),
);

/** Every list of addresses that operators publish. */
export const publishedLists = fromTables((): readonly string[] => [
  ...new Set([...operators().values()].flatMap(({ lists }) => lists)),
]);
