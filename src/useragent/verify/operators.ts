/** How each operator verifies its robots (`data/agents/verify.txt`). */

import { BOT_CATEGORIES } from "../bot-kinds.ts";
import type { Bot } from "../schema.ts";
import { fromTables, rowsOf } from "../tables.ts";

export interface Operator {
  /** Names by reverse DNS: suffixes with a leading dot, or patterns with stars. */
  readonly names: readonly string[];
  /** Where the operator publishes its addresses. A fragment names the part of a JSON document that is meant. */
  readonly lists: readonly string[];
  /** The operator's page about it. */
  readonly page: string;
  /** Hosts whose directories have the keys with which it signs its requests. */
  readonly signs: readonly string[];
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
      rowsOf("verify").flatMap(([bots = "", names, lists, page = "", word, signs]) => {
        const sure = SURE.find((known) => known === word);
        if (!sure) throw new Error(`verify: ${bots}: "${word}" is none of ${SURE.join(", ")}`);
        const operator: Operator = {
          names: wordsOf(names),
          lists: wordsOf(lists),
          page,
          sure,
          signs: wordsOf(signs),
        };
        return bots.split(",").map((bot) => [bot.trim().toLowerCase(), operator] as const);
      }),
    ),
);

/** Names of robots by the host whose keys they sign with, as the table writes them. */
export const signers = fromTables((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [bots = "", , , , , signs] of rowsOf("verify"))
    for (const host of wordsOf(signs))
      found.set(host, [...(found.get(host) ?? []), ...bots.split(",").map((bot) => bot.trim())]);
  return found;
});

/** The row of a robot by its name; undefined where there is none. */
export function rowOfBot(
  name: string,
): (Omit<Bot, "state" | "verified"> & { readonly url: string }) | undefined {
  const row = rowsOf("bots").find(([phrase, own = phrase]) => own === name);
  if (row === undefined) return undefined;
  const [, , word, operator = "", url = ""] = row;
  const category = BOT_CATEGORIES.find((known) => known === word) ?? "unknown";
  return { name, category, operator, url };
}

/** Every list of addresses that operators publish. */
export const publishedLists = fromTables((): readonly string[] => [
  ...new Set([...operators().values()].flatMap(({ lists }) => lists)),
]);
