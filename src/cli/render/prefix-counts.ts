/** Counts addresses by network. */

import { NetlensError } from "../../api/errors.ts";
import type { IpResult } from "../../ip/schema.ts";
import type { Call } from "../command.ts";
import type { Items } from "../stream/input.ts";
import { eachText } from "../stream/stream.ts";
import { jsonText } from "./json.ts";
import { cut, printable, table } from "./text.ts";

interface Count {
  readonly network: string;
  readonly kinds: readonly string[];
  readonly service: string;
  readonly countryCode: string;
  readonly asn?: IpResult["asn"];
  requests: number;
}

/** Maximum counted networks; all further ones share one count. */
const MOST = 100_000;

/** Reads addresses from standard input and prints their networks, most frequent first. */
export async function countPrefixes(
  call: Call,
  items: Items,
  lookup: (address: string) => IpResult,
): Promise<void> {
  const counts = new Map<string, Count>();
  const total = { requests: 0, invalid: 0, others: 0 };
  for await (const text of eachText(call, items)) {
    const result = answered(text, lookup);
    if (result === undefined) {
      total.invalid++;
      continue;
    }
    total.requests++;
    const network = result.network ?? result.ip;
    const known = counts.get(network);
    if (known) known.requests++;
    else if (counts.size < MOST) counts.set(network, countOf(network, result));
    else total.others++;
  }
  const rows = [...counts.values()].sort((a, b) => b.requests - a.requests);
  const { io, flags } = call;
  if (flags["format"] === "json") return io.out(jsonText({ ...total, networks: rows }, io));
  const notes = [
    ...(total.others > 0 ? [`${total.others} of further networks`] : []),
    ...(total.invalid > 0 ? [`${total.invalid} lines without an address`] : []),
  ];
  const lines = table([
    ["REQUESTS", "NETWORK", "KIND", "COUNTRY", "ANNOUNCED BY"],
    ...rows.map((row) => [
      String(row.requests),
      row.network,
      [row.kinds.join("+"), row.service].filter(Boolean).join(": "),
      row.countryCode,
      row.asn ? `AS${row.asn.number} ${row.asn.organization}` : "",
    ]),
  ]).split("\n");
  await io.out(lines.map((line) => cut(printable(line), io.columns)).join("\n"));
  if (notes.length > 0) io.err(`netlens: ${notes.join(", ")}\n`);
}

function answered(text: string, lookup: (address: string) => IpResult): IpResult | undefined {
  try {
    return lookup(text);
  } catch (error) {
    if (error instanceof NetlensError) return undefined;
    throw error;
  }
}

function countOf(network: string, { connection = [], countryCode, special, asn }: IpResult): Count {
  const [first] = connection;
  return {
    network,
    kinds: [...new Set(connection.map(({ kind }) => kind))],
    service: first?.service ?? "",
    countryCode: countryCode ?? special ?? "",
    ...(asn && { asn }),
    requests: 1,
  };
}
