/** Is it really Googlebot? By the operator's published addresses, or by names that lead back to the address (`data/agents/verify.txt`). */

import {
  type Address,
  formatAddress,
  type Network,
  networkContains,
  parseAddress,
} from "../../ip/address.ts";
import { BOT_CATEGORIES } from "../bot-kinds.ts";
import type { Bot, Verified } from "../schema.ts";
import { fromTables, rowsOf } from "../tables.ts";

/** Questions that the checks ask. An answer is undefined where none came in time. */
export interface Names {
  /** Names of an address (PTR); empty where there are none. */
  readonly reverse: (ip: string) => Promise<readonly string[] | undefined>;
  /** Addresses of a name (A and AAAA), as text; empty where there are none. */
  readonly forward: (name: string) => Promise<readonly string[] | undefined>;
}

/** The networks of each published list that is at hand, by its URL. */
export type Ranges = ReadonlyMap<string, readonly Network[]>;

/** Names that lead back are asked for so many names of an address. */
const MOST_NAMES = 4;

/** Checks a bot's name against the address that it came from. Never rejects. */
export async function verifyBot(bot: Bot, ip: string, ranges: Ranges, names: Names): Promise<Verified> {
  // A word of robots.txt that its operator never sends.
  if (bot.state === "token-only") return "failed";
  const operator = operators().get(bot.name.toLowerCase());
  const address = parseAddress(ip);
  if (!operator || !address) return "unknown";
  const lists = operator.lists.map((list) => ranges.get(list));
  if (lists.some((list) => list?.some((network) => networkContains(network, address)))) return "ip";
  if (operator.names.length > 0) {
    const verdict = await byNames(operator.names, ip, address, names);
    if (verdict === "dns") return operator.sure === "reverse" ? "unknown" : "dns";
    return verdict === "failed" && operator.sure === "sure" ? "failed" : "unknown";
  }
  const isComplete = lists.length > 0 && lists.every((list) => list !== undefined);
  return isComplete && operator.sure === "sure" ? "failed" : "unknown";
}

/** Forward-confirmed reverse DNS. */
async function byNames(
  wanted: readonly string[],
  ip: string,
  address: Address,
  names: Names,
): Promise<Exclude<Verified, "ip">> {
  const found = await names.reverse(ip);
  if (!found) return "unknown";
  const fitting = found.filter((name) => wanted.some((pattern) => fits(name, pattern))).slice(0, MOST_NAMES);
  let isOpen = false;
  for (const name of fitting) {
    const addresses = await names.forward(name);
    if (!addresses) isOpen = true;
    else if (addresses.some((text) => isSame(text, address))) return "dns";
  }
  return isOpen ? "unknown" : "failed";
}

/** Names are compared without case and without a final dot; a star stands for letters, digits and hyphens. */
function fits(name: string, pattern: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, "");
  if (pattern.startsWith(".")) return plain.length > pattern.length && plain.endsWith(pattern);
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[a-z0-9-]+")}$`).test(plain);
}

function isSame(text: string, address: Address): boolean {
  const other = parseAddress(text);
  return other !== undefined && formatAddress(other) === formatAddress(address);
}

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
