import type { IpResult } from "../../ip/schema.ts";
import { viewAddress } from "../../view/address.ts";
import { cut, paint, pairs, printable, table } from "./text.ts";

/** Several addresses, a row each; cells are cut so that a row fits. */
export function renderAddresses(
  results: readonly IpResult[],
  { columns }: { readonly columns: number },
): string {
  const rows = results.map((result) => [
    result.ip,
    result.countryCode || (result.special ?? result.code),
    [result.city, result.regionName].filter((part) => part).join(", "),
    result.network ?? "",
    result.hostname ?? "",
    result.asn ? `AS${result.asn.number} ${result.asn.organization}` : "",
  ]);
  const head = ["ADDRESS", "COUNTRY", "PLACE", "NETWORK", "HOST NAME", "ANNOUNCED BY"];
  const used = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const kept = [head, ...rows].map((row) =>
    row.filter((_, column) => used[column]).map((cell) => printable(cell)),
  );
  return table(kept)
    .split("\n")
    .map((line) => cut(line, columns))
    .join("\n");
}

/** An address for a terminal. */
export function renderAddress(result: IpResult, colour: boolean): string {
  const { facts, sentence } = viewAddress(result);
  const rows = pairs(
    facts.map(([label, value]) => [label.toLowerCase(), value]),
    colour,
  );
  return `${paint(result.ip, "bold", colour)}\n${printable(sentence)}\n${rows}`;
}
