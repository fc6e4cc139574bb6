/**
 * Verifies bots by the operator's published addresses, or by forward-confirmed reverse DNS (`data/agents/verify.txt`).
 */

import { formatAddress, type Network, networkContains, parseAddress } from "../syntax/ip-address.ts";
import type { Bot, Verified } from "./schema.ts";
import { type Identity, identityOf } from "./tables/identity-rows.ts";
import { fromTables, linesOf, rowsOf } from "./tables/tables.ts";

/** DNS lookups; undefined after a timeout. */
export interface Names {
  /** PTR names, possibly empty. */
  readonly reverse: (ip: string) => Promise<readonly string[] | undefined>;
  /** A and AAAA addresses as text, possibly empty. */
  readonly forward: (name: string) => Promise<readonly string[] | undefined>;
}

/** Networks by the URL of their list. */
export type Ranges = ReadonlyMap<string, readonly Network[]>;

/** Maximum PTR names that are resolved. */
const MOST_NAMES = 4;

/** Verifies a bot by its address. Never rejects. */
export async function verifyBot(bot: Bot, ip: string, ranges: Ranges, names: Names): Promise<Verified> {
  // A robots.txt token that the operator never sends.
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

/** Case-insensitive, without a trailing dot; `*` matches letters, digits and hyphens. */
function fits(name: string, pattern: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, "");
  if (pattern.startsWith(".")) return plain.length > pattern.length && plain.endsWith(pattern);
  const parts = pattern.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[a-z0-9-]+")}$`).test(plain);
}

const SURE = ["sure", "likely", "reverse"] as const;

export interface Operator {
  /** Name as in the table of bots. */
  readonly bot: string;
  /** Reverse DNS names: suffixes with a leading dot, or patterns with `*`. */
  readonly names: readonly string[];
  /** URLs of published addresses; the fragment is a JSON member. */
  readonly lists: readonly string[];
  /** Hosts whose directories have the signing keys. */
  readonly signs: readonly string[];
  /**
   * `sure`: documented, a failed check means forgery; `likely`: only success counts; `reverse`: like
   * `likely`, and names do not resolve back, so they prove nothing.
   */
  readonly sure: (typeof SURE)[number];
}

const wordsOf = (cell = ""): string[] => cell.split(" ").filter((word) => word !== "");

/** By bot name in lower case. @throws Error for an unknown certainty */
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

export const rowOfBot = (name: string): Identity | undefined =>
  linesOf("bots")
    .map((line) => identityOf({ table: "bots", line, identity: undefined }))
    .find((bot) => bot.name === name);

export const publishedLists = fromTables((): readonly string[] => [
  ...new Set([...operators().values()].flatMap(({ lists }) => lists)),
]);
