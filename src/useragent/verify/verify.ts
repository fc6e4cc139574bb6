/** Is it really Googlebot? By the operator's published addresses, or by names that lead back to the address. */

import {
  type Address,
  formatAddress,
  type Network,
  networkContains,
  parseAddress,
} from "../../ip/address.ts";
import type { Bot, Verified } from "../schema.ts";
import { operators } from "./operators.ts";

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
