/** Is it really Googlebot? By the operator's published addresses, or by names that lead back to the address (`data/agents/verify.txt`). */

import { formatAddress, type Network, networkContains, parseAddress } from "../syntax/ip-address.ts";
import type { Bot, Verified } from "./schema.ts";
import { type Identity, identityOf } from "./tables/identity-rows.ts";
import { fromTables, linesOf, rowsOf } from "./tables/tables.ts";

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
  const isComplete = lists.length > 0 && !lists.includes(undefined);
  const verdict =
    operator.names.length > 0 ? await byNames(operator.names, ip, names) : isComplete ? "failed" : "unknown";
  const tells = verdict === "failed" ? operator.sure === "sure" : operator.sure !== "reverse";
  return tells ? verdict : "unknown";
}

/** Forward-confirmed reverse DNS. */
async function byNames(wanted: readonly string[], ip: string, names: Names): Promise<Verified> {
  const found = await names.reverse(ip);
  if (!found) return "unknown";
  const fitting = found.filter((name) => wanted.some((pattern) => fits(name, pattern))).slice(0, MOST_NAMES);
  let verdict: Verified = "failed";
  for (const name of fitting) {
    const addresses = await names.forward(name);
    if (!addresses) verdict = "unknown";
    else if (addresses.some((text) => canonical(text) === canonical(ip))) return "dns";
  }
  return verdict;
}

function canonical(ip: string): string | undefined {
  const address = parseAddress(ip);
  return address && formatAddress(address);
}

/** Names are compared without case and without a final dot; a star stands for letters, digits and hyphens. */
function fits(name: string, pattern: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, "");
  if (pattern.startsWith(".")) return plain.length > pattern.length && plain.endsWith(pattern);
  const parts = pattern.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[a-z0-9-]+")}$`).test(plain);
}

const SURE = ["sure", "likely", "reverse"] as const;

export interface Operator {
  /** The robot's name as the table writes it. */
  readonly bot: string;
  /** Names by reverse DNS: suffixes with a leading dot, or patterns with stars. */
  readonly names: readonly string[];
  /** Where the operator publishes its addresses. A fragment names the part of a JSON document that is meant. */
  readonly lists: readonly string[];
  /** Hosts whose directories have the keys with which it signs its requests. */
  readonly signs: readonly string[];
  /**
   * `sure`: documented, so that a check that fails shows a forgery; `likely`: only a check that succeeds tells;
   * `reverse`: likely, and the names do not lead back to the address, so they prove nothing.
   */
  readonly sure: (typeof SURE)[number];
}

const wordsOf = (cell = ""): string[] => cell.split(" ").filter((word) => word !== "");

/** By the bot's name in lower case. @throws Error for a row that says how sure it is in a word of its own */
export const operators = fromTables(
  (): ReadonlyMap<string, Operator> =>
    new Map(
      rowsOf("verify").flatMap(([bots = "", names, lists, , word, signs]) => {
        const sure = SURE.find((known) => known === word);
        if (!sure) throw new Error(`verify: ${bots}: "${word}" is none of ${SURE.join(", ")}`);
        const operator = { names: wordsOf(names), lists: wordsOf(lists), sure, signs: wordsOf(signs) };
        return bots
          .split(",")
          .map((bot) => bot.trim())
          .map((bot) => [bot.toLowerCase(), { bot, ...operator }] as const);
      }),
    ),
);

/** The row of a robot by its name; undefined where there is none. */
export const rowOfBot = (name: string): Identity | undefined =>
  linesOf("bots")
    .map((line) => identityOf({ table: "bots", line, identity: undefined }))
    .find((bot) => bot.name === name);

/** Every list of addresses that operators publish. */
export const publishedLists = fromTables((): readonly string[] => [
  ...new Set([...operators().values()].flatMap(({ lists }) => lists)),
]);
